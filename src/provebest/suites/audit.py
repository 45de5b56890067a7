"""An audit of arguments: what they claim about chess positions, checked by another engine.

Every claim that an argument makes is put as a question to the engine at a fixed depth. Values of
two engines cannot be compared, so each question compares two values of the same engine, within a
tolerance: the value after a rival and the answer to it, say, with the value after the choice.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.pgn

from provebest.argument.argument import Argument
from provebest.argument.parts import Kind, Rival
from provebest.chess.defaults import DEFAULT_CONFIDENCE
from provebest.chess.explain.analysis import Settings, analyse
from provebest.chess.probes.prober import mate_in
from provebest.chess.probes.uci import UciProber
from provebest.games.boards import board_from
from provebest.games.chess import read_position
from provebest.vocabulary import BadInputError
from provebest.work.pool import run_jobs

TOLERANCE = 50
"""Hundredths of a pawn: a smaller difference does not make a claim false."""
WON = 75
"""Hundredths that a threat must win by the engine's count: half of what is demanded of ours."""
SURE = DEFAULT_CONFIDENCE
"""A choice that is less sure is not claimed to be best."""
DECIDED = 250
"""Both values beyond this, on the same side: nobody minds the difference. Stockfish gives 100 to an
even chance of winning."""
NOT_CLAIMED = "not claimed"
"""Rivals and answers of which the argument says that it does not know."""
FIRST_PLY, SEED = 16, 1995
MATE_SCORE = 30_000

Job = tuple[str, str, int, str, int, int]
"""Position, control, nodes, engine, depth, tolerance."""


@dataclass(frozen=True, slots=True)
class Check:
    """One claim, and what the engine says."""

    kind: str
    claim: str
    holds: bool
    engine: str
    """The numbers that decide."""


def positions(file: Path, wanted: int, seed: int = SEED) -> list[str]:
    """Positions of the games in a file, drawn without return; the same for the same seed.

    Raises:
        BadInputError: where there are not so many.
    """
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadInputError(f"cannot read {str(file)!r}: {error.strerror}") from None
    found: dict[str, None] = {}
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle)) is not None:
        board = game.board()
        for ply, move in enumerate(game.mainline_moves()):
            if ply >= FIRST_PLY and board.legal_moves.count() > 1:
                found[board.fen()] = None
            board.push(move)
    if len(found) < wanted:
        raise BadInputError(f"{str(file)!r} has {len(found)} positions, {wanted} are wanted")
    return random.Random(seed).sample(list(found), wanted)


def audit_job(job: Job) -> list[dict[str, Any]]:
    """The claims of one position with what the engine says, as JSON."""
    fen, control, nodes, engine, depth, tolerance = job
    expansions = None if control == "modern" else 10_000
    settings = Settings(control=control, nodes=nodes, expansions=expansions)
    argument = analyse(fen, settings=settings).argument
    prober = UciProber(engine, hash_megabytes=64)
    try:
        checks = list(checked(argument, Referee(prober, fen, depth), tolerance))
    finally:
        prober.close()
    return [
        {"fen": fen, "kind": c.kind, "claim": c.claim, "holds": c.holds, "engine": c.engine}
        for c in checks
    ]


def audit(
    fens: Sequence[str],
    settings: tuple[str, int, str, int, int],
    *,
    on_job: Callable[[], None] = lambda: None,
    store: Path | None = None,
    workers: int = 1,
) -> list[dict[str, Any]]:
    """All claims of all positions; with ``store`` nothing that is known is asked again."""
    jobs: list[Job] = [(fen, *settings) for fen in fens]
    made = run_jobs(audit_job, jobs, on_job=on_job, store=store, workers=workers, chunk=1)
    return [check for checks in made for check in checks]


