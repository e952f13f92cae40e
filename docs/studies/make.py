"""Write connect4-strength.md and its pictures from the folders of a strength and a truth study.

python docs/studies/make.py STRENGTH_FOLDER TRUTH_FOLDER
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from plytree.studies.findings import Findings, Table, load_findings
from plytree.studies.report import shown

HERE = Path(__file__).parent
INTRO = """# Connect Four: how strong, for how much time?

The homework asks to investigate performance as a function of the time available. This is our answer for Connect Four:
the engine against itself with different times, and its moves against the exact solver. Both studies were made with the
commands below and can be repeated with them; [how we measure](../measuring.md) explains the rules.
"""


def main() -> None:
    parts = [INTRO, *(section(Path(folder)) for folder in sys.argv[1:])]
    (HERE / "connect4-strength.md").write_text("\n".join(parts), encoding="utf-8")


def section(folder: Path) -> str:
    findings = load_findings(folder)
    pictures = HERE / "pictures"
    pictures.mkdir(exist_ok=True)
    images = []
    for chart in findings.charts:
        name = f"{findings.kind}-{chart.name}.svg"
        shutil.copyfile(folder / "figures" / f"{chart.name}.svg", pictures / name)
        images.append(f"![{chart.title}](pictures/{name})")
    lines = [
        f"## {findings.title}",
        "",
        f"*{findings.question}*",
        "",
        *(f"- {sentence}" for sentence in findings.sentences),
        "",
        *(line for image in images for line in (image, "")),
        *(line for table in findings.tables for line in markdown(table)),
        "### How it was measured",
        "",
        *(f"- {sentence}" for sentence in findings.method),
        f"- {facts(findings)}",
        "",
        "```",
        command(findings),
        "```",
        "",
    ]
    return "\n".join(lines)


def markdown(table: Table) -> list[str]:
    rows = ["| " + " | ".join(shown(cell) for cell in row) + " |" for row in table.rows]
    head = "| " + " | ".join(table.columns) + " |"
    rule = "|" + "|".join("---" if i == 0 else "---:" for i in range(len(table.columns))) + "|"
    return [f"### {table.title}", "", head, rule, *rows, ""]


def facts(findings: Findings) -> str:
    found = findings.facts
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    when = f"{found['created'][:10]}, {found['seconds']:.0f} s with {found['workers']} worker(s)"
    return f"Seed {found['seed']}; {found['machine']}; {versions}; {when}."


def command(findings: Findings) -> str:
    """The command as it was, without the folder it wrote to."""
    words = findings.facts["command"].split()
    if "--out" in words:
        at = words.index("--out")
        words[at : at + 2] = []
    return " ".join(words)


if __name__ == "__main__":
    main()
