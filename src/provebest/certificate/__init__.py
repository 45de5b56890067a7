"""Proofs that can be kept.

One half of this room writes them down (``certify``); the other (``check``) knows no search.
"""
