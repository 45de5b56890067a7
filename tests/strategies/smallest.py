"""Makes a table smaller while something stays true of it: what a failing test should show."""

from dataclasses import replace

from random_games import Dress


def smallest(table, fails):
    """A table of which the same can be said, and of nothing simpler that is one step away."""
    going = True
    while going:
        going = False
        for simpler in _simpler(table):
            if _size(simpler) < _size(table) and fails(simpler):
                table, going = simpler, True
                break
    return table


def _size(table):
    states = table.reachable
    dress = sum(getattr(table.dress, name) != getattr(Dress(), name) for name in vars(Dress()))
    return (
        len(states),
        sum(len(table.moves[state]) for state in states),
        dress + table.knows_wins + (table.root != 0),
        sum(not table.max_moves[state] for state in states),
        sum(abs(table.value[state]) for state in states),
        sum(sum(map(abs, table.bounds[state])) for state in states),
    )


def _simpler(table):
    if table.root:
        yield _fitted(table, root=0)
        yield _fitted(_exchanged(table, table.root))
    for name, plain in vars(Dress()).items():
        if name != "states" or table.dress.play == "copied":  # what cannot change is not changed
            yield replace(table, dress=replace(table.dress, **{name: plain}))
    yield replace(table, knows_wins=False)
    for state in sorted(table.reachable):
        below = table.moves[state]
        for place in range(len(below)):
            rest = below[:place] + below[place + 1 :]
            yield _fitted(table, moves=_put(table.moves, state, rest))
            for farther in table.moves[below[place]]:
                led = _put(below, place, farther)
                yield _fitted(table, moves=_put(table.moves, state, led))
        value = table.value[state]
        for other in {0, 1, value // 2, -1} - {value}:
            yield _fitted(table, value=_put(table.value, state, other))
        yield _fitted(table, max_moves=_put(table.max_moves, state, new=True))
        if below:
            yield from _simpler_bounds(table, state)


def _simpler_bounds(table, state):
    lo, hi = table.bounds[state]
    true, span = table.true[state], table.span
    for pair in ((true, true), (-span, span), (lo, true), (true, hi), (0, hi), (lo, 0), (lo, lo)):
        if pair[0] <= pair[1]:
            yield _fitted(table, bounds=_put(table.bounds, state, pair))


def _fitted(table, **changes):
    """The changed table; where the game is over bounds are exact, and those that held still do."""
    held = [lo <= true <= hi for (lo, hi), true in zip(table.bounds, table.true, strict=True)]
    changed = replace(table, **changes)
    bounds = []
    for state, (lo, hi) in enumerate(changed.bounds):
        true = changed.true[state]
        if not changed.moves[state]:
            lo = hi = true  # noqa: PLW2901 - as they have to be
        elif held[state]:
            lo, hi = min(lo, true), max(hi, true)  # noqa: PLW2901 - as they have to be
        bounds.append((lo, hi))
    return replace(changed, bounds=tuple(bounds))


def _exchanged(table, root):
    """The same with the root at place 0."""
    names = list(range(len(table.moves)))
    names[0], names[root] = root, 0
    parts = {
        name: tuple(getattr(table, name)[old] for old in names)
        for name in ("moves", "max_moves", "value", "bounds")
    }
    parts["moves"] = tuple(tuple(names[after] for after in row) for row in parts["moves"])
    return replace(table, root=0, **parts)


def _put(items, place, new):
    return (*items[:place], new, *items[place + 1 :])
