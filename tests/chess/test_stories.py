"""What the lines of an argument are said to do: only what the board and the values bear out."""

from dataclasses import replace

import chess
import pytest
from deeds import deed_in_words

from provebest.argument.argument import Argument
from provebest.argument.branch import Bounds, Branch
from provebest.argument.notation import ChessNotation
from provebest.argument.parts import Attempt, Claim, Kind, Rival, Threat, Verdict
from provebest.chess.explain import positional
from provebest.chess.explain.arguing import why_drawn
from provebest.chess.explain.positional import drawback
from provebest.chess.explain.quiet_lines import ends_quietly, quiet_line
from provebest.chess.explain.stories import (
    LEAST_SHOWN,
    is_tempting,
    wins_something,
    with_stories,
)
from provebest.games.chess_values import MATE
from provebest.vocabulary import Stopped

ROOK = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1"
FORK = "r3k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1"
TAKES_BACK = "4k3/8/2p5/3p4/4P3/8/3P4/4K3 w - - 0 1"


def ucis(fen, line):
    """A line in SAN as UCI."""
    board, names = chess.Board(fen), []
    for word in line.split():
        names.append(board.parse_san(word).uci())
        board.push_uci(names[-1])
    return tuple(names)


def claim_of(fen, line, value):
    moves = ucis(fen, line)
    return Claim(moves[0], value, value, proved=False, confidence=0.96, given="x", line=moves)


def rival_of(fen, line, value):
    moves = ucis(fen, line)
    return Rival(moves[0], Kind.HELD, value, None, 0.01, moves)


def told(fen, claim, rivals=(), attempts=()):
    argument = Argument(
        claim=claim,
        verdict=Verdict.BEST,
        rivals=tuple(rivals),
        shown=len(rivals),
        attempts=tuple(attempts),
        stopped=Stopped.FOUND,
        reason="why",
        tree=Branch(None, Bounds(), "root"),
        notation=ChessNotation(fen),
    )
    return with_stories(argument, chess.Board(fen))


def test_the_choice_the_rival_and_the_attempt_say_what_their_lines_do():
    claim = claim_of(FORK, "Nxc7+ Ke7 Nxa8 Rxa8 O-O-O", 696)
    rival = rival_of(FORK, "Nf6+ gxf6 O-O", 100)
    attempt = Attempt(ucis(FORK, "Nxc7+ Kf8 Nxa8 g6 O-O")[1:], 900)
    argument = told(FORK, claim, [rival], [attempt])

    assert deed_in_words(argument.claim.does).startswith("winning the exchange and a pawn")
    assert deed_in_words(argument.rivals[0].allows) == "winning a piece"
    lines = str(argument).splitlines()
    assert lines[0].startswith("Nxc7+ is best of these (+6.96), winning the exchange and a pawn")
    assert lines[1] == "Nf6+ (+1.00) allows 1...gxf6, winning a piece."
    tried = "Against Nxc7+ Black can try 1...Kf8, but 2.Nxa8 wins a rook (+9.00)."
    assert tried in argument.text()
    assert tried not in str(argument), "the game is won, and nobody asks about this reply"


def test_a_line_that_wins_something_is_not_cut_before_it_has_won_it():
    line = "Kf1 Kf8 Ke1 Ke8 Kd1 Kd8 Kc1 Kc8 Rxa8+ Kb7"
    fen = "r5k1/8/8/8/8/8/8/R5K1 w - - 0 1"
    claim = claim_of(fen, line, 500)
    attempt = Attempt(claim.line[1:], 500)
    told_of = told(fen, claim, attempts=[attempt])

    assert deed_in_words(told_of.claim.does) == "winning a rook"
    assert "5.Rxa8+" in str(told_of).splitlines()[0]
    assert "5.Rxa8+" in told_of.text().splitlines()[-2]


def test_the_answer_to_an_attempt_is_shown_with_what_is_taken_back():
    """The queen is won by the first capture, and a piece is lost by the next."""
    claim = claim_of(ROOK, "Rg3 Bg4 Rxg4", 304)
    attempt = Attempt(ucis(ROOK, "Rg3 Qxg3 Nxg3 fxg3 Rxf8+ Bxf8 Qe6+")[1:], 319, tempting=True)

    answer = "2.Nxg3 fxg3 wins the queen for a rook and a piece (+3.19)."
    assert f"can try 1...Qxg3, but {answer}" in str(told(ROOK, claim, attempts=[attempt]))


