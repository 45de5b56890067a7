"""Chess as a game: the rules against python-chess, and proofs against plain minimax."""

import copy
import pickle
import random
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace

import chess
import chess.variant
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import provebest as pb
from provebest.chess.probes.evaluation import evaluate
from provebest.games import BadPositionError, Chess, ChessState
from provebest.games.chess_values import MATE, MATES_FROM
from provebest.search.intervals import interval_search
from provebest.search.probability.control import ProbabilitySearch

MATE_IN_2 = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K2R w - - 0 1"
BLACK_MATES = "6k1/8/8/8/8/1r6/r7/7K b - - 0 1"
SEEDS = st.integers(0, 2**32)

# --- oracles --------------------------------------------------------------------------------------


def lawful_end(board):
    """By python-chess alone, with draws claimed as soon as the position on the board allows it."""
    if not any(board.legal_moves):
        return "checkmate" if board.is_check() else "stalemate"
    if board.is_insufficient_material():
        return "insufficient material"
    if board.halfmove_clock >= 100:
        return "fifty moves"
    return "repetition" if board.is_repetition(3) else None


def true_value(board, plies=0):
    """The worth to White of a game that is near its end: the whole tree, by python-chess."""
    end = lawful_end(board)
    if end == "checkmate":
        return (plies - MATE) if board.turn else (MATE - plies)
    if end is not None:
        return 0
    values = []
    for move in list(board.legal_moves):
        board.push(move)
        values.append(true_value(board, plies + 1))
        board.pop()
    return (max if board.turn else min)(values)


def values_of_moves(board):
    values = {}
    for move in list(board.legal_moves):
        board.push(move)
        values[move.uci()] = true_value(board, 1)
        board.pop()
    return values


def looked_ahead(game, state, depth):
    """Minimax with the game's own values at the horizon."""
    moves = game.moves(state)
    if not moves or depth == 0:
        return game.value(state)
    pick = max if game.max_to_move(state) else min
    return pick(looked_ahead(game, game.play(state, move), depth - 1) for move in moves)


ENDINGS = ["KkQ", "KkR", "KkBN", "KkBB", "KkNN", "KkBn", "KkNb", "KkNn", "Kkq", "Kkr", "Kkbn"]
"""Whatever is captured, what is left is a draw: no game outlasts the fifty moves."""


def ending_near_its_end(seed, plies_left):
    """A board with a history that the fifty-move rule ends so soon; None if it has ended before."""
    lot = random.Random(seed)
    board = chess.Board(None)
    crowd = lot.sample(range(64), 4)
    if lot.random() < 0.9:  # a king in the corner and the other near it, where mates are
        kings = lot.choice([(0, 17), (7, 22), (56, 41), (63, 46), (3, 19), (0, 10), (0, 18)])
        crowd[:2] = kings if lot.random() < 0.5 else kings[::-1]
    pieces = lot.choice(ENDINGS) if lot.random() < 0.5 else lot.choice(["KkQ", "KkR", "Kkq", "Kkr"])
    for square, name in zip(crowd, pieces, strict=False):
        board.set_piece_at(square, chess.Piece.from_symbol(name))
    board.turn = lot.random() < 0.5
    shuffled = lot.choice([0, 0, 9, 15])
    board.halfmove_clock = 100 - plies_left - shuffled
    if not board.is_valid():
        return None
    for _ in range(shuffled):
        if lawful_end(board) is not None:
            return None
        # To and fro as often as not, so that positions come back.
        back = [chess.Move(move.to_square, move.from_square) for move in board.move_stack[-2:-1]]
        likely = [move for move in back if board.is_legal(move)]
        board.push(lot.choice(likely * 20 + list(board.legal_moves)))
    return board if lawful_end(board) is None and board.halfmove_clock >= 97 else None


def endings(plies_left):
    return SEEDS.map(lambda seed: ending_near_its_end(seed, plies_left)).filter(bool)


