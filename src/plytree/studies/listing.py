"""Which studies there are: folders with a study.json, by default in the user's data folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from plytree.errors import InputError
from plytree.files import user_folder
from plytree.studies.findings import FILE, Findings, load_findings


@dataclass(frozen=True)
class StudyEntry:
    """A study in the list."""

    folder: Path
    kind: str
    game: str
    title: str
    headline: str
    created: str
    complete: bool


def default_root() -> Path:
    """Where studies are kept if nobody says otherwise."""
    return user_folder("data") / "studies"


def list_studies(root: Path | None = None) -> list[StudyEntry]:
    """All studies directly under a folder, the newest first. Folders that hold none are passed over."""
    found = []
    for file in sorted((root or default_root()).glob(f"*/{FILE}")):
        try:
            found.append(entry(file.parent, load_findings(file.parent)))
        except InputError:
            continue
    return sorted(found, key=lambda e: e.created, reverse=True)


def entry(folder: Path, findings: Findings) -> StudyEntry:
    created = str(findings.facts.get("created", ""))
    return StudyEntry(
        folder, findings.kind, findings.game, findings.title, findings.headline, created, findings.complete
    )


def find_study(name: str, root: Path | None = None) -> Path:
    """The folder that a path or the name of a study in the default folder means."""
    for folder in (Path(name), (root or default_root()) / name):
        if (folder / FILE).is_file():
            return folder
    raise InputError(f"{name!r} is not a study: expected a folder with {FILE}, or a name from `plytree study show`")
