"""The modern control: deep searches of sets of root moves, hope to look again, and a stop."""
