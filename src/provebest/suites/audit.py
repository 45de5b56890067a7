"""An audit of arguments: checks their claims about chess positions with another engine.

The engine searches each claim to a fixed depth. Values of two engines cannot be compared, so each
check compares two values of the same engine, within a tolerance: for example the value after a
rival move and the reply to it with the value after the chosen move. A pawn is not worth as much to
every engine, so the values are first expressed in one unit: the pawn of Stockfish 15.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import chess
import chess.engine

from provebest.argument.argument import Argument
from provebest.argument.parts import Kind, Rival
from provebest.chess.defaults import DEFAULT_CONFIDENCE
from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.probes.cache_place import CachePlace
from provebest.chess.probes.prober import mate_in
from provebest.chess.probes.prober_choice import ProberChoice, prober_of
from provebest.chess.probes.probers import check_prober
from provebest.chess.probes.uci import UciProber, find_engine
from provebest.chess.probes.uci_words import Line
from provebest.games.boards import board_from
from provebest.games.chess import read_position
from provebest.games.pgn import games_in, read_pgn
from provebest.vocabulary import BadInputError, EngineFailedError
from provebest.vocabulary.files import quoted_name
from provebest.work.caching import RunCache
from provebest.work.place import ONE_PROCESS, Place
from provebest.work.pool import print_note, run_jobs
from provebest.work.shapes import fits

TOLERANCE = 50
"""Hundredths of Stockfish's pawn: a difference up to this does not make a claim false."""
WON = 75
"""Hundredths of a pawn that a threat must win by the engine's values: half of what the argument
demands."""
SURE = DEFAULT_CONFIDENCE
"""A choice with a smaller confidence is not claimed to be best."""
DECIDED = 250
"""If both values are beyond this (hundredths of a pawn) for the same side, their difference does
not matter. Stockfish's 100 is an even chance of winning."""
NOT_CLAIMED = "not claimed"
"""Rival moves and replies about which the argument makes no claim."""
STOCKFISH_SCALE = 113
"""Hundredths of Stockfish 15's pawn that make its winning chances 1 / (1 + 1/e), 73 %, by the
results of games: ``python -m studies.winning_chances GAMES.pgn --engine stockfish``. It is that of
every engine that was not measured; the versions of Stockfish from 15.1 on have one unit."""
SCALES = {"Ethereal 12": 160}
"""The same of other engines that were measured, by the beginning of their names."""
FIRST_PLY, SEED = 16, 1995
MATE_SCORE = 30_000

Job = tuple[str, str, int, str, int, int, int | None, str]
"""Position, control, nodes, judge, depth, tolerance, the judge's scale if it is given, and who
analyses: ``uci:`` and an engine, or the identity of our own evaluation."""


@dataclass(frozen=True, slots=True)
class Check:
    """One claim, and the engine's judgement of it."""

    kind: str
    claim: str
    holds: bool
    engine: str
    """The engine's values that decide."""


def positions(file: Path, wanted: int, seed: int = SEED) -> list[str]:
    """A random sample of different positions from the games in a file, fixed by the seed.

    Games that cannot be read are left out.

    Raises:
        BadInputError: if the file cannot be read or has fewer positions than wanted.
    """
    found: dict[str, None] = {}
    for each in games_in(read_pgn(file)):
        if each.game is None:
            continue
        board = each.game.board()
        for ply, move in enumerate(each.game.mainline_moves()):
            if ply >= FIRST_PLY and board.legal_moves.count() > 1:
                found[board.fen()] = None
            board.push(move)
    if len(found) < wanted:
        raise BadInputError(f"{quoted_name(file)} has {len(found)} positions, fewer than {wanted}")
    return random.Random(seed).sample(list(found), wanted)


CHECK = {"fen": str, "kind": str, "claim": str, "holds": bool, "engine": str}
"""A check as JSON."""


def audit_job(job: Job, cache: CachePlace | None = None) -> list[dict[str, Any]]:
    """The claims about one position and the engine's judgements, as JSON."""
    fen, control, nodes, engine, depth, tolerance, scale, maker = job
    expansions = None if control == "modern" else 10_000
    prober = replace(prober_of(maker), cache=cache)
    settings = Settings(control=control, nodes=nodes, expansions=expansions, prober=prober)
    analysis = analyse(fen, settings=settings)
    if analysis.failure is not None:
        raise EngineFailedError(analysis.failure)
    referee = UciProber(engine, hash_megabytes=64)
    try:
        pawn = (scale or scale_of(referee.name)) / STOCKFISH_SCALE
        ask = Referee(referee, fen, depth, pawn)
        checks = list(check_argument(analysis.argument, ask, tolerance))
    finally:
        referee.close()
    return [
        {"fen": fen, "kind": c.kind, "claim": c.claim, "holds": c.holds, "engine": c.engine}
        for c in checks
    ]


