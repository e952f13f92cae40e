"""Opening books: what is in them, that their scores are exact, and that a stopped build goes on."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from plytree.errors import InputError
from plytree.games.placing.connect4 import ConnectFour, State
from plytree.solvers import book as books
from plytree.solvers.connect4 import Solver


def test_how_many_positions_there_are_up_to_5_plies() -> None:
    """Mirror images counted once: half of 7, 49, 238, 1120, 4263 and the symmetric ones again."""
    game = ConnectFour()
    assert [len(layer) for layer in books.layers(game, 5)] == [1, 4, 25, 121, 568, 2144]


def test_a_book_holds_the_exact_score_of_every_undecided_position(tmp_path: Path) -> None:
    book = books.build(tmp_path / "small.book", plies=4, width=5, height=4)
    game, solver = ConnectFour(5, 4), Solver(5, 4)
    layers = list(books.layers(game, 4))
    assert len(book) == sum(len(layer) for layer in layers)
    for layer in layers:
        for state in layer.values():
            mirrored = State(game.mirror(state.mine), game.mirror(state.theirs))
            assert book.look_up(state) == book.look_up(mirrored) == solver.solve(state)


def test_a_stopped_build_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "small.book"

    class Stop(Exception):
        pass

    def stop_at_five(summary: object) -> None:
        if getattr(summary, "done", 0) == 5:
            raise Stop

    with pytest.raises(Stop):
        books.build(out, plies=2, width=5, height=4, on_result=stop_at_five)
    assert not out.exists()
    kept = []
    books.build(out, plies=2, width=5, height=4, on_result=lambda summary: kept.append(summary.kept))
    assert kept[0] == 5
    assert len(books.Book(out)) == sum(len(layer) for layer in books.layers(ConnectFour(5, 4), 2))


def test_later_positions_and_unknown_ones_are_not_in_it(tmp_path: Path) -> None:
    game = ConnectFour(5, 4)
    books.write(tmp_path / "b", game, 2, {0: 0})
    book = books.Book(tmp_path / "b")
    assert book.look_up(game.initial()) == 0
    assert book.look_up(game.from_text("12")) is None
    assert book.look_up(game.from_text("123")) is None


def test_a_position_that_is_won_at_once_needs_no_entry(tmp_path: Path) -> None:
    game = ConnectFour(5, 4)
    books.write(tmp_path / "b", game, 8, {0: 0})
    assert books.Book(tmp_path / "b").look_up(game.from_text("112233")) == Solver(5, 4).solve(game.from_text("112233"))


def test_a_file_that_is_no_book_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"something else")
    with pytest.raises(InputError, match="is not an opening book"):
        books.Book(tmp_path / "b")


def test_the_first_moves_come_from_the_book_that_is_shipped() -> None:
    """The published values of the seven first moves; the book was made by our own solver."""
    solver = Solver()
    assert solver.analyse(ConnectFour().initial()) == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    assert solver.solve(ConnectFour().initial()) == 1
    assert solver.nodes == 0


def test_all_that_is_in_a_book_can_be_read_again(tmp_path: Path) -> None:
    book = books.build(tmp_path / "small.book", plies=5, width=4, height=4)
    read = dict(book.positions())
    found = [state for layer in books.layers(book.game, 5) for state in layer.values()]
    assert len(read) == len(found) == len(book)
    for state in found:
        twin = State(book.game.mirror(state.mine), book.game.mirror(state.theirs))
        assert read[state if state in read else twin] == book.look_up(state)


def test_the_shipped_book_has_the_published_counts() -> None:
    """Tromp's data set of 1995: all positions after 8 plies in which nobody can win at once, by their value."""
    book = books.shipped(7, 6)
    assert book is not None
    plies, values = Counter[int](), Counter[int]()
    for state, score in book.positions():
        stones = (state.mine | state.theirs).bit_count()
        plies[stones] += 1
        if stones == 8 and books.win_at_once(book.game, State(state.theirs, state.mine)) is None:
            values[(score > 0) - (score < 0)] += 1
    assert plies == {0: 1, 1: 4, 2: 25, 3: 121, 4: 568, 5: 2144, 6: 7638, 7: 25718, 8: 77715}
    assert values == {1: 44473, 0: 6449, -1: 16635}


def test_entries_of_the_shipped_book_are_solved_to_the_same_score() -> None:
    book = books.shipped(7, 6)
    assert book is not None
    last = [entry for entry in book.positions() if (entry[0].mine | entry[0].theirs).bit_count() == book.plies]
    solver = Solver(book=False)
    for state, score in random.Random(2).sample(last, 12):
        assert solver.solve(state) == score
