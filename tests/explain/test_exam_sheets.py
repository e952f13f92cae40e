"""Sheets: seeded, as hard as was asked for, printable, in two languages, with empty and right answers."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from plytree.errors import InputError
from plytree.explain.exams.difficulty import DIFFICULTIES, make_tree, measure
from plytree.explain.exams.html import exercises_page, solutions_page
from plytree.explain.exams.latex import exercises_document, solutions_document
from plytree.explain.exams.pdf import find_browser
from plytree.explain.exams.picture import BOX_WIDTH, greek, spots
from plytree.explain.exams.sheet import new_sheet
from plytree.explain.exams.write import read_logo, write_sheet, write_sheets
from plytree.explain.trace import explain
from plytree.interfaces.cli.main import main
from plytree.search.textbook.tree import PaperTree


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_tree_has_what_its_difficulty_promises(difficulty):
    for seed in range(20):
        measures = measure(explain(PaperTree(make_tree(seed, 1, difficulty))))
        assert DIFFICULTIES[difficulty].fits(measures), measures


def test_the_measures_of_a_tree_worked_by_hand():
    """B is worth 3, so d2 and d3 fall to the root's alpha 3; nothing is deep or inherited."""
    measures = measure(explain(PaperTree("[[3,5],[2,9,8]]")))
    assert measures.to_json() == {"leaves": 5, "cuts": 2, "inner_cuts": 0, "deep_cuts": 0, "inherited": 0, "ties": 0}


def test_a_deep_cut_is_one_by_the_great_grandparent():
    """The root's alpha 5 cuts at a MIN node three levels below, through a MAX node that has found nothing itself."""
    measures = measure(explain(PaperTree("[[[[5,6]]],[[[4,9],[7,8]]]]")))
    assert measures.deep_cuts == 1
    assert measures.inherited >= 1


def test_the_same_seed_gives_the_same_sheet():
    assert new_sheet(7, "hard", count=2).answers(filled=True) == new_sheet(7, "hard", count=2).answers(filled=True)
    assert new_sheet(7, "hard").answers() != new_sheet(8, "hard").answers()


def test_the_empty_answer_gives_nothing_away():
    document = new_sheet(3, "medium", count=2).answers()
    for exercise in document["exercises"]:
        assert (exercise["cut"], exercise["move"]) == ([], None)
        assert all(node[field] is None for node in exercise["nodes"] for field in ("alpha", "beta", "value"))
        assert "measures" not in exercise


def test_names_are_letters_for_inner_nodes_and_numbered_small_letters_for_leaves():
    tree = make_tree(1, 1, "easy")
    assert tree.name == "A"
    assert [child.name for child in tree.children[0].children][:2] == ["b1", "b2"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"difficulty": "brutal"}, "'brutal' is not a difficulty"),
        ({"difficulty": "hard", "depth": 3}, "depth 3 is too small for a hard tree"),
        ({"lang": "fr"}, "'fr' is not a language"),
        ({"variant": "minimax"}, "'minimax' is not a variant for exams"),
        ({"count": 0}, "0 exercises"),
    ],
)
def test_wishes_that_cannot_be_met(options, sentence):
    with pytest.raises(InputError, match=re.escape(sentence)):
        new_sheet(1, **{"difficulty": "easy", **options})


class Strict(HTMLParser):
    """Complains about tags that are not closed in order."""

    VOID = frozenset(("meta", "path", "rect"))

    def __init__(self):
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("variant", ["fail-soft", "fail-hard"])
def test_pages_are_well_formed_and_the_exercise_does_not_show_the_solution(lang, variant):
    sheet = new_sheet(5, "hard", count=2, lang=lang, variant=variant)
    exercises, solutions = exercises_page(sheet), solutions_page(sheet)
    for page in (exercises, solutions):
        parser = Strict()
        parser.feed(page)
        assert parser.open == []
        assert page.count("<svg") == 2
    assert 'class="strike"' in solutions
    assert 'class="strike"' not in exercises
    assert "on-line" not in exercises.split("</style></head>")[1].split("</style>")[1].split("</svg>")[0]
    assert ("Aufgabe 2" in exercises) == (lang == "de")


