"""Why a move is worse although no material is lost: the ends of two lines, term by term.

The handcrafted terms of the evaluation are compared. Nothing is said unless all of them together
and the named ones explain at least half of the difference between the two moves, and each named
term at least ``NAMED`` of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from provebest.argument.parts import Claim, Rival
from provebest.argument.prose import listed
from provebest.chess.explain.quiet_lines import quiet_line
from provebest.chess.probes.evaluation import evaluate
from provebest.games.chess_evaluation import HANDCRAFTED

NAMED = 15.0
"""Hundredths of a pawn: a smaller difference of a term is not named."""
MOST_NAMED = 2
EXPLAINED = 0.5
"""The part of the difference between two moves that the named terms must explain."""
PHASE = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
FULL_PHASE = 24
SHORTEST = 4
"""Plies: the ends of shorter lines say too little."""

Pawns = Callable[[chess.Board, chess.Color], set[str]]
Terms = dict[tuple[int, bool], float]
"""Values by the place of a group in ``GROUPS`` and the side."""


@dataclass(frozen=True, slots=True)
class _Words:
    """How a group of terms is told: what the worse-off side has, and what the better-off has."""

    terms: frozenset[str]
    worse: str
    better: str
    pawns: Pawns | None = None
    """The files that the words name with ``{}``, mostly of pawns: exactly one must be new."""
    least: float = NAMED
    """Hundredths of a pawn: a smaller difference is not named."""


def drawback(board: chess.Board, claim: Claim[str], rival: Rival[str]) -> str:
    """What the rival's line leaves behind that the choice's does not, as a clause; or nothing."""
    plies = min(len(quiet_line(board, line)[0]) for line in (claim.line, rival.line))
    chosen, choice = quiet_line(board, claim.line[:plies], SHORTEST)
    played, other = quiet_line(board, rival.line[:plies], SHORTEST)
    if not chosen or not played or abs(len(chosen) - len(played)) > 1:
        return ""
    if _material(choice) != _material(other):
        return ""
    us, behind = board.turn, claim.value - rival.value
    if behind < NAMED or _ahead(choice, us) - _ahead(other, us) < EXPLAINED * behind:
        return ""
    before, after = _groups(choice), _groups(other)
    found = sorted(_losses(choice, other, before, after, us), key=lambda loss: -loss.size)
    losses = list({loss.place: loss for loss in reversed(found)}.values())
    losses = sorted(losses, key=lambda loss: -loss.size)[:MOST_NAMED]
    if sum(loss.size for loss in losses) < EXPLAINED * behind:
        return ""
    ours = [loss.words for loss in losses if loss.ours]
    theirs = [loss.words for loss in losses if not loss.ours]
    mine, yours = ("White", "Black") if us else ("Black", "White")
    clauses = [f"leaves {mine} with {listed(ours)}"] if ours else []
    if theirs:
        clauses.append(f"gives {yours} {listed(theirs)}")
    return " and ".join(clauses)


@dataclass(frozen=True, slots=True)
class _Loss:
    place: int
    """Of the group; what one group says of both sides is told once."""
    size: float
    """Hundredths of a pawn by which the rival's end is worse in this respect."""
    ours: bool
    """Whether we have less, or else the other side more."""
    words: str


def _losses(
    choice: chess.Board,
    other: chess.Board,
    before: Terms,
    after: Terms,
    us: chess.Color,
) -> Iterator[_Loss]:
    for place, group in enumerate(GROUPS):
        for side in (us, not us):
            ours = side == us
            change = after[place, side] - before[place, side]
            size = -change if ours else change
            if size < group.least:
                continue
            words = group.worse if ours else group.better
            if group.pawns is not None and words:
                words = _with_files(words, group.pawns, choice, other, side)
            if words:
                yield _Loss(place, size, ours, words)


def _with_files(
    words: str, pawns: Pawns, choice: chess.Board, other: chess.Board, side: chess.Color
) -> str:
    """The words with the file of the pawn that is new; empty if there is not exactly one."""
    new = pawns(other, side) - pawns(choice, side)
    return words.format(new.pop()) if len(new) == 1 else ""


def _groups(board: chess.Board) -> Terms:
    """The value of each group of terms for each side, blended by the phase of the game."""
    pieces = sum(PHASE.get(piece.piece_type, 0) for piece in board.piece_map().values())
    phase = min(1.0, pieces / FULL_PHASE)
    found: Terms = defaultdict(float)
    terms = evaluate(board.fen(), chess960=board.chess960, evaluation=HANDCRAFTED).terms
    for term in terms:
        for place, group in enumerate(GROUPS):
            if term.name in group.terms:
                for side, (middle, end) in ((chess.WHITE, term.white), (chess.BLACK, term.black)):
                    found[place, side] += phase * middle + (1 - phase) * end
    return found


