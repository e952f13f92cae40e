"""The bugs that the grader can name, and for those that change a search's behaviour the variants that show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from plytree.explain.grading.trees import INFINITY
from plytree.explain.grading.variants import AT_MAX, AT_MIN, BOTH, Variant


@dataclass(frozen=True)
class Bug:
    """A mistake with a name; `advice` says where to look and what should stand there."""

    name: str
    title: str
    what: str
    advice: str
    variants: tuple[Variant, ...] = field(default=(), repr=False)


def _sides(*variants: Variant) -> tuple[Variant, ...]:
    """Each variant with its mistake at all nodes, at MAX only, at MIN only."""
    return tuple(replace(variant, sides=sides) for sides in (BOTH, AT_MAX, AT_MIN) for variant in variants)


BEHAVIOUR = (
    Bug(
        "min-max-swapped",
        "MAX and MIN are exchanged",
        "A MAX node takes the smallest value, or a MIN node the largest one.",
        "Check which branch runs when `maximizing` is True: that one must take the maximum.",
        (Variant(turn="swapped"), *_sides(
            Variant(prefer="<", start=INFINITY), Variant(prefer="<", start=INFINITY, update="other min"),
        )),
    ),
    Bug(
        "turn-not-changed",
        "the turn never changes",
        "The recursive call searches the child for the same player, so all levels maximise (or all minimise).",
        "Pass `not maximizing` (negamax: the negated value and -colour) to the recursive call.",
        _sides(Variant(turn="same"), Variant(turn="same", cut="never")),
    ),
    Bug(
        "wrong-sign",
        "a sign is wrong",
        "A value is not negated, or is negated once too often, when it changes hands between the two players.",
        "In negamax the child's value is the opponent's: use `-negamax(child, ...)`, and `colour * value` at a leaf.",
        (
            Variant(minus=False),
            Variant(minus=False, cut="never"),
            Variant(minus=False, window="not negated"),
            Variant(leaf="negated"),
            Variant(leaf="no colour"),
            Variant(leaf="no colour", cut="never"),
            Variant(minus=False, leaf="no colour"),
            Variant(leaf="root colour"),
            Variant(leaf="root colour", cut="never"),
        ),
    ),
    Bug(
        "first-child-only",
        "only the first child is searched",
        "The loop ends after one child, by a `return` inside it or by a cut-off test that is always true.",
        "Check the indentation of `return`: it belongs after the loop; and cut only where alpha >= beta.",
        _sides(Variant(children="first")),
    ),
    Bug(
        "child-skipped",
        "a child is skipped",
        "The loop leaves out the first or the last child.",
        "Check the range of the loop: children are 0 to len(node) - 1.",
        _sides(
            *(Variant(children=f"{skip} {which}", cut=cut) for skip in ("skip", "not") for which in ("first", "last")
              for cut in ("other", "never")),
        ),
    ),
    Bug(
        "not-pruning",
        "visits more leaves than it may",
        "The value is right, but children are searched after the cut.",
        "Leave the loop as soon as alpha >= beta; equality is enough, because then nothing can change any more.",
        (
            *_sides(Variant(cut="strict"), Variant(cut="never"), Variant(update="never")),
            *_sides(Variant(cut="strict", cut_when="before"), Variant(update="never", cut_when="before")),
        ),
    ),
    Bug(
        "window-not-passed",
        "the window is not passed down",
        "Children are searched with a window that does not hold everything known so far, so cuts are missed.",
        "Pass the current alpha and beta, both of them and after they were updated, to every recursive call.",
        (
            *_sides(
                Variant(window="open"),
                Variant(window="own only"), Variant(window="best only"), Variant(window="other only"),
                Variant(window="stale"), Variant(window="best only", update="own set"), Variant(window="own best"),
            ),
        ),
    ),
    Bug(
        "wrong-window",
        "the child gets a wrong window",
        "Alpha and beta are handed down in the wrong order, or (in negamax) without changing both sign and places.",
        "Pass `alpha, beta` in this order; in negamax, where the opponent sees it turned round, `-beta, -alpha`.",
        (
            Variant(window="not negated"),
            Variant(window="not negated", fail="hard"),
            Variant(window="exchanged"),
            Variant(window="only exchanged"),
        ),
    ),
    Bug(
        "wrong-bound",
        "the wrong bound is updated",
        "A MAX node changes beta, or a MIN node changes alpha.",
        "MAX raises alpha (`alpha = max(alpha, value)`), MIN lowers beta (`beta = min(beta, value)`), nothing else.",
        _sides(
            *(
                Variant(update=update, cut_when=when, cut=cut)
                for update in ("other min", "other max", "other set", "own min", "both")
                for when in ("after", "before")
                for cut in ("other", "strict")
            )
        ),
    ),
    Bug(
        "bound-overwritten",
        "alpha or beta is overwritten instead of improved",
        "A bound is set to a new value even where the one it had was better: `alpha = value` forgets what was known.",
        "Write `alpha = max(alpha, value)` at MAX and `beta = min(beta, value)` at MIN.",
        _sides(
            *(
                Variant(update=update, cut_when=when, cut=cut)
                for update in ("own set", "own value")
                for when in ("after", "before")
                for cut in ("other", "strict")
            )
        ),
    ),
    Bug(
        "wrong-cut-test",
        "the cut-off test is wrong",
        "The loop ends although alpha < beta, so children are skipped that could still change the result.",
        "Stop only when alpha >= beta: at MAX when the value reaches beta, at MIN when it falls to alpha.",
        _sides(
            Variant(cut="reversed"), Variant(cut="reversed", cut_when="before"), Variant(cut="own"),
            Variant(cut="own", cut_when="before"), Variant(cut="own low", cut_when="before"), Variant(cut="own low"),
        ),
    ),
    Bug(
        "wrong-return",
        "a node hands up the wrong number",
        "A node returns the bound of the opponent, or the bound it had before, instead of its own best value.",
        "Return the best value found (or, fail-hard, alpha at MAX and beta at MIN; on a cut the bound it met).",
        (
            *_sides(Variant(returns="other")),
            *_sides(Variant(cut_returns="own", cut_when="before")),
        ),
    ),
    Bug(
        "window-shared",
        "alpha and beta are shared by all nodes",
        "What one node learns about its window is seen by its siblings, as if alpha and beta were global variables.",
        "Make alpha and beta parameters of the function: each call works on its own copy.",
        (Variant(window="shared"), Variant(window="shared", fail="hard")),
    ),
    Bug(
        "bad-start",
        "the search starts from the wrong value",
        "The best value does not start at minus infinity (MAX) or plus infinity (MIN), so numbers beyond it are lost.",
        "Start with `-math.inf` at MAX and `math.inf` at MIN; 0 is only right as long as nobody is losing.",
        _sides(
            *(Variant(start=start) for start in (0, INFINITY, -1, 1, -10, -100, -999, -1000, -9999, -10000, -100000)),
            Variant(start=0, cut="never"),
        ),
    ),
    Bug(
        "no-comparison",
        "children are not compared",
        "The last child, the sum of all or none at all becomes the value of the node, whether it is better or not.",
        "Keep the best value in a variable and replace it only by a better one: `best = max(best, value)` at MAX.",
        _sides(
            Variant(prefer="never"), Variant(prefer="never", cut="never"),
            Variant(prefer="last", cut="never"), Variant(prefer="last"), Variant(prefer="sum", cut="never"),
            Variant(prefer="sum"),
            Variant(prefer="<", cut="never"),
        ),
    ),
    Bug(
        "tie-handling",
        "ties are broken wrongly",
        "A child that only equals the best value replaces the best move. After a cut that equal number is a bound, "
        "not the child's value: the child may be worse.",
        "Change the move only if the value is really better: `>` at MAX and `<` at MIN, never `>=`, `<=` or `==`.",
        (Variant(prefer=">="), Variant(prefer=">=", fail="hard")),
    ),
    Bug(
        "wrong-move",
        "the move is not the one that gives the value",
        "The value is right, but the move comes from somewhere else: from deeper in the tree, counted from 1, or the "
        "last child that was looked at.",
        "Return the index of the root's own child (counted from 0) that has the best value.",
        (Variant(move="child"), Variant(move="one-based"), Variant(move="last")),
    ),
    Bug(
        "too-deep",
        "the depth limit is not kept",
        "The search goes deeper than asked, stops too early, or does not count.",
        "Estimate when depth is 0, before looking at children, and pass depth - 1 to the recursive call.",
        tuple(
            Variant(depth=depth, cut=cut)
            for depth in ("ignored", "late", "early", "double")
            for cut in ("other", "never")
        ),
    ),
    Bug(
        "estimate-sign",
        "the estimate is read from the wrong side",
        "At the depth limit the estimate is taken from the view of the wrong player.",
        "Check from whose view evaluate() speaks; negate it where your function speaks for the other player.",
        _sides(Variant(estimate="negated"), Variant(estimate="negated", cut="never")),
    ),
)  # fmt: skip

OTHER = (
    Bug(
        "mutates-argument",
        "changes the tree it was given",
        "After the call the tree is no longer what it was before.",
        "Do not use sort, pop, remove or assignment on the node; work with a copy (`sorted(node)`, `list(node)`).",
    ),
    Bug(
        "recursion",
        "the recursion does not end",
        "The function calls itself until Python gives up.",
        "Return at a leaf before the recursive call, and make that call with the child, not with the node itself.",
    ),
    Bug(
        "returns-none",
        "returns nothing",
        "The function ends without a `return` on some path, so the caller gets None.",
        "Check that every branch ends with `return`, also the recursive calls: `return minimax(...)`.",
    ),
    Bug(
        "wrong-type",
        "returns something that is not a value",
        "The answer of the function, or of a recursive call inside it, is not a number and not a pair (value, move).",
        "Return the number, or the tuple (value, index of the best child), on every path; inside, take the value out "
        "of the pair; a list is an inner node, search it.",
    ),
    Bug(
        "searches-twice",
        "searches nodes more than once",
        "A child is searched again that was searched before, typically once to compare and once more to assign.",
        "Call the function once for each child and keep the result in a variable.",
    ),
    Bug(
        "leaf-above-limit",
        "a leaf above the depth limit is not recognised",
        "The function asks only whether the depth is used up, but a game may end before that.",
        "Return at a leaf whatever the remaining depth is.",
    ),
    Bug(
        "remembers",
        "remembers an earlier call",
        "The same tree gives another answer after other trees were searched.",
        "Look for global variables or a cache that lives on between two calls.",
    ),
    Bug(
        "mutable-default",
        "a default value lives on from call to call",
        "A parameter's default such as `memo={}` or `path=[]` is made once, when the function is defined, and then "
        "shared by all calls.",
        "Write `memo=None` and make a new one inside: `if memo is None: memo = {}`.",
    ),
    Bug(
        "table-bounds",
        "the table keeps bounds as if they were values",
        "After a cut a node's number is only a bound. The program stores it with the position and uses it as the exact "
        "value when the position comes again, in another window.",
        "Store with each number whether it is exact, a lower or an upper bound, and use a bound only where it decides.",
    ),
    Bug(
        "forged",
        "tampers with the grader",
        "The program wrote on the channel on which the grader gets its answers.",
        "Return the answer, nothing else.",
    ),
    Bug(
        "too-slow",
        "takes too long",
        "A call did not end within the time limit.",
        "Look for a loop that never ends; visit every node at most once.",
    ),
    Bug(
        "memory",
        "needs too much memory",
        "A call went beyond the memory limit.",
        "Do not build lists of all positions; the search only needs the current path.",
    ),
    Bug("forbidden", "does what a graded program may not do", "", "Compute only: no files, processes or network."),
    Bug("crash", "ends with an error", "", "Run the call that is shown below yourself and read the traceback."),
    Bug(
        "unknown",
        "no known mistake fits",
        "No single mistake of those the grader knows explains all answers; there may be two at once.",
        "Work through the smallest failing tree by hand and compare every step with your program.",
    ),
)
BUGS = {bug.name: bug for bug in (*BEHAVIOUR, *OTHER)}


def suspects(with_window: bool) -> Iterator[tuple[Bug, Variant]]:
    """All variants with their bug, simplest explanation first; without alpha and beta nothing is ever cut."""
    seen: set[Variant] = set()
    for bug in BEHAVIOUR:
        for variant in bug.variants:
            forms = [variant] if with_window else [replace(variant, cut="never", plain=True)]
            if with_window and variant.fail == "soft":
                forms.append(replace(variant, fail="hard"))
            for form in forms:
                if form not in seen:
                    seen.add(form)
                    yield bug, form
