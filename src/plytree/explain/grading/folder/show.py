"""The grades of a folder as a table for the terminal, CSV, JUnit XML, and HTML pages."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from html import escape
from typing import Any
from xml.etree import ElementTree as xml

from plytree.errors import InputError
from plytree.explain.grading.folder.likeness import alike
from plytree.explain.grading.folder.run import Graded

COLUMNS = ("student", "score", "verdict", "function", "bug", "certain", "remark", "similar")


def rows(grades: Sequence[Graded]) -> list[dict[str, Any]]:
    """One row for each program, in the order of COLUMNS."""
    same = alike({graded.student: graded.structure for graded in grades})
    found = []
    for graded in grades:
        result = graded.result
        diagnosis = result.get("diagnosis")
        verdict = "not graded" if not result.get("gradable", True) else "right" if result["passed"] else "wrong"
        certain = ("yes" if diagnosis["certain"] else "no") if diagnosis else ""
        found.append(
            {
                "student": graded.student, "score": "" if verdict == "not graded" else result["score"],
                "verdict": verdict, "function": result.get("function") or "",
                "bug": diagnosis["bug"] if diagnosis else "", "certain": certain, "remark": result.get("error") or "",
                "similar": ", ".join(same.get(graded.student, [])),
            }
        )  # fmt: skip
    return found


def as_table(grades: Sequence[Graded]) -> str:
    """For the terminal, with the most frequent bugs below."""
    found = rows(grades)
    width = min(40, max(len(row["student"]) for row in found))
    lines = [f"{'student':<{width}}  score  verdict     likely bug"]
    for row, graded in zip(found, grades, strict=True):
        about = graded.bug or row["remark"]
        same = f"  [same structure: {row['similar']}]" if row["similar"] else ""
        lines.append(f"{row['student'][:width]:<{width}}  {row['score']:>5}  {row['verdict']:<10}  {about[:80]}{same}")
    for count, bug, graded in frequent(grades):
        tree = smallest(graded)
        lines.append(f"{count} x {bug}{f', smallest tree {tree}' if tree is not None else ''}")
    return "\n".join([*lines, summary(grades), ""])


def summary(grades: Sequence[Graded]) -> str:
    verdicts = Counter(row["verdict"] for row in rows(grades))
    return f"{len(grades)} programs: " + ", ".join(
        f"{verdicts[word]} {word}" for word in ("right", "wrong", "not graded")
    )


def frequent(grades: Sequence[Graded]) -> list[tuple[int, str, Graded]]:
    """The bugs of the class, most frequent first, each with the program that shows it on the smallest tree."""
    groups: dict[str, list[Graded]] = defaultdict(list)
    for graded in grades:
        if graded.bug:
            groups[graded.bug].append(graded)
    sizes = {bug: min(group, key=lambda g: len(str(smallest(g) or "x" * 9999))) for bug, group in groups.items()}
    return sorted(((len(groups[bug]), bug, graded) for bug, graded in sizes.items()), key=lambda row: (-row[0], row[1]))


def smallest(graded: Graded) -> Any:
    """The smallest failing tree; None if there is none."""
    for check in graded.result["checks"]:
        if check.get("smallest") and "tree" in check["smallest"]:
            return check["smallest"]["tree"]
    return None


def as_csv(grades: Sequence[Graded]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows(grades):
        writer.writerow({key: _harmless(value) for key, value in row.items()})
    return text.getvalue()


def _harmless(value: Any) -> Any:
    """A spreadsheet takes a cell that begins like this for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value


def as_junit(grades: Sequence[Graded]) -> str:
    """One suite for the folder, one test case for each check of each student."""
    suites = xml.Element("testsuites", name="plytree grade")
    for graded in grades:
        checks = graded.result["checks"]
        failed = [check for check in checks if check["failures"] and not check["skipped"]]
        skipped = [check for check in checks if check["skipped"]]
        error = graded.result.get("error")
        suite = xml.SubElement(
            suites, "testsuite", name=graded.student, tests=str(len(checks) or 1), failures=str(len(failed)),
            errors=str(int(bool(error))), skipped=str(len(skipped)), time=str(graded.result.get("seconds", 0)),
        )  # fmt: skip
        if error:
            case = xml.SubElement(suite, "testcase", name="load", classname=graded.student)
            xml.SubElement(case, "error", message=error)
        for check in checks:
            case = xml.SubElement(suite, "testcase", name=check["name"], classname=graded.student)
            if check["skipped"]:
                xml.SubElement(case, "skipped", message=check["skipped"])
            elif check["failures"]:
                wrong = (check.get("smallest") or {}).get("wrong", f"{check['failures']} wrong")
                xml.SubElement(case, "failure", message=wrong).text = graded.bug
    return xml.tostring(suites, encoding="unicode", xml_declaration=True)


