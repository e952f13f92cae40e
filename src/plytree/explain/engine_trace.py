"""The engine's own search as a trace: the search that plays, in plain Python, with the techniques one wants to see."""

from __future__ import annotations

from collections.abc import Sequence

from plytree.errors import InputError
from plytree.explain.trace import MAX_VISITS, Trace, trace_from_events
from plytree.search.alphabeta.observe import trace as observe
from plytree.search.techniques import Techniques
from plytree.search.textbook.events import Event
from plytree.search.textbook.tree import GameTree

ENGINE = "engine"


def named_techniques(names: Sequence[str]) -> Techniques:
    """Only the techniques that are named; InputError for a name that is none."""
    for name in names:
        if name not in Techniques.names():
            raise InputError(f"{name!r} is not a technique; expected some of {', '.join(Techniques.names())}")
    return Techniques.none(**dict.fromkeys(names, True))


def explain_engine(tree: GameTree, techniques: Techniques | None = None, max_visits: int = MAX_VISITS) -> Trace:
    """The last iteration of the engine's search of a position, to the depth of the tree.

    By default plain alpha-beta; with techniques, children are visited in the engine's order, the table answers some
    nodes, and null-window searches visit a node twice. Values are those of the engine: a won game is worth 1.
    """
    if tree.depth is None:
        raise InputError("the engine's search needs a depth to be explained")
    if tree.root.value is not None:
        raise InputError("the game is over in this position; there is nothing to search")
    events: list[Event] = []

    def note(event: Event) -> None:
        if not event.path and event.kind == "enter":
            events.clear()  # the next iteration begins at the root
        events.append(event)
        if len(events) > 4 * max_visits:
            raise InputError(f"this search visits more than {max_visits} nodes; explain a smaller depth")

    observe(tree.game, tree.state, tree.depth, techniques, note)
    return trace_from_events(tree, events, ENGINE)
