"""The process in which a student's program runs: locks itself up, loads the program, answers call after call.

Standard library only. Started by `sandbox.py`. Requests and answers are lines of JSON on two pipes of their own, each
answer with the number used once of its request. Nothing that is told here is believed: what a right answer would be,
only the grader knows.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from types import ModuleType
from typing import Any

from . import jail
from .boards import find_boards
from .building import Builder
from .describing import describe, shown
from .guard import Guard
from .loading import Printed, TimeUp, describe_error, load, time_limit
from .standins import StandIns
from .watching import noting, set_watcher

MAX_RECURSION = 3_000  # no tree is deeper than this: who needs more recurses without end


class Runner:
    """The loaded program."""

    def __init__(self, module: ModuleType, path: str, guard: Guard) -> None:
        self.module, self.path, self.guard = module, path, guard

    def function(self, call: dict[str, Any], build: Builder) -> Any:
        found: Any = self.module
        for name in call["function"]:
            if isinstance(found, type) and build.form == "board" and type(build.root) is found:
                found = build.root  # a method of the board itself
            elif isinstance(found, type):
                found = self.instance(found, call.get("instance") or {}, build)
            found = getattr(found, name)
        return found

    def instance(self, cls: type, how: dict[str, Any], build: Builder) -> Any:
        made = cls(*(build.value(spec) for spec in how.get("args", ())))
        for name, spec in how.get("set", {}).items():
            with contextlib.suppress(AttributeError):
                setattr(made, name, build.value(spec))
        return made

    def call(self, call: dict[str, Any], build: Builder) -> Any:
        for name, spec in call.get("globals", {}).items():
            setattr(self.module, name, build.value(spec))
        function = self.function(call, build)
        by_place, by_name = call.get("args", ()), call.get("named", {})
        return function(
            *(build.value(spec) for spec in by_place), **{name: build.value(spec) for name, spec in by_name.items()}
        )

    def answer(self, call: dict[str, Any]) -> dict[str, Any]:
        """Everything that can be said about one call."""
        answer: dict[str, Any] = {}
        started = time.process_time()
        build = None
        try:
            with time_limit(float(call["seconds"])):
                if call.get("look"):
                    return {"boards": find_boards(self.module), "answer": {}}
                build = Builder(self.module, self.path, call)
                if call.get("watch"):
                    found = self.watched(call, build)
                else:
                    found = self.call(call, build)
                answer["answer"], answer["shown"] = describe(found, build.watcher), shown(found)
        except BaseException as error:
            answer["error"] = describe_error(error, self.path)
        answer["seconds"] = time.process_time() - started
        if build is None:
            return answer
        answer["mutated"] = build.form in ("list", "board") and _differs(build.tree, build.before)
        answer["calls"] = build.watcher.count
        if call.get("watch") and build.form != "board":
            answer |= self.visits(call, build, answer)
        return answer

    def watched(self, call: dict[str, Any], build: Builder) -> Any:
        with self.guard.resting():
            build.watcher.__enter__()
        try:
            return self.call(call, build)
        finally:
            with self.guard.resting():
                build.watcher.__exit__()

    def visits(self, call: dict[str, Any], build: Builder, answer: dict[str, Any]) -> dict[str, Any]:
        watcher = build.watcher
        leaves: list[int] | None = build.nodes.leaves if build.form == "state" else watcher.leaves
        if not leaves:
            leaves = None
            if build.form == "list" and "error" not in answer:
                leaves = self.handed_out(call, answer)
        inner = len({number for _, number, *_ in watcher.calls} - watcher.leaf_numbers)
        return {"leaves": leaves, "inner": inner, "repeated": watcher.repeated(), "windows": watcher.windows()}

    def handed_out(self, call: dict[str, Any], answer: dict[str, Any]) -> list[int] | None:
        """The leaves that a program without a call for each leaf takes out of its lists; None if it will not say."""
        build = Builder(self.module, self.path, {**call, "tree": noting(call["tree"]), "watch": None})
        set_watcher(build.root, build.watcher)
        try:
            with time_limit(float(call["seconds"])):
                found = describe(self.call(call, build), build.watcher)
        except BaseException:
            return None
        return build.watcher.handed_out if found.get("number") == answer["answer"].get("number") else None


def _differs(tree: Any, before: Any) -> bool:
    return repr(tree) != repr(before) if type(tree).__module__ == "numpy" else bool(tree != before)


class Channel:
    """Lines of JSON to and from the grader."""

    def __init__(self, requests: int, answers: int) -> None:
        self.requests = os.fdopen(requests, "rb")
        self.answers = answers

    def receive(self) -> dict[str, Any] | None:
        line = self.requests.readline()
        return json.loads(line) if line else None

    def send(self, line: dict[str, Any]) -> None:
        data = json.dumps(line).encode() + b"\n"
        while data:
            data = data[os.write(self.answers, data) :]


def main() -> None:
    requests, answers = int(sys.argv[1]), int(sys.argv[2])
    wanted = sys.argv[3].split(",")
    channel = Channel(requests, answers)
    problems = jail.split(wanted, lambda pid: channel.send({"pid": pid}), (requests, answers))
    job = channel.receive()
    assert job is not None
    for name in ("traceback", "inspect", "linecache", "random", "math", "copy", "typing", "dataclasses"):
        __import__(name)  # while everything can still be read at leisure
    folders = [folder for folder in sys.path if folder] + [sys.prefix, sys.base_prefix]
    folders += [os.path.dirname(job["path"])] if job["siblings"] else []
    jail.lock(wanted, problems, folders, job["memory_mb"], job["cpu_seconds"])
    guard = Guard()
    if "guard" in wanted:
        guard.install()
    else:
        problems["guard"] = "switched off"
    path = job["path"] if job["siblings"] else os.path.basename(job["path"])
    standins = StandIns(path)
    standins.install()
    set_limit = sys.setrecursionlimit
    sys.setrecursionlimit = lambda limit: set_limit(min(limit, MAX_RECURSION))
    channel.send({"isolation": problems})
    printed = Printed()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        serve(channel, job, path, guard, standins, printed)
    os._exit(0)  # threads and exit handlers of the program do not get another word


def serve(channel: Channel, job: dict[str, Any], path: str, guard: Guard, standins: StandIns, printed: Printed) -> None:
    try:
        module, notes = load(
            job["source"], path, skip=job["skip"], seconds=job["seconds"],
            begins=lambda line, limit: channel.send({"loading": line, "limit": limit}),
        )  # fmt: skip
    except BaseException as error:
        channel.send({"loaded": False, "nonce": job["nonce"], "error": describe_error(error, path)})
        return
    channel.send(
        {
            "loaded": True,
            "nonce": job["nonce"],
            "notes": notes,
            "standins": standins.made,
            "printed": printed.getvalue(),
        }
    )
    runner = Runner(module, path, guard)
    while (call := channel.receive()) is not None:
        try:
            answer = runner.answer(call)
        except TimeUp as error:  # a signal may still arrive between two statements
            answer = {"error": describe_error(error, path)}
        channel.send({"nonce": call["nonce"], **answer, **({"printed": printed.getvalue()} if printed.tell() else {})})
