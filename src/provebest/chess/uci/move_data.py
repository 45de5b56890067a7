"""How a move was found, as data, so that a match need not parse the words of remarks."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

OPTION = "MoveData"
"""The UCI option that turns it on (default: off)."""
MARK = "move_data"
"""The first word of the ``info string`` that carries it; JSON follows."""


@dataclass(frozen=True, slots=True)
class MoveData:
    """What a match counts about one move."""

    stopped_early: bool = False
    """The search ended by itself before its time was used."""
    handed_over: bool = False
    """Alpha-beta played the move although the option ``Search`` was ``bstar``."""

    def remark(self) -> str:
        """The text after ``info string``."""
        return f"{MARK} {json.dumps(asdict(self))}"


def read_move_data(remark: str) -> MoveData | None:
    """The data in a remark of an engine; None for any other remark."""
    mark, _, text = remark.partition(" ")
    if mark != MARK:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    return MoveData(data.get("stopped_early") is True, data.get("handed_over") is True)
