"""Leaves of a certificate are asked again: of whom, how, and what a forger gets."""

import pytest
from certificates import GAMES_OF_CHESS, made

from provebest import BadInputError
from provebest.chess.explain.recheck import recheck
from provebest.chess.probes.prober_choice import ProberChoice


def test_leaves_of_chess_are_asked_again_and_give_the_same():
    for name in ("the classic control", "the modern control"):
        certificate = made(name)
        asked = recheck(certificate, 10)

        assert asked.values >= 10
        assert asked.different == []


def test_no_program_is_run_because_a_certificate_names_it():
    certificate = made("the classic control")
    for source, said in (
        ({"prober": "uci:/bin/true"}, "--prober"),
        ({"options": {"Debug Log File": "x"}}, "options"),
        ({"depth": "4"}, "valid settings of the prober"),
        ({"shares_table": True}, "kept its table"),
        ({"table_megabytes": 10**9}, "valid settings of the prober"),
    ):
        forged = {**certificate, "sources": [certificate["sources"][0] | source]}
        with pytest.raises(BadInputError, match=said):
            recheck(forged, 3)


def test_a_forged_leaf_is_found_by_asking():
    certificate = made("the classic control")
    leaves = [record for record in certificate["nodes"] if record.get("source") == 0]
    for leaf in leaves:
        leaf["real"] += 1

    asked = recheck(certificate, 10**6)

    assert len(asked.different) >= len(leaves)
    place, stated, now = asked.different[0]
    assert place.endswith(".real")
    assert stated == now + 1


def test_leaves_of_a_game_are_asked_again_with_its_history():
    for name in GAMES_OF_CHESS:
        asked = recheck(made(name), 10)

        assert asked.values >= 10
        assert asked.different == []


@pytest.mark.parametrize(
    ("choice", "shares"),
    [
        (ProberChoice(), False),
        (ProberChoice("uci:x"), True),
        (ProberChoice("uci:x", pure=True), False),
        (ProberChoice("uci:x", threads=2), False),
    ],
)
def test_only_one_process_of_another_engine_keeps_its_table(choice, shares):
    assert choice.shares_table is shares
