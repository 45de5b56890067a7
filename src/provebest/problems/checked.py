"""Checks the answers of a problem's methods before a search uses them.

Every path search calls its problem through ``checked(problem)``. A wrong answer raises an error of
one sentence: the method, the state, what was returned and what was expected. Exceptions raised by
the problem itself pass through unchanged. Limits are enforced here too: a search calls ``renew``
before each of its steps, and from then on time and cancelling are checked before every call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any, cast

from provebest.problems.protocol import Action, Problem, State
from provebest.vocabulary import BadInputError, Guard, guard, shorten
from provebest.vocabulary.answers import (
    HASHABLE,
    as_number,
    call_text,
    check_is_a,
    fingerprint,
    is_constant,
    is_yes_or_no,
    wrong_answer,
)

PARTS_OF_A_STEP = 3
GREATEST_COST = 10**300
"""A cost or estimate above this is refused: sums of such costs would soon be infinite."""
PLAIN_NUMBERS = frozenset((int, float))
CALLS_WATCHED = 16
"""The number of first calls of ``successors`` that are checked for changing the state."""
A_STEP = "(action, state, cost) for each step"
A_COST = "a finite number, 0 or more"
REPLACED = ("start", "successors", "is_goal", "estimate")
"""The methods that compiled code replaces."""


def checked(problem: Problem[State, Action], *, hashed: bool = False) -> Problem[State, Action]:
    """Returns the problem with every answer checked; ``hashed`` refuses an unhashable start.

    Problems whose class sets ``vouched`` are returned unchanged.

    Raises:
        BadInputError: if this is not a problem.
    """
    if isinstance(problem, CheckedProblem):
        return CheckedProblem(problem.within, hashed=True) if hashed else problem
    check_is_a(problem, Problem, "problem", "provebest.Problem")
    if vars(type(problem)).get("vouched", False):
        return problem
    return CheckedProblem(problem, hashed=hashed)


def renewal(problem: Problem[State, Action]) -> Callable[[], None] | None:
    """Returns what a search must call before each step to keep its limits, or None."""
    return problem.renew if isinstance(problem, CheckedProblem) else None


def twin(problem: Problem[State, Action], hook: str) -> Callable[..., Any] | None:
    """Returns the problem's compiled method of this name, or None.

    It is None if there is none, or if a subclass or the object overrides one of the methods that
    the compiled code replaces: then the problem is searched in Python.
    """
    own = problem.within if isinstance(problem, CheckedProblem) else problem
    if any(name in getattr(own, "__dict__", {}) for name in REPLACED):
        return None
    for kind in type(own).__mro__:
        if kind is Problem:
            return None
        if hook in vars(kind):
            return cast("Callable[..., Any]", getattr(own, hook))
        if any(name in vars(kind) for name in REPLACED):
            return None
    return None


def refuse_unhashable(
    problem: Problem[State, Action], state: State, steps: Iterable[tuple[Action, State, float]]
) -> None:
    """Checks that all states that the steps lead to can be hashed.

    Raises:
        BadInputError: if one cannot.
    """
    for _, after, _ in steps:
        try:
            hash(after)
        except TypeError as error:
            within = problem.within if isinstance(problem, CheckedProblem) else problem
            where = call_text(type(within).__name__, "successors", state)
            raise BadInputError(
                f"{where} returned the state {shorten(after)}; expected states that can be hashed, "
                f"such as tuples"
            ) from error


def is_cost(found: object) -> bool:
    """Returns whether this is a real number of any type from 0 to ``GREATEST_COST``."""
    return isinstance(found, Real) and 0 <= cast("float", found) <= GREATEST_COST


class CheckedProblem(Problem[State, Action]):
    """A problem with every answer checked: steps are lists of triples, costs are 0 or more."""

    def __init__(self, within: Problem[State, Action], *, hashed: bool = False) -> None:
        self.within, self._hashed = within, hashed
        self.scale, self.admissible, self.is_tree = within.scale, within.admissible, within.is_tree
        name = type(within).__name__
        scale: Any = self.scale
        if not isinstance(scale, Integral) or int(scale) < 1:
            raise BadInputError(
                f"{name}.scale is {shorten(scale)}; expected a whole number, 1 or more"
            )
        for promise in ("admissible", "is_tree"):
            found: Any = getattr(within, promise)
            if type(found) is not bool and str(found) not in {"True", "False"}:  # numpy's pass
                raise BadInputError(f"{name}.{promise} is {shorten(found)}; expected True or False")
        self._watches = CALLS_WATCHED
        self._guard: Guard | None = None
        self._check: Callable[[], None] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return CheckedProblem, (self.within,)

    def renew(self) -> None:
        """Adopts the limits of the search that runs now; called before each of its steps."""
        current = guard()
        if current is not self._guard:
            self._guard = current
            self._check = current.check if current.limits_something() else None

    def start(self) -> State:
        """Returns the state in which the search begins."""
        if self._check is not None:
            self._check()
        found = self.within.start()
        if found is None:
            raise wrong_answer(self._call("start"), found, "a state")
        if self._hashed:
            try:
                hash(found)
            except TypeError as error:
                raise wrong_answer(self._call("start"), found, HASHABLE) from error
        return found

    def successors(self, state: State) -> list[tuple[Action, State, float]]:
        """Returns ``(action, state, cost)`` for each step, always as a new list."""
        if self._check is not None:
            self._check()
        if self._watches:
            return self._watched_successors(state)
        found: Any = self.within.successors(state)
        # The problem may reuse its own list, so it is copied.
        steps = list(found) if type(found) is list else self._as_list(found, state)
        try:
            for _, after, cost in steps:
                plain = type(cost) in PLAIN_NUMBERS
                if not plain or not 0 <= cost <= GREATEST_COST or after is None:
                    break
            else:
                return steps
        except (TypeError, ValueError):
            pass
        return self._checked_steps(steps, state, "successors")

    def is_goal(self, state: State) -> bool:
        """Returns whether this state is a goal."""
        if self._check is not None:
            self._check()
        found: Any = self.within.is_goal(state)
        if found is True or found is False:
            return found
        return truth(found, self._call("is_goal", state))

    def estimate(self, state: State) -> float:
        """Returns ``scale`` times the estimated cost to a goal: 0 or more, possibly infinite."""
        if self._check is not None:
            self._check()
        found: Any = self.within.estimate(state)
        if type(found) in PLAIN_NUMBERS and 0 <= found <= GREATEST_COST:
            return found  # type: ignore[no-any-return]
        if is_cost(found) or found == math.inf:
            return cast("float", as_number(found))
        expected = f"{A_COST}, or math.inf if no goal can be reached"
        raise wrong_answer(self._call("estimate", state), found, expected)

    def overestimate(self, state: State) -> float | None:
        """Returns ``scale`` times the most that the estimate can be too high; None if unknown."""
        if self._check is not None:
            self._check()
        found: Any = self.within.overestimate(state)
        if found is None or is_cost(found) or found == math.inf:
            return as_number(found)
        expected = "a number, 0 or more, or None if it is not known"
        raise wrong_answer(self._call("overestimate", state), found, expected)

    def upper_estimate(self, state: State) -> float | None:
        """Returns ``scale`` times a cost that should suffice from here; None if none is known."""
        if self._check is not None:
            self._check()
        found: Any = self.within.upper_estimate(state)
        if found is None or (isinstance(found, Real) and float(found) > -math.inf):  # NaN is not
            return as_number(found)
        expected = "a number, or None if none is known"
        raise wrong_answer(self._call("upper_estimate", state), found, expected)

    def completion(self, state: State) -> list[tuple[Action, State, float]] | None:
        """Returns steps from here to a goal; None if not known.

        Limits are not checked: this is called for the answer, after a limit may have been reached.
        """
        found: Any = self.within.completion(state)
        if found is None:
            return None
        if not isinstance(found, list | tuple):
            raise wrong_answer(self._call("completion", state), found, f"None, or {A_STEP}")
        steps = self._checked_steps(list(found), state, "completion")
        end = steps[-1][1] if steps else state
        if not self.within.is_goal(end):
            where = self._call("completion", state)
            raise BadInputError(f"{where} ends in {shorten(end)}; expected steps to a goal")
        return steps

    def show(self, state: State) -> str:
        """Returns the state as the problem shows it."""
        return str(self.within.show(state))

    def _as_list(
        self, found: Any, state: State, after_each: Callable[[], None] | None = None
    ) -> list[Any]:
        """Returns the steps as a list; ``after_each`` is called after each step."""
        if not isinstance(found, Iterable) or isinstance(found, set | frozenset | str | bytes):
            expected = "a list of (action, state, cost) in a fixed order"
            raise wrong_answer(self._call("successors", state), found, expected)
        steps = []
        for step in found:
            steps.append(step)
            if self._check is not None:
                self._check()
            if after_each is not None:
                after_each()
        return steps

    def _checked_steps(
        self, steps: list[Any], state: State, method: str
    ) -> list[tuple[Action, State, float]]:
        """Returns the steps with their costs as Python's own numbers; raises if one is wrong."""
        try:
            if all(after is not None and is_cost(cost) for _, after, cost in steps):
                return [
                    (action, after, cast("float", as_number(cost))) for action, after, cost in steps
                ]
        except (TypeError, ValueError):
            pass
        raise self._wrong_step(steps, self._call(method, state))

    def _wrong_step(self, steps: list[Any], where: str) -> BadInputError:
        for step in steps:
            if not isinstance(step, tuple | list) or len(step) != PARTS_OF_A_STEP:
                return wrong_answer(where, step, A_STEP)
            _, after, cost = step
            if after is None:
                return wrong_answer(where, step, f"{A_STEP}, and None is not a state")
            if not is_cost(cost):
                return BadInputError(
                    f"{where} gave the step to {shorten(after)} the cost {shorten(cost)}; "
                    f"expected {A_COST}"
                )
        return wrong_answer(where, steps, f"a list of {A_STEP}")

    def _watched_successors(self, state: State) -> list[tuple[Action, State, float]]:
        """Does what ``successors`` does, and checks after each step that the state is unchanged."""
        before, shown = fingerprint(state), shorten(state)

        def check_unchanged() -> None:
            if fingerprint(state) != before:
                raise self._change_error(state, f"which was {shown}")

        found = self._as_list(self.within.successors(state), state, check_unchanged)
        check_unchanged()
        steps = self._checked_steps(found, state, "successors")
        if (
            len(steps) > 1
            and all(after is state for _, after, _ in steps)
            and not is_constant(state)
        ):
            raise self._change_error(state, "and returned the same object for every step")
        self._watches -= 1
        return steps

    def _change_error(self, state: State, how: str) -> BadInputError:
        return BadInputError(
            f"{self._call('successors', state)} changed the state it was given, {how}; "
            f"successors must leave the state as it is and return new ones"
        )

    def _call(self, method: str, *given: object) -> str:
        """Returns a call of the problem's method as text, for an error message."""
        return call_text(type(self.within).__name__, method, *given)


def truth(found: object, where: str) -> bool:
    """Converts the answer of a goal test to bool; numpy's bools, 0 and 1 are accepted.

    Raises:
        BadInputError: for anything else, such as None.
    """
    if is_yes_or_no(found):
        return bool(found)
    raise wrong_answer(where, found, "True or False")
