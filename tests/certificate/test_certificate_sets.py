"""Property: whatever its probes answer, the certificate of the modern control holds.

It says what the result says, and what it says follows from the probes, whoever sealed them.
"""

import random
from dataclasses import replace

import pytest
from certificates import made, sealed_again
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted_beliefs import Listed
from scripted_sets import law_by_depth

from provebest.certificate import check_sets
from provebest.certificate.certificate import NoCertificateError
from provebest.certificate.certify_sets import certify_sets
from provebest.certificate.check import check
from provebest.certificate.recording import Recorder
from provebest.chess.explain.recheck import recheck
from provebest.search.setprobe import law
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.set_prober import SetProber, SetValue
from provebest.search.setprobe.settings import CHESS, ModernSettings
from provebest.vocabulary import run

CORNER = {
    "game": "chess",
    "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1",
    "moves": [],
    "chess960": False,
    "only": [],
}
MOVES = ("a1a2", "a1b1", "a1b2")
SURE = replace(law_by_depth(-5.0, 0.0), refuted=1.0, untried=1.0, scale=CHESS.scale)
"""The choice is attacked at every depth."""


class Answers(SetProber):
    """Gives these answers in order: (best, value), and the depth if it was cut off."""

    def __init__(self, answers):
        self.answers, self.given = answers, 0

    def probe(self, moves, depth, *, nodes, seconds):
        best, value, *cut = self.answers[self.given]
        self.given += 1
        at_most = {move: value - 3.0 for move in (moves or MOVES)[:2] if move != best}
        reached = cut[0] if cut else depth
        return SetValue(best, float(value), (best,), reached, finished=not cut, at_most=at_most)

    def nodes(self):
        return self.given


class Drawn(Answers):
    """Answers that are drawn from a seed."""

    def __init__(self, seed):
        super().__init__([])
        self.random = random.Random(seed)

    def probe(self, moves, depth, *, nodes, seconds):
        draw = self.random
        value = draw.choice([draw.randint(-40, 40), draw.randint(-900, 900)])
        cut = draw.sample([0, depth - 1], 1) if draw.random() < 0.05 else []
        self.answers.append((draw.choice(moves or MOVES), value, *cut))
        return super().probe(moves, depth, nodes=nodes, seconds=seconds)


def searched(sets, deepest=7, **how):
    believer = Listed(
        {"root": list(MOVES)}, dict(zip(MOVES, (5, 0, -5), strict=True)), dict.fromkeys(MOVES, 50)
    )
    numbers = ModernSettings(law=SURE, win=31_000, deepest=deepest, **how)
    search = ModernSearch(believer, sets, Budget(nodes=1000), numbers)
    recorder = Recorder(search.events)
    return run(search), recorder


def certified(result, recorder):
    source = {"prober": "a script"}
    made_by = {"world": CORNER, "prober": source, "sets": source, "scale": SURE.scale}
    return certify_sets(recorder, result, **made_by).as_json()


def refusal(certificate):
    verdict = check(sealed_again(certificate))
    assert not verdict.holds
    return verdict.place


A, B, C = MOVES
STANDS = [(A, 0), (B, 40), (B, 20), (C, 10), (B, 35)]
"""SELECT a; b reaches the bound; SELECT b, but less; no rival of b; VERIFY."""


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 10**9), st.integers(6, 12), st.booleans(), st.sampled_from([0.0, 0.5, 0.998]))
def test_it_holds_whatever_the_probes_answer(seed, deepest, apart, kept):
    result, recorder = searched(Drawn(seed), deepest, rivals_apart=apart, kept=kept)
    try:
        certificate = certified(result, recorder)
    except NoCertificateError:
        assert not any(probe.found.depth for probe in recorder.probes)
        return

    verdict = check(certificate)
    assert verdict.holds, (verdict.place, verdict.problem)
    claim = certificate["claim"]
    assert (claim["move"], claim["value"]) == (result.move, result.value)
    assert claim["doubt"] == result.doubt


def test_a_deeper_look_at_a_rival_has_the_value_while_it_stands():
    certificate = certified(*searched(Answers(STANDS)))
    claim, verdict = certificate["claim"], check(certificate)

    assert verdict.holds
    assert [node["look"] for node in certificate["nodes"][:5]] == [
        "SELECT",
        "rivals",
        "SELECT",
        "rivals",
        "VERIFY",
    ]
    assert (claim["choice"], claim["value"]) == (1, 40)
    assert (claim["others"], claim["others_at_most"], claim["lead"]) == (3, 10, 30)
    assert verdict.shown.claim == (
        "Kb1 is worth +0.40; the other moves, searched deeper, at most +0.10, 0.30 pawns less"
    )


