"""The position that a command line names: a FEN, or a game in a PGN file; and moves in options."""

from __future__ import annotations

import re
from pathlib import Path

import chess

from provebest.cli.shared import talk
from provebest.games.boards import line_in_uci, moves_in_uci
from provebest.games.chess import fen_of
from provebest.games.game_so_far import GameSoFar, game_so_far, read_game
from provebest.games.pgn import PgnGame, games_in, read_numbered_game, read_pgn
from provebest.vocabulary import BadInputError, shorten
from provebest.vocabulary.files import quoted_name


def pgn_file(what: str) -> Path | None:
    """The file, if the argument names a PGN file; None for a FEN or startpos."""
    return Path(what) if what.lower().endswith(".pgn") else None


def read_start(
    what: str, *, number: int | None, ply: int | None, after: str, chess960: bool
) -> GameSoFar:
    """The game that leads to the position that ``what`` and the options name.

    ``what`` is a FEN, ``startpos`` or a PGN file. Of a file, ``number`` chooses the game and
    ``ply`` the position after so many half-moves (default: the last). The moves ``after`` follow.

    Raises:
        BadInputError: if there is no such position; one sentence says why.
    """
    file = pgn_file(what)
    if file is None:
        for option, value in (("--ply", ply), ("--game", number)):
            if value is not None:
                raise BadInputError(f"{option} works only with a PGN file, not with a FEN")
        board = read_game(fen_of(what), chess960=chess960).board()
    else:
        board = _board_after(file, number, ply)
    for move in line_in_uci(board, split_moves("--after", after)):
        board.push_uci(move)
    return game_so_far(board)


def _board_after(file: Path, number: int | None, ply: int | None) -> chess.Board:
    found = _only_game(file) if number is None else read_numbered_game(file, number, talk)
    if found.game is None:
        raise BadInputError(f"cannot use {found} of {quoted_name(file)}: {found.problem}")
    board, moves = found.game.board(), list(found.game.mainline_moves())
    if ply is not None and ply > len(moves):
        raise BadInputError(
            f"{found} of {quoted_name(file)} has {len(moves)} half-moves; there is no ply {ply}"
        )
    for move in moves[:ply]:
        board.push(move)
    return board


def _only_game(file: Path) -> PgnGame:
    """The game of a file that has one."""
    games = games_in(read_pgn(file, talk))
    first = next(games, None)
    if first is None:
        raise BadInputError(f"there are no PGN games in {quoted_name(file)}")
    if next(games, None) is not None:
        raise BadInputError(f"{quoted_name(file)} has several games; choose one with --game")
    return first


def split_moves(option: str, moves: str) -> tuple[str, ...]:
    """The moves of an option, which are separated by commas or spaces; not yet read.

    Raises:
        BadInputError: if there is text but no move.
    """
    names = tuple(name for name in re.split("[, ]+", moves) if name)
    if moves and not names:
        raise BadInputError(f"{option} needs moves such as e4,Nf3; got {shorten(moves)}")
    return names


def read_moves(option: str, moves: str, board: chess.Board) -> tuple[str, ...]:
    """The moves of an option in UCI; they may be written in SAN or UCI.

    Raises:
        BadInputError: if one is not legal on the board.
    """
    try:
        return moves_in_uci(board, split_moves(option, moves))
    except BadInputError as error:
        raise BadInputError(f"{option}: {error}") from None


def read_move(option: str, move: str, board: chess.Board) -> str:
    """The one move of an option in UCI; it may be written in SAN or UCI.

    Raises:
        BadInputError: if it is not one legal move.
    """
    named = read_moves(option, move, board)
    if len(named) != 1:
        raise BadInputError(f"{option} needs one move such as Nf3; got {shorten(move)}")
    return named[0]
