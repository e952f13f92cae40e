"""What holds for all tests."""

import fcntl
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Machines are noisy: how long one example takes says nothing about the program.
settings.register_profile("plytree", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("plytree")

# A test run in the background ignores Ctrl-C, and so would the programs that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def one_cluster():
    """Ray, for one test at a time: another test's cluster on this machine would be found, and used, and closed."""
    pytest.importorskip("ray")
    with (Path(tempfile.gettempdir()) / "plytree-tests-cluster.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
