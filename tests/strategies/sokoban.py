"""Sokoban, small: push every box onto a goal. A state is the man and the boxes."""

from provebest import Problem

SMALL = """
#########
#       #
# $ $ $ #
#   @   #
# # # # #
#       #
#. . . .#
#  $    #
#       #
#########
"""


class Sokoban(Problem):
    """Each step of the man costs 1; the estimate is how far boxes are from goals."""

    def __init__(self, level=SMALL):
        squares = {
            (row, column): mark
            for row, line in enumerate(level.strip().splitlines())
            for column, mark in enumerate(line)
        }
        self.floor = {square for square, mark in squares.items() if mark != "#"}
        self.goals = {square for square, mark in squares.items() if mark in ".*+"}
        self.boxes = frozenset(square for square, mark in squares.items() if mark in "$*")
        (self.man,) = (square for square, mark in squares.items() if mark in "@+")

    def start(self):
        return self.man, self.boxes

    def successors(self, state):
        (row, column), boxes = state
        for name, down, right in (("U", -1, 0), ("L", 0, -1), ("D", 1, 0), ("R", 0, 1)):
            there, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if there not in self.floor:
                continue
            if there not in boxes:
                yield name, (there, boxes), 1
            elif beyond in self.floor and beyond not in boxes:
                yield name, (there, boxes - {there} | {beyond}), 1

    def is_goal(self, state):
        return state[1] == self.goals

    def estimate(self, state):
        return sum(
            min(abs(row - to[0]) + abs(column - to[1]) for to in self.goals)
            for row, column in state[1]
        )
