"""What an examiner says about a mistake, in English and German. Keys name the mistake; texts hold the facts."""

from __future__ import annotations

from plytree.errors import InputError

_REASONS: dict[str, dict[str, str]] = {
    "en": {
        # numbers
        "missing": "{node}: {field} is missing; it is {expected}.",
        "unvisited": "{node} is never visited (it is cut off), so it has no {field}.",
        "root_window": "{node} is the root: nobody stands above it, so {field} stays {expected}.",
        "swapped": "Alpha and beta have changed places at {node}: {given} is its {other}.",
        "open": "No {turn} node above {node} has found a value when {node} is called: {field} is still {expected}.",
        "keeps": "{node} is {kind} and changes only {own}: its {field} stays what it was given, {expected}.",
        "from_parent": "{field} {expected} comes from the parent {origin}: {child} has already returned {expected} "
        "there.",
        "from_above": "{field} here comes from {relation} {origin} ({child} returned {expected} there), not from the "
        "parent {parent}: a window is handed down through all levels.",
        "too_late": "{given} is the {field} of {parent} in the end; when {node} was called it was still {expected}.",
        "stale": "{given} is the {field} that {parent} was called with; {child} had moved it to {expected} before "
        "{node} was called.",
        "at_call": "{given} is the {field} that {node} was called with; {child} moved it to {expected} afterwards.",
        "on_the_way": "{given} is the {field} of {node} for a while; {child} moved it to {expected} later.",
        "inherited_is_better": "The best value of {node} is {best}, but {node} was called with {field} {expected} "
        "from {relation} {origin}, which is better: {field} stays {expected}.",
        "wrong_extreme": "{node} is {kind}: it takes the {extreme} of its children, not the other way round.",
        "own": "{node} is {kind}: {child} moves {field} to {expected}.",
        "own_unmoved": "{node} is {kind}, and no child of it is better than the {field} {expected} it was called with.",
        # values
        "other_variant": "{given} is what {node} would return with {other}; this sheet asks for {variant}.",
        "minimax_value": "{given} is the minimax value of {node}, but {node} stops after {child}: it returns "
        "{expected}, which is only a bound.",
        "is_bound": "{given} is the {bound} of {node}, not what it returns: the best value of its own children is "
        "{expected}.",
        "one_child": "{given} is the value of {child}, but {node} is {kind} and {better} is better with {expected}.",
        "not_seen": "{given} is the value of {child}, which is cut off and never seen; {node} returns {expected}.",
        "returns": "{node} is {kind}: its visited children return {answers}, so it returns {expected}.",
        "returns_window": "{node} returns {expected}: its children return {answers}, and {variant} keeps the answer "
        "inside the window.",
        "follow_up": "This follows from your {field} of {source}: no further points lost.",
        # cuts
        "cut_missing_max": "{child} is cut: {node} has reached {value} >= beta {bound} from {origin}, so MIN never "
        "lets it come to {node}.",
        "cut_missing_min": "{child} is cut: {node} has fallen to {value} <= alpha {bound} from {origin}, so MAX never "
        "lets it come to {node}.",
        "equal": " Equality is enough.",
        "cut_too_much": "You cut {child} although alpha < beta: at {node} alpha is {alpha} and beta is {beta} when "
        "{child} has its turn.",
        "cut_first": "{child} is the first child of {node}: before it nothing is known that could cut it.",
        "cut_below": "{child} lies below {ancestor}, which is cut already: strike the one edge at which the search "
        "stops.",
        "cut_root": "The root cannot be cut off.",
        # move
        "move_missing": "The best move is missing; it is {expected}.",
        "move_deeper": "{given} is no child of the root: the best move is {expected}, the first step of the line.",
        "move_bound": "{given} returned {value}, but only as a bound: it may be worse. {expected} really has {value}.",
        "move_worse": "{given} returns {value}; MAX takes {expected}, which returns {best}.",
        "move_unseen": "{given} is never visited; the best move is {expected}.",
        # names of things
        "alpha": "alpha", "beta": "beta", "value": "value", "largest": "largest", "smallest": "smallest",
        "grandparent": "the grandparent", "ancestor": "the ancestor", "parent": "the parent", "outside": "the start",
    },
    "de": {
        "missing": "{node}: {field} fehlt; richtig ist {expected}.",
        "unvisited": "{node} wird nie besucht (abgeschnitten), hat also kein {field}.",
        "root_window": "{node} ist die Wurzel: niemand steht darüber, also bleibt {field} {expected}.",
        "swapped": "Alpha und Beta sind bei {node} vertauscht: {given} ist sein {other}.",
        "open": "Kein {turn}-Knoten über {node} hat beim Aufruf von {node} schon einen Wert: {field} ist noch "
        "{expected}.",
        "keeps": "{node} ist {kind} und ändert nur {own}: {field} bleibt, wie es übergeben wurde, {expected}.",
        "from_parent": "{field} {expected} kommt vom Elternknoten {origin}: dort hat {child} schon {expected} "
        "geliefert.",
        "from_above": "{field} kommt hier von {relation} {origin} (dort hat {child} {expected} geliefert), nicht vom "
        "Elternknoten {parent}: das Fenster wird durch alle Ebenen weitergereicht.",
        "too_late": "{given} ist {field} von {parent} am Ende; beim Aufruf von {node} war es noch {expected}.",
        "stale": "{given} ist das {field}, mit dem {parent} aufgerufen wurde; {child} hatte es schon auf {expected} "
        "gesetzt, bevor {node} aufgerufen wurde.",
        "at_call": "{given} ist das {field}, mit dem {node} aufgerufen wurde; danach hat {child} es auf {expected} "
        "gesetzt.",
        "on_the_way": "{given} ist zwischendurch {field} von {node}; später hat {child} es auf {expected} gesetzt.",
        "inherited_is_better": "Der beste Wert von {node} ist {best}, aber {node} wurde mit {field} {expected} von "
        "{relation} {origin} aufgerufen, und das ist besser: {field} bleibt {expected}.",
        "wrong_extreme": "{node} ist {kind}: gesucht ist das {extreme} der Kinder, nicht umgekehrt.",
        "own": "{node} ist {kind}: {child} setzt {field} auf {expected}.",
        "own_unmoved": "{node} ist {kind}, und kein Kind ist besser als das {field} {expected}, mit dem er aufgerufen "
        "wurde.",
        "other_variant": "{given} gäbe {node} mit {other} zurück; dieses Blatt fragt nach {variant}.",
        "minimax_value": "{given} ist der Minimax-Wert von {node}, aber {node} hört nach {child} auf: zurück kommt "
        "{expected}, nur eine Schranke.",
        "is_bound": "{given} ist {bound} von {node}, nicht der Rückgabewert: der beste Wert der eigenen Kinder ist "
        "{expected}.",
        "one_child": "{given} ist der Wert von {child}, aber {node} ist {kind}, und {better} ist mit {expected} "
        "besser.",
        "not_seen": "{given} ist der Wert von {child}, das abgeschnitten und nie gesehen wird; {node} gibt {expected} "
        "zurück.",
        "returns": "{node} ist {kind}: die besuchten Kinder liefern {answers}, also gibt {node} {expected} zurück.",
        "returns_window": "{node} gibt {expected} zurück: die Kinder liefern {answers}, und {variant} hält die "
        "Antwort im Fenster.",
        "follow_up": "Folgefehler aus {field} bei {source}: kein weiterer Abzug.",
        "cut_missing_max": "{child} wird abgeschnitten: {node} hat {value} >= Beta {bound} von {origin} erreicht, "
        "also lässt MIN es nie bis {node} kommen.",
        "cut_missing_min": "{child} wird abgeschnitten: {node} ist auf {value} <= Alpha {bound} von {origin} "
        "gefallen, also lässt MAX es nie bis {node} kommen.",
        "equal": " Gleichheit genügt.",
        "cut_too_much": "{child} ist gestrichen, obwohl Alpha < Beta: bei {node} ist Alpha {alpha} und Beta {beta}, "
        "wenn {child} an der Reihe ist.",
        "cut_first": "{child} ist das erste Kind von {node}: vorher ist nichts bekannt, was es abschneiden könnte.",
        "cut_below": "{child} liegt unter {ancestor}, das schon abgeschnitten ist: gestrichen wird nur die Kante, an "
        "der die Suche aufhört.",
        "cut_root": "Die Wurzel kann nicht abgeschnitten werden.",
        "move_missing": "Der beste Zug fehlt; richtig ist {expected}.",
        "move_deeper": "{given} ist kein Kind der Wurzel: der beste Zug ist {expected}, der erste Schritt der "
        "Variante.",
        "move_bound": "{given} liefert {value}, aber nur als Schranke: der Zug kann schlechter sein. {expected} hat "
        "wirklich {value}.",
        "move_worse": "{given} liefert {value}; MAX nimmt {expected} mit {best}.",
        "move_unseen": "{given} wird nie besucht; der beste Zug ist {expected}.",
        "alpha": "Alpha", "beta": "Beta", "value": "Wert", "largest": "Größte", "smallest": "Kleinste",
        "grandparent": "dem Großelternknoten", "ancestor": "dem Vorfahren", "parent": "dem Elternknoten",
        "outside": "dem Beginn",
    },
}  # fmt: skip


def reasons_of(lang: str) -> dict[str, str]:
    if lang not in _REASONS:
        raise InputError(f"{lang[:40]!r} is not a language of the exams; expected one of {', '.join(_REASONS)}")
    return _REASONS[lang]
