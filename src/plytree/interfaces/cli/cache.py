"""The command `cache`: native code that was kept on disk."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from plytree.interfaces.cli.basics import JsonOption

commands = typer.Typer(help="Native code that was kept on disk: list it, verify it, clear it.")
AllOption = Annotated[bool, typer.Option("--all", help="Also that of other versions of plytree and other processors")]


def register(app: typer.Typer) -> None:
    app.add_typer(commands, name="cache")


@commands.command("list")
def list_entries(all_versions: AllOption = False, as_json: JsonOption = False) -> None:
    """What is kept, where, and which compilers are at work."""
    from plytree.search.acquire import cache, compilers, inventory, shipped

    brought = len(shipped.manifest()) if shipped.manifest() and shipped.runs_here() else 0
    kept, busy, refusal = inventory.kept(all_versions), compilers.under_way(), cache.refusal()
    if as_json:
        at_work = [{"what": c.what, "kind": c.kind, "pid": c.pid, "fraction": round(c.fraction, 2)} for c in busy]
        entries = [item.to_json() for item in kept]
        facts = {"folder": str(cache.folder()), "refusal": refusal, "entries": entries, "shipped": brought}
        print(json.dumps({**facts, "compiling": at_work}))
        return
    from rich.console import Console
    from rich.table import Table

    print(refusal or f"native code is kept in {cache.folder()}")
    if kept:
        table = Table(box=None)
        for heading in ("game", "code", "size", "used", "made in", ""):
            table.add_column(heading, justify="right" if heading in ("size", "made in") else "left")
        for item in kept:
            age, made = _age(time.time() - item.used), f"{item.seconds:.1f} s" if item.seconds else ""
            table.add_row(item.what, item.kind, f"{item.size / 1e6:.1f} MB", age, made, item.sentence)
        Console().print(table)
    total = sum(item.size for item in kept)
    print(f"{len(kept)} {'entry' if len(kept) == 1 else 'entries'}, {total / 1e6:.1f} MB")
    if brought:
        print(f"{brought} more came with the package, for all processors like this one")
    for each in busy:
        print(f"compiling {each.what} ({each.kind}): {each.fraction:.0%}, process {each.pid}")


@commands.command()
def verify(all_versions: AllOption = False, as_json: JsonOption = False) -> None:
    """Read all that is kept and say what is damaged; exit code 1 if anything is. Damaged code is never loaded: it is
    compiled again when it is needed."""
    from plytree.search.acquire import cache, inventory

    kept, refusal = inventory.kept(all_versions), cache.refusal()
    damaged = [item for item in kept if item.fault()]
    if as_json:
        faults = [{"name": item.path.name, "fault": item.fault()} for item in damaged]
        print(json.dumps({"entries": len(kept), "damaged": faults, "refusal": refusal}))
    else:
        for item in damaged:
            print(f"{item.path}: {item.fault()}")
        print(refusal or f"{len(kept) - len(damaged)} of {len(kept)} entries are whole")
    if damaged or refusal:
        raise typer.Exit(1)


@commands.command()
def clear(
    game: Annotated[str, typer.Argument(help="Only the code of this game, as `cache list` names it")] = "",
    all_versions: AllOption = False,
    as_json: JsonOption = False,
) -> None:
    """Delete native code and what was found out about games that cannot be compiled. Nothing but files that plytree
    writes is touched."""
    from plytree.errors import InputError
    from plytree.search.acquire import inventory

    deleted = inventory.clear(game, all_versions)
    if game and not deleted:
        known = sorted({item.what for item in inventory.kept(all_versions)})
        raise InputError(f"nothing of {game!r} is kept; expected one of {', '.join(known) or '(nothing is kept)'}")
    size = sum(item.size for item in deleted)
    if as_json:
        print(json.dumps({"deleted": [item.path.name for item in deleted], "bytes": size}))
    else:
        print(f"{len(deleted)} {'entry' if len(deleted) == 1 else 'entries'} deleted, {size / 1e6:.1f} MB")


def _age(seconds: float) -> str:
    """How long ago, in words."""
    for length, unit in ((86400.0, "day"), (3600.0, "hour"), (60.0, "minute")):
        if seconds >= length:
            number = int(seconds // length)
            return f"{number} {unit}{'s' if number > 1 else ''} ago"
    return "just now"