def test_a_bound_above_the_choice_is_told_without_a_lead():
    certificate = certified(*searched(Answers([(A, 0), (B, 5), (A, 0)])))

    assert certificate["claim"]["lead"] == -5
    assert check(certificate).shown.claim == (
        "Ka2 is worth 0.00; the other moves, searched deeper, at most +0.05"
    )


def test_the_others_have_no_bound_after_one_of_them_reached_it():
    certificate = certified(*searched(Answers([(A, 0), (B, 40), (A, 90), (B, 0, 0)])))
    claim = certificate["claim"]

    assert check(certificate).holds
    assert (claim["move"], claim["choice"], claim["others"]) == (A, 2, None)
    assert "no deeper search bounds the other moves" in check(certificate).shown.claim
    claim.update(others=1, others_at_most=40, lead=50)
    assert refusal(certificate) == "$.claim.others"


def test_the_doubt_is_stated_and_its_parts_are_checked():
    certificate = certified(*searched(Answers(STANDS)))
    doubt = certificate["claim"]["doubt"]
    chances = {node["move"]: node["chance"] for node in certificate["nodes"][-3:]}

    assert sum(chances.values()) == pytest.approx(1)
    assert chances[B] == 1 - doubt
    assert check(certificate).shown.given[-1] == (
        f"the chance that another move is clearly better, {doubt:.1%}, is stated and not checked"
    )
    certificate["claim"]["doubt"] = doubt + 0.01
    assert refusal(certificate).endswith(".chance")
    for name in ("doubt", "scale"):
        for nonsense in (-1, "inf", "-inf", None, 0 if name == "scale" else 0.51):
            forged = certified(*searched(Answers(STANDS)))
            forged["claim"][name] = nonsense
            assert refusal(forged) == f"$.claim.{name}"


def test_the_checker_has_the_tolerance_of_the_law():
    assert check_sets.TOLERANCE == law.TOLERANCE


@pytest.mark.parametrize(
    ("record", "name", "forged"),
    [
        (0, "moves", [A, B]),
        (0, "bound", 3),
        (0, "look", "SEE"),
        (0, "value", "inf"),
        (1, "moves", [B]),
        (1, "bound", None),
        (1, "bound", "inf"),
        (4, "moves", [A]),
        (-1, "real", -400),
    ],
)
def test_no_probe_is_accepted_that_the_search_would_not_make(record, name, forged):
    certificate = certified(*searched(Answers(STANDS)))
    record = range(len(certificate["nodes"]))[record]
    certificate["nodes"][record][name] = forged
    if name == "moves":
        certificate["nodes"][record].update(best=forged[0], line=[], at_most=[])

    place = refusal(certificate)

    assert place == f"$.nodes[{record}].{'bound' if name == 'look' else name}"


@pytest.mark.parametrize(("name", "forged"), [("moves", [A, B]), ("bound", 3), ("look", "rivals")])
def test_an_attack_by_one_search_is_of_all_moves_and_has_no_bound(name, forged):
    certificate = certified(*searched(Answers([(A, 0), (A, 5)]), rivals_apart=False))
    assert [node["look"] for node in certificate["nodes"][:2]] == ["SELECT", "VERIFY"]
    assert check(certificate).holds
    certificate["nodes"][1][name] = forged

    assert refusal(certificate).startswith("$.nodes[1].")


def test_a_bound_that_was_not_reached_changes_the_choice():
    certificate = certified(*searched(Answers(STANDS)))
    certificate["nodes"][1]["bound"] = 41

    assert not check(sealed_again(certificate)).holds


def test_earlier_versions_are_refused_in_one_sentence():
    for name, version, kind in (
        ("the modern control", 3, "sets"),
        ("the classic control", 2, "beliefs"),
        ("a tour", 1, "tour"),
    ):
        certificate = made(name)
        assert certificate["version"] == version
        certificate["version"] = 0
        verdict = check(certificate)
        assert (verdict.place, verdict.problem) == (
            "$.version",
            f"this program reads only version {version} of '{kind}'",
        )


def test_sources_that_are_missing_are_a_verdict():
    for kept in (0, 1):
        certificate = made("the modern control")
        del certificate["sources"][kept:]
        assert refusal(certificate) == "$.sources"


def test_questions_with_a_bound_are_asked_again_and_give_the_same():
    certificate = made("the modern control that settled")
    assert {node["look"] for node in certificate["nodes"]} >= {"SELECT", "rivals", "VERIFY"}
    assert recheck(certificate, 1).different == []
    rivals = next(node for node in certificate["nodes"] if node["look"] == "rivals")
    rivals["bound"] = -rivals["bound"]

    assert recheck(certificate, 1).different != []
