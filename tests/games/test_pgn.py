"""Reading PGN: every game is used, or there is one sentence why not; nothing else happens."""

import logging
import random

import chess.pgn
import pytest
from hostile_games import GOOD, UNUSABLE, game, nested, shuffled, wrapped

from provebest.games.pgn import (
    LONGEST_GAME,
    copy_game,
    games_in,
    read_games,
    read_numbered_game,
    read_pgn,
)
from provebest.vocabulary import BadInputError

SAMPLE = (
    GOOD
    + "\n"
    + game(
        "1. O-O { [%clk 0:01:00] } $1 (1. Rh2 Ke7 (1... Kd7?! 2. -- ; why\n2... Ke7)) 1... Ke7 *",
        FEN="4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        SetUp="1",
        Result="1/2-1/2",
    )
    + "\n"
    + game(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0",
        Variant="Chess960",
        FEN=chess.STARTING_FEN,
    )
)


@pytest.mark.parametrize(("bad", "said"), UNUSABLE.values(), ids=UNUSABLE)
def test_a_bad_game_is_named_and_those_around_it_are_read(bad, said):
    first, named, last = games_in(f"{GOOD}\n{bad}\n{GOOD}")

    assert (first.problem, last.problem) == ("", "")
    assert [each.number for each in (first, named, last)] == [1, 2, 3]
    assert len(list(last.game.mainline())) == 4
    assert named.game is None
    assert said in named.problem
    assert len(named.problem) <= 300
    assert named.problem.isprintable()
    assert str(first) == "game 1 (Ann - Bob)"
    assert str(named) in {"game 2 (Eve - Mallory)", "game 2 (? - ?)"}


@pytest.mark.parametrize(("bad", "said"), UNUSABLE.values(), ids=UNUSABLE)
def test_line_ends_make_no_difference(bad, said):
    found = list(games_in(f"{GOOD}\n{bad}\n{GOOD}".replace("\n", "\r\n")))

    assert [bool(each.problem) for each in found] == [False, True, False]


@pytest.mark.parametrize("before", ["\n", "\n\n", "\n\n\n", "% x\n\n", "; x\n\n", "\ufeff% x\n\n"])
def test_what_is_before_a_bad_game_makes_no_difference(before):
    bad = game("1. e5 *")

    assert [each.problem for each in games_in(before + bad)] == ["1.e5 is not legal"]
    found = list(games_in(f"{GOOD}\n{before}{bad}\n{before}{GOOD}"))
    assert [bool(each.problem) for each in found] == [False, True, False]


def test_a_game_without_moves_does_not_lend_its_headers_to_the_next():
    unplayed = game("", FEN="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").removesuffix("\n")
    first, second = games_in(unplayed + GOOD)

    assert first.game.headers["White"] == "Eve"
    assert not first.game.variations
    assert "FEN" not in second.game.headers
    assert len(list(second.game.mainline())) == 4


def test_nothing_reaches_the_log(caplog, capfd):
    with caplog.at_level(logging.DEBUG):
        found = list(games_in("\n".join(bad for bad, _ in UNUSABLE.values()) + f"\n{GOOD}"))

    assert len(found) == len(UNUSABLE) + 1
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")


def test_names_are_made_visible():
    (bad,) = games_in(game("1. e5 *", White="\x1b[2Kholds", Black="\u202ebob"))

    assert str(bad) == r"game 1 (\x1b[2Kholds - \u202ebob)"
    assert bad.white == "\x1b[2Kholds"


def test_real_games_stay_below_the_limits():
    longest = game(wrapped(shuffled(LONGEST_GAME)))
    braces = game("1. e4 " + "{" * 10_000 + "}" * 10_000 + " e5 *")
    found = list(games_in("\n".join([longest, game(nested(99)), braces])))

    assert [each.problem for each in found] == ["", "", ""]
    assert found[0].nodes == LONGEST_GAME


def test_null_moves_in_variations_are_kept():
    (one,) = read_games(game("1. e4 e5 (1... -- 2. d4) 2. d4 *"))

    assert one.next().variations[1].move == chess.Move.null()


def test_random_bytes_are_not_text(tmp_path):
    noise = tmp_path / "noise.pgn"
    noise.write_bytes(random.Random(14).randbytes(10_000_000))

    with pytest.raises(BadInputError, match="is not a text file"):
        read_pgn(noise)


