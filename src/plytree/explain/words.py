"""A search told in words, as a student would write the simulation by hand. English and German."""

from __future__ import annotations

from typing import Literal

from plytree.errors import InputError
from plytree.explain.node import TraceNode
from plytree.explain.numbers import show
from plytree.explain.outline import Path
from plytree.explain.trace import Trace
from plytree.search.textbook.events import Event
from plytree.search.textbook.tree import Value

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = ("en", "de")

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "start": "Start at {node} ({kind}) with alpha = {alpha}, beta = {beta}.",
        "start_minimax": "Start at {node} ({kind}).",
        "enter": "Down to {node} ({kind}) with alpha = {alpha}, beta = {beta}.",
        "enter_minimax": "Down to {node} ({kind}).",
        "leaf": "{node} is a leaf: {value}.",
        "unchanged": " {parent} keeps its {best}.",
        "rises": "{node} is MAX: alpha rises from {old} to {new}",
        "falls": "{node} is MIN: beta falls from {old} to {new}",
        "widens_alpha": "{node} is MAX: alpha is set to {new}, below the {old} it was given",
        "widens_beta": "{node} is MIN: beta is set to {new}, above the {old} it was given",
        "best": "{node} is {kind}: its best value is now {new}",
        "best_max": "{node} is MAX: its best value is now {new}, not above alpha {alpha}",
        "best_min": "{node} is MIN: its best value is now {new}, not below beta {beta}",
        "cut_min": "{value} <= alpha {bound} from {ancestor}, so {children} never visited",
        "cut_max": "{value} >= beta {bound} from {ancestor}, so {children} never visited",
        "cut_last_min": "{value} <= alpha {bound} from {ancestor}: a cutoff, but no child is left to skip",
        "cut_last_max": "{value} >= beta {bound} from {ancestor}: a cutoff, but no child is left to skip",
        "is": "{list} is",
        "are": "{list} are",
        "and": " and ",
        "outside": "the window it was given",
        "rest": "its other moves",
        "exact": "{node} returns {value}.",
        "upper": "{node} returns {value}, an upper bound: it is worth {value} or less.",
        "lower": "{node} returns {value}, a lower bound: it is worth {value} or more.",
        "root": "{node} returns {value}, the value of the tree.",
        "table": "The table knows {node}: {value}.",
        "killer": "{node} is a killer move and is tried early.",
        "result": "Value {value}; best move {move}; principal line {line}.",
        "leaf_only": "The tree is one leaf: {value}.",
        "leaves": "{seen} of {total} leaves visited",
        "leaves_open": "{seen} leaves visited (the whole tree has too many to count)",
        "cut_list": "; cut off: {list}.",
        "nothing_cut": "; nothing was cut off.",
        "more": "{list} and {more} more",
        "title": "{variant}: value {value}, {leaves}",
        "title_step": "{variant}, step {step} of {steps}",
        "legend_leaf": "leaf",
        "legend_line": "principal line",
        "legend_cut": "cut off",
        "legend_windows": "[α, β] on an edge: the window at the call; beside a node: at the end",
    },
    "de": {
        "start": "Beginn bei {node} ({kind}) mit Alpha = {alpha}, Beta = {beta}.",
        "start_minimax": "Beginn bei {node} ({kind}).",
        "enter": "Abstieg zu {node} ({kind}) mit Alpha = {alpha}, Beta = {beta}.",
        "enter_minimax": "Abstieg zu {node} ({kind}).",
        "leaf": "{node} ist ein Blatt: {value}.",
        "unchanged": " {parent} behält seine {best}.",
        "rises": "{node} ist MAX: Alpha steigt von {old} auf {new}",
        "falls": "{node} ist MIN: Beta fällt von {old} auf {new}",
        "widens_alpha": "{node} ist MAX: Alpha wird auf {new} gesetzt, unter die {old} von oben",
        "widens_beta": "{node} ist MIN: Beta wird auf {new} gesetzt, über die {old} von oben",
        "best": "{node} ist {kind}: bester Wert ist jetzt {new}",
        "best_max": "{node} ist MAX: bester Wert ist jetzt {new}, nicht über Alpha {alpha}",
        "best_min": "{node} ist MIN: bester Wert ist jetzt {new}, nicht unter Beta {beta}",
        "cut_min": "{value} <= Alpha {bound} von {ancestor}, also {children} nie besucht",
        "cut_max": "{value} >= Beta {bound} von {ancestor}, also {children} nie besucht",
        "cut_last_min": "{value} <= Alpha {bound} von {ancestor}: ein Schnitt, aber kein Kind ist mehr übrig",
        "cut_last_max": "{value} >= Beta {bound} von {ancestor}: ein Schnitt, aber kein Kind ist mehr übrig",
        "is": "wird {list}",
        "are": "werden {list}",
        "and": " und ",
        "outside": "dem übergebenen Fenster",
        "rest": "die übrigen Züge",
        "exact": "{node} gibt {value} zurück.",
        "upper": "{node} gibt {value} zurück, eine obere Schranke: der Wert ist {value} oder kleiner.",
        "lower": "{node} gibt {value} zurück, eine untere Schranke: der Wert ist {value} oder größer.",
        "root": "{node} gibt {value} zurück, den Wert des Baums.",
        "table": "Die Tabelle kennt {node}: {value}.",
        "killer": "{node} ist ein Killerzug und wird früh versucht.",
        "result": "Wert {value}; bester Zug {move}; Hauptvariante {line}.",
        "leaf_only": "Der Baum ist ein einziges Blatt: {value}.",
        "leaves": "{seen} von {total} Blättern besucht",
        "leaves_open": "{seen} Blätter besucht (der ganze Baum hat zu viele, um sie zu zählen)",
        "cut_list": "; abgeschnitten: {list}.",
        "nothing_cut": "; nichts wurde abgeschnitten.",
        "more": "{list} und {more} weitere",
        "title": "{variant}: Wert {value}, {leaves}",
        "title_step": "{variant}, Schritt {step} von {steps}",
        "legend_leaf": "Blatt",
        "legend_line": "Hauptvariante",
        "legend_cut": "Schnitt",
        "legend_windows": "[α, β] an einer Kante: Fenster beim Aufruf; neben einem Knoten: am Ende",
    },
}


