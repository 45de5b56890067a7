"""A game from some position on, for tests that ask about what is below it."""

from provebest import Game


class From(Game):
    """A game from some position on; with nothing to hope by."""

    def __init__(self, game, state):
        self.game, self.state = game, state

    def start(self):
        return self.state

    def moves(self, state):
        return self.game.moves(state)

    def play(self, state, move):
        return self.game.play(state, move)

    def max_to_move(self, state):
        return self.game.max_to_move(state)

    def value(self, state):
        return self.game.value(state)
