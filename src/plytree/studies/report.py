"""A study's folder: study.json, report.html, tables as CSV, figures as PNG and SVG.

The report is one file without any reference to the network. Its charts are drawn by a script of our own (chart.js, a
few kilobytes): a charting library would add a megabyte to every report to draw lines with error bars.
"""

from __future__ import annotations

import csv
import io
import json
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from plytree.files import write_text
from plytree.studies.charts import draw
from plytree.studies.findings import FILE, Findings, ReportTable


def write_report(findings: Findings, folder: Path) -> Path:
    """Write everything; the path of report.html."""
    figures = folder / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    for table in findings.tables:
        write_text(folder / f"{table.name}.csv", as_csv(table))
    for chart in findings.charts:
        draw(chart, figures)
    write_text(folder / "report.html", as_html(findings))
    write_text(folder / FILE, json.dumps(findings.to_json(), indent=1))
    return folder / "report.html"


def as_csv(table: ReportTable) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return out.getvalue()


def resource(name: str) -> str:
    return files("plytree.studies").joinpath(name).read_text(encoding="utf-8")


def chart_html(chart: dict[str, Any]) -> str:
    """A place where chart.js draws, and the data it draws."""
    data = json.dumps(chart).replace("</", "<\\/")
    name = escape(chart["name"])
    return (
        f'<div class="chart" data-chart="data-{name}"></div>'
        f'<script type="application/json" id="data-{name}">{data}</script>'
    )


def as_html(findings: Findings) -> str:
    """The report as one page."""
    charts = "\n".join(chart_html(chart.to_json()) for chart in findings.charts)
    tables = "\n".join(_table_html(table) for table in findings.tables)
    partial = "" if findings.complete else '<p class="partial">This study is not finished; the figures will change.</p>'
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(findings.title)}</title>
<style>{resource("report.css")}</style>
</head>
<body>
<h1>{escape(findings.title)}</h1>
<p class="question">{escape(findings.question)}</p>
{partial}
<h2>What was found</h2>
<ul class="findings">{_items(findings.sentences)}</ul>
<h2>Charts</h2>
{charts}
<p>Bars and lines through points are 95 % intervals. Point at a mark for its figures; click a name to hide its line. For
print: the folder <code>figures</code>.</p>
<h2>Tables</h2>
{tables}
<h2>How it was measured</h2>
<ul>{_items(findings.method)}</ul>
{_facts_html(findings)}
<script>{resource("chart.js")}</script>
</body>
</html>
"""


def _items(sentences: tuple[str, ...]) -> str:
    return "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)


def _table_html(table: ReportTable) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escape(shown(cell))}</td>" for cell in row) + "</tr>" for row in table.rows)
    return f"<h3>{escape(table.title)}</h3><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def shown(cell: Any) -> str:
    """A cell for people: no more digits than anybody reads."""
    if isinstance(cell, float):
        return f"{cell:.0f}" if abs(cell) >= 100 else f"{cell:.3g}"
    return str(cell)


def _facts_html(findings: Findings) -> str:
    facts = findings.facts
    lines = {
        "seed": facts.get("seed", ""),
        "machine": facts.get("machine", ""),
        "versions": ", ".join(f"{name} {number}" for name, number in facts.get("versions", {}).items()),
        "made": facts.get("created", ""),
        "took": f"{facts.get('seconds', 0):.0f} s with {facts.get('workers', 1)} workers",
    }
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(str(value))}</dd>" for name, value in lines.items())
    return (
        f"<dl>{listed}</dl><p>The same again (study.toml lies beside this report):</p>"
        f"<pre>{escape(str(facts.get('command', '')))}</pre>"
    )
