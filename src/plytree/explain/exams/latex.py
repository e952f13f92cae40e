"""A sheet and its solutions as LaTeX documents: plain `pdflatex` with TikZ, nothing unusual."""

from __future__ import annotations

import re

from plytree.explain.exams.difficulty import measure
from plytree.explain.exams.html import answer_line, title_of
from plytree.explain.exams.phrases import PHRASES
from plytree.explain.exams.picture import BOX_HEIGHT, BOX_WIDTH, HALF, HEIGHT, Spot, greek, spots, strike
from plytree.explain.exams.sheet import Sheet
from plytree.explain.graphs import latex_text
from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.trace import Trace
from plytree.explain.words import story

_HEAD = r"""\documentclass[a4paper,landscape,11pt]{article}
\usepackage[utf8]{inputenc}
\IfFileExists{LANGUAGE.ldf}{\usepackage[LANGUAGE]{babel}}{}
\usepackage[margin=15mm]{geometry}
\usepackage{graphicx}
\usepackage{multicol}
\usepackage{tikz}
\definecolor{maxfill}{HTML}{D6E9F5}\definecolor{maxline}{HTML}{0072B2}
\definecolor{minfill}{HTML}{FDEBC4}\definecolor{minline}{HTML}{B87700}
\definecolor{cutline}{HTML}{D55E00}\definecolor{faded}{HTML}{9AA1AB}
\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}
\pagestyle{plain}
\newcommand{\blank}[1][3cm]{\underline{\hspace{#1}}}
% a tree as it is, or shrunk to the width of the page
\newsavebox{\treebox}
\newcommand{\fit}{\begin{center}\ifdim\wd\treebox>\linewidth\resizebox{\linewidth}{!}{\usebox{\treebox}}%
  \else\usebox{\treebox}\fi\end{center}}
\begin{document}
"""
_STYLES = r"""\begin{tikzpicture}[x=0.75pt,y=-0.75pt,every node/.style={inner sep=0pt},
  pt edge/.style={gray},pt line/.style={line width=2.2pt},pt gone/.style={faded,dashed},
  pt strike/.style={cutline,line width=1.4pt},pt body/.style={draw,line width=0.8pt},
  pt bold/.style={draw,line width=1.8pt},pt inside/.style={font=\small},pt small/.style={font=\tiny,text=gray},
  pt name/.style={font=\bfseries\small,anchor=east},pt greek/.style={font=\footnotesize,anchor=west}]"""
_LANGUAGES = {"en": "english", "de": "ngerman"}
SIGNS = {
    "≤": r"\ensuremath{\leq}",
    "≥": r"\ensuremath{\geq}",
    "<=": r"\ensuremath{\leq}",
    ">=": r"\ensuremath{\geq}",
    "−": "-",
    "∞": r"\ensuremath{\infty}",
}


def exercises_document(sheet: Sheet) -> str:
    """The sheet with empty trees."""
    words = PHRASES[sheet.lang]
    parts = [_title(sheet, title_of(sheet)), rf"{words['name']}: \blank[6cm] \qquad {words['date']}: \blank"]
    for number, trace in enumerate(sheet.traces, start=1):
        worth = f"{sheet.points.total(trace)} {words['points']}"
        task = f"{words['task'].format(variant=sheet.variant)} {words['fill']} {words['strike']}"
        parts += [
            rf"\section*{{{words['exercise']} {number} {{\normalfont\small ({worth})}}}}",
            text(task),
            _picture(_tree(trace, filled=False)),
            rf"{words['value']}: \blank\quad {words['best']}: \blank\quad {text(words['cuts'])}: \blank[7cm]",
            rf"{{\small {text(words[sheet.variant])}.}}",
            r"\newpage" if number < len(sheet.traces) else "",
        ]
    return _document(sheet, parts)


def solutions_document(sheet: Sheet) -> str:
    """The worked trees and every step in words."""
    words = PHRASES[sheet.lang]
    parts = [_title(sheet, title_of(sheet, solved=True))]
    for number, trace in enumerate(sheet.traces, start=1):
        steps = "\n".join(rf"\item {text(sentence)}" for _, sentence in story(trace, sheet.lang))
        facts = words["measures"].format(**measure(trace).to_json())
        parts += [
            rf"\section*{{{words['solution']} {number} {{\normalfont\small ({text(facts)})}}}}",
            text(answer_line(trace, words)),
            _picture(_tree(trace, filled=True)),
            rf"\begin{{multicols}}{{3}}\scriptsize\begin{{enumerate}}\setlength{{\itemsep}}{{0pt}}{steps}\end{{enumerate}}"
            r"\end{multicols}",
            r"\newpage" if number < len(sheet.traces) else "",
        ]
    return _document(sheet, parts)


