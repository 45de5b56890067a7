"""What values of chess positions mean: hundredths of a pawn, and mates."""

MATE = 32_000  # a mate in n plies is worth MATE - n, to be mated in n plies n - MATE
LONGEST_MATE = 256  # plies; no evaluation comes near
MATES_FROM = MATE - 512  # with the plies of a tree above a probe: values from here on are mates