def test_what_the_choice_wins_is_told_where_the_captures_are_over_and_no_farther():
    """Later it wins a pawn too, which is not shown."""
    fen = "3r2k1/5ppp/8/8/8/8/1p3PPP/3R2K1 w - - 0 1"
    claim = claim_of(fen, "Rxd8# ", 600)
    assert deed_in_words(told(fen, claim).claim.does).startswith("mating")

    taking = "4k3/8/2n5/3q4/8/2N5/p7/4K3 w - - 0 1"
    claim = claim_of(taking, "Nxd5 Kd7 Ne3 Ke6 Nc2 Kd5 Na1 Kc4", 700)
    found = told(taking, claim).claim
    assert (deed_in_words(found.does), found.shown) == ("winning the queen", LEAST_SHOWN)
    first = str(told(taking, claim)).splitlines()[0]
    assert first.endswith("winning the queen: 1.Nxd5 Kd7 2.Ne3 Ke6.")


def test_a_short_line_is_no_evidence_that_a_move_wins_nothing():
    claim = claim_of(FORK, "Nxc7+ Ke7 Nxa8 Rxa8 O-O-O", 696)
    short, long = (
        told(FORK, claim, [rival_of(FORK, line, 0)]).rivals[0]
        for line in ("O-O c6 Nc3", "O-O c6 Nc3 O-O Rfe1 Rfe8")
    )

    assert (short.leaves, long.leaves) == ("", "wins nothing")


def test_a_line_of_a_won_ending_that_shows_no_progress_is_not_shown():
    lucena = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"
    aimless = told(lucena, claim_of(lucena, "Rd1+ Ke7 Rb1 Kd7 Rc1 Rf2 Rc5 Rb2", 581))
    bridge = told(lucena, claim_of(lucena, "Rd1+ Ke7 Rd4 Ra1 Kc7 Rc1+ Kb6 Rb1+ Rb4 Rxb4+", 581))
    unclear = told(lucena, claim_of(lucena, "Rd1+ Ke7 Rb1 Kd7 Rc1 Rf2 Rc5 Rb2", 100))

    assert aimless.claim.aimless
    assert str(aimless).splitlines()[0] == "Rd1+ is best of these (+5.81)."
    assert not unclear.claim.aimless
    assert bridge.claim.aimless, "as far as it is shown, nothing is taken"


def test_the_opposition_is_named_if_no_other_move_is_as_good():
    fen = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"
    claim = claim_of("8/4k3/8/8/4K3/8/4P3/8 b - - 0 1", "Ke6 Kd4 Kd6", -20)
    argument = told("8/4k3/8/8/4K3/8/4P3/8 b - - 0 1", claim)
    assert deed_in_words(argument.claim.does) == "taking the opposition"
    assert "Ke6 is best of these (+0.20), taking the opposition: 1...Ke6" in str(argument)

    other = told(fen, claim_of(fen, "Kd5 Kf4", -500))
    assert deed_in_words(other.claim.does) == ""


def test_what_is_won_after_a_piece_is_not_told_of_a_rival():
    """Here the other side gives a rook away after it has lost a piece."""
    fen = "4k2r/8/8/8/1b6/8/3N4/R5K1 w - - 0 1"
    claim, rival = (
        claim_of(fen, "Nf3 Ke7", 0),
        rival_of(fen, "Kf2 Bxd2 Rh1 Rxh1 Kg2 Re1", -900),
    )
    (found,) = told(fen, claim, [rival]).rivals

    assert (deed_in_words(found.allows), found.shown) == ("winning a piece", 2)


def test_a_long_threat_is_shown_until_it_has_won_something():
    fen = "r5k1/8/8/8/8/8/8/R5K1 w - - 0 1"
    argument = told(fen, claim_of(fen, "Kf2 Kf7", 0))

    def threatening(line):
        threat = Threat(ucis("r5k1/8/8/8/8/8/5K2/R7 w - - 0 1", line), 500)
        return with_stories(replace(argument, threat=threat), chess.Board(fen))

    assert threatening("Kf1 Kf8 Ke1 Ke8 Kd1 Kd8 Rxa8+ Kd7").threat is None, "a plan is no threat"
    written = str(threatening("Kf1 Kf8 Ke1 Ke8 Rxa8+ Kd7"))

    assert "threatens 2.Kf1 " in written
    assert "4.Rxa8+, winning a rook" in written


def test_what_comes_straight_back_is_not_won():
    """The rook is taken for a pawn, and then the other side wins most of it back."""
    fen = "2rr2k1/1q3p1p/1p4pb/1Pp4N/P2pn2P/6P1/2Q1PP2/BR1R2K1 w - - 0 27"
    claim = claim_of(fen, "Qb3", 0)
    line = "Rxd4 cxd4 Qxe4 Qxe4 Nf6+ Kf8 Nxe4"
    (rival,) = told(fen, claim, [rival_of(fen, line, -255)]).rivals

    assert deed_in_words(rival.allows) == "winning the exchange for a pawn"
    assert rival.shown == 6, "up to 29...Kf8; the exchange on e4 is counted to its end"