# ---- HTML ----------------------------------------------------------------------------------------------------------

CSS = """
body { font: 15px/1.5 "Inter", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; color: #16191d; background: #fff;
  max-width: 1080px; margin: 0 auto; padding: 16px; }
h1 { font-size: 22px; } h2 { font-size: 17px; margin: 24px 0 6px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 4px 10px 4px 0; vertical-align: top; border-bottom: 1px solid #d5d9de; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { font: 13px/1.45 "JetBrains Mono", "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere;
  background: #f5f6f8; padding: 12px; }
figure { margin: 8px 0; overflow-x: auto; } .fine { color: #5b626c; font-size: 13px; }
@media print { a { color: inherit; text-decoration: none; } pre { background: none; padding: 0; } }
"""


def index_page(grades: Sequence[Graded], title: str) -> str:
    """The table, the most frequent bugs with their smallest tree, and a link to each student's page."""
    body = [f"<h1>{escape(title)}</h1><p>{escape(summary(grades))}</p>", _table(grades)]
    bugs = frequent(grades)
    if bugs:
        body.append("<h2>The most frequent bugs</h2>")
    for count, bug, graded in bugs:
        diagnosis = graded.result["diagnosis"]
        body.append(f"<h3>{count} × {escape(bug)}</h3><p>{escape(diagnosis['what'])} {escape(diagnosis['advice'])}</p>")
        body.append(_picture(graded))
    if any(row["similar"] for row in rows(grades)):
        body.append(
            '<p class="fine">Programs of the same structure differ only in names, comments, layout or the order of '
            "their functions. That is a reason to ask, no proof: a short search has few ways to be written.</p>"
        )
    return _page(title, "".join(body))


def _table(grades: Sequence[Graded]) -> str:
    lines = []
    for row, graded in zip(rows(grades), grades, strict=True):
        about = escape(graded.bug or row["remark"][:200]) + (" (probably)" if row["certain"] == "no" else "")
        if row["similar"]:
            about += f' <span class="fine">same structure as {escape(row["similar"])}</span>'
        lines.append(
            f'<tr><td><a href="students/{graded.page}">{escape(row["student"])}</a></td>'
            f'<td class="number">{row["score"]}</td><td>{row["verdict"]}</td><td>{escape(row["function"])}</td>'
            f"<td>{about}</td></tr>"
        )
    head = "".join(f"<th>{name}</th>" for name in ("student", "score", "verdict", "function", "likely bug"))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def student_page(graded: Graded, similar: Sequence[str]) -> str:
    """The report as on the terminal, with the smallest failing tree worked out in a picture."""
    body = f'<p><a href="../index.html">all programs</a></p><h1>{escape(graded.student)}</h1>'
    body += f"<pre>{escape(graded.text)}</pre>{_picture(graded)}"
    if similar:
        body += f'<p class="fine">Same structure: {escape(", ".join(similar))}</p>'
    return _page(graded.student, body)


def _picture(graded: Graded) -> str:
    """The right search of the smallest failing tree."""
    from plytree.explain import svg
    from plytree.explain.trace import explain
    from plytree.search.textbook.tree import PaperTree

    for check in graded.result["checks"]:
        found = check.get("smallest")
        if not found or "tree" not in found:
            continue
        caption = f'<p class="fine">{escape(found["call"])}: {escape(found["wrong"])}</p>'
        try:
            tree = PaperTree(json.dumps(found["tree"]), max_begins=found["maximizing"])
            picture = svg.render(explain(tree, "fail-soft"), None, "light", legend=False)
        except InputError:
            picture = ""
        return f"{caption}<figure>{picture}</figure>"
    return ""


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{CSS}</style></head>'
        f"<body>{body}</body></html>\n"
    )
