"""Games that a page pastes or drops: read with the limits of every PGN, and shown as text."""

from __future__ import annotations

from typing import Any

import chess.pgn

from provebest.argument.notation import san
from provebest.games.pgn import PgnGame, games_in
from provebest.vocabulary import BadInputError
from provebest.vocabulary.outside import visible
from provebest.web.inputs import HEADERS, LONGEST_HEADER, read_message
from provebest.web.wire import Json

MOST_GAMES = 50
"""Games that are shown of one text."""
MOST_PROBLEMS = 20
"""Games that cannot be used, after which the rest of the text is not read."""


def games_json(data: Any) -> Json:
    """The games of a PGN text: those that can be used, and a sentence on each of the others.

    Raises:
        BadInputError: if there is no game in the text.
    """
    text = read_message(data, {"pgn": str}).get("pgn", "")
    games: list[Json] = []
    problems: list[str] = []
    for each in games_in(text):
        if len(games) >= MOST_GAMES:
            problems.append(f"only the first {MOST_GAMES} games are shown")
            break
        if len(problems) >= MOST_PROBLEMS:
            problems.append("the games after these were not read")
            break
        if each.game is None:
            problems.append(f"{each}: {each.problem}")
        else:
            games.append(_game_json(each, each.game))
    if not games and not problems:
        raise BadInputError("there is no game in this text; a PGN looks like 1. e4 e5 2. Nf3")
    return {"games": games, "problems": [visible(one) for one in problems]}


def _game_json(each: PgnGame, game: chess.pgn.Game) -> Json:
    board = game.board()
    start, moves = board.fen(), []
    for move in game.mainline_moves():
        uci = board.uci(move)
        name = san(board, uci)
        board.push(move)
        moves.append({"move": uci, "san": name, "fen": board.fen()})
    headers = {name: visible(game.headers.get(name, ""), most=LONGEST_HEADER) for name in HEADERS}
    return {
        "number": each.number,
        "start": start,
        "chess960": board.chess960,
        "headers": headers,
        "moves": moves,
    }
