"""The talk: talk."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command()(talk)


def talk(
    studies: Annotated[
        list[str] | None, typer.Argument(help="Studies whose results are shown [default: the newest one]")
    ] = None,
    lang: Annotated[str, typer.Option(help="en or de")] = "en",
    out: Annotated[Path, typer.Option(help="The file that is written")] = Path("talk.html"),
    app: Annotated[str, typer.Option(help="Address of the running app for the live demonstration")] = "",
) -> None:
    """A ten-minute slide deck about minimax, alpha-beta and what was measured; one HTML file, prints to PDF."""
    from plytree.files import require_writable, write_text
    from plytree.studies.listing import find_study, list_studies
    from plytree.studies.talk import APP, Talk

    require_writable(out)
    folders = [find_study(name) for name in studies] if studies else [e.folder for e in list_studies()[:1]]
    write_text(out, Talk(folders, lang, app or APP).html())
    shown = ", ".join(str(folder) for folder in folders) or "no study yet"
    print(f"{out} (results: {shown}); open it in a browser, keys are on the first slide")
