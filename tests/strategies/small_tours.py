"""Matrices of distances small enough to check by hand."""

LITTLE = [
    [0, 27, 43, 16, 30, 26],
    [7, 0, 16, 1, 30, 25],
    [20, 13, 0, 35, 5, 0],
    [21, 16, 25, 0, 18, 18],
    [12, 46, 27, 48, 0, 5],
    [23, 5, 5, 9, 5, 0],
]
"""Little, Murty, Sweeney and Karel (1963): six cities, the cheapest tour costs 63."""
