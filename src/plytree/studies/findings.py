"""What a study found: sentences, tables, charts, and where and how it was made. Kept as study.json."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plytree.errors import InputError
from plytree.studies.charts import Chart

FORMAT = 1
FILE = "study.json"


@dataclass(frozen=True)
class ReportTable:
    """Rows under named columns; `name` is the name of its CSV file."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Findings:
    """Everything that a report says."""

    kind: str
    game: str
    title: str
    question: str
    sentences: tuple[str, ...]
    tables: tuple[ReportTable, ...]
    charts: tuple[Chart, ...]
    headline: str = ""  # the main result in a few words, for lists
    method: tuple[str, ...] = ()
    complete: bool = True
    facts: dict[str, Any] = field(default_factory=dict)  # command, seed, versions, machine, created, seconds
    config: dict[str, Any] = field(default_factory=dict)
    translations: dict[str, Any] = field(default_factory=dict)  # language -> title, sentences, words of the charts

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT, "kind": self.kind, "game": self.game, "title": self.title, "question": self.question,
            "headline": self.headline, "sentences": self.sentences, "method": self.method, "complete": self.complete,
            "tables": [
                {"name": t.name, "title": t.title, "columns": t.columns, "rows": [list(map(plain, r)) for r in t.rows]}
                for t in self.tables
            ],
            "charts": [chart.to_json() for chart in self.charts],
            "facts": self.facts, "config": self.config, "translations": self.translations,
        }  # fmt: skip


def plain(value: Any) -> Any:
    """A cell as JSON: infinities as text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def load_findings(folder: Path) -> Findings:
    """What a study's folder holds; InputError if it is none."""
    path = folder / FILE
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.pop("format") != FORMAT:
            raise InputError(f"{str(path)!r} was written by another version of plytree; run the study again")
        tables = tuple(
            ReportTable(t["name"], t["title"], tuple(t["columns"]), tuple(map(tuple, t["rows"])))
            for t in data["tables"]
        )
        charts = tuple(Chart.from_json(chart) for chart in data["charts"])
        texts = {"sentences": tuple(data["sentences"]), "method": tuple(data["method"])}
        return Findings(**{**data, **texts, "tables": tables, "charts": charts})
    except FileNotFoundError:
        raise InputError(f"{str(folder)!r} holds no study: expected a folder with {FILE}") from None
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{str(path)!r} is not a study's file: {error}") from None