def test_a_pawn_is_not_the_reason_why_a_game_is_lost():
    fen = "4k3/3p4/8/8/8/8/3P2r1/R3K3 w - - 0 1"
    claim = claim_of(fen, "Kf1 Rxd2", 0)
    line = "d4 d5 Ra5 Rg4 Kd2 Rxd4+ Kc3 Re4"
    costs = {value: told(fen, claim, [rival_of(fen, line, value)]) for value in (-150, -600)}

    assert deed_in_words(costs[-150].rivals[0].allows) == "winning a pawn"
    assert deed_in_words(costs[-600].rivals[0].allows) == ""


def test_of_an_attempt_that_is_mated_only_the_mate_is_told():
    claim = claim_of(FORK, "Nxc7+ Ke7 Nxa8 Rxa8 O-O-O", 696)
    attempt = Attempt(ucis(FORK, "Nxc7+ Kf8 Nxa8 g6 O-O")[1:], MATE - 9)
    (found,) = told(FORK, claim, attempts=[attempt]).attempts

    assert deed_in_words(found.does) == ""


def test_a_drawback_is_told_only_if_the_whole_evaluation_is_worse(monkeypatch):
    """One term may be worse at the end of a line that is better in all others."""
    claim = claim_of(DOUBLING, "Nd5 Nxd5 exd5 Nb8 Be2 d6", 30)
    rival = rival_of(DOUBLING, "Bb5 a6 Bxc6 dxc6 d3 Bd6", -10)
    assert drawback(chess.Board(DOUBLING), claim, rival)

    monkeypatch.setattr(positional, "_ahead", lambda _board, _us: 0.0)
    assert drawback(chess.Board(DOUBLING), claim, rival) == ""


def test_an_open_file_is_gained_only_by_the_one_side_that_stands_on_it():
    """The d-file is White's; on the e-file both have a rook; the a-file has a pawn."""
    board = chess.Board("3qr1k1/p7/8/8/8/3p4/8/R2RR1K1 w - - 0 1")
    gained = next(group for group in positional.GROUPS if group.better == "the open {}-file")
    lost = next(group for group in positional.GROUPS if group.worse == "no rook on an open file")

    assert gained.pawns(board, chess.WHITE) == set()
    board.remove_piece_at(chess.D3)
    board.set_piece_at(chess.D8, None)
    assert gained.pawns(board, chess.WHITE) == {"d"}
    assert gained.pawns(board, chess.BLACK) == set()
    assert lost.pawns(board, chess.WHITE) == set()
    board.remove_piece_at(chess.E8)
    assert lost.pawns(board, chess.BLACK) != set()


def test_that_the_other_king_is_safer_is_no_reason_against_a_move():
    fen = "b7/5p2/1Q4k1/p2q4/8/5PK1/8/4N3 b - - 17 69"
    claim = claim_of(fen, "Bc6 Qe3 a4 Nc2 Qb3 Qf2 Qc3 Kf4", 216)

    assert drawback(chess.Board(fen), claim, rival_of(fen, "Kf5 Qh6 Bc6 Qe3 a4 Kf2", 115)) == ""


def test_a_gain_that_the_value_does_not_bear_out_is_not_told():
    """The value has not risen with the captures, so something is wrong with them."""
    argument = told(FORK, claim_of(FORK, "Nxc7+ Ke7 Nxa8 Rxa8 O-O-O", 100))

    assert deed_in_words(argument.claim.does) == ""


def test_a_rival_that_is_nearly_as_good_allows_nothing():
    claim = claim_of(FORK, "O-O O-O", 400)
    argument = told(FORK, claim, [rival_of(FORK, "Nf6+ gxf6 O-O", 380)])

    assert deed_in_words(argument.rivals[0].allows) == ""


def test_a_rival_that_is_worth_more_than_the_material_loses_nothing():
    """After 17.Qxe3 Black pins the knight, so the pawn that White has won costs a piece."""
    fen = "r2q1rk1/1b2bppp/p1n1pn2/1p6/3N4/1B2BP2/PPP1Q1PP/R2N1RK1 b - - 0 13"
    claim = claim_of(fen, "Nxd4 Qd2 e5 f4 Nxb3 axb3 Qxd2 Bxd2", 625)
    line = "Nb4 a4 Nbd5 Bxd5 Nxd5 axb5 Nxe3 Qxe3"
    argument = told(fen, claim, [rival_of(fen, line, 120)])
    losing = told(fen, claim, [rival_of(fen, line, -120)])

    assert deed_in_words(argument.rivals[0].allows) == ""
    assert deed_in_words(losing.rivals[0].allows) == "winning a pawn"


