"""The values of chess positions: hundredths of a pawn, and mates."""

MATE = 32_000  # mating in n plies is worth MATE - n, being mated in n plies n - MATE
LONGEST_MATE = 256  # plies; every evaluation is smaller than MATE - LONGEST_MATE
MATES_FROM = MATE - 512  # values >= this are mates, also with the plies of the tree above a probe
