"""The reference and the compiled control, set up alike, and what each of them did."""

import random
from dataclasses import dataclass, replace

from chess_games import board_of_a_game

from provebest.chess.beliefs import ChessBeliefs
from provebest.chess.probes.compiled_control import AT_ONCE, CompiledControl
from provebest.chess.probes.expansion import NativeExpander, ProbeSize
from provebest.chess.probes.root_search import RootSearch
from provebest.chess.probes.set_probes import ChessSets
from provebest.games.chess import ChessPosition, read_position
from provebest.games.chess_values import MATES_FROM
from provebest.search.events import SetProbed
from provebest.search.setprobe.budget import Budget
from provebest.search.setprobe.search import ModernSearch
from provebest.search.setprobe.settings import CHESS, ModernSettings

LOOK = (ProbeSize(12, 24), ProbeSize(12, 8))
ANALYSIS = ModernSettings(win=MATES_FROM)
GAME = ANALYSIS.in_a_game()


@dataclass(frozen=True)
class Task:
    """A position and the limits of its search."""

    position: ChessPosition
    settings: ModernSettings
    nodes: int
    only: tuple[str, ...] = ()


def make(kind, task, *, budget=None, cancel=None):
    """A search of this kind with a table of its own; it keeps what it asked in ``asked``."""
    position = task.position
    expander = NativeExpander(position, real=LOOK[0], hope=LOOK[1])
    search = kind(
        ChessBeliefs(position.key, expander, task.only),
        ChessSets(RootSearch(position, table_bytes=1 << 20), cancel),
        budget or Budget(task.nodes),
        task.settings,
        only=task.only,
        cancel=cancel,
        unseen=position.legal_moves() if task.settings.time_price else (),
    )
    search.asked = []
    search.events.on(SetProbed, search.asked.append)
    return search


def finish(search, at_most=AT_ONCE):
    while search.stopped is None:
        search.step(at_most)
    return search


def outcome(search):
    """Everything that the user of a search can ask for at its end."""
    result = search.result(search.stopped)
    return result, search.snapshot(), search.sight, search.depth, search.tally.frozen()


def reference(task):
    return finish(make(ModernSearch, task))


def twin(task, at_most=AT_ONCE):
    return finish(make(CompiledControl, task), at_most)


def random_task(seed):
    """A position of a random game; its settings stop soon, so that attacks come early."""
    rng = random.Random(seed)
    while True:
        board = board_of_a_game(rng)
        if not any(board.legal_moves):
            continue
        moves = [move.uci() for move in board.move_stack]
        fen = board.root().fen()
        position = read_position(fen, moves, chess960=board.chess960)
        break
    legal = position.legal_moves()
    only = tuple(rng.sample(legal, rng.randint(1, len(legal)))) if rng.random() < 0.25 else ()
    settings = ModernSettings(
        min_act=rng.choice((0.05, 0.1, 0.2, 0.3, 0.4, 0.5)),
        law=replace(CHESS, base=-1.5),
        win=MATES_FROM,
        first_depth=rng.choice((1, 3, 6)),
        deeper=rng.choice((2, 5)),
        deepest=rng.choice((5, 9, 100)),
    )
    if rng.random() < 0.5:
        settings = settings.in_a_game()
    return Task(position, settings, rng.choice((1, 50, 500, 2_000, 5_000, 20_000)), only)
