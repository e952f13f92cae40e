"""Files that people name: read with a sentence for whatever is none, written whole or not at all, by one run at a time;
and the folders of the user."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from plytree.errors import InputError, MachineError

try:
    import fcntl
except ImportError:  # not on this system: two runs there must keep apart by themselves
    fcntl = None  # type: ignore[assignment]

LARGEST = 64 * 1024 * 1024  # bytes of a text that a command reads


def read_text(name: str | Path, expected: str, largest: int = LARGEST) -> str:
    """The text in a file that the user of this machine named; InputError for whatever is no text or no plain file.

    A device, a pipe or a directory is refused before it is opened, because reading it may never end. `expected`: what
    the sentence says the file should have been.
    """
    path = Path(name)
    try:
        kind = path.stat()
        if not stat.S_ISREG(kind.st_mode):
            raise InputError(f"{_short(name)!r} is {_kind(kind.st_mode)}, not a file; expected {expected}")
        if kind.st_size > largest:
            raise InputError(f"{_short(name)!r} has {kind.st_size} bytes; at most {largest} are read")
        with path.open("rb") as file:  # a file may grow, and those of the system say that they are empty
            content = file.read(largest + 1)
        if len(content) > largest:
            raise InputError(f"{_short(name)!r} has no end; at most {largest} bytes are read")
        return content.decode("utf-8")
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{_short(name)!r} cannot be read ({error.strerror}); expected {expected}") from None
    except ValueError:  # also a name that no file can have
        raise InputError(f"{_short(name)!r} is not a text file; expected {expected}") from None


def read_input(expected: str, largest: int = LARGEST) -> str:
    """All of standard input; InputError if there is none, if it is no text, or if it does not end."""
    try:
        text = "" if sys.stdin is None else sys.stdin.read(largest + 1)
    except (OSError, ValueError):
        raise InputError(f"standard input is not a text; expected {expected}") from None
    if len(text) > largest:
        raise InputError(f"standard input does not end; at most {largest} letters are read")
    return text


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all; InputError if it cannot be written."""
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(f"{str(path)!r} cannot be written: {error.reason}") from None
    write_bytes(path, content)


def write_bytes(path: Path, content: bytes) -> None:
    """The same for what is no text."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, _usual_mode())
            if path.exists() and not path.is_file():
                raise InputError(f"{str(path)!r} is {_kind(path.stat().st_mode)}, not a file; nothing was written")
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be written: {error.strerror}") from None


def require_writable(path: Path) -> None:
    """InputError if a file cannot be written there, said before the work whose result it is to hold."""
    if path.exists() and not path.is_file():
        raise InputError(f"{str(path)!r} is {_kind(path.stat().st_mode)}; expected a file to write")
    if not path.parent.is_dir():
        raise InputError(f"{str(path)!r} cannot be written: {str(path.parent)!r} is not a directory")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"{str(path)!r} cannot be written: permission denied")


@contextlib.contextmanager
def hold(path: Path) -> Iterator[None]:
    """Keep every other run away from a file that grows; InputError that says which process has it.

    The system's own lock, on `path`.lock: it is gone when its process is, however that ended.
    """
    if fcntl is None:
        yield
        return
    lock = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = _locked(lock)
    except BlockingIOError:
        with contextlib.suppress(OSError):
            owner = lock.read_text(encoding="ascii", errors="replace").strip()[:20]
        raise InputError(
            f"{str(path)!r} is in use by process {owner or 'another one'}; wait until it ends, or choose another file"
        ) from None
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be written: {error.strerror}") from None
    try:
        with contextlib.suppress(OSError):  # on a full disk nobody learns who holds it, but it is held
            os.truncate(handle, 0)
            os.pwrite(handle, str(os.getpid()).encode(), 0)
        yield
    finally:
        with contextlib.suppress(OSError):
            os.unlink(lock)
        os.close(handle)


def _locked(lock: Path) -> int:
    """An open, locked file of that name; BlockingIOError if another process has it."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(handle).st_ino == os.stat(lock).st_ino:
                return handle
        except FileNotFoundError:  # whoever had it removed it as we came
            pass
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def user_folder(kind: str) -> Path:
    """Where this user's "data" or "cache" of plytree belong; MachineError if he has no home."""
    found = platformdirs.user_data_path("plytree") if kind == "data" else platformdirs.user_cache_path("plytree")
    if not found.is_absolute() or "~" in found.parts:
        variable = "XDG_DATA_HOME" if kind == "data" else "XDG_CACHE_HOME"
        raise MachineError(f"there is no home folder to keep {kind} in; set HOME or {variable}, or name a file")
    return found


def _usual_mode() -> int:
    """The permissions of a file that is made in the usual way."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def _kind(mode: int) -> str:
    kinds = {stat.S_IFDIR: "a directory", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFIFO: "a pipe",
             stat.S_IFSOCK: "a socket"}  # fmt: skip
    return kinds.get(stat.S_IFMT(mode), "something else")


def _short(name: str | Path) -> str:
    text = str(name)
    return text if len(text) <= 80 else text[:77] + "..."