def test_a_choice_that_is_stalemate_is_told_as_that():
    fen = "k7/P7/K7/8/8/8/8/1Q3q2 w - - 0 1"
    equal = replace(rival_of(fen, "Qb5 Qf6+ Ka5 Qd8+", 0), kind=Kind.EQUAL)
    argument = replace(told(fen, claim_of(fen, "Qxf1", 0), [equal]), verdict=Verdict.EQUAL)

    both = "Qxf1 (0.00) and Qb5 (0.00) are about equal; Qxf1 draws by stalemate."
    assert str(argument).startswith(both)


def test_a_gambit_is_not_told_as_a_loss_of_pawns():
    fen = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
    claim = claim_of(fen, "c3 Nf6 d4 exd4 e5 d5", 62)
    line = "b4 Bxb4 c3 Ba5 d4 exd4 O-O dxc3"

    assert deed_in_words(told(fen, claim, [rival_of(fen, line, -14)]).rivals[0].allows) == ""
    losing = told(fen, claim, [rival_of(fen, line, -190)])
    assert deed_in_words(losing.rivals[0].allows) == "winning three pawns"


def test_the_line_of_the_choice_is_not_cut_in_an_exchange():
    fen = "rnbqk2r/pppp1ppp/5n2/4p3/1bP5/2N2N2/PP1PPPPP/R1BQKB1R w KQkq - 4 4"
    argument = told(fen, claim_of(fen, "Nxe5 O-O Nd3 Bxc3 dxc3 Re8 f3 c6", 144))

    assert str(argument).splitlines()[0] == (
        "Nxe5 is best of these (+1.44), winning a pawn: 4.Nxe5 O-O 5.Nd3 Bxc3 6.dxc3."
    )


def test_the_line_of_the_choice_is_cut_early_if_exchanges_follow():
    fen = "8/5pk1/R5p1/1p5p/5P1P/1P4P1/r7/5K2 b - - 0 40"
    line = "Rxa6 Kg2 Ra3 f5 gxf5 Kf3 Rxb3+ Kf4 Kg6"

    assert "winning a rook: 40...Rxa6 41.Kg2 Ra3." in str(told(fen, claim_of(fen, line, 705)))


def test_a_line_is_judged_at_its_last_quiet_position():
    moves, board = quiet_line(chess.Board(TAKES_BACK), ucis(TAKES_BACK, "d3 Kd7 exd5"))
    assert len(moves) == 2, "the capture can be taken back"
    assert board.fullmove_number == 2

    moves, _ = quiet_line(chess.Board(TAKES_BACK), ucis(TAKES_BACK, "exd5 cxd5 d4 Kd7"))
    assert len(moves) == 4


def test_a_line_that_ends_with_the_first_capture_does_not_end_quietly():
    board = chess.Board(ROOK)

    assert not ends_quietly(board, ucis(ROOK, "Rg3 Bg4 Rxg4"))
    assert ends_quietly(chess.Board(TAKES_BACK), ucis(TAKES_BACK, "exd5 cxd5 d4"))
    assert not ends_quietly(chess.Board(FORK), ucis(FORK, "Nxc7+")), "it is check"


def test_a_threat_must_win_something():
    board = chess.Board(FORK)

    assert wins_something(board, ucis(FORK, "Nxc7+ Ke7 Nxa8"))
    assert not wins_something(board, ucis(FORK, "O-O O-O"))


@pytest.mark.parametrize(
    ("fen", "move", "is_so"),
    [
        (ROOK, "f4e3", True),  # takes a rook with a pawn
        (ROOK, "h4h3", False),  # takes a pawn
        (ROOK, "d6e7", False),
    ],
)
def test_a_capture_of_a_piece_that_seems_free_is_tempting(fen, move, is_so):
    board = chess.Board(fen)
    board.push(chess.Move.null())

    assert is_tempting(board, move) == is_so


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", "king and pawn against king"),
        ("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", ""),  # won
        ("8/8/8/4k3/8/4K3/4B3/8 w - - 0 1", "nobody can mate"),
        ("8/8/8/4k3/8/4K3/4R3/8 w - - 0 1", ""),
    ],
)
def test_a_draw_that_is_known_is_known_by_its_reason(fen, why):
    assert why_drawn(fen, chess960=False) == why


# --- terms of the evaluation ----------------------------------------------------------------------

