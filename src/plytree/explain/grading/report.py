"""A grade as text for people, JSON for autograders, JUnit XML for test dashboards."""

from __future__ import annotations

import json
import math
from typing import Any
from xml.etree import ElementTree as xml

from plytree.explain.grading.boards.positions import BoardCase
from plytree.explain.grading.checks import Check, Failure
from plytree.explain.grading.grade import Grade

WIDTH = 100


def as_text(grade: Grade) -> str:
    """A report in the manner of pytest."""
    lines = [_rule(f" plytree grade {grade.program} ")]
    if grade.error or grade.style is None:
        said = [*([grade.advice, ""] if grade.advice else []), *_notes(grade)]
        score = "not graded" if grade.ungradable else "score 0 of 100"
        return "\n".join([*lines, f"ERROR  {grade.error}", "", *said, score, ""])
    lines += [f"{signature(grade.style)}; seed {grade.seed}", *_notes(grade), ""]
    lines += [_check_line(check) for check in grade.checks]
    for name, failure in grade.smallest.items():
        check = next(check for check in grade.checks if check.name == name)
        lines += ["", _rule(f" {check.title} ", "_"), *_failure_lines(grade.style, failure)]
    if grade.diagnosis:
        bug = grade.diagnosis.bug
        lines += ["", _rule(" likely bug ", "_"), f"{bug.title}{'' if grade.diagnosis.certain else ' (probably)'}"]
        lines += [
            f"  {text}" for text in (bug.what, f"Evidence: {grade.diagnosis.evidence}.", f"Try: {bug.advice}") if text
        ]
    if grade.printed and not grade.passed:
        shown = grade.printed[:300].rstrip()
        lines += ["", _rule(" the program printed ", "_"), shown]
    right = sum(check.passed for check in grade.checks)
    verdict = "all right" if grade.passed else f"{right} of {len(grade.checks)} checks right"
    lines += ["", _rule(f" {verdict}, score {grade.score} of 100, {grade.seconds:.1f} s "), ""]
    return "\n".join(lines)


def signature(style: Any) -> str:
    """The graded function as the report names it."""
    return f"{style.function.title}({', '.join(p.name for p in style.function.parameters)}) -> {style.reading.title}"


def _notes(grade: Grade) -> list[str]:
    said = [*(grade.style.describe() if grade.style else []), *grade.notes]
    return [*(f"  note: {note}" for note in said), f"  isolation: {grade.isolation}"]


def _check_line(check: Check) -> str:
    if check.skipped:
        state = f"SKIPPED ({check.skipped})"
    elif check.failures:
        state = f"FAILED  {len(check.failures)} of {len(check.answers)} wrong"
    else:
        state = "PASSED"
    points = check.points if check.passed else 0
    return f"{check.title:.<44} {state:<42} {points:>2}/{check.points}"


def _failure_lines(style: Any, failure: Failure) -> list[str]:
    root = "MAX" if failure.case.maximizing else "MIN"
    if isinstance(failure.case, BoardCase):
        where = [f"smallest failing position, {root} to move (MAX is X here):", *failure.case.draw()]
        return [
            where[0],
            *(f"    {line}" for line in where[1:]),
            f"  {style.show_call(failure.case)}",
            f"  {failure.wrong}",
        ]
    lines = [f"smallest failing tree, {root} to move:  {failure.case.tree}"]
    lines.append(f"  {style.show_call(failure.case)}")
    if failure.case.estimates:
        lines.append(f"  estimates of the nodes, parents first: {list(failure.case.estimates)}")
    lines.append(f"  {failure.wrong}")
    return lines


def _rule(title: str, line: str = "=") -> str:
    return title.center(WIDTH, line)


def as_dict(grade: Grade) -> dict[str, Any]:
    """What `--format json` prints; `score` is of 100."""
    style = grade.style
    return {
        "program": grade.program,
        "passed": grade.passed,
        "score": grade.score,
        "error": grade.error or None,
        "gradable": not grade.ungradable,
        "advice": grade.advice or None,
        "function": style.function.title if style else None,
        "shape": style.reading.title if style else None,
        "notes": [*(style.describe() if style else []), *grade.notes],
        "isolation": grade.isolation,
        "seed": grade.seed,
        "seconds": round(grade.seconds, 3),
        "checks": [_check_dict(grade, check) for check in grade.checks],
        "diagnosis": _diagnosis_dict(grade),
        "printed": grade.printed,
    }


def _check_dict(grade: Grade, check: Check) -> dict[str, Any]:
    smallest = grade.smallest.get(check.name)
    return {
        "name": check.name,
        "title": check.title,
        "passed": check.passed,
        "skipped": check.skipped or None,
        "points": check.points if check.passed else 0,
        "of": check.points,
        "cases": len(check.answers),
        "failures": len(check.failures),
        "smallest": _smallest_dict(grade, smallest) if smallest else None,
    }


def _smallest_dict(grade: Grade, failure: Failure) -> dict[str, Any]:
    style: Any = grade.style
    case = failure.case
    if isinstance(case, BoardCase):
        call = style.show_call(case)
        return {"board": case.draw(), "maximizing": case.maximizing, "call": call, "wrong": failure.wrong}
    return {
        "tree": case.tree,
        "maximizing": case.maximizing,
        "alpha": _bound(case.alpha),
        "beta": _bound(case.beta),
        "depth": case.depth,
        "call": style.show_call(case),
        "wrong": failure.wrong,
    }


def _diagnosis_dict(grade: Grade) -> dict[str, Any] | None:
    if grade.diagnosis is None:
        return None
    bug = grade.diagnosis.bug
    return {
        "bug": bug.name,
        "title": bug.title,
        "what": bug.what,
        "advice": bug.advice,
        "evidence": grade.diagnosis.evidence,
        "certain": grade.diagnosis.certain,
    }


def _bound(bound: float) -> float | str:
    return ("+inf" if bound > 0 else "-inf") if math.isinf(bound) else bound


def as_json(grade: Grade) -> str:
    return json.dumps(as_dict(grade))


def as_junit(grade: Grade) -> str:
    """One test case for each check, as CI systems read it."""
    failed = sum(bool(check.failures) and not check.skipped for check in grade.checks)
    skipped = sum(bool(check.skipped) for check in grade.checks)
    suite = xml.Element(
        "testsuite",
        name=f"plytree grade {grade.program}",
        tests=str(len(grade.checks) or 1),
        failures=str(failed),
        errors=str(int(bool(grade.error))),
        skipped=str(skipped),
        time=f"{grade.seconds:.3f}",
    )
    if grade.error:
        case = xml.SubElement(suite, "testcase", name="load", classname=grade.program)
        xml.SubElement(case, "error", message=grade.error)
    for check in grade.checks:
        case = xml.SubElement(suite, "testcase", name=check.name, classname=grade.program)
        if check.skipped:
            xml.SubElement(case, "skipped", message=check.skipped)
        elif check.failures:
            smallest = grade.smallest.get(check.name, check.failures[0])
            assert grade.style is not None
            node = xml.SubElement(case, "failure", message=smallest.wrong)
            bug = f"\nlikely bug: {grade.diagnosis.bug.title}" if grade.diagnosis else ""
            node.text = "\n".join(_failure_lines(grade.style, smallest)) + bug
    return xml.tostring(suite, encoding="unicode", xml_declaration=True)
