"""The traces of searches, and the law that is fitted to them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from provebest.search.setprobe.law import TOLERANCE, Attack
from provebest.search.setprobe.settings import CHESS
from studies.law import count_kept, fit, inputs, most_likely, reliability
from studies.traces import sight_of, trace

CHECKOUT = Path(__file__).resolve().parents[2]

POSITIONS = (
    'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm O-O; id "1";\n',
    '8/8/4k3/8/2R5/3K4/8/8 w - - bm Rc5; id "2";\n',
)
# White sees Nf4 for a long time; the mate by Ng5 takes ten times the nodes.
HIDDEN_MATE = "3q1rk1/4bp1p/1n2P2Q/3p1p2/6r1/Pp2R2N/1B4PP/7K w - - 0 1"


def row(depth, choice="a", *, unchanged=0, share=0.5, attack="held", nodes=10):
    return {
        "depth": depth,
        "choice": choice,
        "value": 0.0,
        "nodes": nodes,
        "unchanged": unchanged,
        "share": share,
        "attack": attack,
        "attack_nodes": 5,
    }


def position(kind, *rows, **regret):
    return {"kind": kind, "fen": "", "rows": list(rows), "regret": regret, "nodes": 100}


def test_a_mate_that_the_judge_finds_is_the_judges_move():
    found = trace(("mates", HIDDEN_MATE, 20_000, 10, "native"))

    assert found["rows"]
    assert found["regret"][found["rows"][0]["choice"]] > 10 * TOLERANCE


def test_the_inputs_of_the_fit_are_those_of_the_law():
    for attack in Attack:
        seen = row(9, unchanged=3, share=0.7)
        odds = sum(
            weight * each
            for weight, each in zip(
                [getattr(CHESS, name) for name in (
                    "base", "depth", "unchanged", "share", "room", "refuted", "untried"
                )],
                inputs(seen, attack),
                strict=True,
            )
        )  # fmt: skip
        doubt = CHESS.doubt(sight_of(seen, attack))
        assert doubt == pytest.approx(min(0.5, 1 / (1 + 2.718281828459045**-odds)))


def test_choices_that_fall_deep_down_are_doubted_less_there_and_kinds_add_caution():
    wrong_early = [position("x", row(6, "b"), row(14), b=0.3) for _ in range(40)]
    always_right = [position("y", row(6), row(14)) for _ in range(40)]
    traces = [*wrong_early, *always_right]
    plain, careful = most_likely(traces), fit(traces)

    early, late = (sight_of(row(depth), Attack.HELD) for depth in (6, 14))
    assert plain.doubt(late) < plain.doubt(early)
    assert careful.base > plain.base
    assert careful.loss == pytest.approx(0.3)


def test_a_stop_is_the_first_held_choice_that_the_law_allows():
    sure = 1e-9
    traces = [
        position("x", row(6, "b", attack="refuted"), row(8, "b"), row(9), b=0.5),
        position("x", row(6), row(8)),
    ]
    kept = count_kept(traces, CHESS, 0.5, "x")
    assert (kept.positions, kept.stops, kept.kept) == (2, 2, 1)
    assert count_kept(traces, CHESS, 1 - sure, "x").stops == 0
    rows = list(reliability([*traces, *(position("y", row(6)) for _ in range(5))]))
    assert {each.kind for each in rows} == {"x", "y", "all"}


def test_the_studies_run_as_commands_and_go_on_from_their_store(tmp_path):
    store, suites = tmp_path / "traces.jsonl", [tmp_path / "one.epd", tmp_path / "two.epd"]
    for suite, line in zip(suites, POSITIONS, strict=True):
        suite.write_text(line, encoding="utf-8")
    command = [sys.executable, "-m", "studies.traces", *suites, "--nodes", "2000", "--store", store]
    for _ in range(2):
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert len([json.loads(line) for line in store.read_text("utf-8").splitlines()]) == 3
    fitted = subprocess.run(
        [sys.executable, "-m", "studies.law", store, "--resamples", "2"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert fitted.returncode == 0, fitted.stderr
    assert "| all (2) |" in fitted.stdout