DOUBLING = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4"


def test_no_drawback_is_told_of_a_move_that_is_hardly_worse():
    claim = claim_of(DOUBLING, "Bb5 Bb4 O-O O-O d3 d6", 20)
    rival = rival_of(DOUBLING, "a3 d5 exd5 Nxd5 Bb5 Nxc3", 10)

    assert drawback(chess.Board(DOUBLING), claim, rival) == ""


def test_no_drawback_is_told_where_material_differs():
    claim = claim_of(DOUBLING, "Bb5 Bb4 O-O O-O d3 d6", 20)
    rival = rival_of(DOUBLING, "Nxe5 Nxe5 d4 Ng6 e5 Ng8", -150)

    assert drawback(chess.Board(DOUBLING), claim, rival) == ""


def test_a_lost_bishop_pair_is_named_if_it_explains_the_difference():
    claim = claim_of(DOUBLING, "Nd5 Nxd5 exd5 Nb8 Be2 d6", 30)
    line = "Bb5 a6 Bxc6 dxc6 d3 Bd6"

    clause = drawback(chess.Board(DOUBLING), claim, rival_of(DOUBLING, line, -10))
    assert "no bishop pair" in clause
    assert clause.startswith("leaves White with ")
    assert drawback(chess.Board(DOUBLING), claim, rival_of(DOUBLING, line, -200)) == ""


def test_where_there_is_mate_material_on_the_way_is_not_told():
    """In the first line the mate is not reached; in the second it is."""
    fen = "6k1/5ppp/8/8/8/8/q4PPP/1r1R2K1 w - - 0 1"
    claim = claim_of(fen, "Rxb1 Qxb1#", 2 - MATE)
    cut = rival_of(fen, "h3 Rxd1+ Kh2", 6 - MATE)
    mated = rival_of(fen, "h4 h5 Kf1 Rxd1#", 4 - MATE)
    argument = told(fen, replace(claim, value=-900.0), [cut, mated])

    assert [deed_in_words(rival.allows) for rival in argument.rivals] == ["", "mating in 2"]
    lines = argument.text().splitlines()
    assert "h3 loses (Black mates in 3): 1.h3 Rxd1+ 2.Kh2." in lines
    assert "h4 loses to 1...h5 2.Kf1 Rxd1#." in lines


def test_a_threat_of_mate_is_not_told_as_one_to_win_material():
    fen = "6k1/5ppp/8/3r4/8/8/3Q1PPP/3R2K1 w - - 0 1"
    claim = claim_of(fen, "h3 h6", 500)
    threat = Threat(("d2d5",), MATE - 5.0)
    argument = replace(told(fen, claim), threat=threat)

    def threatened(value):
        valued = replace(argument, threat=replace(threat, value=value))
        return with_stories(valued, chess.Board(fen))

    assert deed_in_words(threatened(MATE - 5.0).threat.does) == "mating in 3"
    assert "h3 threatens 2.Qxd5, mating in 3." in threatened(MATE - 5.0).text()
    assert deed_in_words(threatened(650.0).threat.does) == "winning a rook"
    assert threatened(649.0).threat is None, "its value does not tell of a rook"


def test_the_line_of_a_choice_that_mates_is_shown_up_to_the_mate():
    fen = "r5k1/5ppp/8/8/8/3n4/1q3PPP/3R2K1 b - - 0 1"
    mating = claim_of(fen, "Qxf2+ Kh1 Ne1 Rd8+ Rxd8 g3 Qf1#", MATE - 7)
    cut = claim_of(fen, "Qxf2+ Kh1 Ne1 Rd8+ Rxd8 g3", MATE - 7)
    first = str(replace(told(fen, mating), verdict=Verdict.WINS)).splitlines()[0]

    assert first == "Qxf2+ mates in 4: 1...Qxf2+ 2.Kh1 Ne1 3.Rd8+ Rxd8 4.g3 Qf1#."
    assert (told(fen, cut).claim.does, told(fen, cut).claim.shown) == (None, 0)


def test_a_perpetual_check_that_saves_the_game_is_told():
    fen = "5rk1/pp3p1p/8/8/5Q2/1q5P/5PPK/r7 w - - 0 1"
    claim = claim_of(fen, "Qg5+ Kh8 Qf6+ Kg8 Qg5+ Kh8 Qf6+ Kg8", 0.0)
    rivals = [rival_of(fen, move, -900.0) for move in ("Qf5", "Qe5")]
    first = str(told(fen, claim, rivals)).splitlines()[0]

    said = "the only one that does not lose (0.00), drawing by perpetual check: 1.Qg5+ Kh8"
    assert said in first
