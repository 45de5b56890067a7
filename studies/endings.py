"""Makes a suite of endings from games, and has another engine judge them deeply.

``python -m studies.endings GAMES.pgn --out endings.epd --store endings.jsonl``

An ending has at most four pieces besides kings and pawns. The engine ranks the moves of some
endings of every game, first with few nodes and then, for at most two of each game, with many. It
searches all moves, then all but the best, and so on, each time with the full number of nodes. Every
move whose expected points are near those of the best is a best move. An ending is kept if it has
few best moves and all other moves are clearly worse. What our own search finds does not decide what
is kept; at the end the study counts how often it finds a best move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path

import chess

from provebest.argument.notation import in_pawns, san, winning_chances
from provebest.chess.probes.uci import UciProber, find_engine
from provebest.games.boards import board_from
from provebest.games.chess import read_position
from provebest.games.pgn import games_in, read_pgn
from provebest.suites.epd import Exercise, read_exercise
from provebest.suites.suite import Choice, solve_all
from provebest.vocabulary import BadInputError, Limits
from provebest.vocabulary.files import write_text
from studies.study import end_with, run_with_bar, study_parser

MOST_PIECES = 4
"""Besides kings and pawns, of both sides together."""
APART = 6
"""Plies between two endings of one game, at least."""
LOOKED_AT = 10
"""Endings of one game that are judged with few nodes, at most."""
PER_GAME = 2
NEAR = 0.04
"""Expected points: a move this near to the best is a best move."""
CLEAR = 0.06
"""Expected points by which all other moves must be worse than the best."""
MOST_BEST = 3
"""Best moves; an ending with more of them asks nothing."""
DEEPEST = 100
HASH_MEGABYTES = 32

Job = tuple[str, str, int]
"""The position, the engine and the nodes of each search."""
Ranking = list[tuple[str, int]]
"""Moves in UCI with their values in hundredths of a pawn, for the side to move."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An ending of a game."""

    game: str
    """The name of the file, and the number of the game in it."""
    ply: int
    """Plies played before it."""
    kind: str
    fen: str
    """Without the earlier game: EPD tells no counters, so the engine is given none."""


def kind_of(board: chess.Board) -> str | None:
    """The kind of ending, by its pieces; None if there are too many."""
    minor = board.knights | board.bishops
    if chess.popcount(minor | board.rooks | board.queens) > MOST_PIECES:
        return None
    present = {
        kind
        for kind, pieces in (("minor", minor), ("rook", board.rooks), ("queen", board.queens))
        if pieces
    }
    return "mixed" if len(present) > 1 else next(iter(present), "pawn")


