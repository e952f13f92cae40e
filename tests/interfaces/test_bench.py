"""plytree bench: its signature, and what it says of benchmarks that are none."""

import subprocess
import sys

from plytree import Engine, Techniques
from plytree.interfaces.cli.bench import node_signature


def test_the_signature_stays_the_same_until_the_search_changes(monkeypatch):
    first = node_signature()
    assert node_signature() == first
    make = Engine.__init__

    def without_killers(self, game, **options):
        make(self, game, **options, techniques=Techniques().without("killers"))

    monkeypatch.setattr(Engine, "__init__", without_killers)
    assert node_signature() != first


def test_an_unknown_benchmark_is_named():
    done = subprocess.run([sys.executable, "-m", "plytree", "bench", "nonsense"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "'nonsense'" in done.stderr
