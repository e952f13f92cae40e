"""The studies page: small studies, their charts, and that a visitor's text never becomes a path."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plytree.errors import InputError
from plytree.interfaces.web import study_page
from plytree.interfaces.web.study_charts import chart_options
from plytree.interfaces.web.study_page import QUESTIONS, find, small_study
from plytree.studies.charts import Chart, Series

LINES = Chart(
    name="elo", title="Elo", x_label="nodes", y_label="Elo", log_x=True,
    series=(Series("engine", (100, 400), (0, 120), (-20, float("-inf")), (20, float("inf"))),),
)  # fmt: skip
BARS = Chart(
    name="nodes", title="Nodes", x_label="", y_label="nodes", log_y=True, labels=("minimax", "alpha-beta"),
    series=(Series("nodes", (0, 1), (1000, 0)),),
)  # fmt: skip


@pytest.mark.parametrize("kind", QUESTIONS)
def test_small_studies_exist_for_every_question(kind: str) -> None:
    assert small_study(kind, "tictactoe").kind == kind


def test_other_studies_cannot_be_started_from_a_page() -> None:
    with pytest.raises(InputError, match="is not a study"):
        small_study("os", "tictactoe")


def test_intervals_become_error_bars_unless_they_are_infinite() -> None:
    line, bars = chart_options(LINES)["series"]
    assert line["data"] == [[100, 0], [400, 120]]
    assert bars["data"] == [[100, -20, 20]]


def test_what_a_log_axis_cannot_show_is_left_out() -> None:
    (series,) = chart_options(BARS)["series"]
    assert series["data"] == [[0, 1000]]


def test_options_are_plain_json() -> None:
    for chart in (LINES, BARS):
        json.dumps(chart_options(chart), allow_nan=False)


def test_only_studies_of_the_users_folder_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_page, "list_studies", lambda: [])
    for name in ("../secret", str(tmp_path), "/etc", "."):
        assert find(name) is None