def endings_of(file: Path) -> Iterator[list[Ending]]:
    """For each game of a file its endings, as a sample with ``APART`` plies between them.

    There is always a choice of moves, and the last move took nothing: taking back is no exercise.

    Raises:
        BadInputError: for a file that cannot be read.
    """
    for each in games_in(read_pgn(file)):
        if each.game is None:
            continue
        board, found = each.game.board(), list[Ending]()
        for ply, move in enumerate(each.game.mainline_moves(), start=1):
            took = board.is_capture(move)
            board.push(move)
            kind = kind_of(board)
            if kind is None or took or board.legal_moves.count() < 2:
                continue
            if not found or ply >= found[-1].ply + APART:
                fen = f"{board.epd()} 0 1"
                found.append(Ending(f"{file.stem} {each.number}", ply, kind, fen))
        some = min(len(found), LOOKED_AT)
        yield [found[place * len(found) // some] for place in range(some)]


def rank(job: Job) -> tuple[str, Ranking]:
    """The name of the engine, and the best moves with their values.

    It ends with the first move that is not near the best, or with one more than ``MOST_BEST``.
    """
    fen, engine, nodes = job
    prober, position, game = _prober(engine), read_position(fen), object()
    left, ranking = list(position.legal_moves()), Ranking()
    while left and len(best_moves(ranking)) == len(ranking) <= MOST_BEST:
        line = prober.best_of(position, left, DEEPEST, game, nodes=nodes).last
        ranking.append((line.moves[0], line.value))
        left.remove(line.moves[0])
    return prober.name, ranking


@cache
def _prober(engine: str) -> UciProber:
    """The engine of this process."""
    return UciProber(engine, hash_megabytes=HASH_MEGABYTES)


def best_moves(ranking: Ranking) -> list[str]:
    """The moves whose expected points are near those of the best."""
    most = max((winning_chances(value) for _, value in ranking), default=0.0)
    return [move for move, value in ranking if winning_chances(value) >= most - NEAR]


def lead(ranking: Ranking) -> float:
    """Expected points between the best move and the first that is not near it; 0 if all are."""
    best = best_moves(ranking)
    chances = [winning_chances(value) for _, value in ranking]
    others = [winning_chances(value) for move, value in ranking if move not in best]
    return max(chances) - max(others) if others else 0.0


def is_exercise(ranking: Ranking) -> bool:
    """Whether there are few best moves and all others are clearly worse."""
    return len(best_moves(ranking)) <= MOST_BEST and lead(ranking) >= CLEAR


def choose(games: Sequence[Sequence[Ending]], wanted: int) -> list[Ending]:
    """At most ``PER_GAME`` endings of each game, all of them different, and each kind in turn."""
    kinds: dict[str, dict[str, Ending]] = {}
    for endings in games:
        # Rare kinds would be lost if the first endings of each game were taken.
        rare_first = sorted(endings, key=lambda one: one.kind in {"rook", "mixed"})
        for ending in rare_first[:PER_GAME]:
            kinds.setdefault(ending.kind, {}).setdefault(ending.fen, ending)
    in_turn = zip_longest(*(of_kind.values() for _, of_kind in sorted(kinds.items())))
    chosen = [ending for ending in chain.from_iterable(in_turn) if ending is not None][:wanted]
    return sorted(chosen, key=lambda one: one.kind)


def epd_line(ending: Ending, judge: str, nodes: int, ranking: Ranking) -> str:
    """The ending as a line of EPD: best moves, name, judgement and kind."""
    board = board_from(ending.fen, chess960=False)
    sign, best = 1 if board.turn else -1, best_moves(ranking)
    value = max(value for _, value in ranking)
    other, less = max((each for each in ranking if each[0] not in best), key=lambda one: one[1])
    judgement = (
        f"{judge}, {nodes} nodes a search: {in_pawns(sign * value)}, "
        f"next {san(board, other)} {in_pawns(sign * less)} (for White)"
    )
    return board.epd(
        bm=[chess.Move.from_uci(move) for move in best],
        id=f"{ending.game}, ply {ending.ply}",
        c0=judgement,
        c1=f"{ending.kind} ending",
    )


def own_move(job: tuple[str, int]) -> str:
    """The choice of our own search."""
    fen, nodes = job
    ((_, verdict),) = solve_all(Choice("bstar"), [Exercise("", fen)], Limits(probe_nodes=nodes))
    return verdict.solution.move


def main() -> None:
    """Runs the study from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("games", nargs="+", type=Path, help="PGN files of games")
    parser.add_argument("--out", type=Path, required=True, help="write the suite to this file")
    parser.add_argument("--engine", default="stockfish", help="the engine that judges")
    parser.add_argument("--first", type=int, default=20_000, help="nodes of the first searches")
    parser.add_argument("--nodes", type=int, default=500_000, help="nodes of the later searches")
    parser.add_argument("--wanted", type=int, default=300, help="endings to judge with --nodes")
    parser.add_argument("--own", type=int, default=200_000, help="nodes of our own search")
    given = parser.parse_args()
    if min(given.first, given.nodes, given.wanted, given.own) < 1:
        parser.error("--first, --nodes, --wanted and --own must be 1 or more")
    find_engine(given.engine)
    games = [endings for file in given.games for endings in endings_of(file)]

    def ranked(endings: Sequence[Ending], nodes: int, things: str) -> list[tuple[str, Ranking]]:
        jobs = [(ending.fen, given.engine, nodes) for ending in endings]
        found = run_with_bar(rank, jobs, things, store=given.store, workers=given.workers)
        return [(judge, [(move, value) for move, value in moves]) for judge, moves in found]

    def exercises(endings: Sequence[Ending], nodes: int, things: str) -> dict[Ending, str]:
        return {
            ending: epd_line(ending, judge, nodes, ranking)
            for ending, (judge, ranking) in zip(
                endings, ranked(endings, nodes, things), strict=True
            )
            if is_exercise(ranking)
        }

    hopeful = exercises([one for endings in games for one in endings], given.first, "endings")
    chosen = choose([[one for one in each if one in hopeful] for each in games], given.wanted)
    suite = exercises(chosen, given.nodes, "chosen endings")
    if not suite:
        raise BadInputError("there is no ending in which the best moves are clearly better")
    sources = ", ".join(file.name for file in given.games)
    header = f"# Endings from {sources}; made by python -m studies.endings\n"
    write_text(given.out, header + "".join(f"{line}\n" for line in suite.values()))
    jobs = [(ending.fen, given.own) for ending in suite]
    moves = run_with_bar(own_move, jobs, "own choices", store=None, workers=given.workers)
    _print_kinds(suite, moves, given.own)


def _print_kinds(suite: dict[Ending, str], moves: Sequence[str], nodes: int) -> None:
    total, single, found = Counter[str](), Counter[str](), Counter[str]()
    for (ending, line), move in zip(suite.items(), moves, strict=True):
        exercise = read_exercise(line, "")
        for kind in (ending.kind, "all"):
            total[kind] += 1
            single[kind] += len(exercise.best) == 1
            found[kind] += exercise.solved_by(move)
    for kind in (*sorted(total.keys() - {"all"}), "all"):
        print(
            f"{kind}: {total[kind]} endings, {single[kind]} with one best move; our search found "
            f"a best move in {found[kind]} of them with {nodes:,} nodes"
        )


if __name__ == "__main__":
    end_with(main)
