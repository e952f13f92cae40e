"""A trace for other drawing programs: Graphviz DOT, Mermaid, LaTeX (TikZ)."""

from __future__ import annotations

from collections.abc import Callable

from plytree.explain.arrangement import answer_text, arrange, label_of, window_text
from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.trace import Trace


def render_dot(trace: Trace) -> str:
    """The tree for Graphviz: `dot -Tpdf`."""
    lines = [
        "digraph trace {",
        '  node [fontname="Helvetica", fontsize=12]; edge [fontname="Helvetica", fontsize=9, arrowhead=none];',
        "  ordering=out;",
    ]
    line = _line(trace)
    for node in trace.shown_nodes():
        look = [f"label={_quoted(_label(trace, node))}", f"shape={_dot_shape(node)}", "margin=0.02"]
        if node.is_cut:
            look += ["style=dashed", 'color="#9aa1ab"', 'fontcolor="#9aa1ab"']
        else:
            fill = "#f1f3f5" if node.is_leaf else "#d6e9f5" if node.kind == "max" else "#fdebc4"
            look += ["style=filled", f'fillcolor="{fill}"'] + (["penwidth=3"] if node.path in line else [])
        lines.append(f"  {_identity(node)} [{', '.join(look)}];")
        if node.path:
            edge = [f"label={_quoted(_edge_label(node))}"]
            if node.is_cut:
                edge += ["style=dashed", 'color="#d55e00"' if _cut_here(trace, node) else 'color="#9aa1ab"']
            elif node.path in line:
                edge.append("penwidth=3")
            lines.append(f"  {_identity(trace.node(node.path[:-1]))} -> {_identity(node)} [{', '.join(edge)}];")
    for parent, text in _rest(trace):
        lines.append(f'  {parent}_rest [label="{text}", shape=plaintext];')
        lines.append(f"  {parent} -> {parent}_rest [style=dashed];")
    return "\n".join([*lines, "}"]) + "\n"


def render_mermaid(trace: Trace) -> str:
    """The tree as a Mermaid flowchart, for Markdown pages."""
    lines, line = ["flowchart TD"], _line(trace)
    for node in trace.shown_nodes():
        text = _mermaid_text(_label(trace, node))
        # trapezoids stand for the triangles that Mermaid has not: narrow top MAX, narrow bottom MIN
        begin, end = ("[", "]") if node.is_leaf else ("[/", "\\]") if node.kind == "max" else ("[\\", "/]")
        lines.append(f'    {_identity(node)}{begin}"{text}"{end}')
    for node in trace.shown_nodes():
        if node.path:
            parent, label = _identity(trace.node(node.path[:-1])), _mermaid_text(_edge_label(node))
            arrow = "-.-" if node.is_cut else "===" if node.path in line else "---"
            lines.append(f"    {parent} {arrow}" + (f'|"{label}"| ' if label else " ") + _identity(node))
    for parent, text in _rest(trace):
        lines += [f'    {parent}_rest["{text}"]', f"    {parent} -.- {parent}_rest"]
    lines += [
        "    classDef max fill:#d6e9f5,stroke:#0072b2,color:#16191d",
        "    classDef min fill:#fdebc4,stroke:#b87700,color:#16191d",
        "    classDef leaf fill:#f1f3f5,stroke:#7b828c,color:#16191d",
        "    classDef cut fill:#ffffff,stroke:#9aa1ab,color:#9aa1ab,stroke-dasharray:4 4",
    ]
    groups: dict[str, list[str]] = {}
    for node in trace.shown_nodes():
        groups.setdefault("cut" if node.is_cut else "leaf" if node.is_leaf else node.kind, []).append(_identity(node))
    lines += [f"    class {','.join(members)} {name}" for name, members in groups.items()]
    return "\n".join(lines) + "\n"


LATEX_HEAD = r"""\documentclass[border=4mm]{standalone}
\usepackage{tikz}
\usetikzlibrary{shapes.geometric}
\definecolor{maxfill}{HTML}{D6E9F5}\definecolor{maxline}{HTML}{0072B2}
\definecolor{minfill}{HTML}{FDEBC4}\definecolor{minline}{HTML}{B87700}
\definecolor{cutline}{HTML}{D55E00}\definecolor{faded}{HTML}{9AA1AB}
\begin{document}
"""
LATEX_STYLES = r"""\begin{tikzpicture}[x=1pt,y=-1pt,
  tri/.style={draw,isosceles triangle,isosceles triangle apex angle=62,inner sep=0.5pt,minimum size=23pt,
    font=\bfseries\small},
  max/.style={tri,shape border rotate=90,fill=maxfill,draw=maxline},
  min/.style={tri,shape border rotate=270,fill=minfill,draw=minline},
  leaf/.style={draw,rectangle,minimum size=14pt,inner sep=2pt,font=\bfseries\small},
  cut/.style={draw=faded,text=faded,fill=none,dashed},
  pv/.style={line width=1.6pt},
  window/.style={font=\scriptsize,inner sep=1pt}]
"""


