"""How a process locks itself up before it loads a student's program.

Standard library only. Two processes: a warden, which only waits, and the prisoner, which goes on and runs the
program. Each part of the jail is tried by itself; what the machine does not offer is returned in words, so that the
report can say it.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
from collections.abc import Callable, Collection, Sequence

from . import landlock, namespaces, seccomp

PARTS = ("namespaces", "landlock", "seccomp")
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
SIGNALLED = 128  # the warden's exit code for a prisoner that was ended by a signal: 128 and the signal's number
SYSTEM = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime",
          "/usr/share/zoneinfo", "/dev/urandom", "/dev/random", "/dev/zero", "/sys/devices/system/cpu")  # fmt: skip


def split(wanted: Collection[str], tell_pid: Callable[[int], None], closing: Sequence[int]) -> dict[str, str]:
    """Fork: the warden never returns, the prisoner returns the parts that failed so far, with the reason.

    `tell_pid` is called by the warden with the prisoner's number before the prisoner does anything; `closing` are the
    channels that only the prisoner keeps.
    """
    problems: dict[str, str] = {}
    if "namespaces" in wanted:
        try:
            namespaces.separate()
        except OSError as error:
            problems["namespaces"] = _reason(error)
    else:
        problems["namespaces"] = "switched off"
    with contextlib.suppress(AttributeError):
        namespaces.libc().prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid:
        os.close(read_end)
        tell_pid(pid)
        for descriptor in closing:
            os.close(descriptor)
        os.close(write_end)
        _wait(pid)
    os.close(write_end)
    os.read(read_end, 1)
    os.close(read_end)
    with contextlib.suppress(AttributeError):
        namespaces.libc().prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    with contextlib.suppress(OSError):
        os.setsid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return problems


def lock(
    wanted: Collection[str], problems: dict[str, str], readable: Collection[str], memory_mb: int, cpu: int
) -> None:
    """The prisoner closes the doors behind itself, adding to `problems` what cannot be closed."""
    _limit(memory_mb, cpu)
    frozen = False
    if "namespaces" not in problems:
        try:
            namespaces.freeze_files()
            frozen = True
        except OSError as error:
            problems["namespaces"] = f"files not frozen: {_reason(error)}"
    own = [f"/proc/{os.getpid()}"] if "namespaces" in problems else ["/proc"]
    parts: dict[str, Callable[[], None]] = {
        "landlock": lambda: landlock.restrict([*SYSTEM, *own, *readable], [os.devnull]),
        "capabilities": namespaces.drop_capabilities,
        "seccomp": lambda: seccomp.restrict(refuse_writing=not frozen and "landlock" in problems),
    }
    for name, close in parts.items():
        if name in PARTS and name not in wanted:
            problems[name] = "switched off"
            continue
        try:
            close()
        except (OSError, AttributeError) as error:
            if name in PARTS:
                problems[name] = _reason(error)


def _limit(memory_mb: int, cpu: int) -> None:
    for what, value in (
        (resource.RLIMIT_AS, memory_mb * 1024 * 1024),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 128),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # a stricter limit is already there
            resource.setrlimit(what, (value, value))


def _reason(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _wait(pid: int) -> None:
    """The warden: until the prisoner ends, or the grader does (stdin closes); then nothing of it is left alive."""
    try:
        ended = os.pidfd_open(pid)
    except (OSError, AttributeError):
        ended = -1
    if ended >= 0:
        select.select([0, ended], [], [])
        with contextlib.suppress(OSError):
            if select.select([0], [], [], 0)[0]:
                os.kill(pid, signal.SIGKILL)
    status = os.waitpid(pid, 0)[1]
    _end_children()
    code = os.waitstatus_to_exitcode(status)
    os._exit(SIGNALLED - code if code < 0 else code)


def _end_children() -> None:
    """End what the prisoner left behind: orphans are handed to the warden."""
    while True:
        try:
            with open(f"/proc/self/task/{os.getpid()}/children") as file:
                left = [int(number) for number in file.read().split()]
        except (OSError, ValueError):
            left = []
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0 if left else os.WNOHANG)
        except ChildProcessError:
            return
        if not left:
            return