def _ahead(board: chess.Board, us: chess.Color) -> float:
    """The value of the position by all handcrafted terms, for this side."""
    told = evaluate(board.fen(), chess960=board.chess960, evaluation=HANDCRAFTED)
    return told.value if board.turn == us else -told.value


def _material(board: chess.Board) -> tuple[int, ...]:
    """How many pieces of each kind each side has; knights and bishops count as the same."""
    counts = []
    for side in chess.COLORS:
        minors = len(board.pieces(chess.KNIGHT, side)) + len(board.pieces(chess.BISHOP, side))
        others = (chess.PAWN, chess.ROOK, chess.QUEEN)
        counts += [minors, *(len(board.pieces(kind, side)) for kind in others)]
    return tuple(counts)


def _files(board: chess.Board, side: chess.Color) -> list[int]:
    """For each file, how many pawns the side has on it."""
    pawns = board.pieces(chess.PAWN, side)
    return [len(pawns & chess.SquareSet(chess.BB_FILES[file])) for file in range(8)]


def _isolated(board: chess.Board, side: chess.Color) -> set[str]:
    padded = [0, *_files(board, side), 0]
    return {
        chess.FILE_NAMES[file]
        for file in range(8)
        if padded[file + 1] and not padded[file] and not padded[file + 2]
    }


def _doubled(board: chess.Board, side: chess.Color) -> set[str]:
    return {chess.FILE_NAMES[file] for file, many in enumerate(_files(board, side)) if many > 1}


def _passed(board: chess.Board, side: chess.Color) -> set[str]:
    found = set()
    theirs = board.pieces(chess.PAWN, not side)
    for square in board.pieces(chess.PAWN, side):
        file, rank = chess.square_file(square), chess.square_rank(square)
        ahead = range(rank + 1, 8) if side else range(rank)
        beside = [f for f in (file - 1, file, file + 1) if 0 <= f < 8]
        if not any(chess.square(f, r) in theirs for f in beside for r in ahead):
            found.add(chess.FILE_NAMES[file])
    return found


def _held_files(board: chess.Board, side: chess.Color) -> set[str]:
    """The files without pawns on which only this side has a rook or a queen."""
    rooks = board.pieces(chess.ROOK, side)
    theirs = board.pieces(chess.ROOK, not side) | board.pieces(chess.QUEEN, not side)
    return {
        name
        for name, file in zip(chess.FILE_NAMES, map(chess.SquareSet, chess.BB_FILES), strict=True)
        if rooks & file and not theirs & file and not board.pawns & int(file)
    }


def _without_open_file(board: chess.Board, side: chess.Color) -> set[str]:
    """Not empty if this side has no rook on a file without pawns of its own."""
    rooks, pawns = board.pieces(chess.ROOK, side), board.pieces(chess.PAWN, side)
    some = any(rooks & file and not pawns & file for file in map(chess.SquareSet, chess.BB_FILES))
    return set() if some else {"none"}


GROUPS = (
    _Words(frozenset({"isolated pawn"}), "an isolated {}-pawn", "", _isolated),
    _Words(frozenset({"doubled pawn"}), "doubled {}-pawns", "", _doubled),
    _Words(frozenset({"backward pawn"}), "a backward pawn", ""),
    _Words(
        frozenset(
            {
                "passed pawn",
                "passed pawn, supported",
                "passed pawn, blocked",
                "passed pawn, free to move",
                "passed pawn, rook behind",
                "passed pawn nothing can stop",
            }
        ),
        "",
        "a passed {}-pawn",
        _passed,
    ),
    _Words(frozenset({"bishop pair"}), "no bishop pair", "the bishop pair"),
    _Words(
        frozenset({"king's shelter", "pawn storm", "pawn storm, held up", "attack on the king"}),
        "a less safe king",
        "",  # that the other king has become safer is no reason against a move
        least=2 * NAMED,  # before castling such terms change with every move
    ),
    _Words(
        frozenset({"knight mobility", "bishop mobility", "rook mobility", "queen mobility"}),
        "less active pieces",
        "more active pieces",
    ),
    _Words(frozenset({"king in the centre"}), "a less active king", "a more active king"),
    _Words(frozenset({"outpost"}), "", "an outpost"),
    _Words(frozenset({"rook on an open file"}), "no rook on an open file", "", _without_open_file),
    _Words(frozenset({"rook on an open file"}), "", "the open {}-file", _held_files),
    _Words(frozenset({"rook on the seventh"}), "", "a rook on the seventh rank"),
    _Words(frozenset({"pawns on the bishop's colour"}), "a worse bishop", "a better bishop"),
)
"""Terms that have a name; the others (such as that of squares) are part of no reason."""
