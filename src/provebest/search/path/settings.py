"""The parameters of a path search, checked once, and what they allow to be claimed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from provebest.problems.protocol import Problem
from provebest.search.path.duplicates import DUPLICATE_RULES, DuplicateRule
from provebest.search.path.look_ahead import DEEPEST_LOOK_AHEAD, DepthRule
from provebest.search.path.open_list import TIES, Tie
from provebest.search.path.operators import OPERATOR_ORDERS, OperatorOrder
from provebest.search.path.storage import Storage
from provebest.vocabulary import BadInputError, as_fraction


@dataclass(frozen=True, slots=True)
class PathSettings:
    """What ``find_path`` takes, apart from the problem and the limits.

    Raises:
        BadInputError: for a value outside its range.
    """

    weight: float | str | Fraction = Fraction(1, 2)
    """wt in f = (1-wt)*g + wt*h: 0 breadth-first, 1/2 A*, 1 the Graph Traverser. [R72-4]."""
    look_ahead: int | DepthRule = 0
    """A depth, or a rule from estimated cost to depth. [R72-5], [R72-10]."""
    tie: Tie = "newest"
    """Which of the nodes with equal f to develop first: TIE-1 is the newest, TIE-2 the oldest."""
    duplicates: DuplicateRule | None = None
    """What to do with a state seen before; None leaves it to ``rule``. [R72-7]."""
    operators: OperatorOrder | None = None
    """Develop nodes one operator at a time, in this order; None makes all children at once."""
    storage: Storage | None = None
    """A limit on stored states, at which the tree is cut back; None is no limit."""
    keep_trees: int = 0
    """How many look-ahead trees are kept for when their node is developed. [R72-11]."""
    max_depth: int | None = None
    """Steps from the start beyond which no node is developed; None is no limit."""

    def __post_init__(self) -> None:
        _check_choice("tie", self.tie, TIES)
        if self.duplicates is not None:
            _check_choice("duplicates", self.duplicates, DUPLICATE_RULES)
        if self.operators is not None:
            _check_choice("operators", self.operators, OPERATOR_ORDERS)
        object.__setattr__(self, "weight", as_fraction(self.weight, "weight"))
        if not 0 <= self.wt <= 1:
            raise BadInputError(f"weight must lie between 0 and 1, got {float(self.wt):g}")
        if not callable(self.look_ahead):
            whole = isinstance(self.look_ahead, int)
            if not whole or not 0 <= self.look_ahead <= DEEPEST_LOOK_AHEAD:
                raise BadInputError(
                    f"look-ahead must be a whole number from 0 to {DEEPEST_LOOK_AHEAD}, "
                    f"got {self.look_ahead!r}"
                )
        trees: Any = self.keep_trees
        if not isinstance(trees, int) or trees < 0:
            raise BadInputError(f"kept trees must be a whole number, 0 or more, got {trees!r}")
        storage: Any = self.storage
        if not isinstance(storage, Storage | None):
            raise BadInputError(f"storage must be a Storage, got {storage!r}")

    @property
    def wt(self) -> Fraction:
        """The weight, exactly."""
        return as_fraction(self.weight)

    @property
    def rule(self) -> DuplicateRule:
        """The rule for states seen before: ``duplicates`` if it is given, else by the weight.

        With weight 1 the cost so far is ignored, and the Graph Traverser leaves a state as it is:
        reopening it for each cheaper way develops the same states again and again, and proves
        nothing. Under a depth limit a cheaper way can bring a state back within the limit, so then
        it is reopened. With any other weight claims about the cost rest on reopening.
        """
        if self.duplicates is not None:
            return self.duplicates
        return "ignore" if self.wt == 1 and self.max_depth is None else "reopen"

    def factors(self, problem: Problem[Any, Any]) -> tuple[int, int]:
        """The whole numbers by which g and the scaled h are multiplied.

        [R72-4] f times the denominator of wt and the problem's scale: with whole numbers in, every
        f is whole and ties are exact.
        """
        return (1 - self.wt).numerator * problem.scale, self.wt.numerator

    def times_optimum(self, problem: Problem[Any, Any]) -> Fraction | None:
        """How many times the least cost a selected goal may cost; None if nothing can be claimed.

        Pohl's bound, given an estimate that never exceeds the true cost: ``max(1, wt / (1 - wt))``.
        Nothing is claimed for weight 1, with look-ahead (the first goal met is taken) or if a
        cheaper way may be ignored. With weight 0 the estimate plays no part, so any will do.
        """
        covered = problem.admissible or self.wt == 0
        if not covered or self.wt == 1 or self.look_ahead != 0 or self.rule == "ignore":
            return None
        return max(Fraction(1), self.wt / (1 - self.wt))


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadInputError(f"{name} must be one of {', '.join(choices)}; got {value!r}")
