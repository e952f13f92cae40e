"""Marking: a perfect answer gets every point, every planted mistake is found and explained."""

import copy
import random

import pytest

from plytree.errors import InputError
from plytree.explain.exams.check import FIELDS, accepted, check_cut, check_move, check_node
from plytree.explain.exams.marking import mark_answers, read_number, report, report_json
from plytree.explain.exams.points import Points, leaves_below, parse_points
from plytree.explain.exams.reasons import _REASONS
from plytree.explain.exams.sheet import new_sheet
from plytree.explain.trace import explain
from plytree.games.trees.random_trees import uneven_tree
from plytree.search.textbook.algorithms import VARIANTS
from plytree.search.textbook.tree import INF, PaperTree

SHEETS = [
    (seed, difficulty, variant)
    for seed in range(40)
    for difficulty in ("easy", "medium", "hard")
    for variant in ("fail-soft", "fail-hard")
]


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard"])
def test_a_perfect_answer_gets_full_marks(difficulty):
    for seed, level, variant in SHEETS:
        if level == difficulty:
            marked = mark_answers(new_sheet(seed, level, variant=variant, count=2).answers(filled=True))
            assert all(exercise.points == exercise.of and not exercise.mistakes for exercise in marked), report(marked)


def test_an_empty_answer_gets_nothing_and_every_field_is_explained():
    for seed, difficulty, variant in SHEETS[::7]:
        (marked,) = mark_answers(new_sheet(seed, difficulty, variant=variant).answers())
        assert marked.points == 0
        assert len(marked.mistakes) == sum(mark.of > 0 for mark in marked.marks)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_planted_number_is_found_and_explained(lang):
    chance = random.Random(11)
    for seed, difficulty, variant in SHEETS[::3]:
        sheet = new_sheet(seed, difficulty, variant=variant, lang=lang)
        right = sheet.answers(filled=True)
        trace = sheet.traces[0]
        by_name = {node.name: node for node in trace.nodes()}
        for _ in range(5):
            answer = copy.deepcopy(right)
            entry, field = chance.choice(answer["exercises"][0]["nodes"]), chance.choice(FIELDS)
            planted = chance.choice([chance.randint(-3, 23), "inf", "-inf"])
            if read_number(planted, "") in accepted(trace, by_name[entry["name"]], field):
                continue
            entry[field] = planted
            (marked,) = mark_answers(answer)
            assert [(mark.node, mark.field) for mark in marked.mistakes] == [(entry["name"], field)]
            assert marked.points == marked.of - 1
            assert len(marked.mistakes[0].verdict.explanation) > 20
            assert "{" not in marked.mistakes[0].verdict.explanation


def test_every_planted_cut_and_every_forgotten_one_is_found():
    for seed, difficulty, _ in SHEETS[::6]:
        sheet = new_sheet(seed, difficulty)
        right, trace = sheet.answers(filled=True), sheet.traces[0]
        for node in trace.nodes():
            if not node.path:
                continue
            answer = copy.deepcopy(right)
            cut = answer["exercises"][0]["cut"]
            if node.name in cut:
                cut.remove(node.name)
                lost = sheet.points.cut(trace, node.path)
            else:
                cut.append(node.name)
                lost = 0 if node.is_cut else sheet.points.per_leaf(trace)  # below a cut it is only superfluous
            (marked,) = mark_answers(answer)
            assert [(mark.node, mark.field) for mark in marked.mistakes] == [(node.name, "cut")]
            assert marked.points == marked.of - lost


def test_every_wrong_move_is_found():
    for seed, difficulty, _ in SHEETS[::6]:
        sheet = new_sheet(seed, difficulty)
        answer, trace = sheet.answers(filled=True), sheet.traces[0]
        for node in trace.nodes():
            answer["exercises"][0]["move"] = node.name
            (marked,) = mark_answers(answer)
            assert (node.path == (trace.move,)) == (not marked.mistakes)


# A: MAX; B, C: MIN; D to G: MAX; the leaves as given. B is worth 5, so C starts with alpha 5 from A.
TREE = "[[[5,3],[9,8]],[[4,2],[7,1]]]"
DEEP = "[[[[5,6]]],[[[4,9],[7,8]]]]"  # the root's alpha 5 reaches a MIN node three levels below


def reason(tree, path, field, given, variant="fail-soft", lang="en"):
    verdict = check_node(explain(PaperTree(tree), variant), path, field, given, lang)
    assert not verdict.right
    return verdict.why, verdict.explanation


def test_a_bound_from_the_grandparent():
    why, text = reason(DEEP, (1, 0, 0), "alpha", -INF)
    assert why == "from_above"
    assert "comes from the ancestor A" in text
    assert "not from the parent" in text
    why, text = reason(TREE, (1, 0), "alpha", -INF)
    assert why == "inherited_is_better"
    assert "from the grandparent A, which is better" in text


