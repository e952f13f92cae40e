"""plytree bench: its signature, and what it says of benchmarks that are none."""

import subprocess
import sys

import pytest

from plytree import Engine, Techniques
from plytree.interfaces.cli.bench import SIGNATURE, node_signature

# The nodes of each game's fixed searches. Who changes the search on purpose changes these with it, and says so.
NODES = {"tictactoe": 6293, "connect4": 49582, "othello": 403, "nim": 3652, "dots:2x2": 2688, "chess": 2090}


def test_the_signature_is_the_one_on_record():
    assert {name: node_signature((name,)) for name in SIGNATURE} == NODES


@pytest.mark.parametrize("technique", ["killers", "null_move", "reductions", "margins", "exchange", "singular"])
def test_any_change_of_the_search_shows_in_the_signature(monkeypatch, technique):
    make = Engine.__init__

    def without(self, game, **options):
        make(self, game, **options, techniques=Techniques().without(technique))

    monkeypatch.setattr(Engine, "__init__", without)
    assert node_signature(("chess",)) != NODES["chess"]


def test_an_unknown_benchmark_is_named():
    done = subprocess.run([sys.executable, "-m", "plytree", "bench", "nonsense"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "'nonsense'" in done.stderr
