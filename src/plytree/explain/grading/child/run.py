"""Calls a student's function on many trees, inside the limits, and reports each answer as one line of JSON.

Standard library only. Started by `sandbox.py` in a process of its own: the job comes as JSON on stdin, the answers go
to a file descriptor of their own, so whatever the program prints cannot disturb them.
"""

from __future__ import annotations

import contextlib
import copy
import importlib.util
import io
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from .binding import NotGradable, arguments, bind, find_function
from .treegame import TreeGame
from .watching import Watcher, noting, set_watcher

MAX_PRINTED = 2_000  # characters of the program's own output that are kept
MAX_TIMEOUTS = 2  # a program that runs into the limit this often will go on doing so
PROCESS, NETWORK = "start another process", "use the network"
MAX_RECURSION = 3_000  # no tree is deeper than this: who needs more recurses without end
MAX_ERRORS = 30  # in a row
FORBIDDEN = {
    "os.fork": PROCESS, "os.forkpty": PROCESS, "os.posix_spawn": PROCESS, "os.exec": PROCESS, "os.system": PROCESS,
    "subprocess.Popen": PROCESS, "pty.spawn": PROCESS, "socket.connect": NETWORK, "socket.bind": NETWORK,
    "os.remove": "delete a file", "os.rmdir": "delete a folder", "shutil.rmtree": "delete a folder",
    "os.rename": "rename a file", "os.mkdir": "make a folder", "os.truncate": "change a file",
    "os.kill": "send a signal",
}  # fmt: skip


class TimeUp(BaseException):
    """Not an Exception, so that `except Exception` in the program does not swallow it."""


class Printed(io.StringIO):
    """Takes everything the program prints and keeps the beginning."""

    def write(self, text: str) -> int:
        room = MAX_PRINTED - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


def limit(memory_mb: int, cpu_seconds: int) -> None:
    """Limits that the operating system enforces from here on."""
    size = memory_mb * 1024 * 1024
    for what, value in (
        (resource.RLIMIT_AS, size),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_FSIZE, 1_000_000),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # a stricter limit is already there
            resource.setrlimit(what, (value, value))
    sys.addaudithook(guard)
    set_limit = sys.setrecursionlimit
    sys.setrecursionlimit = lambda limit: set_limit(min(limit, MAX_RECURSION))