def test_alpha_and_beta_exchanged():
    assert reason("[[3,5],[2,9]]", (0,), "alpha", 3)[0] == "swapped"


def test_the_window_at_the_call_instead_of_the_last_one():
    assert reason("[[3,5],[2,9]]", (), "alpha", -INF)[0] == "at_call"


def test_the_root_has_no_bound_from_above():
    assert reason("[[3,5],[2,9]]", (), "beta", 9)[0] == "root_window"


def test_fail_hard_where_fail_soft_is_asked_for():
    why, text = reason("[[3,5],[2,9]]", (1,), "value", 3)
    assert why == "other_variant"
    assert text == "3 is what C would return with fail-hard; this sheet asks for fail-soft."
    assert reason("[[3,5],[2,9]]", (1,), "value", 2, variant="fail-hard")[0] == "other_variant"


def test_maximum_and_minimum_exchanged():
    assert reason("[[3,5],[2,9]]", (0,), "value", 5)[0] == "wrong_extreme"


def test_the_minimax_value_of_a_node_that_cuts():
    why, text = reason("[[3,5],[2,1]]", (1,), "value", 1)
    assert why == "minimax_value"
    assert "returns 2, which is only a bound" in text


def test_a_number_at_a_node_that_is_never_visited():
    assert reason("[[5,6],[[4],[9]]]", (1, 1), "value", 9)[0] == "unvisited"


def test_a_bound_that_came_later_or_was_out_of_date():
    tree = "[[[8],[6],[7]],[[1]]]"
    assert reason(tree, (0, 1), "beta", INF)[0] == "stale"
    assert reason(tree, (0, 0), "beta", 6)[0] == "too_late"


def test_at_a_cut_the_bound_before_the_last_update_is_right_too():
    trace = explain(PaperTree("[[3,5],[2,9]]"))
    assert check_node(trace, (1,), "beta", 2).right
    assert check_node(trace, (1,), "beta", INF).right


def test_cut_although_the_window_is_open():
    trace = explain(PaperTree("[[3,5],[2,9]]"))
    verdict = check_cut(trace, (0, 1), True)
    assert verdict.why == "cut_too_much"
    assert "although alpha < beta: at B alpha is -inf and beta is 3" in verdict.explanation
    assert check_cut(trace, (0, 0), True).why == "cut_first"
    assert check_cut(trace, (1, 1), False).why == "cut_missing_min"
    assert check_cut(trace, (), True).why == "cut_root"


def test_a_cut_by_equality_says_so():
    verdict = check_cut(explain(PaperTree("[[3,5],[3,9]]")), (1, 1), False)
    assert verdict.explanation.endswith("Equality is enough.")


def test_moves():
    trace = explain(PaperTree("[[3,5],[3,1],[2,9]]"))
    assert check_move(trace, (0,)).right
    assert check_move(trace, (1,)).why == "move_bound"
    assert check_move(trace, (2,)).why == "move_worse"
    assert check_move(trace, (0, 0)).why == "move_deeper"
    assert check_move(trace, None).why == "move_missing"


def test_a_mistake_is_paid_for_once():
    """A wrong value at B that is rightly used at A costs one point."""
    sheet = new_sheet(4, "easy")
    answer, trace = sheet.answers(filled=True), sheet.traces[0]
    nodes = {entry["name"]: entry for entry in answer["exercises"][0]["nodes"]}
    best = trace.root.children[trace.move].name
    nodes[best]["value"] = nodes["A"]["value"] = nodes["A"]["alpha"] = 21
    (marked,) = mark_answers(answer)
    follow_ups = [(mark.node, mark.field) for mark in marked.mistakes if mark.verdict.why == "follow_up"]
    assert sorted(follow_ups) == [("A", "alpha"), ("A", "value")]
    assert marked.points == marked.of - 1


def test_numbers_as_people_write_them():
    texts = {"3": 3, " ≤ 2": 2, "<=-4": -4, "−∞": -INF, "+inf": INF, "": None, "2.5": 2.5}
    assert {text: read_number(text, "here") for text in texts} == texts
    assert read_number(None, "here") is None
    for wrong in ("five", True, [1], "nan", "1" * 99):
        with pytest.raises(InputError, match="here is"):
            read_number(wrong, "here")


def test_answers_to_other_trees_are_refused():
    answer, key = new_sheet(1, "easy").answers(), new_sheet(2, "easy").answers(filled=True)
    with pytest.raises(InputError, match="not the one of the solution"):
        mark_answers(answer, key=key)


def test_names_that_do_not_exist_are_refused():
    answer = new_sheet(1, "easy").answers()
    answer["exercises"][0]["cut"] = ["Z9"]
    with pytest.raises(InputError, match="'Z9' is no node of the tree"):
        mark_answers(answer)


