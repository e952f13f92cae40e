"""A sheet and its solutions as HTML pages that print well: A4 across, one exercise a page, no colour needed."""

from __future__ import annotations

import re
from html import escape

from plytree.explain.exams.difficulty import measure
from plytree.explain.exams.phrases import PHRASES
from plytree.explain.exams.picture import draw
from plytree.explain.exams.sheet import Sheet
from plytree.explain.numbers import show
from plytree.explain.trace import Trace
from plytree.explain.words import story

_CSS = """
@page { size: A4 landscape; margin: 12mm 14mm; }
* { box-sizing: border-box; }
body { font: 15px/1.45 "Inter", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; color: #16191d; background: #fff;
  margin: 0 auto; max-width: 1080px; padding: 12px; }
header { display: flex; flex-wrap: wrap; gap: 6px 32px; justify-content: space-between; align-items: baseline;
  border-bottom: 2px solid #16191d; padding-bottom: 6px; }
h1 { font-size: 22px; margin: 0; } h2 { font-size: 17px; margin: 14px 0 4px; }
h2 small, .fine { font-weight: 400; font-size: 12px; color: #5b626c; }
p { margin: 4px 0; max-width: 62em; }
.blank { display: inline-block; border-bottom: 1px solid #16191d; min-width: 7em; height: 1.2em; }
.blank.long { min-width: 16em; }
section { break-after: page; }
figure, .asked { break-inside: avoid; }
section:last-child { break-after: auto; }
.logo { height: 14mm; max-width: 50mm; object-fit: contain; align-self: center; }
figure { margin: 8px 0; text-align: center; } figure svg { max-width: 100%; height: auto; max-height: 108mm; }
.asked { display: flex; flex-wrap: wrap; gap: 10px 40px; margin: 12px 0 8px; }
ol { columns: 3; column-gap: 30px; font-size: 11px; line-height: 1.35; margin: 2px 0; padding-left: 22px; }
@media (max-width: 700px) { ol { columns: 1; } figure { overflow-x: auto; } figure svg { max-width: none; } }
"""


def exercises_page(*sheets: Sheet) -> str:
    """The sheets with empty trees: room for alpha and beta beside every inner node, for its value inside."""
    return _page(sheets[0], [_head(sheet) + "".join(_exercises(sheet)) for sheet in sheets])


def _exercises(sheet: Sheet) -> list[str]:
    words = PHRASES[sheet.lang]
    blank = '<span class="blank"></span>'
    parts = []
    for number, trace in enumerate(sheet.traces, start=1):
        asked = f"<span>{words['value']}: {blank}</span><span>{words['best']}: {blank}</span>"
        asked += f'<span>{words["cuts"]}: <span class="blank long"></span></span>'
        parts.append(
            f'<section class="exercise"><h2>{words["exercise"]} {number} '
            f"<small>{sheet.points.total(trace)} {words['points']}</small></h2>"
            f"<p>{words['task'].format(variant=sheet.variant)} {words['fill']} {words['strike']}</p>"
            f"<figure>{draw(trace, filled=False)}</figure>"
            f'<div class="asked">{asked}</div>'
            f'<p class="fine">{words[sheet.variant]}. {_worth(sheet, trace)}</p></section>'
        )
    return parts


def _worth(sheet: Sheet, trace: Trace) -> str:
    return PHRASES[sheet.lang]["worth"].format(**sheet.points.for_trace(trace).to_json())


def solutions_page(*sheets: Sheet) -> str:
    """The worked trees of all sheets and every step in words."""
    return _page(sheets[0], [_head(sheet, solved=True) + "".join(_solutions(sheet)) for sheet in sheets])


def _solutions(sheet: Sheet) -> list[str]:
    words = PHRASES[sheet.lang]
    parts = []
    for number, trace in enumerate(sheet.traces, start=1):
        steps = "".join(f"<li>{escape(as_drawn(text))}</li>" for _, text in story(trace, sheet.lang))
        facts = words["measures"].format(**measure(trace).to_json())
        parts.append(
            f"<section><h2>{words['solution']} {number} <small>{facts}</small></h2>"
            f"<p>{escape(answer_line(trace, words))}</p>"
            f'<figure>{draw(trace, filled=True)}</figure><p class="fine">{words["legend"]}</p>'
            f"<h2>{words['steps']}</h2><ol>{steps}</ol>"
            "</section>"
        )
    return parts


def as_drawn(sentence: str) -> str:
    """A sentence with the signs that stand in the picture: α, β, ∞."""
    for word, sign in ((r"\b[Aa]lpha\b", "α"), (r"\b[Bb]eta\b", "β"), (r"([-+])inf\b", r"\1∞")):
        sentence = re.sub(word, sign, sentence)
    return sentence.replace("-∞", "−∞").replace("<=", "≤").replace(">=", "≥")


def answer_line(trace: Trace, words: dict[str, str]) -> str:
    """The outcome in one line."""
    assert trace.move is not None
    cuts = ", ".join(trace.node(path).name for path in trace.cut) or words["nothing"]
    return words["answer"].format(
        move=trace.root.children[trace.move].name, value=show(trace.value, "symbols"), cuts=cuts
    )


def title_of(sheet: Sheet, *, solved: bool = False) -> str:
    words = PHRASES[sheet.lang]
    return (sheet.title or words["title"]) + (f": {words['solutions']}" if solved else "")


def _head(sheet: Sheet, *, solved: bool = False) -> str:
    words = PHRASES[sheet.lang]
    blank = '<span class="blank"></span>'
    about = f"{words['seed']} {sheet.seed}, {words['level']}: {words[sheet.difficulty]}"
    asked = "" if solved else f"<span>{words['name']}: {blank}</span><span>{words['date']}: {blank}</span>"
    logo = f'<img class="logo" src="{escape(sheet.logo)}" alt="">' if sheet.logo else ""
    title = escape(title_of(sheet, solved=solved))
    return f'<header>{logo}<h1>{title}</h1>{asked}<span class="fine">{about}</span></header>'


def _page(sheet: Sheet, parts: list[str]) -> str:
    return (
        f'<!doctype html>\n<html lang="{sheet.lang}"><head><meta charset="utf-8">'
        f"<title>{escape(title_of(sheet))}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_CSS}</style></head><body>" + "\n".join(parts) + "</body></html>\n"
    )
