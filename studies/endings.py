"""Makes a suite of endings from games, and has another engine judge them deeply.

``python -m studies.endings GAMES.pgn --out endings.epd --store endings.jsonl``

An ending has at most four pieces besides kings and pawns. The engine ranks the moves of some
endings of every game, first with few nodes and then, for at most three of each game, with many. It
searches all moves, then all but the best, and so on, each time with the full number of nodes. Every
move whose expected points are near those of the best is a best move. An ending is kept if it has
few best moves, but not if all moves are equally good. What our own search finds does not decide
what is kept; at the end the study counts how often it finds a best move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from provebest.suites.epd import Exercise
from provebest.suites.suite import Choice, solve_all
from provebest.vocabulary import BadInputError, Limits
from provebest.vocabulary.files import write_text
from provebest.vocabulary.outside import visible
from studies.study import end_with, run_with_bar, study_parser

MOST_IN_ENDING = 4
"""Pieces besides kings and pawns that an ending has at most."""
APART = 6
"""Plies between two endings of one game, at least."""
LOOKED_AT = 10
"""Endings of one game that are judged with few nodes, at most."""
PER_GAME = 3
COMMON_KINDS = ("rook", "mixed")
NEAR = 0.04
"""Expected points: a move this near to the best is a best move."""
CLEAR = 0.10
"""Expected points; with this lead the best moves are clearly better."""
MOST_BEST = 3
"""Best moves; an ending with more of them asks nothing."""
DEEPEST = 100
HASH_MEGABYTES = 32

Job = tuple[str, str, int]
"""The position, the engine and the nodes of each search."""
Ranking = Sequence[tuple[str, int]]
"""Moves in UCI with their values in hundredths of a pawn, for the side to move."""

Judgement = tuple[str, Ranking]
"""The name of the engine, and its ranking."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An ending of a game."""

    game: str
    """The name of the file, and the number of the game in it."""
    ply: int
    """Plies played before it."""
    kind: str
    fen: str
    """With the counters of a new game, because EPD has none."""


def kind_of(board: chess.Board) -> str | None:
    """The kind of ending, by its pieces; None if there are too many."""
    minor = board.knights | board.bishops
    if chess.popcount(minor | board.rooks | board.queens) > MOST_IN_ENDING:
        return None
    present = {
        kind
        for kind, pieces in (("minor", minor), ("rook", board.rooks), ("queen", board.queens))
        if pieces
    }
    return "mixed" if len(present) > 1 else next(iter(present), "pawn")


def endings_of(file: Path) -> Iterator[list[Ending]]:
    """For each game of a file its endings, as a sample with ``APART`` plies between them.

    There are at least two legal moves, and the last move took nothing, so none has to take back.

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


def rank(job: Job) -> Judgement:
    """The best moves of a position by the engine.

    It ends with the first move that is not near the best, or with more than ``MOST_BEST`` that are.
    A later search may find a better move than the first one did.
    """
    fen, engine, nodes = job
    prober, position, game = _prober(engine), read_position(fen), object()
    left, ranking = list(position.legal_moves()), list[tuple[str, int]]()
    while left:
        line = prober.best_of(position, left, DEEPEST, game, nodes=nodes).last
        ranking.append((line.moves[0], line.value))
        left.remove(line.moves[0])
        best = best_moves(ranking)
        if line.moves[0] not in best or len(best) > MOST_BEST:
            break
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
    """Whether there are few best moves and others that are worse.

    The side with the better chances has not won yet, or wins with the best moves only.
    """
    return len(best_moves(ranking)) <= MOST_BEST and lead(ranking) > 0


def choose(games: Sequence[Mapping[Ending, float]], wanted: int) -> list[Ending]:
    """At most ``PER_GAME`` endings of each game, all of them different, and each kind in turn.

    The games give the ``lead`` of every ending. Rare kinds come first, then the greatest lead.
    """
    kinds: dict[str, dict[str, Ending]] = {}
    for leads in games:
        in_order = sorted(leads, key=lambda one: (one.kind in COMMON_KINDS, -leads[one]))
        for ending in in_order[:PER_GAME]:
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

    def rank_all(endings: Sequence[Ending], nodes: int, things: str) -> dict[Ending, Judgement]:
        jobs = [(ending.fen, given.engine, nodes) for ending in endings]
        found = run_with_bar(rank, jobs, things, store=given.store, workers=given.workers)
        return {
            ending: (judge, ranking)
            for ending, (judge, ranking) in zip(endings, found, strict=True)
            if is_exercise(ranking)
        }

    hopeful = rank_all([one for endings in games for one in endings], given.first, "endings")
    leads = [{one: lead(hopeful[one][1]) for one in game if one in hopeful} for game in games]
    suite = rank_all(choose(leads, given.wanted), given.nodes, "chosen endings")
    if not suite:
        raise BadInputError("the games have no ending with few best moves")
    files = " ".join(visible(file.name) for file in given.games)
    limits = f"--first {given.first} --nodes {given.nodes} --wanted {given.wanted}"
    lines = [
        f"# Endings from games; bm has every move within {NEAR} expected points of the best.",
        f"# python -m studies.endings {files} {limits}",
        *(epd_line(one, judge, given.nodes, moves) for one, (judge, moves) in suite.items()),
    ]
    write_text(given.out, "".join(f"{line}\n" for line in lines))
    jobs = [(ending.fen, given.own) for ending in suite]
    choices = run_with_bar(own_move, jobs, "own choices", store=None, workers=given.workers)
    print(f"our own search has {given.own:,} nodes for each ending")
    for kind in (*sorted({ending.kind for ending in suite}), "all"):
        of_kind = [
            (ranking, choice)
            for (ending, (_, ranking)), choice in zip(suite.items(), choices, strict=True)
            if kind in {ending.kind, "all"}
        ]
        _print_kind(kind, of_kind)


def _print_kind(kind: str, endings: Sequence[tuple[Ranking, str]]) -> None:
    clear = sum(lead(ranking) >= CLEAR for ranking, _ in endings)
    single = sum(len(best_moves(ranking)) == 1 for ranking, _ in endings)
    found = sum(choice in best_moves(ranking) for ranking, choice in endings)
    print(
        f"{kind}: {len(endings)} endings, {single} with one best move, {clear} with a lead of "
        f"{CLEAR:.2f} or more; our search found a best move in {found}"
    )


if __name__ == "__main__":
    end_with(main)