def words_of(lang: str) -> dict[str, str]:
    if lang not in _WORDS:
        raise InputError(f"{lang!r} is not a language of the tool; expected one of {', '.join(_WORDS)}")
    return _WORDS[lang]


def sentence(trace: Trace, step: int, lang: str = "en") -> str:
    """What happens in the event with this number (from 0), in one sentence."""
    words = words_of(lang)
    if not 0 <= step < len(trace.events):
        raise InputError(f"{step} is not an event of this trace; expected 0 to {len(trace.events) - 1}")
    event = trace.events[step]
    of = trace.events[step + 1] if event.kind == "killer" and step + 1 < len(trace.events) else event
    node = trace.node(of.path)
    names = {"node": node.name, "kind": node.kind.upper(), "value": show(event.value)}
    if event.kind == "enter":
        which = ("enter" if event.path else "start") + ("_minimax" if trace.variant == "minimax" else "")
        return words[which].format(**names, alpha=show(event.alpha), beta=show(event.beta))
    if event.kind == "update":
        return _update(trace, step, node, words) + "."
    if event.kind == "cut":
        return _cut(trace, event, node, words) + "."
    if event.kind == "return" and event.path:
        return words[node.bound].format(**names) + _unchanged(trace, step, words)
    if event.kind == "return":
        return words["root"].format(**names)
    text = words[event.kind].format(**names)
    return text + (_unchanged(trace, step, words) if event.kind == "leaf" else "")


def story(trace: Trace, lang: str = "en") -> list[tuple[Event, str]]:
    """The whole search: (event, sentence) for each step, an update and the cut that follows it in one.

    Of a limited trace, only the steps at nodes that are listed.
    """
    words, told = words_of(lang), list[tuple[Event, str]]()
    listed = {node.path for node in trace.listed_nodes()} if trace.hidden else None
    for step, event in enumerate(trace.events[: trace.steps]):
        if listed is not None and event.path not in listed:
            continue
        if event.kind == "cut" and told and told[-1][0].kind == "update" and told[-1][0].path == event.path:
            before, text = told[-1]
            told[-1] = (before, f"{text[:-1]}; {_cut(trace, event, trace.node(event.path), words)}.")
        else:
            told.append((event, sentence(trace, step, lang)))
    return told


