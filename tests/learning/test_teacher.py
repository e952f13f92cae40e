"""Learning by self-play: the same in plain Python and native code, however it is cut into pieces, and it learns."""

import numpy as np
import pytest

from plytree import Engine, Limits, load_game
from plytree.errors import InputError
from plytree.learning.learned import SHIPPED, learned, put_weights, shipped
from plytree.learning.settings import Settings
from plytree.learning.tables import Tables, quantised
from plytree.learning.teacher import Teacher
from plytree.learning.training import Point, Training, begin_or_go_on, checkpoint
from plytree.players.spec import visitor_spec


@pytest.fixture(scope="module")
def game():
    return load_game("tictactoe")


@pytest.fixture(scope="module")
def taught(game):
    teacher = Teacher(game, Settings(patterns="lines3+blocks2x2", seed=3))
    assert teacher.native, teacher.note
    teacher.teach(100)
    return teacher


def test_native_code_learns_the_same_as_python_bit_for_bit(game, taught):
    plain = Teacher(game, Settings(patterns="lines3+blocks2x2", seed=3), mode="python")
    plain.teach(100)
    assert (plain.games, plain.count("positions")) == (100, taught.count("positions"))
    assert np.abs(plain.weights).max() > 0
    assert np.array_equal(plain.weights, taught.weights)


def test_a_course_in_pieces_is_the_same_as_in_one(game, taught, tmp_path):
    teacher = Teacher(game, Settings(patterns="lines3+blocks2x2", seed=3))
    for games in (1, 7, 30):
        teacher.teach(games)
        teacher.save(tmp_path / "checkpoint")
        teacher = Teacher.resume(tmp_path / "checkpoint", game)
    teacher.teach(62)
    assert np.array_equal(teacher.weights, taught.weights)


def test_indices_kept_up_to_date_are_those_of_the_whole_board(game, taught):
    tables = taught.tables()
    judged = learned(game, tables)
    weights, patterns = quantised(tables.weights), tables.patterns
    dice = np.random.default_rng(1)
    memory = np.zeros(1, judged.scratch).view(np.recarray)[0]
    state, seen = game.initial(), 0
    for ply in range(3000):
        if game.result(state) is not None or not list(game.moves(state)):
            state = game.initial()
        board = list(game.cells(state))
        exact = int(weights[patterns.index(board)].astype(np.int64).sum()) * 1000 // 4096
        assert judged.evaluate_with(state, memory, ply % 2) == exact
        seen += exact != 0
        state = game.play(state, int(dice.choice(list(game.moves(state)))))
    assert seen > 1000


def test_the_engine_is_native_and_judges_by_the_tables(game, taught):
    judged = learned(game, taught.tables())
    native, python = Engine(judged, mode="native"), Engine(judged, mode="python")
    assert native.mode_now == "native", native.note
    for text in (".........", "X...O....", "XO..X...."):
        state = game.from_text(text)
        found = [engine.search(state, Limits(depth=3)) for engine in (native, python)]
        assert found[0].score == found[1].score
        assert found[0].nodes == found[1].nodes
    put_weights(judged, Teacher(game, Settings(patterns="lines3+blocks2x2")).tables())  # all 0, under a living engine
    native.clear()
    assert native.search(game.from_text("X...O...."), Limits(depth=1)).score.value == 0


def test_what_has_learned_beats_what_has_not(game, taught):
    teacher = Teacher(game, Settings(patterns="lines3+blocks2x2", seed=1))
    nothing = teacher.weights
    assert teacher.score_against(nothing) == pytest.approx(0.5, abs=0.02)
    teacher.teach(3000)
    assert teacher.score_against(nothing, 400) > 0.6


def test_two_pupils_share_the_tables(game):
    teacher = Teacher(game, Settings(patterns="lines3+blocks2x2"), pupils=2)
    teacher.teach(3001)
    assert teacher.games == 3001
    assert all(int(pupil[0]["games"]) >= 1500 for pupil in teacher.pupils)


def test_a_course_goes_on_where_it_stopped(game, tmp_path):
    out, settings = tmp_path / "t.tables", Settings(patterns="lines3", seed=5)
    whole = Teacher(game, settings)
    whole.teach(4000)
    steps = iter(Training(begin_or_go_on(game, out, settings), out, games=4000).run())
    next(steps)
    steps.close()  # broken off: what was learned is there
    assert 0 < Teacher.resume(checkpoint(out), game).games < 4000
    points = [step for step in Training(begin_or_go_on(game, out, settings), out, games=4000).run()]
    assert isinstance(points[-2], Point)
    assert points[-1].games == 4000
    assert np.array_equal(Tables.load(out, game).weights, quantised(whole.weights).astype(np.float32) / 4096)
    with pytest.raises(InputError, match="other settings"):
        begin_or_go_on(game, out, Settings(patterns="lines3", seed=6))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "damaged or no learned file"),
        (b"PK\x03\x04 and nothing else", "damaged or no learned file"),
        (b"import os", "damaged or no learned file"),
    ],
)
def test_a_file_that_is_none_gets_a_sentence(game, tmp_path, content, said):
    path = tmp_path / "x.tables"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        Tables.load(path, game)
    with pytest.raises(InputError, match="cannot read"):
        Tables.load(tmp_path / "missing", game)
    with pytest.raises(InputError):
        Tables.load(tmp_path, game)


def test_tables_of_another_game_or_damaged_are_refused(game, taught, tmp_path):
    path = tmp_path / "x.tables"
    taught.tables().save(path)
    with pytest.raises(InputError, match="tictactoe"):
        Tables.load(path, load_game("connect4"))
    taught.save(path)
    with pytest.raises(InputError, match="not what was expected"):
        Tables.load(path, game)
    content = bytearray(path.read_bytes())
    for cut in range(40, len(content), len(content) // 20):
        path.write_bytes(content[:cut])
        with pytest.raises(InputError):
            Teacher.resume(path, game)


def test_a_pickle_in_the_file_is_never_run(game, tmp_path):
    path = tmp_path / "x.tables"
    ran = tmp_path / "ran"

    class Attack:
        def __reduce__(self):
            return (open, (str(ran), "w"))

    np.savez(path.with_suffix(".npz"), about=np.array([Attack()], dtype=object), allow_pickle=True)
    with pytest.raises(InputError):
        Tables.load(path.with_suffix(".npz"), game)
    assert not ran.exists()


@pytest.mark.parametrize("wrong", [{"phases": 0}, {"rate": float("nan")}, {"rate": -1}, {"seed": -1}, {"trace": 2}])
def test_settings_that_make_no_sense_get_a_sentence(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        Settings(**wrong)


def test_tables_come_with_plytree():
    """Every file loads for the game that it is named after, is small, and says how it was made."""
    files = sorted(SHIPPED.glob("*.tables"))
    assert files
    for file in files:
        tables = shipped(load_game(file.stem))
        assert file.stat().st_size < 1_000_000
        assert tables.history["games"] > 10_000
    with pytest.raises(InputError, match="plytree learn tables"):
        shipped(load_game("nim"))
    with pytest.raises(InputError, match="othello"):
        shipped(load_game("othello:6"))


def test_a_visitor_names_no_file():
    assert str(visitor_spec("engine:depth=3,eval=learned")) == "engine:depth=3,eval=learned"
    for text in ("engine:eval=/etc/passwd", "engine:eval=x.tables", "random:eval=learned", "engine:eval="):
        with pytest.raises(InputError):
            visitor_spec(text)