def guard(event: str, details: tuple[Any, ...]) -> None:
    """Stops accidents: a graded program starts no processes and changes no files."""
    if event in FORBIDDEN:
        raise PermissionError(f"a graded program may not {FORBIDDEN[event]} ({event})")
    if event == "open":
        mode, flags = details[1], details[2]
        writes = isinstance(mode, str) and any(letter in mode for letter in "wax+")
        if writes or (mode is None and isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)):
            raise PermissionError("a graded program may not write to files (open)")


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TimeUp after so much processor time, or three times as much time on the clock (a program may sleep)."""

    def up(*_: object) -> None:
        raise TimeUp

    signal.signal(signal.SIGPROF, up)
    signal.signal(signal.SIGALRM, up)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)  # again and again, for programs that catch everything
    signal.setitimer(signal.ITIMER_REAL, 3 * seconds + 0.5, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def load(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("student", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["student"] = module
    sys.path.insert(0, os.path.dirname(path))
    spec.loader.exec_module(module)
    return module


def describe_error(error: BaseException, path: str) -> dict[str, Any]:
    """Type, message and the line of the program where it happened."""
    line = None
    if isinstance(error, SyntaxError):
        line = error.lineno
    else:
        with contextlib.suppress(Exception):
            lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
            line = lines[-1] if lines else None
    kind = "TimeUp" if isinstance(error, TimeUp) else type(error).__name__
    try:
        message = str(error)[:300]
    except BaseException:  # the program's own exception class may fail to describe itself
        message = ""
    return {"type": kind, "message": message, "line": line}


def number(value: Any) -> float | int | None:
    """A number that JSON can carry, or None."""
    if isinstance(value, bool) or value is None or isinstance(value, str | bytes | list | tuple | dict):
        return None
    if type(value) in (int, float):
        return value  # type: ignore[no-any-return]
    try:
        as_float = float(value)  # numpy scalars, fractions
        return int(as_float) if as_float.is_integer() else as_float
    except (TypeError, ValueError, OverflowError):
        return None


def describe_answer(answer: Any) -> dict[str, Any]:
    if isinstance(answer, tuple | list) and len(answer) == 2:
        value, move = answer
        return {
            "kind": "pair",
            "value": number(value),
            "move": number(move),
            "first_is_none": value is None,
            "move_is_none": move is None,
            "shown": repr(answer)[:200],
        }
    if number(answer) is not None:
        return {"kind": "number", "value": number(answer), "shown": repr(answer)[:200]}
    kind = "none" if answer is None else type(answer).__name__
    return {"kind": kind, "value": None, "shown": repr(answer)[:200]}


class Runner:
    """One student's function, called on case after case."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.path = job["program"]
        self.seconds = float(job["seconds"])
        self.module = load(self.path)
        self.function = find_function(self.module, job.get("function", ""))
        self.roles = bind(self.function)

    def about(self) -> dict[str, Any]:
        defined = [name for name, value in vars(self.module).items() if callable(value) and not name.startswith("_")]
        name = self.function.__name__
        code = getattr(self.function, "__code__", None)
        return {
            "loaded": True,
            "function": name,
            "roles": self.roles,
            "defines": defined,
            "line": code and code.co_firstlineno,
        }

    def call(self, case: dict[str, Any], node: Any, game: TreeGame | None, evaluate: Callable[[Any], Any]) -> Any:
        values: dict[str, Any] = {
            role: case[role] for role in ("depth", "alpha", "beta", "maximizing", "colour") if role in case
        }
        values |= {"node": 0 if game else node, "game": game, "evaluate": game.evaluate if game else evaluate}
        call = arguments(self.function, self.roles, values)
        with time_limit(self.seconds):
            return self.function(*call.args, **call.kwargs)

    def answer(self, case: dict[str, Any]) -> dict[str, Any]:
        """Everything that can be said about one call."""
        tree = case["tree"]
        before = copy.deepcopy(tree)
        watcher = Watcher(tree)
        estimates = case.get("estimates") or []
        game = TreeGame(tree, case["maximizing"], estimates) if "game" in self.roles else None

        def evaluate(node: Any) -> Any:
            if not isinstance(node, list):
                return node
            number = watcher.numbers.get(id(node), len(estimates))
            return estimates[number] if number < len(estimates) else 0  # nobody should ask where the depth suffices

        answer: dict[str, Any] = {}
        started = time.process_time()
        try:
            if case.get("watch") and not game:
                with watcher:
                    found = self.call(case, tree, game, evaluate)
            else:
                found = self.call(case, tree, game, evaluate)
            answer |= describe_answer(found)
        except (TimeUp, Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            answer["error"] = describe_error(error, self.path)
        answer["seconds"] = time.process_time() - started
        answer["mutated"] = tree != before
        if case.get("watch"):
            answer["leaves"] = game.leaves if game else watcher.leaves
            answer["repeated"] = 0 if game else watcher.repeated(self.function.__name__)
            if not game and not watcher.leaves and "error" not in answer:
                answer["leaves"] = self.leaves_handed_out(case, before, answer)
            answer["windows"] = [] if game else watcher.windows()
        return answer

    def leaves_handed_out(self, case: dict[str, Any], tree: Any, answer: dict[str, Any]) -> list[int] | None:
        """The leaves that a program without a call for each leaf takes out of its lists; None if it will not say."""
        traced = noting(tree)
        watcher = Watcher(traced)
        set_watcher(traced, watcher)
        try:
            found = self.call(case, traced, None, lambda node: node)
        except (TimeUp, Exception):
            return None
        same = describe_answer(found).get("value") == answer.get("value")
        return watcher.handed_out if same else None


def main() -> None:
    job = json.load(sys.stdin)
    out = os.fdopen(job["answers_fd"], "w", buffering=1)

    def tell(line: dict[str, Any]) -> None:
        out.write(json.dumps(line) + "\n")
        out.flush()

    limit(job["memory_mb"], job["cpu_seconds"])
    sys.stdin = io.StringIO()  # input() meets the end of the file instead of waiting for ever
    printed = Printed()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            with time_limit(float(job["seconds"]) + 3):
                runner = Runner(job)
        except NotGradable as error:
            return tell({"loaded": False, "reason": "signature", "error": {"type": "", "message": str(error)}})
        except BaseException as error:
            return tell({"loaded": False, "reason": "import", "error": describe_error(error, job["program"])})
        tell(runner.about())
        timeouts = errors_in_a_row = 0
        for index, case in enumerate(job["cases"]):
            try:
                answer = runner.answer(case)
            except BaseException as error:  # a signal may still arrive between two statements
                answer = {"error": describe_error(error, job["program"]), "mutated": False, "seconds": 0.0}
            tell({"case": index, **answer})
            timeouts += answer.get("error", {}).get("type") == "TimeUp"
            errors_in_a_row = errors_in_a_row + 1 if "error" in answer else 0
            if timeouts == MAX_TIMEOUTS or errors_in_a_row == MAX_ERRORS:
                break
        tell({"done": True, "printed": printed.getvalue()})
    os._exit(0)  # threads and exit handlers of the program do not get another word


if __name__ == "__main__":
    main()
