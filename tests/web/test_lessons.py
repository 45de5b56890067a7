"""The lessons of "Learn": what they say is what the searches do."""

import pytest

from provebest.games import CanonicalTree
from provebest.papers.berliner1995 import FIGURES, WRONG, replay
from provebest.problems import SlidingTiles
from provebest.search import bstar, find_path
from provebest.search.intervals.rules import Rule
from provebest.web.lessons.intervals import STRATEGIES
from provebest.web.lessons.lesson import MOST_EXPANSIONS, letters


def learn(client, **question):
    answer = client.post("/api/learn", json=question)
    assert answer.status_code == 200, answer.text
    return answer.json()


def states(lesson):
    """The nodes after each step, by id."""
    nodes, made = {}, []
    for step in lesson["steps"]:
        nodes = nodes | {node["id"]: node for node in step["nodes"]}
        made.append(nodes)
    return made


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("number", [1, 2, 15])
def test_b_star_expands_and_proves_what_the_library_does(client, strategy, number):
    lesson = learn(client, lesson="bstar", width=3, range=100, number=number, strategy=strategy)
    result = bstar(CanonicalTree(3, 100, number), strategy)
    expansions = [step for step in lesson["steps"] if step["title"].startswith("Expansion")]
    assert len(expansions) == min(result.counters.expanded, MOST_EXPANSIONS)
    last = lesson["steps"][-1]
    if result.counters.expanded > MOST_EXPANSIONS:
        assert "nothing is proved yet" in last["said"][0]["text"]
        return
    assert last["said"][0]["text"].startswith(f"{letters(result.move)} is worth")
    assert last["said"][0]["rule"] == "B79-4"
    best = next(
        node for node in states(lesson)[-1].values() if node["name"] == letters(result.move)
    )
    assert (best["lo"], best["hi"]) == (result.best.lo, result.best.hi)


def test_every_step_of_b_star_leads_to_the_leaf_that_is_expanded_next(client):
    steps = learn(client, lesson="bstar", number=8)["steps"]
    choices = [at for at, step in enumerate(steps) if step["title"] == "Which leaf next?"]
    assert len(choices) > 5
    for at in choices:
        assert steps[at]["path"] == steps[at + 1]["path"]
        assert all(one["rule"] in {rule.value for rule in Rule} for one in steps[at]["said"])


def test_the_rules_of_1979_are_seen_to_fire(client):
    fired = {
        one["rule"]
        for span in (10, 100)
        for number in range(1, 30)
        for step in learn(client, lesson="bstar", number=number, width=4, range=span)["steps"]
        for one in step["said"]
    }
    expected = {"B79-1", "B79-4", "B79-5", "B79-13", "B79-9", "B79-10", "B79-8"}
    assert fired - {""} >= expected


def test_bounds_that_are_told_are_those_that_are_drawn(client):
    lesson = learn(client, lesson="bstar", number=1)
    for step, nodes in zip(lesson["steps"], states(lesson), strict=True):
        for one in step["said"]:
            if one["rule"] == "B79-1" and " is now " in one["text"]:
                name = one["text"].split(" was ")[0].removeprefix("The ")
                node = next(each for each in nodes.values() if each["name"] == name)
                assert f"is now {node['lo']:g} to {node['hi']:g}" in one["text"]


def test_the_worked_example_has_the_figures_of_the_paper(client):
    lesson = learn(client, lesson="example")
    titles = [step["title"] for step in lesson["steps"]]
    assert titles == [*(f"Figure {number}" for number in FIGURES), "The move"]
    differing = {
        (int(step["title"].split()[1]), row["name"], column["text"])
        for step in lesson["steps"][:-1]
        for row in step["table"][1:]
        for column, cell in zip(step["table"][0]["cells"], row["cells"], strict=True)
        if cell["paper"]
    }
    assert differing == set(WRONG)
    script, _, tables = replay()
    drawn = states(lesson)[-1]
    assert len(drawn) == 22
    for node in drawn.values():
        if node["parent"] is not None:
            assert node["real"] == tables[14][node["name"]]["RealVal"]
    assert lesson["steps"][-1]["said"][0]["text"].endswith(
        f"after {len(script.expanded)} expansions."
    )


@pytest.mark.parametrize(("search", "weight"), [("breadth", 0), ("astar", 0.5), ("nearest", 1)])
def test_the_eight_puzzle_is_solved_as_find_path_solves_it(client, search, weight):
    board = "283104765"
    lesson = learn(client, lesson="tiles", board=board, search=search)
    found = find_path(SlidingTiles(board, estimate="E2"), weight=weight)
    last, nodes = lesson["steps"][-1], states(lesson)[-1]
    way = [nodes[one]["board"] for one in last["path"]]
    assert [SlidingTiles(board).show(state) for state in found.path] == way
    assert len(lesson["steps"]) == found.counters.expanded + 2
    proved = "proved shortest" in last["said"][-1]["text"]
    assert proved == (found.stopped.value == "proved")


@pytest.mark.parametrize(("question", "words"), [
    ({"lesson": "../secret"}, "no lesson named"),
    ({"lesson": "bstar", "width": 10_000}, "width must be from 2 to 5"),
    ({"lesson": "bstar", "width": True}, "width cannot be"),
    ({"lesson": "bstar", "range": 10**30}, "range must be from"),
    ({"lesson": "bstar", "number": -1}, "number must be from"),
    ({"lesson": "bstar", "strategy": "2DRMX"}, "no strategy named"),
    ({"lesson": "bstar", "strategy": "<b>"}, "no strategy named"),
    ({"lesson": "tiles", "board": "213804765"}, "cannot reach the goal"),
    ({"lesson": "tiles", "board": "0" * 1000}, "at most 40 characters"),
    ({"lesson": "tiles", "board": "1 2 3 0"}, "3 rows of 3"),
    ({"lesson": "tiles", "board": "10"}, "10"),
    ({"lesson": "tiles", "board": ""}, "empty"),
    ({"lesson": "tiles", "board": "283104765", "search": "dfs"}, "no search named"),
    ({"lesson": "example", "path": "/etc/passwd"}, "does not know"),
])  # fmt: skip
def test_a_bad_question_is_one_sentence(client, question, words):
    answer = client.post("/api/learn", json=question)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_nodes_have_letters():
    assert [letters(number) for number in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        "A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA",
    ]  # fmt: skip
