"""What stands on a sheet besides trees, in English and German."""

from __future__ import annotations

PHRASES: dict[str, dict[str, str]] = {
    "en": {
        "title": "Alpha-beta search", "solutions": "Solutions", "exercise": "Exercise", "solution": "Solution",
        "name": "Name", "date": "Date", "points": "Points", "level": "Level", "seed": "Sheet",
        "easy": "easy", "medium": "medium", "hard": "hard",
        "task": "Search the tree with alpha-beta ({variant}) from left to right. The root is MAX, triangles pointing "
        "up are MAX nodes, triangles pointing down are MIN nodes, boxes are leaves with their value for MAX.",
        "fill": "Write beside every inner node its last alpha and beta, and into the triangle the value it returns. "
        "Leave empty what is never visited.",
        "strike": "Strike out every edge at which a child is cut off.",
        "best": "Best move", "value": "Value of the tree", "cuts": "Edges cut off (names of the children)",
        "fail-soft": "fail-soft: a node returns its best value, even if it lies outside its window",
        "fail-hard": "fail-hard: a node returns a value inside its window, the bound where it lies outside",
        "answer": "Best move {move}, value {value}. Cut off: {cuts}.", "nothing": "nothing", "steps": "Step by step",
        "worth": "Points: {alpha} for an alpha, {beta} for a beta, {value} for a value, {move} for the best move; a "
        "cut has {leaf} for each leaf that it saves; an edge wrongly struck out costs {leaf}.",
        "measures": "{leaves} leaves, {cuts} cuts ({deep_cuts} deep), {inherited} inherited windows",
        "legend": "Beside a node its last alpha and beta, inside what it returned (≤ and ≥: only a bound). Bold: the "
        "principal line.",
    },
    "de": {
        "title": "Alpha-Beta-Suche", "solutions": "Lösungen", "exercise": "Aufgabe", "solution": "Lösung",
        "name": "Name", "date": "Datum", "points": "Punkte", "level": "Stufe", "seed": "Blatt",
        "easy": "leicht", "medium": "mittel", "hard": "schwer",
        "task": "Durchsuchen Sie den Baum mit Alpha-Beta ({variant}) von links nach rechts. Die Wurzel ist MAX; "
        "Dreiecke mit der Spitze nach oben sind MAX-Knoten, mit der Spitze nach unten MIN-Knoten, Kästchen sind "
        "Blätter mit ihrem Wert für MAX.",
        "fill": "Schreiben Sie neben jeden inneren Knoten sein letztes Alpha und Beta und in das Dreieck den Wert, "
        "den er zurückgibt. Was nie besucht wird, bleibt leer.",
        "strike": "Streichen Sie jede Kante durch, an der ein Kind abgeschnitten wird.",
        "best": "Bester Zug", "value": "Wert des Baums", "cuts": "Abgeschnittene Kanten (Namen der Kinder)",
        "fail-soft": "fail-soft: ein Knoten gibt seinen besten Wert zurück, auch wenn er außerhalb seines Fensters "
        "liegt",
        "fail-hard": "fail-hard: ein Knoten gibt einen Wert in seinem Fenster zurück, sonst die Schranke",
        "answer": "Bester Zug {move}, Wert {value}. Abgeschnitten: {cuts}.", "nothing": "nichts",
        "steps": "Schritt für Schritt",
        "worth": "Punkte: {alpha} für ein Alpha, {beta} für ein Beta, {value} für einen Wert, {move} für den besten "
        "Zug; ein Schnitt bringt {leaf} für jedes Blatt, das er spart; eine falsch gestrichene Kante kostet {leaf}.",
        "measures": "{leaves} Blätter, {cuts} Schnitte ({deep_cuts} tiefe), {inherited} geerbte Fenster",
        "legend": "Neben einem Knoten sein letztes Alpha und Beta, innen der Rückgabewert (≤ und ≥: nur eine "
        "Schranke). Fett: die Hauptvariante.",
    },
}  # fmt: skip
