"""``check``: checks whether a certificate holds, independently of the code that wrote it.

Nothing here depends on a search. Seals are checked first, because they show the place of an
accidental change; then every move, every back-up and the claim are recomputed, as
``docs/certificate.md`` describes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from provebest.certificate.check_beliefs import check_beliefs
from provebest.certificate.check_intervals import check_intervals
from provebest.certificate.check_races import check_race
from provebest.certificate.check_sets import check_sets
from provebest.certificate.check_tours import check_tour
from provebest.certificate.reading import CertificateParts, Fields, RefusedError, Shown, Work
from provebest.certificate.sealing import SEAL, seal_of
from provebest.vocabulary import BadInputError

PARTS = ("certificate", "version", "kind", "claim", "world", "sources", "nodes")

KINDS: dict[str, Callable[[CertificateParts, Any], Shown]] = {
    "intervals": check_intervals,
    "tour": check_tour,
    "race": check_race,
    "beliefs": check_beliefs,
    "sets": check_sets,
}
VERSIONS = dict.fromkeys(KINDS, 1) | {"beliefs": 2, "sets": 3}
"""The version of each kind that is read."""
WORK, WORK_A_RECORD = 30_000_000, 1_000
"""Steps of work that a check may cost if nothing else is allowed: so many, and more by record."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a certificate holds; if not, where it fails and why."""

    holds: bool
    kind: str
    place: str | None
    """Where it fails, like ``$.nodes[3].value``."""
    problem: str | None
    shown: Shown | None
    """What the certificate shows; None if it does not hold."""


def check(
    certificate: Any, *, game: Any = None, state: Any = None, work: int | None = None
) -> Verdict:
    """Checks a certificate that was read from JSON.

    ``game`` is the question that it must be about: a game, a ``Tours`` problem, or a chess position
    as a FEN. A certificate about something else is refused. For a game of your own, moves, turns
    and values of leaves are compared with it, beginning at ``state`` or at its start. Chess, tours
    and artificial trees are computed again in any case; without ``game`` the verdict says which
    position, matrix or tree the claim is about.

    ``work`` limits the cost, in steps of about a microsecond; None allows 30 million, and 1,000 for
    each record. A certificate that needs more is refused.

    Raises:
        BadInputError: if this is not a certificate at all, or the game gives a wrong answer.
    """
    if not isinstance(certificate, dict) or certificate.get("certificate") != "provebest":
        raise BadInputError('this is not a certificate: "certificate": "provebest" is missing')
    kind = f"{certificate.get('kind')!s:.40}"
    try:
        shown = _check_all(certificate, game, state, work)
    except RefusedError as refused:
        place, problem = refused.place, refused.problem
    except RecursionError:
        place, problem = "$.nodes", "the records are nested too deeply"
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        MemoryError,
        TypeError,
        ValueError,
    ) as error:
        if game is not None:
            raise  # the game's own code may have failed
        place, problem = "$", f"it cannot be checked: {type(error).__name__}: {error!s:.100}"
    else:
        return Verdict(holds=True, kind=kind, place=None, problem=None, shown=shown)
    return Verdict(holds=False, kind=kind, place=place, problem=problem, shown=None)


def _check_all(certificate: dict[str, Any], game: Any, state: Any, work: int | None) -> Shown:
    whole = Fields(certificate, "$")
    whole.exactly(*PARTS)
    kind = whole.text("kind")
    if kind not in KINDS:
        raise RefusedError(
            "$.kind", f"unknown kind {kind!r:.40}; expected one of {', '.join(KINDS)}"
        )
    if whole.whole("version") != VERSIONS[kind]:
        whole.refuse("version", f"this program reads only version {VERSIONS[kind]} of {kind!r}")
    claim, world = whole.record("claim"), whole.record("world")
    sources, nodes = whole.records("sources"), whole.records("nodes")
    for one in (claim, world, *sources, *nodes):
        _check_seal(one)
    for numbered in (sources, nodes):
        for place, one in enumerate(numbered):
            if one.whole("id") != place:
                one.refuse("id", f"should be {place}, its place in the list")
    allowed = WORK + WORK_A_RECORD * len(nodes) if work is None else work
    return KINDS[kind](CertificateParts(claim, world, sources, nodes, Work(allowed), state), game)


def _check_seal(record: Fields) -> None:
    if SEAL not in record.data:
        raise RefusedError(record.place, "this record has no seal")
    try:
        fits = record.data[SEAL] == seal_of(record.data)
    except ValueError:
        raise RefusedError(record.place, "NaN and Infinity are not allowed here") from None
    except TypeError:
        raise RefusedError(record.place, "this record holds something that JSON has not") from None
    if not fits:
        raise RefusedError(record.place, "this record was changed: its seal does not match")
