"""plytree tables build, probe, verify, info."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from plytree.errors import InputError
from plytree.interfaces.cli.main import app
from plytree.solvers.endings.tables import SHIPPED

ROOK = "8/8/8/8/8/4k3/8/R3K3 w - - 0 1"


def run(*arguments: str) -> Any:
    done = CliRunner().invoke(app, ["tables", *arguments, "--json"], catch_exceptions=False)
    return json.loads(done.stdout)


def test_probe_gives_the_score_object_of_move() -> None:
    found = run("probe", "chess", ROOK)
    assert found["score"] == {"kind": "win", "plies": 21, "value": None}
    assert found["move"] == "Ra4"
    assert found["moves"][1] == {"move": "Ra5", "score": {"kind": "win", "plies": 27, "value": None}}
    assert len(found["pv"]) == 21
    assert found["pv"][-1].endswith("#")


def test_a_small_game_whole(tmp_path: Path) -> None:
    """Built, asked, checked by another way, and told about."""
    built = run("build", "tictactoe", "--folder", str(tmp_path))
    assert built["initial_position"] == "draw"
    assert (built["positions"], built["moves"]) == (5478, 16167)
    assert run("probe", "tictactoe", "XO.......", "--folder", str(tmp_path))["score"]["plies"] == 5
    assert run("verify", "tictactoe", "--folder", str(tmp_path))["inconsistent"] == 0
    (table,) = run("info", "tictactoe", "--folder", str(tmp_path))["tables"]
    assert table["wins"] + table["draws"] + table["losses"] == 5478
    path = next(tmp_path.glob("*.table"))
    content = bytearray(path.read_bytes())
    content[-1000] ^= 1
    path.write_bytes(content)
    with pytest.raises(InputError, match="is damaged"):
        run("verify", "tictactoe", "--folder", str(tmp_path))


def test_info_lists_the_tables_that_come_with_plytree(tmp_path: Path) -> None:
    found = {table["name"]: table for table in run("info", "chess", "--folder", str(tmp_path))["tables"]}
    assert found["KPK"]["longest_mate"] == 28
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) == sum(table["bytes"] for table in found.values())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("build", "chess", "KXK"), "'KXK' names no ending"),
        (("build", "chess"), "which endings"),
        (("build", "tictactoe", "KRK"), "only chess has endings"),
        (("build", "chess", "KRPKR", "--memory", "500"), "raise --memory"),
        (("probe", "tictactoe"), "there is no table of tictactoe"),
        (("probe", "chess"), "may castle"),
        (("probe", "chess", "8/8/8/8/8/4k3/q7/R3K3 w - - 0 1"), "tables build chess KQKR"),
        (("verify", "chess", "KQKR"), "there is no table of KQKR"),
    ],
)
def test_bad_input_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(InputError, match=says):
        CliRunner().invoke(app, ["tables", *arguments, "--folder", str(tmp_path)], catch_exceptions=False)
