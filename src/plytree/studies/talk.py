"""The talk: ten minutes of slides in one HTML file, with a worked tree, the results of studies and a demonstration."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

import plytree
from plytree.errors import InputError
from plytree.explain import svg
from plytree.explain.boards import board_svg
from plytree.explain.trace import explain
from plytree.explain.words import sentence
from plytree.games.catalog import load_game
from plytree.games.contract.game import has_hook
from plytree.games.trees.handtree import read_tree
from plytree.matches.match_store import MatchStore
from plytree.matches.record import GameRecord, Thought
from plytree.matches.session import Session, Termination
from plytree.players.spec import plain_name
from plytree.search.engine import Engine
from plytree.search.limits import Limits
from plytree.search.textbook.tree import PaperTree
from plytree.studies.effort import tree_sizes
from plytree.studies.findings import Findings, load_findings
from plytree.studies.report import chart_html, resource
from plytree.studies.strength import GAMES

LANGUAGES = ("en", "de")
TREE = "[[6,9,7],[4,8,2],[8,5,10]]"
WIDTH, DEPTH = 7, 8  # of the even tree on the slide about the order of moves: Connect Four's numbers
APP = "http://127.0.0.1:8750/"
CHARTS = 3  # of each study
MINUTES = {
    "title": 0.3, "problem": 0.8, "minimax": 1, "alphabeta": 1.2, "why": 1, "order": 0.8, "deepening": 0.7,
    "evaluation": 0.7, "result": 1.0, "demo": 1, "replay": 0, "end": 0.5,
}  # fmt: skip


WINDOW = """<svg viewBox="0 0 420 220" height="300" font-size="22" text-anchor="middle">
<line x1="10" x2="410" y1="110" y2="110" stroke="#6b7480" stroke-width="3"/>
<rect x="10" y="70" width="110" height="80" fill="#d55e00" opacity=".25"/>
<rect x="300" y="70" width="110" height="80" fill="#d55e00" opacity=".25"/>
<line x1="120" x2="120" y1="55" y2="165" stroke="#0072b2" stroke-width="5"/><text x="120" y="42">α</text>
<line x1="300" x2="300" y1="55" y2="165" stroke="#b87700" stroke-width="5"/><text x="300" y="42">β</text>
<text x="65" y="200">MIN ✂</text><text x="355" y="200">MAX ✂</text></svg>"""


class Talk:
    """The deck for some studies (perhaps none) in one language."""

    def __init__(self, folders: Sequence[Path] = (), lang: str = "en", app: str = APP):
        if lang not in LANGUAGES:
            raise InputError(f"{lang!r} is not a language of the talk; expected one of {', '.join(LANGUAGES)}")
        self.folders, self.lang, self.app = list(folders), lang, app
        self.words: dict[str, str] = tomllib.loads(resource(f"talk.{lang}.toml"))
        self.studies = [translated(load_findings(folder), lang) for folder in self.folders]
        self.minutes = 0.0

    def html(self) -> str:
        """The whole deck as one page that needs nothing else."""
        slides = [
            self._title(), self._problem(), self._minimax(), self._alphabeta(), self._why(), self._order(),
            self._deepening(), self._evaluation(), *self._results(), self._demo(), self._replay(), self._end(),
        ]  # fmt: skip
        return (
            f'<!DOCTYPE html>\n<html lang="{self.lang}"><head><meta charset="utf-8">'
            f"<title>{escape(self.words['title'])}</title><style>{resource('talk.css')}</style></head>"
            f"<body><main class='deck'>{''.join(slides)}</main>"
            f"<script>{resource('chart.js')}</script><script>{resource('talk.js')}</script></body></html>\n"
        )

    # ---- slides ---------------------------------------------------------------------------------------------------

    def _slide(self, name: str, body: str, heading: str | None = None, share: float = 1.0) -> str:
        """A slide with its notes and the minute at which it should end."""
        self.minutes += MINUTES[name] * share
        head = self.words[name] if heading is None else heading
        clock = self.words["minutes"].format(minutes=f"{self.minutes:.1f}")
        title = f"<h2>{escape(head)}</h2>" if head else ""
        return (
            f'<section class="slide" data-name="{name}">{title}{body}'
            f'<div class="note">{self.words[f"note.{name}"]}</div>'
            f'<div class="foot"><span class="minutes">{clock}</span></div></section>'
        )

    def _list(self, name: str, values: dict[str, object] | None = None) -> str:
        keys = [key for key in self.words if key.startswith(f"{name}.") and key[-1].isdigit()]
        items = "".join(f"<li>{self.words[key].format(**(values or {}))}</li>" for key in keys)
        return f"<ul>{items}</ul>"

    def _beside(self, name: str, picture: str, values: dict[str, object] | None = None) -> str:
        """A slide with points on the left and a picture on the right."""
        body = f'<div class="split"><div class="wide">{self._list(name, values)}</div>{picture}</div>'
        return self._slide(name, body)

    def _board(self, position: str) -> str:
        game = load_game("connect4")
        return f'<div class="picture">{board_svg(game.board(game.from_text(position)), 60)}</div>'

    def _title(self) -> str:
        words = self.words
        body = f'<h1>{words["title"]}</h1><p class="lead">{words["subtitle"]}</p><p class="small">{words["keys"]}</p>'
        return self._slide("title", body, heading="")

    def _problem(self) -> str:
        game = load_game("connect4")
        leaves = f"{tree_sizes(game, game.initial(), DEPTH)[-1]:,}"
        return self._beside("problem", self._board("44435"), {"depth": DEPTH, "leaves": self._number(leaves)})

    def _minimax(self) -> str:
        trace = explain(PaperTree(read_tree(TREE)), "minimax")
        leaves = sum(1 for node in trace.nodes() if node.is_leaf)
        points = self._list("minimax", {"seen": trace.leaves_seen, "total": leaves})
        picture = svg.render(trace, theme="light", prefix="minimax", title="", legend=False)
        return self._slide("minimax", f'{points}<div class="picture">{picture}</div>')

    def _alphabeta(self) -> str:
        trace = explain(PaperTree(read_tree(TREE)), "fail-soft")
        frames = []
        for step in range(len(trace.events) + 1):
            picture = svg.render(
                trace, step, "light", lang=self.lang, prefix=f"ab{step}", title="", caption=False, legend=False
            )
            said = sentence(trace, step - 1, self.lang) if step else "&nbsp;"
            frames.append(self._frame(said if not step else escape(said), picture))
        return self._slide("alphabeta", f'<div class="frames">{"".join(frames)}</div>')

    def _why(self) -> str:
        return self._beside("why", f'<div class="picture">{WINDOW}</div>')

    def _evaluation(self) -> str:
        return self._beside("evaluation", self._board("4443532213"))

    def _order(self) -> str:
        words = self.words
        least = WIDTH ** -(-DEPTH // 2) + WIDTH ** (DEPTH // 2) - 1
        rows = ((words["order.minimax"], WIDTH**DEPTH), (words["order.best"], least))
        cells = "".join(f"<tr><td>{name}</td><td>{self._number(f'{value:,}')}</td></tr>" for name, value in rows)
        head = "".join(f"<th>{name}</th>" for name in words["order.head"].split("|"))
        table = f"<table><tr>{head}</tr>{cells}</table>"
        first = words["order.1"].format(width=WIDTH, depth=DEPTH)
        body = f"<p>{first}</p>{table}<ul><li>{words['order.2']}</li><li>{words['order.3']}</li></ul>"
        return self._slide("order", body)

    def _deepening(self) -> str:
        factor, depths = 4, 5
        bars = "".join(
            f'<rect x="{70 * d}" y="{400 - height:.0f}" width="54" height="{height:.0f}" fill="#2563ab"/>'
            f'<text x="{70 * d + 27}" y="425" text-anchor="middle" font-size="20">{d + 1}</text>'
            for d in range(depths)
            for height in (380 * factor ** (d - depths + 1),)
        )
        picture = f'<div class="picture"><svg viewBox="-10 0 370 440" height="440">{bars}</svg></div>'
        return self._beside("deepening", picture, {"factor": factor, "share": round(100 / (factor - 1))})

    def _results(self) -> list[str]:
        if not self.studies:
            command = "<p><code>plytree study strength --game connect4 --quick</code></p>"
            body = f"<p>{self.words['noresult.1']}</p>{command}<p>{self.words['noresult.2']}</p>"
            return [self._slide("result", body, heading=self.words["noresult"])]
        slides = []
        charts = sum(min(CHARTS, len(study.charts)) for study in self.studies)
        for number, study in enumerate(self.studies):
            for place, chart in enumerate(study.charts[:CHARTS]):
                data = {**chart.to_json(), "name": f"s{number}-{chart.name}"}
                said = self._said(study, place)
                parts = f'<div class="wide">{chart_html(data)}</div><div class="small">{said}</div>'
                body = f'<div class="split">{parts}</div>'
                heading = self.words["result"].format(title=study.title)
                slides.append(self._slide("result", body, heading, share=2 / charts))
        return slides

    def _said(self, study: Findings, place: int) -> str:
        """The study's sentences, divided among its charts."""
        per = -(-len(study.sentences) // min(CHARTS, len(study.charts)))
        return (
            "<ul>"
            + "".join(f"<li>{escape(s)}</li>" for s in study.sentences[place * per : (place + 1) * per])
            + "</ul>"
        )

    def _demo(self) -> str:
        address = escape(self.app)
        said = self.words["demo.1"].format(address=address)
        return self._slide("demo", f'<p class="small">{said}</p><iframe class="live" data-src="{address}"></iframe>')

    def _replay(self) -> str:
        game_spec, record = self._game()
        game, frames = load_game(game_spec), []
        session = Session(game)
        first = len(record.opening)
        for ply, move in enumerate(record.moves):
            who = plain_name(record.players[session.side()])
            shown = game.show_move(session.state, move)
            thought = record.thoughts[ply - first] if ply >= first else None
            session.play(move)
            if ply + 1 < first:
                continue
            said = self.words["replay.step"].format(ply=ply + 1, who=who, move=shown, more=self._more(thought))
            picture = board_svg(game.board(session.state), 60) if has_hook(game, "board") else escape(shown)
            frames.append(self._frame(escape(said), picture))
        names = [escape(plain_name(player)) for player in record.players]
        result = self.words["replay.game"].format(first=names[0], second=names[1], result=self._outcome(record))
        return self._slide("replay", f'<p class="small">{result}</p><div class="frames">{"".join(frames)}</div>')

    def _end(self) -> str:
        sources = self.words["end.sources"].format(version=plytree.__version__)
        return self._slide("end", f'{self._list("end")}<p class="small" style="margin-top:auto">{sources}</p>')

    # ---- small parts ----------------------------------------------------------------------------------------------

    def _frame(self, said: str, picture: str) -> str:
        return f'<div class="frame"><p>{said}</p><div class="picture">{picture}</div></div>'

    def _number(self, text: str) -> str:
        return text.replace(",", ".") if self.lang == "de" else text

    def _more(self, thought: Thought | None) -> str:
        if thought is None:
            return self.words["replay.opening"]
        return self.words["replay.more"].format(depth=thought.depth, seconds=f"{thought.seconds:.3f}")

    def _outcome(self, record: GameRecord) -> str:
        if record.points == 0.5:
            return self.words["draw"]
        player = record.players[0 if record.points == 1 else 1]
        return self.words["won"].format(player=escape(plain_name(player)))

    def _game(self) -> tuple[str, GameRecord]:
        """A decided game of the first study that played some, or one that is played now."""
        for folder in self.folders:
            if (folder / GAMES).exists():
                for match in MatchStore(folder / GAMES).saved():
                    games = [stored.record for stored in match.games()]
                    decided = [record for record in games if record.points != 0.5] or games
                    if decided:
                        return match.game, decided[0]
        return "connect4", example_game("connect4")


def translated(findings: Findings, lang: str) -> Findings:
    """The findings in a language, as far as the study has words for it."""
    words = findings.translations.get(lang)
    if words is None:
        return findings
    charts = []
    for chart in findings.charts:
        title, x_label, y_label = words["charts"].get(chart.name, (chart.title, chart.x_label, chart.y_label))
        charts.append(replace(chart, title=title, x_label=x_label, y_label=y_label))
    return replace(findings, title=words["title"], sentences=tuple(words["sentences"]), charts=tuple(charts))


def example_game(spec: str) -> GameRecord:
    """A game of the engine against itself, deeper on one side, that takes a moment."""
    game = load_game(spec)
    engine, session, thoughts = Engine(game, mode="python", table_mb=1), Session(game), []
    limits = (Limits(depth=4, nodes=1500), Limits(depth=2))
    while session.outcome is None:
        side = session.side()
        found = engine.search(session.state, limits[side])
        assert found.move is not None
        thoughts.append(
            Thought(side=side, move=found.move, seconds=round(found.seconds, 4), depth=found.depth, nodes=found.nodes)
        )
        session.play(found.move)
    return GameRecord(
        players=("engine:depth=4", "engine:depth=2"), opening=(), thoughts=tuple(thoughts),
        utility=session.outcome.utility, termination=Termination.RULES, reason="", seed=0,
    )  # fmt: skip
