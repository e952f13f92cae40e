"""What a parameter is for, by its name; which functions of a file are searches, by their names and their shape."""

from __future__ import annotations

import re
from collections.abc import Iterable

from plytree.explain.grading.source import Function, Source

PATTERNS = {
    "game": r"game|problem|spiel|rules|env|environment",
    "index": r"node_?(index|idx|i|no|num|number)|index|idx|i|node_?pos",
    "node": r"(cur\w*|root)?(node|tree|state|position|pos|board|grid|spielfeld|brett|root|knoten|baum|zustand|"
            r"game_?state|tree_?node|game_?board|current_?board|b|s|t|n|p|field|matrix|cells|board_?state)",
    "depth": r"(cur|current|search|remaining|rest)?_?(depth|tiefe|level|plies|ply|depth_?left|d|deep|step)",
    "height": r"(max|target|total|final|limit|orig|original|start|full)_?(depth|height|level|tiefe|d)|height|"
              r"h|depth_?limit|cut_?off|limit|"
              r"hoehe",
    "alpha": r"alpha|a|lower|alfa|al|low|α|best_?max",
    "beta": r"beta|b|upper|be|high|β|best_?min",
    "maximizing": r"(is|ist|to|my|want)?(maxi?mi[sz]\w*|max|max_?(player|node|turn|level|layer|am_?zug|ing)\w*|"
                  r"maxs_?turn)|(is)?_?max_?(er|p)?|(is)?_?(ai|computer|bot|cpu|my)_?(turn|move|s_?turn)?|(is)?_?ai",
    "minimizing": r"(is|ist)?_?mini?mi[sz]\w*|is_?min\w*|(is)?_?(human|opponent)_?turn",
    "colour": r"colou?r|sign|farbe|vorzeichen",
    "player": r"(current|cur|active|which|next)?_?(player|turn|agent|agent_?index|agent_?id|who|symbol|piece|mark|"
              r"letter|side|spieler|tomove|to_?move|mode|node_?type|type|minmax|min_?max|player_?(id|num|turn|symbol))",
    "leaves": r"values?|scores?|leaf_?(values|nodes|s)?|leaves|arr|array|vals?|terminals?|nums|utilities|payoffs?|"
              r"blaetter|static_?values|leaf_?scores",
    "evaluate": r"(eval\w*|scoring\w*|heuristic\w*|bewert\w*|\w*(_|f)?evaluation\w*|utility_?fn|score_?fn|h_?fn)",
}  # fmt: skip
COMPILED = {role: re.compile(pattern) for role, pattern in PATTERNS.items()}
ORDER = ("game", "index", "height", "depth", "alpha", "beta", "minimizing", "maximizing", "colour", "evaluate",
         "leaves", "player", "node")  # fmt: skip
CLEARLY_NOT_NODES = re.compile(
    r"((cur|current)_?)?(depth|tiefe|level|ply)|alpha|beta|(is_?)?maximi[sz]\w*|is_?max\w*|max_?(player|turn|depth)\w*|"
    r"player|agent_?index|target_?depth|colou?r|turn",
    re.I,
)
EMPTY = {r"\w*(memo|cache|table|tt|seen|visited|dict)\w*": {}, r"\w*(path|history|log|moves|line|pv|trace)\w*": [],
         r"\w*(count|counter|nodes|visits|num)\w*": 0}  # fmt: skip


def plain(name: str) -> str:
    return name.replace("_", "").lower()


def roles_of(function: Function) -> dict[str, str]:
    """Role -> parameter. The first parameter is the node whatever its name, if it is not clearly something else."""
    names = [parameter.name for parameter in function.parameters]
    roles: dict[str, str] = {}
    leaves = any(_matches("leaves", name) for name in names[1:])
    later_node = any(_matches("node", name) or (leaves and _matches("index", name)) for name in names[1:])
    for at, name in enumerate(names):
        role = ""
        for candidate in ORDER:
            if candidate in roles or not _matches(candidate, name):
                continue
            if candidate == "index" and not leaves:
                continue
            if candidate in ("alpha", "beta") and len(name) == 1 and at == 0:
                continue
            if candidate == "leaves" and "node" not in roles and "index" not in roles and at == 0:
                continue
            role = candidate
            break
        first = "node" not in roles and "index" not in roles and set(roles) <= {"game"}
        if first and role not in ("node", "game", "index") and not (CLEARLY_NOT_NODES.fullmatch(name) and later_node):
            role = "node" if not _surely_no_node(function, name, names) else role
        if role:
            roles[role] = name
    if "game" in roles and "node" not in roles:
        roles["node"] = roles.pop("game")  # the game itself is the position
    if "height" in roles and "depth" not in roles:
        roles["depth"] = roles.pop("height")
    strange = [p.name for p in function.parameters if p.required and p.name not in roles.values()]
    if len(strange) == 1 and not {"maximizing", "minimizing", "colour", "player"} & set(roles) and len(roles) > 0:
        name = strange[0]
        if filler(name) is None:
            roles["maximizing"] = name  # what else should it be?
    return roles


def _surely_no_node(function: Function, name: str, names: list[str]) -> bool:
    """`minimax(depth, is_max)` has no node at all: it works on a board outside."""
    return bool(CLEARLY_NOT_NODES.fullmatch(name)) and not any(_matches("node", other) for other in names)


