"""Random races in which either side may move several times in a row, and their true values."""

import random

from provebest.games.race import RaceGame


class WrittenRace(RaceGame):
    """A race written down; a state is the number of a node, a move that of the node it leads to."""

    def __init__(self, sons, program_moves, outcomes):
        self.sons, self.program_moves, self.outcomes = sons, program_moves, outcomes
        self.estimates = {}

    def start(self):
        return 0

    def moves(self, state):
        return (son for son in self.sons[state])

    def play(self, state, move):
        return move

    def program_to_move(self, state):
        return self.program_moves[state]

    def outcome(self, state):
        return self.outcomes.get(state)

    def estimate(self, state):
        return self.estimates[state]


def true_plies(race, loss_value, state=0):
    """Plain minimax: the plies to the win under best play, N and the plies to it for a loss."""
    outcome = race.outcome(state)
    if outcome is not None:
        return 0 if outcome == "win" else loss_value
    plies = [true_plies(race, loss_value, race.play(state, move)) for move in race.moves(state)]
    return 1 + (min(plies) if race.program_to_move(state) else max(plies))


def random_turns(seed, e, d, loss_value, *, alternate=False, nodes=40):
    """A random tree with 1 to 4 moves at a node, estimated with errors from -d to e everywhere."""
    rng = random.Random(f"turns {seed}")
    sons, program_moves = [[]], [rng.random() < 0.8]
    for node in range(nodes):
        if node == len(sons):
            break
        ends = node > 0 and rng.random() < 0.25
        for _ in range(0 if ends else rng.choice((1, 2, 2, 3, 4))):
            sons[node].append(len(sons))
            sons.append([])
            turn = not program_moves[node]
            program_moves.append(turn if alternate or rng.random() < 0.5 else not turn)
    outcomes = {
        node: "win" if rng.random() < 0.6 else "loss" for node, row in enumerate(sons) if not row
    }
    race = WrittenRace(sons, program_moves, outcomes)
    for node in range(len(sons)):
        if node not in outcomes:
            error = rng.choice((-d, e, rng.randint(-d, e)))
            race.estimates[node] = max(0, true_plies(race, loss_value, node) + error)
    return race
