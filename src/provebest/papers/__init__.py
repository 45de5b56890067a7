"""Recomputes the papers' tables and compares them with the papers' numbers."""
