"""Files that people name: read with a sentence for whatever is none, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from plytree.errors import InputError

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
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
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
    except UnicodeEncodeError as error:
        raise InputError(f"{str(path)!r} cannot be written: {error.reason}") from None


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
