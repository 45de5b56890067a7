"""An argument as JSON. ``docs/argument.md`` describes the schema."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from provebest.argument.branch import Branch
from provebest.argument.parts import Deed

if TYPE_CHECKING:
    from provebest.argument.argument import Argument


def as_json(argument: Argument[Any]) -> dict[str, Any]:
    """All of the argument: numbers, lines (as names and as text), and sentences."""
    notation, claim = argument.notation, argument.claim
    chosen = (claim.move,)

    def line(
        moves: tuple[Any, ...], after: tuple[Any, ...] = (), *, passed: bool = False
    ) -> dict[str, Any]:
        return {
            "moves": [notation.named(move) for move in moves],
            "text": notation.line(moves, after=after, passed=passed).text,
        }

    def worth(value: float) -> dict[str, Any]:
        return {
            "value": _json_number(value),
            "text": notation.value(value),
            "chances": notation.chances(value) or None,
        }

    threat, parry = argument.threat, argument.parry
    return {
        "view": "side to move" if notation.sides else "side that chooses",
        "verdict": argument.verdict.value,
        "drawn": argument.drawn or None,
        "caution": argument.caution or None,
        "claim": {
            "move": notation.named(claim.move),
            "text": notation.move(claim.move),
            "worth": worth(claim.value),
            "worth_is_lower_bound": claim.is_bound,
            "at_least": worth(claim.at_least),
            "proved": claim.proved,
            "confidence": claim.confidence,
            "given": claim.given,
            "line": line(claim.line),
            "does": _told(claim.does),
        },
        "rivals": [
            {
                "move": notation.named(rival.move),
                "text": notation.move(rival.move),
                "reason": rival.kind.value,
                "worth": worth(rival.value),
                "at_most": rival.at_most,
                "hope": None if rival.hope is None else worth(rival.hope),
                "chance": rival.chance,
                "depth": rival.depth,
                "line": line(rival.line),
                "allows": _told(rival.allows),
                "drawback": rival.leaves or None,
                "argued": number < argument.shown,
            }
            for number, rival in enumerate(argument.rivals)
        ],
        "attempts": [
            {
                "line": line(attempt.line, chosen),
                "worth": worth(attempt.value),
                "depth": attempt.depth,
                "does": _told(attempt.does),
                "tempting": attempt.tempting,
                "open": attempt.open,
                "instead": None
                if attempt.instead is None
                else line((attempt.instead,), (*chosen, attempt.line[0])),
            }
            for attempt in argument.attempts
        ],
        "threat": None
        if threat is None
        else {
            "line": line(threat.line, chosen, passed=True),
            "worth": worth(threat.value),
            "does": _told(threat.does),
            "depth": threat.depth,
        },
        "stops": None
        if parry is None
        else {
            "line": line(parry.threat, (), passed=True),
            "worth_if_ignored": worth(parry.ignored),
            "answer": line(parry.answer, chosen),
            "worth": worth(parry.value),
            "does": _told(parry.does),
            "depth": parry.depth,
        },
        "hangs_on": [
            {
                "line": line(hinge.line),
                "worth": worth(hinge.value),
                "turns_at": worth(hinge.turns_at),
                "instead": notation.move(hinge.instead),
            }
            for hinge in argument.hinges
        ],
        "stopped": argument.stopped.value,
        "why_stopped": argument.reason,
        "tree": _tree(argument, argument.tree),
        "sentences": [
            {
                "about": sentence.about,
                "text": sentence.text,
                "moves": [notation.named(m) for m in sentence.line],
            }
            for sentence in argument.sentences()
        ],
        "brief": argument.brief(),
    }


def _told(deed: Deed | None) -> str | None:
    return None if deed is None else deed.participle


def _tree(argument: Argument[Any], branch: Branch[Any]) -> dict[str, Any]:
    return {
        "move": None if branch.move is None else argument.notation.named(branch.move),
        "role": branch.role,
        "real": _json_number(branch.bounds.real),
        "low": _json_number(branch.bounds.lo),
        "high": _json_number(branch.bounds.hi),
        "children": [_tree(argument, child) for child in branch.children],
    }


def _json_number(value: float | None) -> float | None:
    """The number, or None if it is not finite: JSON has no infinity."""
    return value if value is None or math.isfinite(value) else None