def test_reports_in_both_languages():
    answer = new_sheet(1, "easy", lang="de").answers()
    marked = mark_answers(answer)
    assert report(marked, "de").splitlines()[-1].startswith("Summe: 0 von ")
    data = report_json(marked)
    assert data["points"] == 0
    assert {mark["why"] for mark in data["exercises"][0]["marks"]} >= {"missing", "move_missing"}


def test_both_languages_have_the_same_sentences_with_the_same_facts():
    english, german = _REASONS["en"], _REASONS["de"]
    assert set(english) == set(german)
    facts = lambda text: {part.split("}")[0] for part in text.split("{")[1:]}  # noqa: E731
    assert all(facts(english[key]) == facts(german[key]) for key in english)


@pytest.mark.parametrize("variant", VARIANTS)
def test_quizzes_may_ask_about_any_variant(variant):
    """Whatever was written where: what the trace says is right, everything else has a reason."""
    chance = random.Random(9)
    for _ in range(8):
        trace = explain(PaperTree(uneven_tree(chance, 4, 3, 9)), variant)
        for node in trace.nodes():
            if not node.is_leaf:
                for field in FIELDS:
                    right = accepted(trace, node, field)
                    assert check_node(trace, node.path, field, right[0] if right else None).right
                    for given in (chance.randint(-9, 9), -INF, INF):
                        verdict = check_node(trace, node.path, field, given)
                        assert verdict.right == (given in right)
                        assert verdict.right or verdict.explanation
            for struck in (True, False):
                verdict = check_cut(trace, node.path, struck)
                assert verdict.right == (struck == (node.path in trace.cut))
            assert check_move(trace, node.path).right or check_move(trace, node.path).explanation


def test_a_damaged_answer_is_refused_with_one_sentence_or_marked():
    chance = random.Random(2)
    strange = [None, True, [], {}, "", -1, "nan", "x" * 999, [[]], 3.5, "A", [1, 2], float("nan"), 10**400, ["b1", []]]
    right = new_sheet(1, "easy").answers(filled=True)
    sentences: list[str] = []
    for _ in range(400):
        answer = copy.deepcopy(right)
        exercise = answer["exercises"][0]
        where = chance.choice([answer, exercise, exercise["nodes"][0], exercise["tree"]["children"][0]])
        where[chance.choice(list(where))] = chance.choice(strange)
        try:
            report(mark_answers(answer))
        except InputError as error:
            sentences.append(str(error))
    assert len(sentences) > 100
    assert all(len(sentence) < 300 and "\n" not in sentence for sentence in sentences)


def never_cutting(sheet):
    """What somebody writes who works out plain minimax: every node visited, nothing struck out."""
    answer = sheet.answers()
    for exercise, trace in zip(answer["exercises"], sheet.traces, strict=True):
        plain = explain(trace.tree, "minimax")
        for entry in exercise["nodes"]:
            node = next(n for n in plain.nodes() if n.name == entry["name"])
            own = "alpha" if node.kind == "max" else "beta"
            entry |= {"alpha": "-inf", "beta": "inf", own: node.value, "value": node.value}
        exercise["move"] = plain.root.children[plain.move].name
    return answer


def test_who_never_cuts_has_less_than_half_of_the_points():
    for seed, difficulty, variant in SHEETS[::2]:
        (marked,) = mark_answers(never_cutting(new_sheet(seed, difficulty, variant=variant)))
        assert marked.points <= marked.of / 2, (seed, difficulty)


def test_a_cut_counts_by_the_leaves_that_it_saves():
    sheet = new_sheet(3, "medium", points=Points(leaf=2, move=5))
    trace, answer = sheet.traces[0], sheet.answers(filled=True)
    (marked,) = mark_answers(answer)
    by_cut = {mark.node: mark.of for mark in marked.marks if mark.field == "cut"}
    assert by_cut == {trace.node(path).name: 2 * leaves_below(trace.node(path)) for path in trace.cut}
    assert len(set(by_cut.values())) > 1
    assert [mark.of for mark in marked.marks if mark.field == "move"] == [5]
    assert marked.of == sheet.points.total(trace)


def test_the_lecturers_points_hold_whatever_the_answer_says():
    sheet = new_sheet(3, "easy", points=parse_points("alpha=0,beta=0,value=3"))
    answer, key = sheet.answers(), sheet.answers(filled=True)
    answer["exercises"][0]["points"] = {"move": 100}
    (marked,) = mark_answers(answer, key={"sheets": [new_sheet(4, "easy").answers(filled=True), key]})
    assert marked.of == sheet.points.total(sheet.traces[0])
    with pytest.raises(InputError, match="no sheet '3'"):
        mark_answers(answer, key={"sheets": []})


@pytest.mark.parametrize("text", ["alpha=-1", "alpha=1.5", "gamma=1", "alpha", "leaf=1000", "value=١"])
def test_wrong_points_get_a_sentence(text):
    with pytest.raises(InputError, match="points"):
        parse_points(text)
