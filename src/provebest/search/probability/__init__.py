"""Probability-based B* (Berliner and McConnell 1995): SELECT, VERIFY, and when to stop."""