# --- the rules ------------------------------------------------------------------------------------


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_random_game_is_as_python_chess_has_it(seed):
    lot = random.Random(seed)
    board = chess.Board.from_chess960_pos(lot.randrange(960)) if seed % 2 else chess.Board()
    if seed % 3 == 0:  # few pieces: games that end in every way
        board = ending_near_its_end(seed, 60) or board
    game = Chess(board)
    state = game.start()
    for _ in range(120):
        moves = game.moves(state)
        assert state.end == lawful_end(board)
        assert state.fen == game.show(state) == board.fen()
        assert game.max_to_move(state) == state.white_to_move == board.turn
        bounds, value = game.bounds(state), game.value(state)
        assert value in bounds
        if state.end is not None:
            assert (moves, bounds.lo, game.passed(state)) == ([], bounds.hi, None)
            break
        assert sorted(moves) == sorted(board.uci(move) for move in board.legal_moves)
        static = evaluate(state.fen, chess960=board.chess960).for_white
        assert value == min(max(static, bounds.lo), bounds.hi)
        if board.is_check():
            assert game.passed(state) is None
        else:
            board.push(chess.Move.null())
            assert game.passed(state).fen == board.fen()
            board.pop()
        move = lot.choice(moves)
        assert game.show_move(state, move) == board.san(board.parse_uci(move))
        before, played = copy.deepcopy(state), game.play(state, move)
        assert state == before != played == game.play(before, move)
        state = played
        board.push_uci(move)
    assert Chess(board).start() == replace(state, plies=0)


@pytest.mark.parametrize(
    ("fen", "end", "value"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate", MATE),
        ("7K/6q1/6k1/8/8/8/8/8 w - - 0 1", "checkmate", -MATE),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 120 100", "checkmate", MATE),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", 0),
        ("7k/8/6K1/8/8/8/8/5N2 b - - 0 1", "insufficient material", 0),
        ("7k/8/6K1/8/8/8/8/5R2 b - - 100 90", "fifty moves", 0),
    ],
)
def test_ends_of_the_game(fen, end, value):
    game = Chess(fen)
    state = game.start()

    assert (state.end, game.value(state), list(game.moves(state))) == (end, value, [])
    assert game.bounds(state) == pb.Interval(value, value)
    with pytest.raises(pb.BadInputError, match=f"the game is over in .*: {end}"):
        game.play(state, "h8h7")


def shuffled(times):
    board = chess.Board("7k/8/8/8/8/8/8/KR6 w - - 0 1")
    for _ in range(times):
        for move in ["b1b2", "h8g8", "b2b1", "g8h8"]:
            board.push_uci(move)
    return board


def test_the_third_time_is_a_draw_and_the_history_of_a_board_counts():
    once, twice, thrice = (Chess(shuffled(times)).start() for times in (0, 1, 2))

    assert once.end is twice.end is None
    assert thrice.end == "repetition"
    assert twice != Chess(shuffled(1).fen()).start()  # the same FEN, but with another history
    game = Chess(shuffled(1))
    state = game.start()
    for move in ["b1b2", "h8g8", "b2b1", "g8h8"]:
        assert state.end is None
        state = game.play(state, move)
    assert (state.end, state.plies) == ("repetition", 4)


def test_what_cannot_come_back_is_forgotten():
    game = Chess(shuffled(1))
    captured = Chess("7k/8/8/8/8/8/r7/KR6 w - - 7 9")

    assert len(game.start().earlier) == 4
    assert captured.play(captured.start(), "a1a2").earlier == ()
    assert game.passed(game.start()).earlier == ()


def test_a_game_that_went_on_after_a_draw_could_be_claimed_is_read():
    board = shuffled(2)
    board.push_uci("b1c1")

    assert Chess(board).start().end is None


def test_a_null_move_in_the_history_hides_what_was_before():
    board = shuffled(2)
    board.push(chess.Move.null())
    board.push_uci("h8g8")

    assert len(Chess(board).start().earlier) == 1


