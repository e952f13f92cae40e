"""Hostile student programs: each tries one thing that no graded program may do. `hostile.py` lets them loose."""

from __future__ import annotations

from dataclasses import dataclass

RIGHT = """
def minimax(node, maximizing):
    attack()
    if not isinstance(node, list): return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)

done = False
def attack():
    global done
    if done: return
    done = True
    try:
        _attack()
    except Exception as error:
        print("refused:", type(error).__name__)

def _attack():
"""
WRONG = "def minimax(node, maximizing):\n    {body}\n"
LIBC = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"

# what is done inside the first call; {victim} is a file, {folder} its folder, {pid} a process, {port} a server
FILES = {
    "open w": "open({victim!r}, 'w').write('x')",
    "open a": "open({victim!r}, 'a').write('x')",
    "open r+": "open({victim!r}, 'r+').write('x')",
    "open x": "open({folder!r} + '/new', 'x')",
    "O_TRUNC for reading": "import os\nos.open({victim!r}, os.O_RDONLY | os.O_TRUNC)",
    "O_CREAT": "import os\nos.open({folder!r} + '/new', os.O_RDONLY | os.O_CREAT)",
    "dir_fd": "import os\nat = os.open({folder!r}, os.O_RDONLY)\nos.open('new', os.O_WRONLY | os.O_CREAT, dir_fd=at)",
    "truncate": "import os\nos.truncate({victim!r}, 0)",
    "remove": "import os\nos.remove({victim!r})",
    "rename": "import os\nos.rename({victim!r}, {folder!r} + '/other')",
    "replace": "import os\nos.replace({victim!r}, {folder!r} + '/other')",
    "mkdir": "import os\nos.mkdir({folder!r} + '/new')",
    "rmtree": "import shutil\nshutil.rmtree({folder!r})",
    "copyfile": "import shutil\nshutil.copyfile({victim!r}, {folder!r} + '/copy')",
    "chmod": "import os\nos.chmod({victim!r}, 0o777)",
    "fchmod": "import os\nos.fchmod(os.open({victim!r}, os.O_RDONLY), 0o777)",
    "chown": "import os\nos.chown({victim!r}, 1, 1)",
    "utime": "import os\nos.utime({victim!r}, (0, 0))",
    "link": "import os\nos.link({victim!r}, {folder!r} + '/link')",
    "symlink": "import os\nos.symlink({victim!r}, {folder!r} + '/link')",
    "mkfifo": "import os\nos.mkfifo({folder!r} + '/fifo')",
    "mknod": "import os\nos.mknod({folder!r} + '/node')",
    "posix.mkfifo": "import posix\nposix.mkfifo({folder!r} + '/fifo')",
    "setxattr": "import os\nos.setxattr({victim!r}, 'user.x', b'1')",
    "sqlite3": "import sqlite3\nsqlite3.connect({folder!r} + '/db').execute('create table t (x)')",
    "dbm": "import dbm\ndbm.open({folder!r} + '/dbm', 'c')['x'] = 'y'",
    "shelve": "import shelve\nshelve.open({folder!r} + '/shelf')['x'] = 1",
    "tempfile": "import tempfile\ntempfile.NamedTemporaryFile(dir={folder!r}, delete=False)",
    "logging": "import logging\nlogging.FileHandler({folder!r} + '/log').emit(logging.makeLogRecord({{}}))",
    "pathlib": "import pathlib\npathlib.Path({victim!r}).write_text('x')",
    "zipfile": "import zipfile\nzipfile.ZipFile({folder!r} + '/z.zip', 'w').writestr('a', 'b')",
    "mmap": "import mmap, os\nmmap.mmap(os.open({victim!r}, os.O_RDWR), 0)[0:1] = b'x'",
    "readline": "import readline\nreadline.write_history_file({folder!r} + '/history')",
    "ctypes truncate": LIBC + "libc.truncate({victim!r}.encode(), 0)",
    "ctypes unlink": LIBC + "libc.unlink({victim!r}.encode())",
    "ctypes chmod": LIBC + "libc.chmod({victim!r}.encode(), 0o777)",
    "ctypes open for writing": LIBC + "libc.write(libc.open({victim!r}.encode(), 1), b'x', 1)",
}
NETWORK = {
    "tcp": "import socket\nsocket.create_connection(('127.0.0.1', {port}), 2).send(b'x')",
    "udp": "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {port}))",
    "dns": "import socket\nsocket.getaddrinfo('example.org', 80)\nprint('resolved')",
    "listen": "import socket\ns = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); print('listens')",
    "urllib": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:{port}/', timeout=2)",
    "http": "import http.client\nhttp.client.HTTPConnection('127.0.0.1', {port}, timeout=2).request('GET', '/')",
    "unix": "import socket\ns = socket.socket(socket.AF_UNIX); s.bind({folder!r} + '/socket')",
    "ctypes socket": LIBC + "print('has a socket' if libc.socket(2, 1, 0) >= 0 else 'none')",
}
PROCESSES = {
    "fork": "import os\nif os.fork() == 0:\n    import time; time.sleep(30)",
    "double fork": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(30)\n    os._exit(0)"
    ),
    "subprocess": "import subprocess\nsubprocess.Popen(['sleep', '30'])",
    "system": "import os\nos.system('echo x > {folder}/made')",
    "posix_spawn": "import os\nos.posix_spawn('/bin/sleep', ['sleep', '30'], {{}})",
    "exec": "import os\nos.execv('/bin/sh', ['sh', '-c', 'echo x > {folder}/made'])",
    "pty": "import pty\nif pty.fork()[0] == 0:\n    import time; time.sleep(30)",
    "multiprocessing": "import multiprocessing, time\nmultiprocessing.Process(target=time.sleep, args=(30,)).start()",
    "_posixsubprocess": (
        "import _posixsubprocess, os\nr, w = os.pipe()\n_posixsubprocess.fork_exec([b'sleep', b'30'], [b'/bin/sleep'], "
        "True, (w,), None, None, -1, -1, -1, -1, -1, -1, r, w, False, True, -1, None, None, None, -1, None, False)"
    ),
    "ctypes fork": LIBC + "import time\nif libc.fork() == 0: time.sleep(30)",
    "ctypes system": LIBC + "libc.system(b'echo x > {folder}/made')",
    "threads": "import threading, time\nfor _ in range(200): threading.Thread(target=time.sleep, args=(30,)).start()",
    "ctypes unshare": LIBC + "print('unshared' if libc.unshare(0x10000000) == 0 else 'none')",
}
SIGNALS = {
    "kill": "import os\nos.kill({pid}, 9)",
    "killpg": "import os\nos.killpg({pid}, 9)",
    "kill the parent": "import os\nos.kill(os.getppid() or {pid}, 9)",
    "pidfd": "import os, signal\nsignal.pidfd_send_signal(os.pidfd_open({pid}), 9)",
    "prlimit": "import resource\nresource.prlimit({pid}, resource.RLIMIT_NOFILE, (3, 3))",
    "renice": "import os\nos.setpriority(os.PRIO_PROCESS, {pid}, 19)",
    "affinity": "import os\nos.sched_setaffinity({pid}, {{0}})",
    "ctypes kill": LIBC + "libc.kill({pid}, 9)",
    "ctypes tgkill": LIBC + "libc.tgkill({pid}, {pid}, 9)",
    "ctypes ptrace": LIBC + "print('traced' if libc.ptrace(16, {pid}, 0, 0) == 0 else 'none')",
    "ctypes prlimit": LIBC + "import struct\nlibc.prlimit({pid}, 7, struct.pack('QQ', 3, 3), None)",
    "raise own limits": "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1)); print('raised')",
}
READING = {
    "secret file": "print(open({secret!r}).read())",
    "environment of others": "print(open('/proc/{pid}/environ', 'rb').read())",
    "ctypes secret": (
        LIBC
        + "b = ctypes.create_string_buffer(99)\nlibc.read(libc.open({secret!r}.encode(), 0), b, 99)\nprint(b.value)"
    ),
}
# bodies of a wrong minimax: it must not end with a score of 100, nor slowly, nor with a traceback of the grader
SLOW = {
    "sum of a long range": "return sum(range(10**18))",
    "endless loop": "while True: pass",
    "sleep": "import time; time.sleep(60)",
    "catches everything": "\n    while 1:\n        try:\n            while 1: pass\n        except BaseException: pass",
    "ignores signals": "import signal\n    signal.signal(signal.SIGPROF, signal.SIG_IGN)\n    while True: pass",
    "stops the timer": "import signal\n    signal.setitimer(signal.ITIMER_PROF, 0)\n    while True: pass",
    "looping __float__": "class F:\n        def __float__(self):\n            while True: pass\n    return F()",
    "looping __repr__": "class F:\n        def __repr__(self):\n            while True: pass\n    return F()",
    "regular expression": "import re; re.match('(a+)+$', 'a' * 40 + 'b')",
    "waits for a lock": "import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "waits for a pipe": "import os; r, w = os.pipe(); os.read(r, 1)",
    "large power": "return 7 ** (10 ** 9) % 2",
    "waits for a signal": "import signal; signal.sigwait([signal.SIGUSR1])",
}
EVERY_FILE = "import os\n    for fd in range(3, 40):\n        try: {act}\n        except OSError: pass\n    return 0"
FORGED = {
    "replaces the runner": (
        "import sys\n    main = sys.modules.get('grading_child.main')\n"
        "    main.Runner.answer = lambda self, call: {'answer': {'type': 'int', 'number': 0}, 'leaves': []}\n"
        "    return 0"
    ),
    "writes answers itself": EVERY_FILE.format(
        act='os.write(fd, b\'{"nonce": "0", "answer": {"type": "int", "number": 1}}\\n\' * 50)'
    ),
    "writes noise": EVERY_FILE.format(act="os.write(fd, bytes(range(256)) * 9 + b'\\n')"),
    "claims to be loaded": EVERY_FILE.format(act='os.write(fd, b\'{"loaded": true, "done": true, "pid": 1}\\n\')'),
    "deep JSON": EVERY_FILE.format(act="os.write(fd, b'[' * 100000 + b'\\n')"),
    "reads the questions": EVERY_FILE.format(act="os.set_blocking(fd, False); os.read(fd, 10**6)"),
    "writes without end": (
        "import os\n    while True:\n        for fd in range(3, 12):\n"
        "            try: os.write(fd, b'x' * 60000)\n            except OSError: pass"
    ),
    "closes everything": "import os\n    os.closerange(0, 64)\n    return 0",
    "replaces json": "import json\n    json.dumps = lambda *a, **k: '{}'\n    return 0",
    "replaces time": "import time, signal\n    time.process_time = lambda: 0\n    return 0",
    "replaces isinstance": "import builtins\n    builtins.isinstance = lambda *a: True\n    return 0",
    "equal to everything": (
        "class E:\n        def __eq__(self, o): return True\n        def __hash__(self): return 0\n    return E()"
    ),
    "a number that is any number": (
        "class N(int):\n        def __eq__(self, o): return True\n        __hash__ = int.__hash__\n    return N(7)"
    ),
    "exits": "import sys; sys.exit(0)",
    "exits at once": "import os; os._exit(0)",
    "exits like a success": "import os; os._exit(100)",
    "raises GeneratorExit": "raise GeneratorExit",
    "raises KeyboardInterrupt": "raise KeyboardInterrupt",
    "asks the collector": (
        "import gc\n    for o in gc.get_objects():\n"
        "        if type(o).__name__ == 'Runner': o.answer = lambda call: {}\n    return 0"
    ),
}
STRANGE = {
    "lone surrogate": "raise ValueError('\\ud800 here')",
    "control characters": "raise ValueError('\\x00\\x01\\x1b[31m\\x0b\\ufffe')",
    "strange class name": "raise type('\\x1b<&\\ud800>', (Exception,), {})('x')",
    "error that cannot be shown": (
        "\n    class E(Exception):\n        def __str__(self): raise RuntimeError\n    raise E()"
    ),
    "strange answer": "return '\\ud800\\x00' * 50",
    "prints surrogates": "print('\\ud800\\x00\\x1b]0;x\\x07'); return 0",
    "long answer": "return 'x' * 10**7",
    "deep answer": "\n    a = []\n    for _ in range(500): a = [a]\n    return a",
    "answer in itself": "a = []; a.append(a); return a",
    "not a number": "return float('nan')",
    "infinite": "return float('-inf')",
    "huge number": "return 10 ** 5000",
    "complex": "return 1j",
    "strange keys": "return {'\\ud800': 1, b'\\xff': 2, None: 3}",
    "many attributes": (
        "\n    class A: pass\n    a = A()\n    for n in range(10**5): setattr(a, f'a{n}', n)\n    return a"
    ),
    "memory": "x = [0] * 10**9; return 0",
    "deep recursion": "import sys; sys.setrecursionlimit(10**9); return minimax(node, maximizing)",
    "segmentation fault": "import ctypes; ctypes.string_at(0)",
    "prints for ever": "\n    while True: print('x' * 10**5)",
    "looping __eq__": "class L(list):\n        def __eq__(self, o):\n            while True: pass\n    return L()",
    "a generator": "yield 1",
    "a coroutine": "async def f(): pass\n    return f()",
}
LOADING = ("while True: pass", "import sys; sys.exit()", "raise SystemError", "input()", "sum(range(10**18))",
           "import os; os.abort()")  # fmt: skip


@dataclass(frozen=True)
class Program:
    name: str
    family: str
    source: str

    @property
    def harmful(self) -> bool:
        """It reaches for something outside; the places in its source are still to be filled in."""
        return self.source.startswith(RIGHT)


def programs() -> list[Program]:
    found = []
    outside = {"files": FILES, "network": NETWORK, "processes": PROCESSES, "signals": SIGNALS, "reading": READING}
    for family, attacks in outside.items():
        for name, body in attacks.items():
            found.append(Program(name, family, RIGHT + "".join(f"    {line}\n" for line in body.split("\n"))))
    for family, bodies in (("slow", SLOW), ("forged", FORGED), ("strange", STRANGE)):
        found += [Program(name, family, WRONG.replace("{body}", body)) for name, body in bodies.items()]
    wrong = WRONG.replace("{body}", "return 0")
    return found + [Program(line, "loading", f"{line}\n{wrong}") for line in LOADING]