@pytest.mark.parametrize("seed", range(3))
def test_random_letters_are_games_or_reasons(seed):
    noise = random.Random(seed).randbytes(1_000_000).decode("latin-1")

    assert all(bool(each.problem) != bool(each.game) for each in games_in(noise))


def test_a_game_with_a_number_is_found_without_reading_those_before_it(monkeypatch, tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(f"{GOOD}\n" * 300 + game("1. d4 d5 *", White="Last"))
    read = []
    monkeypatch.setattr("provebest.games.pgn._Reader.end_headers", lambda _: read.append(""))

    last = read_numbered_game(file, 301)
    assert (last.white, last.problem, len(read)) == ("Last", "", 1)
    with pytest.raises(BadInputError, match="has 301 games; there is no game 302"):
        read_numbered_game(file, 302)


def test_a_number_names_the_same_game_however_the_games_before_it_are_damaged(tmp_path):
    file = tmp_path / "games.pgn"
    for text in mutants(200):
        file.write_text(text, encoding="utf-8")
        found = list(games_in(text))
        assert [each.number for each in found] == list(range(1, len(found) + 1))
        for each in found:
            again = read_numbered_game(file, each.number)
            assert (str(again), again.problem, str(again.game)) == (
                str(each), each.problem, str(each.game)
            )  # fmt: skip
        with pytest.raises(BadInputError, match=f"{len(found)} games|no PGN games"):
            read_numbered_game(file, len(found) + 1)


UMLAUTS = game("1. e4 {gro\xdf} *", White="M\xfcller", Black="\u0160ari\u0107")


@pytest.mark.parametrize(("raw", "white", "told"), [
    (UMLAUTS.encode(), "M\xfcller", 0),
    (UMLAUTS.encode("cp1252", "replace"), "M\xfcller", 1),
    (UMLAUTS.encode("utf-8-sig"), "M\xfcller", 0),
    (UMLAUTS.encode() + b"\n{\xe9}\n", "M\xfcller", 1),  # only one line of it is not UTF-8
])  # fmt: skip
def test_names_that_are_not_utf_8_are_read_as_latin_1(tmp_path, raw, white, told):
    file, said = tmp_path / "old.pgn", []
    file.write_bytes(raw)
    (each,) = games_in(read_pgn(file, said.append))

    assert each.white == white
    assert each.black in {"\u0160ari\u0107", "\u0160ari?"}
    assert each.game.next().comment == "gro\xdf"
    assert len(said) == told
    assert all("old.pgn" in one and "Latin-1" in one for one in said)


def mutants(count):
    """Games with bytes changed, cut out, doubled and moved."""
    chance, whole = random.Random(14), SAMPLE.encode()
    signs = b'[]{}()"$*-;%\n\r\0 0189ehNKOZ@\xff\xe2'
    for _ in range(count):
        text = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            start = chance.randrange(len(text))
            part = text[start : start + chance.randint(1, 40)]
            match chance.randrange(4):
                case 0:
                    text[start] = chance.choice(signs)
                case 1:
                    del text[start : start + len(part)]
                case 2:
                    text[start:start] = part * chance.choice((1, 1, 100))
                case _:
                    place = chance.randrange(len(text))
                    text[place:place] = part
        yield text.decode("utf-8", "replace")


def test_every_mutant_is_games_and_reasons():
    assert len(read_games(SAMPLE)) == 3
    seen = 0
    for text in mutants(300):
        for each in games_in(text):
            assert (each.game is None) == bool(each.problem)
            assert str(each).isprintable()
            assert each.problem.isprintable()
            if each.game is not None:
                copy_game(each.game)
                seen += 1

    assert seen > 300


@pytest.mark.parametrize("names", [["e2e5"], ["0000"], ["e7e5"], ["e2e4", "a1a8"]])
def test_a_copy_is_made_of_legal_moves_alone(names):
    """Also in variations: here all are first moves."""
    own = chess.pgn.Game()
    for name in names:
        own.add_variation(chess.Move.from_uci(name))

    with pytest.raises(BadInputError, match=r"is not legal|null move"):
        copy_game(own)


def test_a_game_with_errors_is_not_copied():
    own = chess.pgn.Game()
    own.errors.append(ValueError("illegal san: '\x1b'"))

    with pytest.raises(BadInputError, match="cannot be read to its end") as refused:
        copy_game(own)
    assert str(refused.value).isprintable()