def scale_of(name: str) -> int:
    """The scale of the engine with this name, as ``STOCKFISH_SCALE`` is Stockfish's."""
    return next((s for start, s in SCALES.items() if name.startswith(start)), STOCKFISH_SCALE)


def check_engines(maker: str, judge: str) -> None:
    """Raises an error unless both engines of an audit can be used here."""
    check_prober(maker)
    find_engine(judge)


def audit(
    fens: Sequence[str],
    settings: tuple[str, int, str, int, int, int | None],
    *,
    prober: ProberChoice = ProberChoice(),  # noqa: B008 - frozen, so one default is safe
    on_job: Callable[[], None] = lambda: None,
    store: Path | None = None,
    on: Place = ONE_PROCESS,
    if_set_aside: Callable[[str], None] = print_note,
    cache: RunCache | None = None,
) -> list[dict[str, Any]]:
    """The checks of all positions; results that are in the ``store`` are not computed again.

    ``if_set_aside`` is called with a sentence about each position that ended its worker too often.
    """
    jobs: list[Job] = [(fen, *settings, prober.identity) for fen in fens]
    made = run_jobs(
        audit_job,
        jobs,
        on_job=on_job,
        store=store,
        name="audit",
        is_result=lambda _, checks: fits(checks, [CHECK]),
        on=on,
        if_set_aside=lambda job, aside: if_set_aside(aside.sentence(job[0])),
        check=(check_engines, (prober.identity, settings[2])),
        cache=cache,
    )
    return [check for checks in made for check in checks or ()]


@dataclass(frozen=True, slots=True)
class EngineValue:
    """The engine's value of a position, for the side to move at the root."""

    score: chess.engine.Score
    pawn: float = 1.0
    """The engine's pawns that are worth one of Stockfish's."""

    @property
    def hundredths(self) -> float:
        """The value in hundredths of Stockfish's pawn; a mate counts about ``MATE_SCORE``."""
        plain = self.score.score(mate_score=MATE_SCORE)
        return plain if self.score.is_mate() else plain / self.pawn

    def exceeds(self, other: EngineValue, tolerance: int) -> bool:
        """Whether it is above the other by more than the tolerance, in an undecided game."""
        mine, theirs = self.hundredths, other.hundredths
        decided = min(mine, theirs) >= DECIDED or max(mine, theirs) <= -DECIDED
        return not decided and mine > theirs + tolerance

    def __str__(self) -> str:
        return str(self.score)


class Referee:
    """Judges one position with one engine at one depth."""

    def __init__(self, prober: UciProber, fen: str, depth: int, pawn: float) -> None:
        self._prober, self._fen, self._depth, self._pawn = prober, fen, depth, pawn
        self._root = board_from(fen, chess960=False)

    def best(self) -> tuple[str, EngineValue]:
        """The engine's own choice in the position, and its value."""
        found = self._search(self._root)
        return found.moves[0], EngineValue(_score(found.value), self._pawn)

    def after(self, *moves: str, passed: int | None = None) -> EngineValue:
        """The value after these moves; the side to move passes before ``moves[passed]``."""
        board = self._root.copy()
        for number, name in enumerate((*moves, None)):
            if number == passed:
                board.push(chess.Move.null())
            if name is not None:
                board.push_uci(name)
        mover = self._root.turn
        outcome = board.outcome()
        if outcome is not None:
            won = None if outcome.winner is None else outcome.winner == mover
            return EngineValue(_final_score(won=won))
        score = _score(self._search(board).value)
        return EngineValue(score if board.turn == mover else -score, self._pawn)

    def _search(self, board: chess.Board) -> Line:
        return self._prober.best_of(read_position(board.fen()), (), self._depth, self).last


def _score(value: int) -> chess.engine.Score:
    mate = mate_in(value)
    return chess.engine.Cp(value) if mate is None else chess.engine.Mate(mate)


def _final_score(*, won: bool | None) -> chess.engine.Score:
    if won is None:
        return chess.engine.Cp(0)
    return chess.engine.MateGiven if won else chess.engine.Mate(0)


