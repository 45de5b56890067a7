"""How a move was found, as data: what a match counts must not hang on the words of a remark."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

OPTION = "MoveData"
"""The UCI option that asks for it; without it nothing is sent."""
MARK = "move_data"
"""The first word of the ``info string`` that carries it; JSON follows."""


@dataclass(frozen=True, slots=True)
class MoveData:
    """What a match needs to know of one move."""

    stopped_early: bool = False
    """The search ended by itself before its time."""
    handed_over: bool = False
    """Alpha-beta played it though B* was asked for."""

    def remark(self) -> str:
        """What follows ``info string``."""
        return f"{MARK} {json.dumps(asdict(self))}"


def read_move_data(remark: str) -> MoveData | None:
    """The data that a remark of an engine carries; None for any other remark."""
    mark, _, text = remark.partition(" ")
    if mark != MARK:
        return None
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    return MoveData(told.get("stopped_early") is True, told.get("handed_over") is True)
