"""Matches between chess engines: games, openings, records, and the difference in strength."""
