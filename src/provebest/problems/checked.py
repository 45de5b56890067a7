"""What a problem says, checked where it enters a search.

Every path search asks its problem through ``checked(problem)``. A wrong answer is named in one
sentence: the method, the state, what came back and what was expected. An exception of the problem's
own comes out as it is. Limits are kept here too: a search calls ``renew`` before each of its steps,
and from then on time and cancelling are looked at before every call.
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
"""A cost or estimate above it is refused: sums of them would soon be infinite."""
PLAIN_NUMBERS = frozenset((int, float))
CALLS_WATCHED = 16
"""Calls of ``successors`` around which the state is looked at: have they changed it?"""
A_STEP = "(action, state, cost) for each step"
A_COST = "a finite number, 0 or more"
TWINS = ("start", "successors", "is_goal", "estimate")
"""What compiled code stands for."""


def checked(problem: Problem[State, Action], *, hashed: bool = False) -> Problem[State, Action]:
    """The problem with every answer checked; ``hashed`` refuses a start that cannot be hashed.

    Problems that vouch for their answers (``Problem.vouched``) come back as they are.

    Raises:
        BadInputError: for what is not a problem.
    """
    if isinstance(problem, CheckedProblem):
        return CheckedProblem(problem.within, hashed=True) if hashed else problem
    check_is_a(problem, Problem, "problem", "provebest.Problem")
    if vars(type(problem)).get("vouched", False):
        return problem
    return CheckedProblem(problem, hashed=hashed)


def renewal(problem: Problem[State, Action]) -> Callable[[], None] | None:
    """What a search calls before each step, so that limits hold inside it; None if nothing."""
    return problem.renew if isinstance(problem, CheckedProblem) else None


def twin(problem: Problem[State, Action], hook: str) -> Callable[..., Any] | None:
    """The problem's compiled code of this name; None if it has none or has overridden what it does.

    A subclass that answers otherwise than its parent is searched in Python.
    """
    own = problem.within if isinstance(problem, CheckedProblem) else problem
    if any(name in getattr(own, "__dict__", {}) for name in TWINS):
        return None
    for kind in type(own).__mro__:
        if kind is Problem:
            return None
        if hook in vars(kind):
            return cast("Callable[..., Any]", getattr(own, hook))
        if any(name in vars(kind) for name in TWINS):
            return None
    return None


def refuse_unhashable(
    problem: Problem[State, Action], state: State, steps: Iterable[tuple[Action, State, float]]
) -> None:
    """Returns if all states that the steps lead to can be hashed.

    Raises:
        BadInputError: otherwise.
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
    """Whether this is a finite number, 0 or more; exact ones and floats alike."""
    return isinstance(found, Real) and 0 <= cast("float", found) <= GREATEST_COST


class CheckedProblem(Problem[State, Action]):
    """A problem whose answers can be relied upon: steps are lists of triples, costs are costs."""

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
        """Keeps the limits of the search that runs now; asked before each of its steps."""
        current = guard()
        if current is not self._guard:
            self._guard = current
            self._check = current.check if current.limits_something() else None

    def start(self) -> State:
        """Where the search begins."""
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
        """``(action, state, cost)`` for each step, as a list whatever the problem returns."""
        if self._check is not None:
            self._check()
        if self._watches:
            return self._watched_successors(state)
        found: Any = self.within.successors(state)
        # A problem may use its own list again, so it is copied.
        steps = list(found) if type(found) is list else self._listed(found, state)
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
        """Whether the search may end here."""
        if self._check is not None:
            self._check()
        found: Any = self.within.is_goal(state)
        if found is True or found is False:
            return found
        return truth(found, self._call("is_goal", state))

    def estimate(self, state: State) -> float:
        """The estimated cost from here to a goal, times ``scale``: 0 or more, or infinite."""
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
        """The most that the estimate here exceeds the truth, times ``scale``; None if unknown."""
        if self._check is not None:
            self._check()
        found: Any = self.within.overestimate(state)
        if found is None or is_cost(found) or found == math.inf:
            return as_number(found)
        expected = "a number, 0 or more, or None if it is not known"
        raise wrong_answer(self._call("overestimate", state), found, expected)

    def upper_estimate(self, state: State) -> float | None:
        """A cost that should suffice from here, times ``scale``; None if none is known."""
        if self._check is not None:
            self._check()
        found: Any = self.within.upper_estimate(state)
        if found is None or (isinstance(found, Real) and float(found) > -math.inf):  # NaN is not
            return as_number(found)
        expected = "a number, or None if none is known"
        raise wrong_answer(self._call("upper_estimate", state), found, expected)

    def completion(self, state: State) -> list[tuple[Action, State, float]] | None:
        """Actual steps from here to a goal; None if not known.

        It is asked for the answer, when a limit may have been reached: so that is not looked at.
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
        """The state as the problem shows it."""
        return str(self.within.show(state))

    def _listed(
        self, found: Any, state: State, look: Callable[[], None] | None = None
    ) -> list[Any]:
        """What came back as a list; a generator is asked for one step at a time."""
        if not isinstance(found, Iterable) or isinstance(found, set | frozenset | str | bytes):
            expected = "a list of (action, state, cost) in a fixed order"
            raise wrong_answer(self._call("successors", state), found, expected)
        steps = []
        for step in found:
            steps.append(step)
            if self._check is not None:
                self._check()
            if look is not None:
                look()
        return steps

    def _checked_steps(
        self, steps: list[Any], state: State, method: str
    ) -> list[tuple[Action, State, float]]:
        """The steps with costs that are Python's own numbers, if they are steps."""
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
        """As ``successors``, with a look at the state after every step that is made."""
        before, shown = fingerprint(state), shorten(state)

        def look() -> None:
            if fingerprint(state) != before:
                raise self._changed(state, f"which was {shown}")

        found = self._listed(self.within.successors(state), state, look)
        look()
        steps = self._checked_steps(found, state, "successors")
        if (
            len(steps) > 1
            and all(after is state for _, after, _ in steps)
            and not is_constant(state)
        ):
            raise self._changed(state, "and returned that very object for every step")
        self._watches -= 1
        return steps

    def _changed(self, state: State, how: str) -> BadInputError:
        return BadInputError(
            f"{self._call('successors', state)} changed the state it was given, {how}; "
            f"successors must leave it as it is and return new ones"
        )

    def _call(self, method: str, *given: object) -> str:
        """A call of the problem's, for a sentence."""
        return call_text(type(self.within).__name__, method, *given)


def truth(found: object, where: str) -> bool:
    """A yes or no that a test of goals has given; numpy's and 0 and 1 pass.

    Raises:
        BadInputError: for anything else, None above all.
    """
    if is_yes_or_no(found):
        return bool(found)
    raise wrong_answer(where, found, "True or False")
