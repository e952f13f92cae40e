"""What a graded program may not do, as Python itself sees it: sentences where the kernel only says no.

Standard library only. The audit hook hears of nearly everything that reaches outside; functions that it does not hear
of are taken away. Where the kernel enforces the same, this is for the words; elsewhere it is all there is.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

PROCESS, NETWORK, SIGNAL = "start another process", "use the network", "send a signal"
CHANGE, INSIDE = "change files", "reach into the interpreter"
FORBIDDEN = {
    "os.fork": PROCESS, "os.forkpty": PROCESS, "os.posix_spawn": PROCESS, "os.exec": PROCESS, "os.system": PROCESS,
    "os.spawn": PROCESS, "os.startfile": PROCESS, "subprocess.Popen": PROCESS, "pty.spawn": PROCESS,
    "webbrowser.open": PROCESS, "os.kill": SIGNAL, "os.killpg": SIGNAL, "signal.pthread_kill": SIGNAL,
    "os.remove": CHANGE, "os.rmdir": CHANGE, "os.rename": CHANGE, "os.mkdir": CHANGE, "os.truncate": CHANGE,
    "os.chmod": CHANGE, "os.chown": CHANGE, "os.chflags": CHANGE, "os.link": CHANGE, "os.symlink": CHANGE,
    "os.utime": CHANGE, "os.setxattr": CHANGE, "os.removexattr": CHANGE, "os.lockf": CHANGE,
    "resource.prlimit": "change limits", "resource.setrlimit": "change limits", "sys.setprofile": INSIDE,
    "gc.get_objects": INSIDE, "gc.get_referrers": INSIDE, "gc.get_referents": INSIDE,
    "ctypes.dlsym": INSIDE, "ctypes.dlsym/handle": INSIDE, "ctypes.call_function": INSIDE,
    "ctypes.string_at": INSIDE, "ctypes.PyObj_FromPtr": INSIDE, "ctypes.set_errno": INSIDE,
}  # fmt: skip
FAMILIES = {"socket.": NETWORK, "shutil.": CHANGE, "tempfile.mk": CHANGE, "syslog.": NETWORK, "ftplib.": NETWORK,
            "smtplib.": NETWORK, "http.client.": NETWORK, "urllib.": NETWORK, "winreg.": CHANGE}  # fmt: skip
# compiled modules that open files or start processes without a word to the hook
UNHEARD_MODULES = {
    "_posixsubprocess": PROCESS, "_dbm": CHANGE, "_gdbm": CHANGE, "_posixshmem": CHANGE, "_multiprocessing": PROCESS,
    "readline": CHANGE, "_curses": "use the screen", "_tkinter": "use the screen",
}  # fmt: skip
UNHEARD_FUNCTIONS = {
    "mkfifo": CHANGE, "mknod": CHANGE, "chroot": CHANGE, "lchown": CHANGE, "fchown": CHANGE, "posix_fallocate": CHANGE,
    "pwrite": CHANGE, "pwritev": CHANGE, "copy_file_range": CHANGE, "sendfile": CHANGE, "splice": CHANGE,
    "sync": CHANGE, "pidfd_open": SIGNAL, "setsid": PROCESS, "setpgid": PROCESS, "setpgrp": PROCESS, "nice": PROCESS,
    "setpriority": PROCESS, "sched_setaffinity": PROCESS, "sched_setscheduler": PROCESS, "setuid": PROCESS,
    "setgid": PROCESS, "initgroups": PROCESS, "memfd_create": CHANGE, "eventfd": PROCESS,
}  # fmt: skip


def sentence(what: str, event: str) -> str:
    return f"a graded program may not {what} ({event})"


class Guard:
    """Install once, before the program is loaded; `ours` is true while the grader itself uses a guarded thing."""

    def __init__(self) -> None:
        self.ours = True

    def install(self) -> None:
        import signal
        import subprocess

        _take_away(sys.modules["_posixsubprocess"], "fork_exec", PROCESS)
        _take_away(subprocess, "_fork_exec", PROCESS)
        for module in (os, sys.modules["posix"]):
            for name, what in UNHEARD_FUNCTIONS.items():
                _take_away(module, name, what)
        for module in (signal, sys.modules["_signal"]):
            _take_away(module, "pidfd_send_signal", SIGNAL)
        sys.addaudithook(self.hear)
        self.ours = False

    @contextlib.contextmanager
    def resting(self) -> Any:
        self.ours = True
        try:
            yield
        finally:
            self.ours = False

    def hear(self, event: str, details: tuple[Any, ...]) -> None:
        if event == "open":
            self._opening(*details[:3])
        elif event == "import":
            if details[0] in UNHEARD_MODULES:
                raise ImportError(sentence(UNHEARD_MODULES[details[0]], f"import {details[0]}"))
        elif event == "ctypes.dlopen":
            if details[0] is not None:
                raise PermissionError(sentence(INSIDE, event))
        elif event == "sqlite3.connect":
            if details[0] != ":memory:":
                raise PermissionError(sentence(CHANGE, event))
        elif event in FORBIDDEN:
            if not self.ours:
                raise PermissionError(sentence(FORBIDDEN[event], event))
        else:
            for family, what in FAMILIES.items():
                if event.startswith(family):
                    raise PermissionError(sentence(what, event))

    def _opening(self, path: Any, mode: Any, flags: Any) -> None:
        writes = isinstance(mode, str) and any(letter in mode for letter in "wax+")
        changing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        if (writes or (mode is None and isinstance(flags, int) and flags & changing)) and path != os.devnull:
            raise PermissionError(sentence(CHANGE, f"open {str(path)[:80]!r}"))


def _take_away(module: Any, name: str, what: str) -> None:
    if hasattr(module, name):
        setattr(module, name, _refuses(what, name))


def _refuses(what: str, name: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise PermissionError(sentence(what, name))

    return refuse
