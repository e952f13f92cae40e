"""The web app: `plytree` alone opens it, `plytree serve` runs it for many."""

from __future__ import annotations

from typing import Annotated

import typer

HostOption = Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all of this machine's")]
PortOption = Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one")]
FileOption = Annotated[list[str] | None, typer.Option("--game-file", help="A game of your own: my_game.py")]
ShowOption = Annotated[bool, typer.Option("--show/--no-show", help="Open the browser")]


def show_version(wanted: bool) -> None:
    """Which plytree this is, and what it stands on."""
    if wanted:
        import platform
        from importlib.metadata import version

        from plytree import __version__

        python, machine = platform.python_version(), f"{platform.system()} {platform.machine()}"
        print(f"plytree {__version__} (Python {python}, Numba {version('numba')}, {machine})")
        raise typer.Exit


VersionOption = Annotated[
    bool, typer.Option("--version", callback=show_version, is_eager=True, help="Say which version this is")
]


def register(app: typer.Typer) -> None:
    app.callback(invoke_without_command=True)(open_app)
    app.command()(serve)


def open_app(
    context: typer.Context,
    game_file: FileOption = None,
    port: PortOption = 8750,
    show: ShowOption = True,
    version: VersionOption = False,
) -> None:
    """Two-player games: play them, see the search think, measure how strong it is.

    Without a command: open the web app in the browser.
    """
    if context.invoked_subcommand is None:
        serve(game_file=game_file, port=port, show=show)


def serve(
    host: HostOption = "127.0.0.1",
    port: PortOption = 8750,
    max_seconds: Annotated[float, typer.Option(min=0.05, help="Longest thinking time a visitor may ask for")] = 60.0,
    workers: Annotated[int | None, typer.Option(min=1, help="Searches at once [default: one a core]")] = None,
    game_file: FileOption = None,
    show: ShowOption = False,
) -> None:
    """Serve the web app and the JSON interface."""
    from plytree.interfaces.web.server import serve as run

    run(host=host, port=port, workers=workers, max_seconds=max_seconds, files=game_file or [], show=show)
