"""The functions of ``provebest.chess``: the commands of the same names, in Python.

Keyword arguments have the names and meanings of the commands' options.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import replace
from os import PathLike
from pathlib import Path
from threading import Event

import chess
import chess.pgn

from provebest.chess.defaults import DEFAULT_CONFIDENCE
from provebest.chess.explain.analysis import Analysis
from provebest.chess.explain.analysis import analyse as analyse_position
from provebest.chess.explain.annotating import BOOK_MOVES, DEFAULT_SECONDS
from provebest.chess.explain.annotation import Annotation
from provebest.chess.explain.comparing import ComparedMove, Comparison, compare_moves, read_moves
from provebest.chess.explain.move_verdict import Thresholds
from provebest.chess.explain.only_move import OnlyMove
from provebest.chess.explain.only_move import only_move as find_only_move
from provebest.chess.explain.pgn_notes import add_notes
from provebest.chess.explain.saved_analysis import SavedAnalysis
from provebest.chess.limits import check_whole, limits_from
from provebest.chess.probes.auto import AUTO, find_same_prober
from provebest.chess.probes.prober_choice import choose_prober
from provebest.chess.probes.probers import Probers
from provebest.chess.searches import Settings
from provebest.games.boards import moves_in_uci
from provebest.games.chess_evaluation import DEFAULT_EVALUATION
from provebest.games.game_so_far import game_so_far, list_of_moves
from provebest.games.pgn import copy_game
from provebest.search.pbstar import DEFAULT_CONTROL
from provebest.vocabulary import BadInputError, Limits, Listener, shorten

__all__ = [
    "Analysis",
    "ComparedMove",
    "Comparison",
    "OnlyMove",
    "Thresholds",
    "analyse",
    "annotate",
    "compare",
    "only_move",
    "resume",
]


def analyse(
    position: str | chess.Board = "startpos",
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    expansions: int | None = None,
    limits: Limits | None = None,
    moves: Iterable[str | chess.Move] = (),
    why_not: Iterable[str | chess.Move] = (),
    control: str = DEFAULT_CONTROL,
    confidence: float = DEFAULT_CONFIDENCE,
    probe_depth: int = 4,
    prober: str = AUTO,
    evaluation: str = DEFAULT_EVALUATION,
    cache: str | PathLike[str] | None = None,
    threads: int = 1,
    workers: int | None = None,
    executor: Executor | None = None,
    chess960: bool = False,
    certificate: bool = False,
    cancel: Event | None = None,
    on_event: Listener | None = None,
) -> Analysis:
    """Finds the best move of a position and gives the argument for it.

    Args:
        position: "startpos", a FEN, or a ``chess.Board``. The board's move stack is the game so
            far: its positions count for repetition.
        seconds: Thinking time in seconds. Without any limit it is 3 seconds (modern control) or
            225 expansions (classic control).
        nodes: Largest number of probe nodes. With this limit alone, the answer is the same on
            every machine.
        expansions: Largest number of expansions. In the classic control this is the paper's effort
            limit; it may be exceeded to finish a verification.
        limits: The same limits, and ``cancel``, as a ``Limits``.
        moves: Choose among these moves only; SAN, UCI or ``chess.Move``.
        why_not: Also explain these moves, even if they are bad.
        control: "modern", or "classic" for the procedure of the paper of 1995.
        confidence: How sure the search must be, between 0.5 and 1, before it stops early.
        probe_depth: Depth of each probe of the classic control, 1 to 20 plies.
        prober: The engine: "auto" (Stockfish if it is installed, else "native"), "native", or
            "uci:" and an engine, such as "uci:stockfish". ``Analysis.prober`` says which it was.
        evaluation: Of the native prober: "corrected" (by a network) or "handcrafted".
        cache: A file that stores the answers to probes, for later analyses, or a PostgreSQL
            database for those of many machines: "postgresql://USER@HOST/DATABASE". Another engine
            then starts a new game for every probe. ``Analysis.cache`` says what it was good for.
        threads: Threads of the search, or of the engine. With more than one, the modern control is
            faster, and the same search may take another course next time. The classic control
            shares out its probes, or runs as many processes of the engine; its answer stays the
            same.
        workers: With the classic control: make probes on this many workers, some before they are
            asked for. The search is the same, node for node, for any number of workers; another
            engine then starts a new game for every probe. ``Analysis.parallel`` says what they did.
        executor: Where the workers are; None: threads of this process. Another one gets calls of
            functions with plain arguments; each of its workers has an engine of its own.
        chess960: Castling by the rules of Chess960, if the position is text.
        certificate: Record the search, so that ``Analysis.certificate()`` can be called.
        cancel: An event; set it from another thread to stop early with the answer so far.
        on_event: A function that gets every event of the search while it runs: see
            ``docs/events.md``.

    Returns:
        The analysis: ``move``, ``san``, ``value``, ``line``, ``argument``, ``result`` and more.
        Values are hundredths of a pawn for the side to move. ``failure`` is set if an engine
        failed; the rest is then the answer so far. ``notes`` says if the cache failed; the answer
        is then the same as without a cache.

    Raises:
        BadInputError: if an argument cannot be used, or the limit is too small for a first look
            at the moves; one sentence says which.
        CannotWriteError: if the file ``cache`` does not exist and cannot be made.
        CancelledError: if it was cancelled before it had an answer.

    >>> fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    >>> analyse(fen, nodes=20_000).san
    'Qxf7#'
    """
    allowed = limits_from(
        limits, seconds=seconds, nodes=nodes, expansions=expansions, cancel=cancel
    )
    check_whole("probe_depth", probe_depth, most=20)
    game = game_so_far(position, chess960=chess960)
    board = game.board()
    settings = Settings(
        control=control,
        seconds=allowed.seconds,
        nodes=allowed.probe_nodes,
        expansions=allowed.expanded,
        probe_depth=probe_depth,
        confidence=confidence,
        prober=choose_prober(
            prober,
            evaluation,
            control=control,
            threads=threads,
            workers=workers,
            cache=cache,
            pure=certificate,
        ),
        only=moves_in_uci(board, list_of_moves("moves", moves)),
        why_not=moves_in_uci(board, list_of_moves("why_not", why_not)),
    )
    return analyse_position(
        game,
        settings=settings,
        cancel=allowed.cancel,
        on_event=on_event,
        certificate=certificate,
        executor=executor,
    )


def resume(
    file: str | PathLike[str],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    expansions: int | None = None,
    limits: Limits | None = None,
    prober: str = AUTO,
    threads: int | None = None,
    workers: int | None = None,
    cancel: Event | None = None,
    on_event: Listener | None = None,
) -> Analysis:
    """Continues an analysis that ``Analysis.save`` has written.

    Position, control, confidence and evaluation come from the file, and so does the number of
    threads unless ``threads`` names another. The limits are as in ``analyse``; the limit of nodes
    includes the nodes of the saved part. The classic control visits the same nodes in the same
    order as if it had never stopped. The modern control starts again
    with the saved answers to its probes, and continues after the last of them; a saved answer to a
    probe that it does not make again is not used.

    Raises:
        BadInputError: if the file is not a saved analysis, is damaged, or was made with another
            prober than ``prober``.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "tree.json")
    ...     analyse(nodes=20_000).save(file)
    ...     resume(file, nodes=40_000).proved
    False
    """
    allowed = limits_from(
        limits, seconds=seconds, nodes=nodes, expansions=expansions, cancel=cancel
    )
    saved = SavedAnalysis(Path(file))
    settings = replace(
        saved.settings,
        seconds=allowed.seconds,
        nodes=allowed.probe_nodes,
        expansions=allowed.expanded,
        prober=choose_prober(
            find_same_prober(saved.prober, prober),
            saved.evaluation,
            control=saved.settings.control,
            threads=saved.threads if threads is None else threads,
            workers=workers,
        ),
    )
    return analyse_position(
        saved.start,
        saved.played,
        settings=settings,
        chess960=saved.chess960,
        cancel=allowed.cancel,
        on_event=on_event,
        begin=saved.search,
    )


def compare(
    position: str | chess.Board,
    moves: Iterable[str | chess.Move],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
    prober: str = AUTO,
    evaluation: str = DEFAULT_EVALUATION,
    threads: int = 1,
    chess960: bool = False,
    cancel: Event | None = None,
) -> Comparison:
    """Compares two or more moves of a position, all searched to the same depth.

    The arguments are as in ``analyse``; ``moves`` are SAN, UCI or ``chess.Move``. Without a limit
    of seconds or nodes, the limit is 3 seconds. The ``moves`` of the answer are sorted, best first.

    Raises:
        BadInputError: if an argument cannot be used, or the limit is too small for a first look
            at the moves.

    >>> fork = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    >>> [one.move for one in compare(fork, ["Nf3", "Qxf7"], nodes=60_000).moves]
    ['h5f7', 'g1f3']
    """
    allowed = limits_from(limits, seconds=seconds, nodes=nodes, cancel=cancel)
    game = game_so_far(position, chess960=chess960)
    listed = list_of_moves("moves", moves)
    return compare_moves(
        game,
        read_moves(game, listed),
        settings=Settings(
            seconds=allowed.seconds,
            nodes=allowed.probe_nodes,
            prober=choose_prober(prober, evaluation, threads=threads),
        ),
        cancel=allowed.cancel,
    )


def only_move(
    position: str | chess.Board,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
    thresholds: Thresholds | None = None,
    prober: str = AUTO,
    evaluation: str = DEFAULT_EVALUATION,
    threads: int = 1,
    chess960: bool = False,
    cancel: Event | None = None,
) -> OnlyMove:
    """Tells whether exactly one move wins, or exactly one move avoids a loss.

    The arguments are as in ``analyse``; ``thresholds`` say which values count as won and as lost.
    Without a limit of seconds or nodes, the limit is 1,000,000 nodes. The answer is based on
    selective searches: it is not a proof.

    Raises:
        BadInputError: if an argument cannot be used, or the limit is too small for a first look
            at the moves.
        CancelledError: if it was cancelled before it had an answer.

    >>> found = only_move("8/8/6K1/7P/1p6/8/1k6/8 w - - 1 59", nodes=100_000)
    >>> found.only, found.move
    (True, 'h5h6')
    """
    allowed = limits_from(limits, seconds=seconds, nodes=nodes, cancel=cancel)
    game = game_so_far(position, chess960=chess960)
    return find_only_move(
        game,
        nodes=allowed.probe_nodes,
        seconds=allowed.seconds,
        thresholds=Thresholds() if thresholds is None else thresholds,
        prober=choose_prober(prober, evaluation, threads=threads),
        cancel=allowed.cancel,
    )


def annotate(
    game: chess.pgn.Game,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
    book_moves: int = BOOK_MOVES,
    control: str = DEFAULT_CONTROL,
    prober: str = AUTO,
    evaluation: str = DEFAULT_EVALUATION,
    threads: int = 1,
) -> chess.pgn.Game:
    """Returns a copy of a game with comments, variations, glyphs such as ?? and values.

    The game itself does not change. The limits are for each move (default: 1 second). In a game
    from the usual starting position, the first ``book_moves`` moves of each side are skipped,
    unless it has no others.

    Raises:
        BadInputError: if an argument or the game cannot be used, or an engine failed.

    >>> import io
    >>> game = chess.pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
    >>> notes = annotate(game, nodes=5_000, book_moves=0)
    >>> notes[0][0][0].nags == {chess.pgn.NAG_BLUNDER}
    True
    """
    allowed = limits_from(limits, seconds=seconds, nodes=nodes)
    check_whole("book_moves", book_moves, least=0)
    if not isinstance(game, chess.pgn.Game):
        raise BadInputError(
            f"annotate needs a chess.pgn.Game, got {shorten(game)}; "
            "chess.pgn.Game.from_board makes one from a board"
        )
    annotated = copy_game(game)
    if allowed.seconds is None and allowed.probe_nodes is None:
        allowed = replace(allowed, seconds=DEFAULT_SECONDS)
    choice = choose_prober(prober, evaluation, threads=threads)
    settings = Settings(
        control=control, seconds=allowed.seconds, nodes=allowed.probe_nodes, prober=choice
    )
    Probers(
        choice
    ).close()  # an engine that cannot be used is an error even in a game without moves
    (notes,) = Annotation([annotated], settings, book_moves=book_moves).run()
    add_notes(annotated, notes)
    return annotated
