"""Lines in SAN, and what ``provebest.chess.motifs`` says of them."""

import chess

from provebest.chess.motifs import describe_line


def story(fen, sans):
    """The story of a line of moves in SAN, separated by spaces."""
    board = chess.Board(fen)
    played = board.copy()
    return describe_line(board, [played.push_san(san) for san in sans.split()])


def kinds(fen, sans, *, by_us=True):
    """The kinds of the motifs of one side."""
    return {motif.kind for motif in story(fen, sans).motifs if motif.by_us is by_us}


def phrases(fen, sans, kind):
    """The phrases of the motifs of one kind."""
    return [motif.phrase for motif in story(fen, sans).motifs if motif.kind is kind]
