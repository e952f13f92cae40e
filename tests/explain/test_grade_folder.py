"""A class's homework: a table, a page for each student, frequent bugs, equal programs, and it can be resumed."""

import csv
import io
from xml.etree import ElementTree

import pytest
from planted import BASES

from plytree.errors import InputError
from plytree.explain.grading.folder import run, show
from plytree.explain.grading.folder.likeness import alike, structure
from plytree.explain.grading.folder.run import grade_folder
from plytree.explain.grading.grade import Options

OPTIONS = Options(trees=50)
RIGHT = BASES["alphabeta"]
RENAMED = '"""Mine."""\n' + RIGHT.replace("best", "top").replace("child", "kid").replace("maximizing", "is_max")
WRONG = RIGHT.replace("alpha >= beta", "False")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    for name, text in {"anna": RIGHT, "ben": RENAMED, "cem": WRONG, "=dora": "x = 1\n", "eva": "def f(:\n"}.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "fritz").mkdir()
    (folder / "fritz" / "main.py").write_text("import helper\nalphabeta = helper.alphabeta\n" + WRONG)
    (folder / "fritz" / "helper.py").write_text(RIGHT)
    out = tmp_path_factory.mktemp("grades")
    heard = []
    grades = grade_folder(folder, OPTIONS, out, 2, lambda *said: heard.append(said))
    assert heard[-1][:2] == (7, 7)
    return folder, out, grades


def test_every_program_has_a_row(graded):
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(show.as_csv(graded[2])))}
    assert [rows[f"{n}.py"]["verdict"] for n in ("anna", "ben", "cem", "'=dora", "eva")] == [
        "right", "right", "wrong", "not graded", "wrong",
    ]  # fmt: skip
    assert rows["anna.py"]["score"] == "100"
    assert rows["anna.py"]["similar"] == "ben.py, fritz/helper.py"
    assert rows["cem.py"]["bug"] == "not-pruning"
    assert "SyntaxError" in rows["eva.py"]["remark"]
    assert show.as_table(graded[2]).endswith("7 programs: 3 right, 3 wrong, 1 not graded\n")


def test_the_bugs_of_the_class_come_with_their_smallest_tree(graded):
    count, bug, example = show.frequent(graded[2])[0]
    assert (count, bug) == (2, "visits more leaves than it may")
    assert show.smallest(example) == [0, [0, 0]]


def test_pages(graded):
    index = show.index_page(graded[2], "class <1>")
    assert "class &lt;1&gt;" in index
    assert "<svg" in index
    for student in graded[2]:
        assert f'href="students/{student.page}"' in index
    page = show.student_page(graded[2][-1], ["anna.py"])
    assert "score" in page
    assert "Same structure: anna.py" in page


def test_junit_has_a_suite_for_each(graded):
    suites = ElementTree.fromstring(show.as_junit(graded[2]))
    assert len(suites) == 7
    assert sum(int(suite.get("failures")) for suite in suites) >= 2


def test_a_second_run_grades_only_what_changed(graded, monkeypatch):
    folder, out, grades = graded
    monkeypatch.setattr(run, "ProcessPoolExecutor", None)  # whoever needs it now fails
    again = grade_folder(folder, OPTIONS, out, 2, lambda *_: None)
    assert again == grades
    kept = next((out / "results").glob("*.json"))
    text = kept.read_text()
    kept.write_text(text[: len(text) // 2])
    with pytest.raises(TypeError):
        grade_folder(folder, OPTIONS, out, 2, lambda *_: None)
    kept.write_text(text)


def test_a_folder_without_programs_is_said(tmp_path):
    with pytest.raises(InputError, match="has no Python files"):
        grade_folder(tmp_path, OPTIONS, tmp_path / "out", 1, lambda *_: None)


def test_structure_not_text():
    assert structure(RIGHT) == structure(RENAMED) != ""
    assert structure(RIGHT) != structure(WRONG)
    assert structure("def f(x): return x") == ""
    assert alike({"a": "1", "b": "1", "c": "2", "d": "", "e": ""}) == {"a": ["b"], "b": ["a"]}
