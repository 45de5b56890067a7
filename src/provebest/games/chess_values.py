"""The values of chess positions: hundredths of a pawn, and mates."""

MATE = 32_000  # mating in n plies is worth MATE - n, being mated in n plies n - MATE
LONGEST_MATE = 256  # plies; every evaluation is smaller than MATE - LONGEST_MATE
MATES_FROM = MATE - 512  # values >= this are mates, also with the plies of the tree above a probe


def seen_from_root(value: float, plies: int) -> float:
    """A value found ``plies`` below the root, as the root sees it: a mate is that much farther."""
    if value >= MATES_FROM:
        return value - plies
    return value + plies if value <= -MATES_FROM else value
