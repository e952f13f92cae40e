"""Binary files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from plytree.errors import InputError


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file of these parts; InputError, and no file, if that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(parts)
            os.chmod(temporary, 0o644)  # a temporary file is private
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be written ({error.strerror})") from error