def test_latex_is_balanced():
    sheet = new_sheet(5, "hard", count=2, lang="de")
    for document in (exercises_document(sheet), solutions_document(sheet)):
        begun = re.findall(r"\\begin\{(\w+)\}", document)
        assert sorted(begun) == sorted(re.findall(r"\\end\{(\w+)\}", document))
        assert document.count("{") - document.count(r"\{") == document.count("}") - document.count(r"\}")
        assert document.count(r"\begin{tikzpicture}") == 2


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_latex_compiles(tmp_path):
    sheet = new_sheet(5, "medium", lang="de")
    for name, document in (("e", exercises_document(sheet)), ("s", solutions_document(sheet))):
        (tmp_path / f"{name}.tex").write_text(document, encoding="utf-8")
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
            cwd=tmp_path, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout.decode("latin-1")[-1500:]


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(["exam", *map(str, arguments)])
    captured = capsys.readouterr()
    return ended.value.code, captured.out, captured.err


def test_the_command_writes_six_files_and_checks_them(capsys, tmp_path):
    out = tmp_path / "a" / "sheet"
    code, printed, _ = run(capsys, "new", "--seed", 2, "--difficulty", "easy", "--out", out)
    assert code == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "ANSWERS.json", "SOLUTION.json", "exercises.html", "exercises.tex", "solutions.html", "solutions.tex",
    ]  # fmt: skip
    assert len(printed.splitlines()) == 6
    code, printed, _ = run(capsys, "check", out / "SOLUTION.json", "--json")
    marks = json.loads(printed)
    assert (code, marks["right"]) == (0, True)
    assert marks["points"] == marks["of"] > 0
    code, printed, _ = run(capsys, "check", out / "ANSWERS.json", "--key", out / "SOLUTION.json")
    assert code == 0
    assert printed.splitlines()[-1].startswith("Total: 0 of ")


def test_files_that_are_no_answers(capsys, tmp_path):
    wrong = tmp_path / "x.json"
    for text in ("{", "[1]", '{"exercises": []}', '{"exercises": [{"tree": [1, 2]}]}'):
        wrong.write_text(text)
        code, out, err = run(capsys, "check", wrong)
        assert (code, out) == (2, "")
        assert len(err.strip().splitlines()) == 1
    assert run(capsys, "check", tmp_path / "none.json")[0] == 2
    wrong.write_text("x")
    assert run(capsys, "new", "--out", wrong)[0] == 2


def test_no_number_leaves_the_picture():
    for seed in range(1, 12):
        for difficulty in ("easy", "medium", "hard"):
            trace = new_sheet(seed, difficulty).traces[0]
            places, width, height = spots(trace)
            for node in trace.nodes():
                spot = places[node.path]
                right = BOX_WIDTH / 2 if node.is_leaf else max(x + 44 for x, *_ in greek(node, False, "symbols"))
                assert spot.x + right <= width, (seed, difficulty, node.name)
                assert spot.x - (BOX_WIDTH / 2 if node.is_leaf else 15 + 9 * len(node.name)) >= 0
                assert spot.bottom <= height


def test_the_lecturers_own_title_and_logo_and_many_sheets(tmp_path):
    (tmp_path / "logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    logo = read_logo(tmp_path / "logo.svg")
    sheets = [new_sheet(seed, "easy", title="Übung <4>", logo=logo, lang="de") for seed in (5, 6, 7)]
    files = {path.name: path.read_text() for path in write_sheets(sheets, tmp_path / "out")}
    assert set(files) == {"exercises.html", "solutions.html", "SOLUTIONS.json",
                          "ANSWERS-5.json", "ANSWERS-6.json", "ANSWERS-7.json"}  # fmt: skip
    assert files["exercises.html"].count("<h1>Übung &lt;4&gt;</h1>") == 3
    assert files["exercises.html"].count('src="data:image/svg+xml;base64,') == 3
    assert files["solutions.html"].count("<h1>Übung &lt;4&gt;: Lösungen</h1>") == 3
    assert [sheet["seed"] for sheet in json.loads(files["SOLUTIONS.json"])["sheets"]] == [5, 6, 7]
    with pytest.raises(InputError, match="is no picture"):
        read_logo(tmp_path / "logo.exe")


def test_pdf_without_latex(tmp_path, monkeypatch):
    try:
        find_browser()
    except InputError:
        pytest.skip("no browser on this machine")
    files = write_sheet(new_sheet(5, "easy"), tmp_path, pdf=True)
    made = [path for path in files if path.suffix == ".pdf"]
    assert [path.name for path in made] == ["exercises.pdf", "solutions.pdf"]
    assert all(path.read_bytes().startswith(b"%PDF-") for path in made)


def test_without_a_browser_nothing_is_written_and_it_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYTREE_BROWSER", "no-such-browser")
    with pytest.raises(InputError, match=r"'no-such-browser' .* is not on this machine"):
        write_sheet(new_sheet(5, "easy"), tmp_path / "out", pdf=True)
    assert not (tmp_path / "out").exists()
