"""`plytree grade`: the three formats and the exit codes."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plytree.interfaces.cli.main import main

STUDENTS = Path(__file__).parent / "students"


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(["grade", *map(str, arguments), "--trees", "40"])
    captured = capsys.readouterr()
    return ended.value.code, captured.out, captured.err


def test_a_right_program(capsys):
    code, out, _ = run(capsys, STUDENTS / "right_minimax.py")
    assert code == 0
    assert "all right, score 100 of 100" in out


def test_a_wrong_program_as_text(capsys):
    code, out, _ = run(capsys, STUDENTS / "wrong_ties.py")
    assert code == 1
    assert "ties are broken wrongly" in out
    assert "smallest failing tree" in out
    assert "Evidence:" in out


def test_a_wrong_program_as_json(capsys):
    code, out, _ = run(capsys, STUDENTS / "wrong_window.py", "--format", "json")
    report = json.loads(out)
    assert code == 1
    assert report["passed"] is False
    assert 0 < report["score"] < 100
    assert report["diagnosis"]["bug"] == "window-not-passed"
    failed = [check for check in report["checks"] if not check["passed"]]
    assert [check["name"] for check in failed] == ["leaves"]
    assert failed[0]["smallest"]["tree"] == [0, [0, 0]]
    assert failed[0]["smallest"]["alpha"] == "-inf"


def test_a_wrong_program_as_junit(capsys):
    code, out, _ = run(capsys, STUDENTS / "wrong_mutates.py", "--format", "junit")
    suite = ElementTree.fromstring(out)
    assert code == 1
    assert suite.get("failures") == "1"
    assert suite.find("testcase/failure").get("message") == "it is not the same after the call"


def test_no_such_file(capsys):
    code, out, err = run(capsys, "nowhere.py")
    assert (code, out) == (2, "")
    assert "'nowhere.py' is not a file" in err


def test_no_function_is_wrong_input_but_autograders_get_their_document(capsys, tmp_path):
    program = tmp_path / "empty.py"
    program.write_text("x = 1\n")
    code, out, err = run(capsys, program, "--format", "json")
    assert code == 2
    assert "looked for alphabeta" in err
    assert json.loads(out)["score"] == 0
    assert run(capsys, program)[:2] == (2, "")


@pytest.mark.parametrize(("option", "value"), [("--format", "yaml"), ("--shape", "round"), ("--trees", "1")])
def test_wrong_options(capsys, option, value):
    with pytest.raises(SystemExit) as ended:
        main(["grade", str(STUDENTS / "right_minimax.py"), option, value])
    assert ended.value.code == 2
    assert option.strip("-") in capsys.readouterr().err