def render_latex(trace: Trace, *, standalone: bool = True) -> str:
    """The tree as TikZ: a document of its own, or the picture alone to paste into one."""
    layout, line = arrange(trace), _line(trace)
    nodes, edges = [], []
    for node in trace.shown_nodes():
        place = layout.places[node.path]
        style: str = "leaf" if node.is_leaf else node.kind
        style += ",cut" if node.is_cut else ",pv" if node.path in line else ""
        inside = _latex_answer(node)
        at = f"({place.x * 0.75:.1f},{(place.top + 20) * 0.75:.1f})"
        nodes.append(rf"\node[{style}] ({_identity(node)}) at {at} {{{inside}}};")
        label = latex_text(label_of(trace, node))
        if label:
            colour = ",text=faded" if node.is_cut else ""
            side = "north west" if node.is_leaf or node.kind == "max" else "south west"
            nodes.append(rf"\node[window,anchor=east{colour}] at ({_identity(node)}.{side}) {{{label}\,}};")
        if node.visited and not node.is_leaf and trace.variant != "minimax":
            side = "north east" if node.kind == "max" else "south east"
            window = _latex_window(node.alpha, node.beta)
            nodes.append(rf"\node[window,anchor=west] at ({_identity(node)}.{side}) {{\,{window}}};")
        if node.path:
            edges.append(_latex_edge(trace, node, line, leaf_windows=layout.leaf_windows))
    for parent, text in _rest(trace):
        nodes.append(rf"\node[window,below right] at ({parent}.south) {{{text}}};")
    picture = LATEX_STYLES + "\n".join([*nodes, *edges]) + "\n\\end{tikzpicture}\n"
    return LATEX_HEAD + picture + "\\end{document}\n" if standalone else picture


def _latex_edge(trace: Trace, node: TraceNode, line: set[tuple[int, ...]], *, leaf_windows: bool) -> str:
    parent = _identity(trace.node(node.path[:-1]))
    style = "faded,dashed" if node.is_cut else "pv" if node.path in line else "gray"
    label = ""
    if node.windows and trace.variant != "minimax" and (leaf_windows or not node.is_leaf):
        label = rf" node[window,text=black,fill=white,pos=0.72] {{{_latex_window(*node.windows[0][:2])}}}"
    if _cut_here(trace, node):
        label = r" node[sloped,text=cutline,font=\bfseries] {$/\!/$}"
    return rf"\draw[{style}] ({parent}.{_tip(trace.node(node.path[:-1]))}) --{label} ({_identity(node)}.{_top(node)});"


def _tip(node: TraceNode) -> str:
    return "lower side" if node.kind == "max" else "apex"  # anchors of an isosceles triangle


def _top(node: TraceNode) -> str:
    return "north" if node.is_leaf else "apex" if node.kind == "max" else "lower side"


def _latex_answer(node: TraceNode) -> str:
    if node.is_leaf:
        return f"${show(node.shape.value, 'latex')}$"
    sign = {"upper": r"{\leq}", "lower": r"{\geq}"}.get(node.bound, "")
    return f"${sign}{show(node.best, 'latex')}$" if node.best is not None else ""


def _latex_window(alpha: float | None, beta: float | None) -> str:
    return f"$[{show(alpha, 'latex')},{show(beta, 'latex')}]$"


_LATEX_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
}  # fmt: skip


def latex_text(text: str) -> str:
    """A text that LaTeX sets as it is; a letter that its fonts lack becomes a question mark."""
    known: Callable[[str], bool] = lambda c: c.isprintable() and ord(c) < 0x250  # noqa: E731
    return "".join(_LATEX_SPECIAL.get(c, c if known(c) else "?") for c in text)


def _identity(node: TraceNode) -> str:
    return "n" + "_".join(str(index) for index in node.path)


def _line(trace: Trace) -> set[tuple[int, ...]]:
    return {trace.line[:length] for length in range(len(trace.line) + 1)} if trace.line else set()


def _rest(trace: Trace) -> list[tuple[str, str]]:
    """For nodes with children that are not drawn one by one: the node and a text for them."""
    found = []
    for node in trace.shown_nodes():
        cut = sum(1 for child in trace.stub(node) if child.is_cut)
        texts = ([f"{cut} cut off"] if cut else []) + (
            [f"... {trace.hidden[node.path]} more"] if node.path in trace.hidden else []
        )
        if texts:
            found.append((_identity(node), ", ".join(texts)))
    return found


def _cut_here(trace: Trace, node: TraceNode) -> bool:
    return bool(node.path) and node.path in trace.node(node.path[:-1]).cuts


def _label(trace: Trace, node: TraceNode) -> str:
    name = label_of(trace, node)
    if node.is_leaf:
        return f"{name}: {show(node.shape.value, 'symbols')}" if name else show(node.shape.value, "symbols")
    return f"{name} {answer_text(node)}".strip() if node.visited else name


def _edge_label(node: TraceNode) -> str:
    return window_text(*node.windows[0][:2]) if node.windows else ""


def _dot_shape(node: TraceNode) -> str:
    return "box" if node.is_leaf else "triangle" if node.kind == "max" else "invtriangle"


def _quoted(text: str) -> str:
    cleaned = "".join(c if c.isprintable() else " " for c in text)
    return '"' + cleaned.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _mermaid_text(text: str) -> str:
    """Mermaid reads entity codes inside quotes; everything that could end a text or begin a tag becomes one."""
    return "".join(c if c.isalnum() or c in " .,:[]+-−∞≤≥=()" else f"#{ord(c)};" for c in text)