@dataclass(frozen=True, slots=True)
class Said:
    """The engine's value of a position, for the side that moves at the root."""

    score: chess.engine.Score

    @property
    def hundredths(self) -> int:
        """Hundredths of a pawn; mates are far above."""
        return self.score.score(mate_score=MATE_SCORE)

    def exceeds(self, other: Said, tolerance: int) -> bool:
        """Whether it is more by more than the tolerance, in a game that is not decided anyway."""
        mine, theirs = self.hundredths, other.hundredths
        decided = min(mine, theirs) >= DECIDED or max(mine, theirs) <= -DECIDED
        return not decided and mine > theirs + tolerance

    def __str__(self) -> str:
        return str(self.score)


class Referee:
    """One engine at one depth about one position."""

    def __init__(self, prober: UciProber, fen: str, depth: int) -> None:
        self._prober, self._fen, self._depth = prober, fen, depth
        self._root = board_from(fen, chess960=False)

    def after(self, *moves: str, among: Sequence[str] = (), passed: int | None = None) -> Said:
        """The value after these moves, best of ``among``; ``passed``: a pass before move number."""
        board = self._root.copy()
        for number, name in enumerate((*moves, None)):
            if number == passed:
                board.push(chess.Move.null())
            if name is not None:
                board.push_uci(name)
        mover = self._root.turn
        outcome = board.outcome()
        if outcome is not None:
            return Said(_over(won=None if outcome.winner is None else outcome.winner == mover))
        heard = self._prober.best_of(read_position(board.fen()), among, self._depth, self)
        score = _score(heard.last.value)
        return Said(score if board.turn == mover else -score)


def _score(value: int) -> chess.engine.Score:
    mate = mate_in(value)
    return chess.engine.Cp(value) if mate is None else chess.engine.Mate(mate)


def _over(*, won: bool | None) -> chess.engine.Score:
    if won is None:
        return chess.engine.Cp(0)
    return chess.engine.MateGiven if won else chess.engine.Mate(0)


def checked(argument: Argument[str], ask: Referee, tolerance: int) -> Iterator[Check]:
    """Every claim of an argument that an engine can judge."""
    claim = argument.claim
    if not argument.rivals:
        return
    choice = ask.after(claim.move)
    if (claim.confidence or 0.0) >= SURE:
        best = ask.after()
        yield Check(
            "choice",
            f"{_line(argument, claim.line[:1])} is best",
            not best.exceeds(choice, tolerance),
            f"it {choice}, best {best}",
        )
    for rival in argument.argued:
        yield from _rival(argument, rival, ask, choice, tolerance)
    unsure = 1 - SURE
    bounded = [
        rival.move
        for rival in argument.others
        if rival.kind is Kind.BOUNDED and (rival.chance or 0.0) < unsure
    ]
    if bounded:
        value = ask.after(among=bounded)
        yield Check(
            Kind.BOUNDED.value,
            f"none of {len(bounded)} others is better",
            not value.exceeds(choice, tolerance),
            f"choice {choice}, the best of them {value}",
        )
    yield from _attempts(argument, ask, choice, tolerance)
    yield from _threats(argument, ask, choice)


def _rival(
    argument: Argument[str], rival: Rival[str], ask: Referee, choice: Said, tolerance: int
) -> Iterator[Check]:
    if rival.kind in {Kind.OPEN, Kind.CLOSE}:
        yield Check(NOT_CLAIMED, _line(argument, rival.line[:1]), holds=True, engine="")
        return
    value = ask.after(*rival.line[:2])
    holds = not value.exceeds(choice, tolerance)
    said = f"{_line(argument, rival.line[:2])}: {rival.kind.value}"
    yield Check(rival.kind.value, said, holds, f"choice {choice}, after it {value}")


def _attempts(
    argument: Argument[str], ask: Referee, choice: Said, tolerance: int
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


def _threats(argument: Argument[str], ask: Referee, choice: Said) -> Iterator[Check]:
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
        name = notation.line(parry.threat[:1], passed=True)
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
    return argument.notation.line(line)


def shares(checks: Sequence[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Held and made, by kind of claim; ``all`` last. What is not claimed does not count."""
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
