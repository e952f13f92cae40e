"""The findings of strength and truth studies in German, for the talk."""

from __future__ import annotations

from typing import Any

from plytree.matches.elo import show_elo, show_interval
from plytree.matches.ratings import Rating

Percent = tuple[float, float, float]  # a share and its interval
WHAT = {"time": "Bedenkzeit", "nodes": "Knotenzahl", "depth": "Suchtiefe"}
UNIT = {"time": "s pro Zug", "nodes": "Knoten pro Zug", "depth": "Halbzüge"}
STEP = {"time": "Verdopplung", "nodes": "Verdopplung", "depth": "Halbzug"}


def strength_in_german(study: Any, top: Rating, steps: list[Any], efforts: list[Any], games: int) -> dict[str, Any]:
    """Title, sentences and the words of the charts of a strength study."""
    unit, step = UNIT[study.limit], STEP[study.limit]
    span = sum(s.size for s in steps)
    sentences = [
        f"Von {study.times[0]:g} bis {study.times[-1]:g} {unit} gewinnt das Programm {top.elo:.0f} Elo (95-%-Intervall "
        f"{show_interval(top.low, top.high)}), im Mittel {top.elo / span:.0f} Elo je {step}.",
        *(
            f"{s.more} gegen {s.less}: {show_elo(s.elo)} Elo {show_interval(s.low, s.high)}, je {step} "
            f"{show_elo(s.each)}."
            for s in steps
        ),
        f"Die mittlere Tiefe wächst von {efforts[0].depth:.1f} auf {efforts[-1].depth:.1f} Halbzüge, die Knoten pro "
        f"Zug von {efforts[0].nodes:.0f} auf {efforts[-1].nodes:.0f}.",
        f"Grundlage sind {games} Partien, paarweise aus ausgelosten Eröffnungen mit vertauschten Farben.",
    ]
    axis = {"time": "Sekunden pro Zug", "nodes": "Knoten pro Zug", "depth": "Tiefe in Halbzügen"}[study.limit]
    charts = {
        "elo": ("Spielstärke", axis, f"Elo gegenüber {study.name(study.times[0])}"),
        "doubling": (f"Was ein Schritt ({step}) wert ist", axis, f"Elo je {step}"),
        "depth": ("Wie tief das Programm sieht", axis, "mittlere Tiefe"),
        "nodes": ("Wie viele Knoten das kostet", axis, "Knoten pro Zug"),
    }
    title = f"Stärke und {WHAT[study.limit]}: {study.game}"
    return {"title": title, "sentences": sentences, "charts": charts}


def truth_in_german(study: Any, shares: dict[str, Any], judged: int, hard: int) -> dict[str, Any]:
    """The same for a truth study."""
    sentences = [
        f"{judged} Stellungen wurden beurteilt; in {hard} davon entscheidet ein falscher Zug über Sieg, Remis oder "
        "Verlust."
    ]
    for kind, values, unit in (("time", study.times, "s pro Zug"), ("depth", study.depths, "Halbzügen")):
        if values:
            first, last = shares[f"{kind}={values[0]:g}"], shares[f"{kind}={values[-1]:g}"]
            sentences.append(
                f"Von {values[0]:g} bis {values[-1]:g} {unit}: wertwahrende Züge {_percent(first.keep)} bis "
                f"{_percent(last.keep)}, optimale {_percent(first.optimal)} bis {_percent(last.optimal)}."
            )
    charts = {
        "truth-time": ("Züge gegen den Löser, nach Zeit", "Sekunden pro Zug", "% der Züge"),
        "truth-depth": ("Züge gegen den Löser, nach Tiefe", "Tiefe in Halbzügen", "% der Züge"),
        "truth-ply": ("Wertwahrende Züge, nach Partiealter", "Halbzug", "% der Züge"),
    }
    return {"title": f"Züge gegen die Wahrheit: {study.game}", "sentences": sentences, "charts": charts}


def learning_in_german(study: Any, shares: dict[str, Any], judged: int, hard: int) -> dict[str, Any]:
    """The same for a learning study."""
    sentences = [f"{judged} Stellungen wurden beurteilt; in {hard} davon verschenkt ein unbedachter Zug etwas."]
    for depth in study.depths:
        hand = shares[study.name("hand", depth)].keep
        best = shares[study.name(f"tables, {study.seconds[-1]:g} s", depth)].keep
        sentences.append(
            f"Tiefe {int(depth)}: die Bewertung von Hand wahrt den Wert in {_percent(hand)}, die Tabellen nach "
            f"{study.seconds[-1]:g} s in {_percent(best)} der Fälle."
        )
    charts = {"learning": ("Wertwahrende Züge, nach Lernzeit", "Sekunden gelernt", "% der Züge")}
    return {"title": f"Lernen gegen die Wahrheit: {study.game}", "sentences": sentences, "charts": charts}


def _percent(share: Percent) -> str:
    return f"{100 * share[0]:.1f} % [{100 * share[1]:.1f}, {100 * share[2]:.1f}]"
