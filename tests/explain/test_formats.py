"""Every format of a trace says the same, and is what its readers expect."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from plytree import InputError, load_game
from plytree.explain.arrangement import arrange
from plytree.explain.render import FORMATS, render
from plytree.explain.svg import render as render_svg
from plytree.explain.trace import Trace, explain
from plytree.explain.words import sentence, story, summary
from plytree.games.trees.handtree import Tree, parse_tree
from plytree.search.textbook.algorithms import VARIANTS
from plytree.search.textbook.tree import GameTree, PaperTree

CLASSIC = "[[3,5],[2,9]]"
REMARK = "[[3],[[9],[2,1],[8]]]"
NASTY = '[[3,4],[[9,1],{"name":"F_%$ü\\"];<b>&\\\\{end","children":[2,0]},[8]],[[[7,2.5]],-8]]'
SVG = "{http://www.w3.org/2000/svg}"


def on_paper(text: str, variant: str = "fail-soft") -> Trace:
    return explain(PaperTree(text), variant)


def on_board(name: str = "tictactoe", position: str = "XO..X..O.", depth: int | None = 2) -> Trace:
    game = load_game(name)
    return explain(GameTree(game, game.from_text(position), depth))


class TestJson:
    def test_the_contract(self) -> None:
        data = json.loads(render(on_paper(CLASSIC), "json"))
        assert list(data) == [
            "variant", "value", "move", "line", "leaves_seen", "leaves_total", "cut", "nodes", "steps",
        ]  # fmt: skip
        assert (data["variant"], data["value"], data["move"], data["line"]) == ("fail-soft", 3, 0, [0, 0])
        assert (data["leaves_seen"], data["leaves_total"], data["cut"]) == (3, 4, [[1, 1]])
        by_name = {node["name"]: node for node in data["nodes"]}
        keys = ("path", "kind", "alpha", "beta", "value", "bound")
        assert [by_name["A"][key] for key in keys] == [[], "max", 3, "+inf", 3, "exact"]
        assert [by_name["B"][key] for key in keys] == [[0], "min", "-inf", 3, 3, "exact"]
        assert [by_name["C"][key] for key in keys] == [[1], "min", 3, 2, 2, "upper"]
        assert [by_name["G"][key] for key in keys] == [[1, 1], "max", None, None, None, "unvisited"]
        assert data["steps"][0] == {"event": "enter", "path": [], "alpha": "-inf", "beta": "+inf", "value": None}
        assert data["steps"][-3] == {"event": "cut", "path": [1], "alpha": 3, "beta": 2, "value": 2}

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_every_variant_is_strict_json(self, variant: str) -> None:
        text = render(on_paper(NASTY, variant), "json")

        def refuse(constant: str) -> None:
            raise AssertionError(constant)

        assert json.loads(text, parse_constant=refuse)["value"] == 3

    def test_a_position_also_tells_its_moves_as_text(self) -> None:
        data = json.loads(render(on_board(), "json"))
        assert data["move_text"] == on_board().root.children[data["move"]].shape.move
        assert len(data["line_text"]) == len(data["line"])


def test_csv_has_a_line_for_each_step_and_no_formulas() -> None:
    trace = on_paper('[{"name":"=1+1","children":[1,2]}]')
    rows = list(csv.DictReader(io.StringIO(render(trace, "csv"))))
    assert len(rows) == len(trace.events)
    assert rows[0] == {
        "step": "1", "event": "enter", "path": "", "name": "A", "kind": "max", "alpha": "-inf", "beta": "+inf",
        "value": "",
    }  # fmt: skip
    assert rows[1]["name"] == "'=1+1"


class TestWords:
    def test_a_cut_names_the_ancestor_and_the_child(self) -> None:
        told = [text for _, text in story(on_paper(REMARK))]
        assert "C is MIN: beta falls from 9 to 2; 2 <= alpha 3 from A, so G is never visited." in told
        german = [text for _, text in story(on_paper(REMARK), "de")]
        assert "C ist MIN: Beta fällt von 9 auf 2; 2 <= Alpha 3 von A, also wird G nie besucht." in german

    def test_the_outcome(self) -> None:
        assert summary(on_paper(CLASSIC)) == [
            "Value 3; best move B; principal line A - B - D.",
            "3 of 4 leaves visited; cut off: G.",
        ]
        assert summary(on_paper("5")) == ["The tree is one leaf: 5."]
        assert summary(on_paper("[1]"))[1] == "1 of 1 leaves visited; nothing was cut off."

    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("lang", ["en", "de"])
    def test_every_step_has_a_sentence(self, variant: str, lang: str) -> None:
        trace = on_paper("[[[5,[9,6]],[[3],7]],[[[4,8],2],[1,[6,0]]]]", variant)
        for step in range(len(trace.events)):
            text = sentence(trace, step, lang)
            assert text.endswith(".")
            assert "{" not in text

    def test_the_widening_listing_says_so(self) -> None:
        told = " ".join(text for _, text in story(on_paper("[2,[[1,[2,1]]]]", "listing")))
        assert "alpha is set to 1, below the 2 it was given" in told

    def test_wrong_input_is_named(self) -> None:
        with pytest.raises(InputError, match="'fr' is not a language"):
            sentence(on_paper(CLASSIC), 0, "fr")
        with pytest.raises(InputError, match="13 is not an event of this trace; expected 0 to 12"):
            sentence(on_paper(CLASSIC), 13)


class TestSvg:
    def test_has_a_group_for_each_node_with_a_stable_name(self) -> None:
        trace = on_paper(NASTY)
        for step in (None, 0, 7):
            root = ElementTree.fromstring(render_svg(trace, step))
            groups = [group for group in root.iter(f"{SVG}g") if "node" in group.get("class", "").split()]
            assert {group.get("data-path") for group in groups} == {
                ".".join(map(str, node.path)) for node in trace.nodes()
            }
            assert len({group.get("id") for group in groups}) == len(groups)

    def test_nodes_keep_their_place_at_every_step(self) -> None:
        trace = on_paper(NASTY)

        def places(step: int) -> list[str | None]:
            root = ElementTree.fromstring(render_svg(trace, step, caption=False, title=""))
            return [g.get("transform") for g in root.iter(f"{SVG}g") if g.get("data-path") is not None]

        assert places(0) == places(5) == places(len(trace.events))

    def test_strikes_out_every_cut_and_marks_the_principal_line(self) -> None:
        trace = on_paper("[[3,5,10],[2,7,8],[2,7,3]]")
        picture = render_svg(trace, legend=False)
        assert picture.count('class="strike"') == len(trace.cut) == 4
        assert picture.count('class="edge line"') == len(trace.line) == 2
        assert "2 ≤ 3 (A)" in picture

    def test_no_two_nodes_overlap(self) -> None:
        for text in (NASTY, "[[[[[[1]]]]],[[2,3,4,5,6],7]]", "[[-1000000,1000000],[0.125,[3,4]]]"):
            trace = on_paper(text)
            layout = arrange(trace)
            levels: dict[float, list[float]] = {}
            for place in layout.places.values():
                levels.setdefault(place.top, []).append(place.x)
            for row in levels.values():
                assert all(right - left >= 30 for left, right in zip(sorted(row), sorted(row)[1:], strict=False))
            assert all(0 < place.x < layout.width for place in layout.places.values())

    def test_a_position_has_a_board_at_each_visited_node_and_one_stub_for_its_cuts(self) -> None:
        trace = on_board()
        picture = render_svg(trace)
        visited = sum(1 for node in trace.nodes() if node.visited)
        assert picture.count('<g class="b"') == visited
        assert picture.count(" cut</text>") == sum(1 for node in trace.nodes() if node.cuts) > 0
        ElementTree.fromstring(picture)

    def test_themes(self) -> None:
        trace = on_paper(CLASSIC)
        assert "prefers-color-scheme:dark" in render_svg(trace)
        assert "prefers-color-scheme" not in render_svg(trace, theme="dark")
        assert "@media print" in render_svg(trace, theme="dark")
        with pytest.raises(InputError, match="'pink' is not a theme"):
            render_svg(trace, theme="pink")  # type: ignore[arg-type]

    def test_a_name_cannot_smuggle_in_markup(self) -> None:
        trace = explain(PaperTree(Tree(children=(Tree(1, name="<script>alert(1)</script>"),))))
        assert "<script" not in render_svg(trace)


class TestGraphPrograms:
    @pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz is not installed")
    @pytest.mark.parametrize("trace", [on_paper(NASTY), on_paper("4"), on_board()], ids=["tree", "leaf", "position"])
    def test_graphviz_draws_the_dot_file(self, trace: Trace) -> None:
        drawn = subprocess.run(
            ["dot", "-Tsvg"], input=render(trace, "dot"), capture_output=True, text=True, check=True, timeout=60
        )
        assert drawn.stderr == ""
        assert drawn.stdout.count('class="node"') >= sum(1 for _ in trace.shown_nodes())

    @pytest.mark.parametrize("trace", [on_paper(NASTY), on_paper("4"), on_board()], ids=["tree", "leaf", "position"])
    def test_mermaid_lines_are_of_the_few_kinds_we_use(self, trace: Trace) -> None:
        node, text = r"n[0-9_]*(?:rest)?", r'"(?:[\w .,:\[\]+−∞≤≥=()-]|#\d+;)*"'
        kinds = (
            r"flowchart TD",
            rf"    {node}(?:\[{text}\]|\[/{text}\\\]|\[\\{text}/\])",
            rf"    {node} (?:-\.-|===|---)(?:\|{text}\|)? {node}",
            r"    classDef [a-z]+ [a-z0-9:#, -]+",
            rf"    class {node}(?:,{node})* [a-z]+",
        )
        for line in render(trace, "mermaid").splitlines():
            assert any(re.fullmatch(kind, line) for kind in kinds), line

    @pytest.mark.parametrize("trace", [on_paper(NASTY), on_board()], ids=["tree", "position"])
    def test_latex_compiles(self, trace: Trace, tmp_path: Path) -> None:
        source = render(trace, "latex")
        assert source.count("{") - source.count(r"\{") == source.count("}") - source.count(r"\}")
        if not _has_tikz():
            pytest.skip("no LaTeX with TikZ here: the braces were counted only")
        (tmp_path / "trace.tex").write_text(source, encoding="utf-8")
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "trace.tex"],
            cwd=tmp_path, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-1500:]
        assert (tmp_path / "trace.pdf").stat().st_size > 5000


def _has_tikz() -> bool:
    if shutil.which("pdflatex") is None or shutil.which("kpsewhich") is None:
        return False
    found = [
        subprocess.run(["kpsewhich", name], capture_output=True).returncode for name in ("tikz.sty", "standalone.cls")
    ]
    return found == [0, 0]


class TestLimits:
    def test_a_big_trace_is_shown_in_part_and_counted_whole(self) -> None:
        trace = explain(PaperTree(parse_tree("[[1,2,3],[4,5,6],[7,8,9]]")))
        small = trace.limited(6)
        assert len(list(small.listed_nodes())) == 6
        assert small.hidden == {(0,): 1, (1,): 3, (2,): 3}
        assert (small.size, small.leaves_seen, small.value) == (13, trace.leaves_seen, trace.value)
        data = json.loads(render(small, "json"))
        assert (len(data["nodes"]), data["nodes_total"]) == (6, 13)
        shown = [node["path"] for node in data["nodes"]]
        assert all(step["path"] in shown for step in data["steps"])
        assert "... 3 more" in render(small, "text")
        assert "J is a leaf" not in render(small, "text")
        assert "E is a leaf: 1" in render(small, "text")
        assert "… 3 more" in render(small, "svg")
        assert "... 3 more" in render(small, "dot")

    def test_an_unknown_format_is_named(self) -> None:
        with pytest.raises(InputError, match=f"'gif' is not a format; expected one of {', '.join(FORMATS)}"):
            render(on_paper(CLASSIC), "gif")


def test_a_position_with_estimates_tells_wins_from_values() -> None:
    class Estimating(type(load_game("tictactoe"))):  # type: ignore[misc]
        def evaluate(self, s: object) -> int:
            return 40

    game = Estimating()
    trace = explain(GameTree(game, game.from_text("XX.OO...."), 2))
    assert "Value win 1; best move 3" in render(trace, "text")