def summary(trace: Trace, lang: str = "en") -> list[str]:
    """The outcome in two sentences."""
    words = words_of(lang)
    if trace.root.is_leaf:
        return [words["leaf_only"].format(value=show(trace.value))]
    nodes = [trace.root]
    for index in trace.line:
        nodes.append(nodes[-1].children[index])
    best = nodes[1].name if len(nodes) > 1 else "?"
    on_paper = nodes[0].name != "root"
    line = " - ".join(node.name for node in nodes) if on_paper else " ".join(node.shape.move for node in nodes[1:])
    seen = leaves_text(trace, words)
    cut = words["cut_list"].format(list=_listed(trace, trace.cut, words, 20)) if trace.cut else words["nothing_cut"]
    return [words["result"].format(value=show(trace.value), move=best, line=line), seen + cut]


def leaves_text(trace: Trace, words: dict[str, str]) -> str:
    which = "leaves" if trace.leaves_total is not None else "leaves_open"
    return words[which].format(seen=trace.leaves_seen, total=trace.leaves_total)


def title(trace: Trace, lang: str = "en") -> str:
    """The outcome, or how far the search is, in a few words above a picture."""
    words = words_of(lang)
    if trace.value is None:
        return words["title_step"].format(variant=trace.variant, step=trace.steps, steps=len(trace.events))
    leaves = leaves_text(trace, words)
    return words["title"].format(variant=trace.variant, value=show(trace.value, "symbols"), leaves=leaves)


def _update(trace: Trace, step: int, node: TraceNode, words: dict[str, str]) -> str:
    event = trace.events[step]
    before, _ = trace.before[step]
    assert before is not None
    names = {"node": node.name, "kind": node.kind.upper(), "new": show(event.value)}
    if node.kind == "max" and event.alpha != before.alpha:
        which = "rises" if event.alpha > before.alpha else "widens_alpha"
        return words[which].format(**{**names, "old": show(before.alpha), "new": show(event.alpha)})
    if node.kind == "min" and event.beta != before.beta:
        which = "falls" if event.beta < before.beta else "widens_beta"
        return words[which].format(**{**names, "old": show(before.beta), "new": show(event.beta)})
    which = "best" if trace.variant == "minimax" else f"best_{node.kind}"
    return words[which].format(**names, alpha=show(event.alpha), beta=show(event.beta))


def _cut(trace: Trace, event: Event, node: TraceNode, words: dict[str, str]) -> str:
    ancestor = trace.node(node.cut_by).name if node.cut_by is not None else words["outside"]
    bound: Value = event.alpha if node.kind == "min" else event.beta
    listed = _listed(trace, node.cuts, words) or words["rest"]  # visited in a later search of the same node
    children = words["is" if len(node.cuts) == 1 else "are"].format(list=listed)
    last = not node.cuts and trace.events[-1].kind == "return" and all(child.visited for child in node.children)
    text = words[f"cut_{'last_' if last else ''}{node.kind}"].format(
        value=show(event.value), bound=show(bound), ancestor=ancestor, children=children
    )
    return text.replace("<=", "<").replace(">=", ">") if trace.variant == "strict" else text


def _unchanged(trace: Trace, step: int, words: dict[str, str]) -> str:
    """After an answer that moves nothing: what the parent keeps."""
    path = trace.events[step].path
    following = trace.events[step + 1] if step + 1 < len(trace.events) else None
    if not path or (following is not None and following.path == path[:-1] and following.kind == "update"):
        return ""
    parent = trace.node(path[:-1])
    _, kept = trace.before[step]
    assert kept is not None
    best = kept.value if kept.kind == "update" else kept.alpha if parent.kind == "max" else kept.beta
    return words["unchanged"].format(parent=parent.name, best=show(best))


def _listed(trace: Trace, paths: tuple[Path, ...], words: dict[str, str], most: int = 8) -> str:
    names = [trace.node(path).name for path in paths]
    if len(names) > most:
        return words["more"].format(list=", ".join(names[:most]), more=len(names) - most)
    return words["and"].join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
