"""Matches between chess engines: games, openings, records, and who is better by how much."""
