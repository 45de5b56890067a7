"""``provebest evaluate`` as a user runs it."""

import pytest

ITALIAN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


def test_the_table_shows_terms_and_value(provebest):
    done = provebest("evaluate", ITALIAN)

    assert done.returncode == 0
    assert done.stderr == ""
    assert "mobility" in done.stdout
    assert "for the side to move" in done.stdout


def test_the_json_terms_add_up(answer):
    code, told = answer("evaluate", "4k3/8/8/8/8/8/4q3/K7 b - - 0 1")

    assert code == 0
    assert sum(term["value"] for term in told["terms"]) == told["value_for_white"]
    assert told["value"] == -told["value_for_white"] > 500


def test_chess960_castling_is_read_when_asked(provebest, answer):
    shuffled = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"

    code, told = answer("evaluate", shuffled, "--chess960")

    assert code == 0
    assert abs(told["value"]) < 50
    assert provebest("evaluate", shuffled).returncode == 2


@pytest.mark.parametrize(
    "fen", ["", "x", ITALIAN.replace("KQkq", "KQxx"), "8/8/8/8/8/8/8/8 w - - 0 1"]
)
def test_a_bad_fen_is_one_sentence_and_exit_code_2(provebest, fen):
    done = provebest("evaluate", fen)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("provebest: ")
    assert done.stderr.count("\n") == 1