def text(sentence: str) -> str:
    """A sentence that LaTeX sets as it is."""
    parts = re.split("(" + "|".join(SIGNS) + ")", sentence)
    return "".join(SIGNS.get(part) or latex_text(part) for part in parts)


def _tree(trace: Trace, *, filled: bool) -> str:
    """The tree as TikZ, empty or filled in rightly; the same places as in the HTML page."""
    places, _, _ = spots(trace)
    line = {trace.line[:length] for length in range(len(trace.line) + 1)} if filled else set()
    drawn = [_STYLES]
    for node in trace.nodes():
        if node.path:
            above, here = places[node.path[:-1]], places[node.path]
            style = "pt line" if node.path in line else "pt gone" if filled and node.is_cut else "pt edge"
            drawn.append(rf"\draw[{style}] {_at(above.x, above.bottom)} -- {_at(here.x, here.top)};")
            if filled and node.path in trace.cut:
                drawn += [rf"\draw[pt strike] {_at(a, b)} -- {_at(c, d)};" for a, b, c, d in strike(above, here)]
    for node in trace.nodes():
        drawn += _node(node, places[node.path], node.path in line, filled)
    return "\n".join(drawn) + "\n\\end{tikzpicture}"


def _node(node: TraceNode, spot: Spot, on_line: bool, filled: bool) -> list[str]:
    gone = filled and not node.visited
    look = "pt gone" if gone else ("pt bold" if on_line else "pt body") + (f",fill={node.kind}fill" if filled else "")
    colour = "[text=faded]" if gone else ""
    if node.is_leaf:
        look = "pt gone" if gone else "pt bold" if on_line else "pt body"
        corner = _at(spot.x - BOX_WIDTH / 2, spot.top)
        return [
            rf"\draw[{look}] {corner} rectangle {_at(spot.x + BOX_WIDTH / 2, spot.bottom)};",
            rf"\node{colour} at {_at(spot.x, spot.top + BOX_HEIGHT / 2)} {{${show(node.shape.value, 'latex')}$}};",
            rf"\node[pt small] at {_at(spot.x, spot.bottom + 8)} {{{node.name}}};",
        ]
    wide, tip = (spot.bottom, spot.top) if node.kind == "max" else (spot.top, spot.bottom)
    corners = [_at(spot.x - HALF, wide), _at(spot.x + HALF, wide), _at(spot.x, tip)]
    name_y, value_y = (9, 27) if node.kind == "max" else (HEIGHT - 8, 12)
    drawn = [
        rf"\draw[{look}] {' -- '.join(corners)} -- cycle;",
        rf"\node[pt name] at {_at(spot.x - 12, spot.top + name_y)} {{{node.name}}};",
    ]
    if filled and node.visited:
        sign = {"upper": r"{\leq}", "lower": r"{\geq}"}.get(node.bound, "")
        answer = rf"${sign}\mathbf{{{show(node.value, 'latex')}}}$"
        drawn.append(rf"\node[pt inside] at {_at(spot.x, spot.top + value_y)} {{{answer}}};")
    for x, y, letter, number in greek(node, filled, "latex"):
        name = {"α": r"\alpha", "β": r"\beta"}[letter]
        blank = rf"${name}$\,${number}$" if filled else rf"${name}$\,\rule[-1pt]{{18pt}}{{.3pt}}"
        drawn.append(rf"\node[pt greek] at {_at(spot.x + x, spot.top + y - 4)} {{{blank}}};")
    return drawn


def _at(x: float, y: float) -> str:
    return f"({x:.1f},{y:.1f})"


def _picture(tikz: str) -> str:
    return f"\\savebox{{\\treebox}}{{%\n{tikz.strip()}}}\n\\fit"


def _title(sheet: Sheet, title: str) -> str:
    words = PHRASES[sheet.lang]
    about = f"{words['seed']} {sheet.seed}, {words['level']}: {words[sheet.difficulty]}"
    return rf"{{\Large\bfseries {text(title)}}}\hfill {text(about)}\par\smallskip\hrule\medskip"


def _document(sheet: Sheet, parts: list[str]) -> str:
    head = _HEAD.replace("LANGUAGE", _LANGUAGES[sheet.lang])
    return head + "\n\n".join(part for part in parts if part) + "\n\\end{document}\n"
