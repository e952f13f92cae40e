"""Where tables that the user has built are kept."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The folder of tables; PLYTREE_TABLES names another one than the usual."""
    return Path(os.environ.get("PLYTREE_TABLES") or Path(platformdirs.user_data_dir("plytree")) / "tables")