def _matches(role: str, name: str) -> bool:
    low = name.lower()
    return bool(COMPILED[role].fullmatch(low) or COMPILED[role].fullmatch(plain(name)))


def filler(name: str) -> object:
    """What a parameter that nobody knows may begin with."""
    return next((value for pattern, value in EMPTY.items() if re.fullmatch(pattern, name.lower())), None)


# ---- which functions search ---------------------------------------------------------------------------------------

KINDS = (
    ("expectimax", r"expecti"),
    ("alphabeta", r"alphabeta|alfabeta|abprun|absearch|abminimax|minimaxab|prun|^ab$|abmax|negascout|pvs"),
    ("negamax", r"negamax"),
    ("minimax", r"mini?max|maxmin"),
    ("value", r"^max(imi[sz]e)?(value|val|move|node|player|search|step|er|imum)?$|maxvalue|maxval"),
    ("half", r"^min(imi[sz]e)?(value|val|move|node|player|search|step|er|imum)?$|minvalue|minval"),
    ("action", r"getaction|bestmove|bestaction|findmove|getmove|decision|computermove|aimove|nextmove|choose|makemove|"
               r"bestzug|solve|search|suche"),
)  # fmt: skip
WANTED = ("alphabeta", "negamax", "minimax", "value", "shape", "action")  # the order in which a search is chosen


def kind_of(function: Function, source: Source) -> str:
    """What kind of search a function is; empty if it is none."""
    name, cls = plain(function.name), plain(function.cls)
    own = next((kind for kind, pattern in KINDS if re.search(pattern, name)), "")
    of_class = next((kind for kind, pattern in KINDS[:4] if re.search(pattern, cls)), "")
    if function.name.startswith("__"):
        return ""
    if own in ("expectimax",) or of_class == "expectimax":
        return "expectimax"
    if own == "action" and of_class:
        return of_class
    if own in ("minimax", "negamax", "action", "value") and prunes(function, source):
        return "alphabeta" if own in ("minimax", "negamax") else own
    if own == "action":
        return own if any(map(source.recursive, source.reached(function))) or _calls_search(function, source) else ""
    if own:
        return own
    roles = roles_of(function)
    turn = {"maximizing", "colour", "player", "depth", "alpha"} & set(roles)
    return "shape" if source.recursive(function) and "node" in roles and turn else ""


def prunes(function: Function, source: Source) -> bool:
    """Does it claim to prune: by a parameter or variable alpha and beta in it or below it, or by its name?"""
    parts = [inner for part in source.reached(function) for inner in part.everything()]
    words = {plain(p.name) for part in parts for p in part.parameters} | {
        plain(n) for part in parts for n in part.uses.names
    }
    return {"alpha", "beta"} <= words or {"a", "b"} <= {plain(p.name) for p in function.parameters[1:]}


def _calls_search(function: Function, source: Source) -> bool:
    return any(
        re.search(r"mini?max|alphabeta|negamax|prun|maxval|minval", plain(part.name))
        for part in source.reached(function)
        if part is not function
    )


def searches(source: Source) -> list[tuple[str, Function]]:
    """All search functions of a file with their kinds, the one to grade first; those not written yet are left out."""
    found = [(kind_of(function, source), function) for function in source.functions if not function.empty]
    known = [(kind, function) for kind, function in found if kind in WANTED]
    return sorted(known, key=lambda pair: (WANTED.index(pair[0]), _rank(pair[1], source), pair[1].line))


def _rank(function: Function, source: Source) -> int:
    """Of equal kind: a function whose parameters are all known before one with strange ones; wrappers last."""
    strange = [p for p in function.parameters if p.required and p.name not in roles_of(function).values()]
    return 2 * len(strange) + (not source.recursive(function))


def choose(source: Source, wanted: str, assignment: str) -> list[tuple[str, Function]]:
    """The searches that may be meant, best first: by name or beginning of it, or by the kind that was asked for."""
    found = searches(source)
    if wanted:
        everything = [(kind_of(function, source) or "shape", function) for function in source.functions]
        aliased = source.aliases.get(wanted, wanted)
        for test in (
            lambda f: wanted in (f.title, f.name) or aliased in (f.title, f.name),
            lambda f: f.title.lower().startswith(wanted.lower()) or f.name.lower().startswith(wanted.lower()),
            lambda f: plain(wanted) in plain(f.title),
        ):
            named = [(kind, function) for kind, function in everything if test(function)]
            if named:
                return sorted(named, key=lambda pair: pair[0] not in WANTED)
        return []
    if assignment:
        exact = [pair for pair in found if pair[0] == assignment]
        named = [pair for pair in found if re.search(dict(KINDS)[assignment], plain(pair[1].title))]
        return exact or named or [pair for pair in found if pair[0] in ("value", "shape", "action")]
    return found


def others(source: Source, graded: Function, found: Iterable[tuple[str, Function]]) -> list[Function]:
    """Searches of the file that are not part of the one that was graded."""
    below = source.reached(graded)
    above = [function for _, function in found if graded in source.reached(function)]
    return [function for _, function in found if function not in below and function not in above]
