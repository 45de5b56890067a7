"""The argument for a move: data taken from a finished search, and sentences about it."""