def check_argument(argument: Argument[str], ask: Referee, tolerance: int) -> Iterator[Check]:
    """Checks every claim of an argument that an engine can judge."""
    claim = argument.claim
    if not argument.rivals:
        return
    choice = ask.after(claim.move)
    preferred, best = ask.best()
    if (claim.confidence or 0.0) >= SURE:
        yield Check(
            "choice",
            f"{_line(argument, claim.line[:1])} is best",
            preferred == claim.move or not best.exceeds(choice, tolerance),
            f"its value {choice}, best {_line(argument, (preferred,))} {best}",
        )
    for rival in argument.argued:
        yield from _check_rival(argument, rival, ask, choice, tolerance)
    unsure = 1 - SURE
    bounded = [
        rival.move
        for rival in argument.others
        if rival.kind is Kind.BOUNDED and (rival.chance or 0.0) < unsure
    ]
    if bounded:
        better = None
        if preferred != claim.move and best.exceeds(choice, tolerance):
            better = _better_one(bounded, preferred, ask, choice, tolerance)
        yield Check(
            Kind.BOUNDED.value,
            f"none of {len(bounded)} other moves is better",
            better is None,
            f"choice {choice}, best {_line(argument, (preferred,))} {best}"
            + (f"; better: {_line(argument, (better,))}" if better else ""),
        )
    yield from _check_attempts(argument, ask, choice, tolerance)
    yield from _check_threats(argument, ask, choice)


def _better_one(
    moves: Sequence[str], preferred: str, ask: Referee, choice: EngineValue, tolerance: int
) -> str | None:
    """The first of the moves that the engine finds better than the choice, if there is one.

    Each is searched alone: not every engine can search some moves of a position together. If the
    engine's own choice is one of them, no other has to be asked about.
    """
    first = [preferred] if preferred in moves else list(moves)
    return next((move for move in first if ask.after(move).exceeds(choice, tolerance)), None)


def _check_rival(
    argument: Argument[str], rival: Rival[str], ask: Referee, choice: EngineValue, tolerance: int
) -> Iterator[Check]:
    if rival.kind in {Kind.OPEN, Kind.CLOSE}:
        yield Check(NOT_CLAIMED, _line(argument, rival.line[:1]), holds=True, engine="")
        return
    # What is wrong with a move is shown by the reply to it. That it is as good is not.
    is_equal = rival.kind is Kind.EQUAL
    line = rival.line[: 1 if is_equal else 2]
    value = ask.after(*line)
    moves, values = _line(argument, line), f"choice {choice}, after it {value}"
    claim = f"{moves}: {'not better' if is_equal else rival.kind.value}"
    yield Check(rival.kind.value, claim, not value.exceeds(choice, tolerance), values)
    if is_equal:
        not_worse = not choice.exceeds(value, tolerance)
        yield Check(rival.kind.value, f"{moves}: not worse", not_worse, values)


def _check_attempts(
    argument: Argument[str], ask: Referee, choice: EngineValue, tolerance: int
) -> Iterator[Check]:
    chosen = argument.claim.move
    for attempt in argument.attempts:
        line = (chosen, *attempt.line[:2])
        if attempt.open:
            yield Check(NOT_CLAIMED, _line(argument, line), holds=True, engine="")
            continue
        value = ask.after(*line)
        yield Check(
            "attempt",
            f"{_line(argument, line)}: the answer holds",
            not choice.exceeds(value, tolerance),
            f"choice {choice}, after the answer {value}",
        )


def _check_threats(argument: Argument[str], ask: Referee, choice: EngineValue) -> Iterator[Check]:
    chosen, threat, parry = argument.claim.move, argument.threat, argument.parry
    notation = argument.notation
    if threat is not None:
        value = ask.after(chosen, threat.line[0], passed=1)
        yield Check(
            "threat",
            f"{notation.line(threat.line[:1], after=(chosen,), passed=True)} is a threat",
            value.hundredths >= choice.hundredths + WON,
            f"choice {choice}, threat {value}",
        )
    if parry is not None:
        name = notation.line(parry.threat[:1], passed=True).text
        value = ask.after(parry.threat[0], passed=0)
        yield Check(
            "stopped threat",
            f"{name} was a threat",
            value.hundredths <= choice.hundredths - WON,
            f"choice {choice}, if it is ignored {value}",
        )
        if parry.answer:
            value = ask.after(chosen, *parry.answer[:2])
            yield Check(
                "stopped threat",
                f"{name} is stopped",
                value.hundredths >= choice.hundredths - WON,
                f"choice {choice}, after the answer {value}",
            )


def _line(argument: Argument[str], line: Sequence[str]) -> str:
    return argument.notation.line(line).text


def shares(checks: Sequence[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Numbers of claims that hold and of all claims, by kind, with ``all`` last.

    Checks of the kind ``NOT_CLAIMED`` do not count.
    """
    claims = [check for check in checks if check["kind"] != NOT_CLAIMED]
    kinds = dict.fromkeys(check["kind"] for check in claims)
    found = {
        kind: (
            sum(check["holds"] for check in claims if check["kind"] == kind),
            sum(check["kind"] == kind for check in claims),
        )
        for kind in kinds
    }
    return {**found, "all": (sum(check["holds"] for check in claims), len(claims))}
