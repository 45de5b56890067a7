"""The certificate of a proof must hold, and no changed one may be accepted with a false claim."""

import copy
import json

from certificates import at, places, put, sealed_again

from provebest.certificate.certificate import NoCertificateError, plain
from provebest.certificate.certify import certify
from provebest.certificate.check import check
from provebest.certificate.reading import exact, read_number

FORGERIES = 3


def certified(trial, search, game, **state):
    """The certificate of a proof, as it is read again; None, with the blame, if it fails."""
    try:
        written = json.loads(certify(search).text())
    except NoCertificateError as error:
        trial.blame("no certificate", error)
        return None
    verdict = check(written, game=game, **state)
    if not verdict.holds:
        trial.blame("certificate refused", f"{verdict.place}: {verdict.problem}")
        return None
    trial.certified = True
    return written


def forge(trial, written, game, is_true, rng, **state):
    """Changes some fields, with new seals; what is accepted must still be true."""
    for _ in range(FORGERIES):
        changed = copy.deepcopy(written)
        told = [_changed(changed, rng) for _ in range(rng.choice((1, 1, 2, 3)))]
        verdict = check(sealed_again(changed), game=game, **state)
        if verdict.holds and not is_true(changed["claim"], verdict):
            trial.blame("forgery accepted", f"{told}: {verdict.shown.claim}")


def bounds_claim_is_true(truth):
    """For certificates of interval searches; whether a claim is true of the game."""
    worth = {plain(move): exact(value) for move, value in truth.arcs.items()}
    best = {plain(move) for move in truth.best}
    top = (max if truth.max_chooses else min)(worth.values())
    own, against = (
        ("at_least", "others_at_most") if truth.max_chooses else ("at_most", "others_at_least")
    )

    def is_true(claim, verdict):
        move, sign = claim["move"], 1 if truth.max_chooses else -1
        if verdict.shown.proved and move not in best:
            return False
        regret = sign * (top - worth[move]) if worth[move] != top else 0
        if "regret" in claim and regret > read_number(claim["regret"], ""):
            return False
        others = [value for name, value in worth.items() if name != move]
        if sign * worth[move] < sign * read_number(claim[own], ""):
            return False
        bound = None if claim[against] is None else read_number(claim[against], "")
        return bound is None or all(sign * value <= sign * bound for value in others)

    return is_true


def _changed(certificate, rng):
    """Changes one thing in place and says what."""
    parts = [
        path
        for path in places(certificate)
        if path[0] in ("claim", "world", "sources", "nodes") and path[-1] != "seal"
    ]
    path = rng.choice(parts)
    if isinstance(path[-1], int) and rng.random() < 0.3:  # an item of a list
        items = at(certificate, path[:-1])
        if rng.random() < 0.5:
            del items[path[-1]]
        else:
            items.append(items[path[-1]])
        return path
    old = at(certificate, path)
    new = _other(old, [at(certificate, one) for one in parts], rng)
    put(certificate, path, new)
    return path, old, new


def _other(old, everything, rng):
    if isinstance(old, bool):
        return not old
    alike = [one for one in everything if one != old and _kind(one) == _kind(old)]
    if alike and rng.random() < 0.6:
        return rng.choice(alike)
    if isinstance(old, int | float):
        return old + rng.choice((-1, 1, 2, -7, 7, 0.5))
    if isinstance(old, str):
        return rng.choice(("inf", "-inf", "7/3", "max", "min", "at least", "at most", old + "x"))
    return rng.choice((0, "inf", "a", False))


def _kind(value):
    return str if isinstance(value, str) else float if isinstance(value, int | float) else None