def test_mates_that_are_nearer_are_worth_more_and_all_are_wins():
    mated = Chess("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    values = [mated.value(replace(mated.start(), plies=plies)) for plies in (0, 1, 3, 600, 99_999)]

    assert values == [MATE, MATE - 1, MATE - 3, MATES_FROM, MATES_FROM]
    assert min(values) >= Chess.least_win


def test_a_bare_king_cannot_win():
    game = Chess("7k/8/8/8/8/8/8/KR6 b - - 0 1")

    assert game.bounds(game.start()) == pb.Interval(0, MATE - 2)
    assert Chess().bounds(Chess().start()) == pb.Interval(2 - MATE, MATE - 1)


# --- searches -------------------------------------------------------------------------------------


def test_alphabeta_finds_a_mate_in_two_and_speaks_san():
    result = pb.alphabeta(Chess(MATE_IN_2), 3)

    assert (result.move, result.value) == ("d2h6", MATE - 3)
    assert result.line_text(result.line) == "Qh6+, Kxh6, Bxf6#"
    assert str(result.argument).startswith("Qh6+ (31997): Qh6+, Kxh6, Bxf6#\n")


@given(SEEDS)
@settings(max_examples=10, deadline=None)
def test_alphabeta_is_minimax(seed):
    lot, board = random.Random(seed), chess.Board()
    for _ in range(lot.randrange(60)):
        if any(board.legal_moves):
            board.push(lot.choice(list(board.legal_moves)))
    game = Chess(board.fen())

    expected = looked_ahead(game, game.start(), 2)
    assert pb.alphabeta(game, 2).value == pb.alphabeta(game, 2, table=True).value == expected


def test_bstar_proves_a_mate_in_two():
    result = pb.bstar(Chess(MATE_IN_2))

    assert (result.move, result.proved, result.best.lo) == ("d2h6", True, MATE - 3)


def test_bstar_proves_a_mate_in_three_plies_of_an_ending():
    result = pb.bstar(Chess("8/8/8/8/8/1K6/7Q/k7 b - - 0 1"))
    assert (result.move, result.proved) == ("a1b1", True)

    result = pb.bstar(Chess("8/8/8/8/8/2K5/7R/k7 w - - 0 1"))
    assert (result.move, result.proved, result.best.lo) == ("c3b3", True, MATE - 3)


@pytest.mark.parametrize("control", ["classic", "modern"])
@pytest.mark.parametrize(
    ("fen", "move"), [(MATE_IN_2, "d2h6"), (BACK_RANK, "a1a8"), (BLACK_MATES, "b3b1")]
)
def test_both_controls_choose_the_mate(fen, move, control):
    assert pb.pbstar(Chess(fen), control=control).move == move


def test_black_at_the_root_is_min():
    result = pb.bstar(Chess(BLACK_MATES))

    assert (result.move, result.proved, result.best.hi) == ("b3b1", True, 1 - MATE)
    assert pb.alphabeta(Chess(BLACK_MATES), 1).value == 1 - MATE


def test_a_search_begins_at_any_state():
    game = Chess(MATE_IN_2)
    state = game.play(game.play(game.start(), "d2h6"), "g7h6")

    for search in (pb.bstar, pb.pbstar):
        assert search(game, state=state).move == "h4f6"
    assert pb.alphabeta(game, 1, state=state).value == MATE - 3  # counted from the game's start
    assert pb.bstar(game, state=Chess(BLACK_MATES).start()).move == "b3b1"


@given(endings(2))
@settings(max_examples=60, deadline=None)
def test_what_is_proved_is_true_to_the_end_of_the_game(board):
    values = values_of_moves(board)
    best = (max if board.turn else min)(values.values())
    game = Chess(board)

    for strategy in ("2DRM", "DB", "GPN", "DF"):
        result = pb.bstar(game, strategy)
        assert result.proved
        assert values[result.move] == best
        assert best in result.best
    for table in (False, True):
        result = pb.alphabeta(game, 5, table=table)
        assert (result.proved, result.value) == (True, best)
        assert values[result.move] == best
    found = pb.pbstar(game)
    assert not found.proved or values[found.move] == best


@given(endings(3))
@settings(max_examples=12, deadline=None)
def test_what_is_proved_is_true_three_plies_before_the_end(board):
    values = values_of_moves(board)
    best = (max if board.turn else min)(values.values())

    result = pb.bstar(Chess(board))
    assert (result.proved, values[result.move]) == (True, best)
    assert pb.deepening(Chess(board), 6, table=True).value == best


def test_a_mate_that_would_repeat_a_position_is_not_proved():
    board = chess.Board("8/8/8/8/8/1K6/7R/k7 b - - 90 60")
    for move in ["a1b1", "b3c3", "b1a1", "c3b3", "a1b1", "b3c3", "b1a1"]:
        board.push_uci(move)
    values = values_of_moves(board)
    without_history = pb.bstar(Chess(board.fen()))

    assert (without_history.move, without_history.best.lo) == ("c3b3", MATE - 3)
    assert values["c3b3"] == 0  # the third time
    result = pb.bstar(Chess(board))
    assert (result.proved, values[result.move]) == (True, max(values.values()))
    assert pb.alphabeta(Chess(board), 4, table=True).value == max(values.values()) == 0


def test_probed_bounds_make_estimates_for_bstar():
    game = Chess("6k1/5ppp/8/8/3q4/8/1B3PPP/6K1 w - - 0 1")

    result = pb.bstar(pb.ProbedBounds(game, 1, margin=50), limits=pb.Limits(seconds=10))

    assert result.move_name(result.move) == "Bxd4"


def test_a_certificate_of_a_mate_is_checked():
    for fen in (MATE_IN_2, BLACK_MATES):
        game = Chess(fen)
        search = interval_search(game, "2DRM")
        assert copy.copy(search).root.state == game.start()
        pb.run(search)
        certificate = pb.certify(search).as_json()

        verdict = pb.check(certificate, game=game)
        assert verdict.holds
        assert verdict.shown.proved
        assert not pb.check(certificate, game=Chess()).holds


def test_a_certificate_of_beliefs_is_checked():
    game = Chess(BACK_RANK)
    search = ProbabilitySearch(
        pb.GameBeliefs(game), replace(pb.ClassicSettings(), win=game.least_win)
    )
    pb.run(search)

    assert pb.check(pb.certify(search).as_json(), game=game).holds


# --- states and bad input -------------------------------------------------------------------------


def test_states_are_values():
    state = Chess().start()

    assert state == ChessState(chess.STARTING_FEN) == pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert hash(state) == hash(Chess(chess.Board()).start())
    with pytest.raises(FrozenInstanceError):
        state.fen = "changed"
    assert ChessState("7k/8/6K1/8/8/8/8/5N2 b - -").fen.endswith(" 0 1")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("nonsense", "FEN 'nonsense': "),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "there is no black king"),
        ("7k/8/8/8/8/8/8/KR6 w - - 0 1\n", "has no place in a FEN"),
        (chess.Board("8/8/8/8/8/8/8/K7 w - - 0 1"), "there is no black king"),
        (chess.variant.AtomicBoard(), "only standard chess and Chess960"),
        (5, 'a position is "startpos", a FEN or a chess.Board, got 5'),
    ],
)
def test_what_is_not_a_position_is_refused_in_one_sentence(position, said):
    with pytest.raises(pb.BadInputError) as refused:
        Chess(position)

    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_fen_that_is_refused_gives_its_reasons():
    with pytest.raises(BadPositionError) as refused:
        Chess("8/8/8/8/8/8/8/K7 w - - 0 1")
    assert refused.value.reasons == ("no_black_king",)


@pytest.mark.parametrize("move", ["e2e5", "", "0000", "Nf3", "e2\ne4", 5, None])
def test_what_is_not_a_legal_move_is_refused_in_one_sentence(move):
    game = Chess()

    for ask in (game.play, game.show_move):
        with pytest.raises(
            pb.BadInputError, match=r"is not legal in .*; moves are written"
        ) as said:
            ask(game.start(), move)
        assert "\n" not in str(said.value)


@pytest.mark.parametrize("state", ["startpos", chess.Board(), (1, 2)])
def test_what_is_not_a_state_is_refused_in_one_sentence(state):
    with pytest.raises(pb.BadInputError, match="a state of chess comes from"):
        pb.alphabeta(Chess(), 1, state=state)


def test_a_game_that_is_over_has_no_move_to_choose():
    with pytest.raises(pb.BadInputError, match="the game is over at the root"):
        pb.bstar(Chess(shuffled(2)))


def test_python_chess_is_loaded_when_chess_is_asked_for():
    program = "import sys, provebest as pb; assert 'chess' not in sys.modules; pb.games.Chess()"

    subprocess.run([sys.executable, "-c", program], check=True)
