"""Positions and moves as users write them: SAN and UCI in every option, and games in PGN."""

import pytest

GAME = """[Event "Casual"]
[White "Anderssen"]
[Black "Kieseritzky"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 *
"""
SHUFFLE = """[Event "Shuffle"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *
"""
BROKEN = """[Event "Broken"]

1. e4 e5 2. Ke3 *
"""
QUICK = ("--nodes", "3000", "--quiet")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "one.pgn").write_text(GAME)
    (tmp_path / "two.PGN").write_text(f"{GAME}\n{SHUFFLE}")
    (tmp_path / "broken.pgn").write_text(BROKEN)
    (tmp_path / "empty.pgn").write_text("")
    return tmp_path


@pytest.mark.parametrize("moves", ["Nh3,a3", "g1h3,a2a3", "Nh3, a2a3", "Nh3 a3"])
def test_moves_to_choose_from_are_san_or_uci(answer, moves):
    _, told = answer("analyse", "startpos", *QUICK, "--moves", moves)

    assert {told["move"], *(rival["move"] for rival in told["rivals"])} == {"g1h3", "a2a3"}


def test_moves_to_explain_and_moves_before_are_san_or_uci(answer):
    words = ("--after", "e4 e7e5,Nf3", "--why-not", "Qe7")
    _, told = answer("analyse", "startpos", *QUICK, *words)

    assert told["fen"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b")
    assert "Qe7" in told["argument"]


@pytest.mark.parametrize("move", ["Rh7", "h1h7"])
def test_a_hope_is_san_or_uci(answer, move):
    _, told = answer("probe", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "--depth", 2, "--hope", move)

    assert told["hope"] == "h1h7"


@pytest.mark.parametrize("move", ["O-O", "e1g1", "e1h1"])
def test_castling_is_the_same_move_however_it_is_written(answer, move):
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    _, told = answer("probe", fen, "--depth", 2, "--after", move)

    assert told["after"] == "e1g1"


@pytest.mark.parametrize(
    ("words", "placement"),
    [
        ((), "rnb1kbnr/pppp1ppp/8/8/2B1Pp1q/8/PPPP2PP/RNBQ1KNR b"),
        (("--ply", 0), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
        (("--ply", 3), "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b"),
        (("--ply", 1, "--after", "c5 Nf3"), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b"),
    ],
)
def test_a_position_of_a_game_is_named_by_its_ply(answer, files, words, placement):
    code, told = answer("analyse", "one.pgn", *words, *QUICK)

    assert code == 0
    assert told["fen"].startswith(placement)


def test_a_game_of_several_is_chosen_and_its_earlier_positions_count(answer, files):
    """Ng8 would be the third time that the position occurs: a draw."""
    words = ("--control", "classic", "--expansions", 5, "--moves", "Ng8,Nh5", "--quiet")
    _, told = answer("analyse", "two.PGN", "--game", 2, *words)
    values = {told["move"]: told["value"]} | {one["move"]: one["real"] for one in told["rivals"]}

    assert told["fen"].startswith("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b")
    assert values["f6g8"] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("one.pgn", "--ply", 8), "has 7 half-moves; there is no ply 8"),
        (("one.pgn", "--game", 2), "'one.pgn' has 1 games; there is no game 2"),
        (("two.PGN",), "'two.PGN' has several games; choose one with --game"),
        (("empty.pgn",), "there are no PGN games in 'empty.pgn'"),
        (("broken.pgn",), "2.Ke3 is not legal"),
        (("missing.pgn",), "cannot read 'missing.pgn'"),
        (("startpos", "--ply", 3), "--ply works only with a PGN file"),
        (("startpos", "--game", 1), "--game works only with a PGN file"),
        (("startpos", "--after", "e4,e4"), "move 2, 'e4' is not legal"),
        (("startpos", "--moves", "Ke2"), "--moves: 'Ke2' is not legal"),
        (("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "--moves", "Rf1,Rd1,Ke3"), "'Ke3' is not legal"),
        (("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "--moves", "Re1"), "'Re1' is ambiguous"),
    ],
)
def test_what_cannot_be_found_is_one_sentence(provebest, files, words, said):
    done = provebest("analyse", *words)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_probe_is_of_one_move(provebest):
    done = provebest("probe", "startpos", "--depth", 1, "--after", "e4,d4")

    assert done.returncode == 2
    assert "--after needs one move such as Nf3; got 'e4,d4'" in done.stderr
