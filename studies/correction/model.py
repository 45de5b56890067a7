"""The network in floating point, as PyTorch trains it, and its rounding to integers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from studies.correction.dataset import SCALE, Positions
from studies.correction.inputs import VIEW, output_sets, views
from studies.correction.network import (
    CHUNK,
    MOST_OUTPUT,
    MOST_SMALL,
    ONE,
    OUTPUT_ONE,
    SMALL_ONE,
    SPANS,
    TOP,
    Network,
)

MOST_FEATURE, MOST_BIAS = 900 / TOP, 3900 / TOP
"""Of a hidden unit: the weights of 32 men and the bias stay within 16 bits."""
VALUE_SCALE = 400
"""What an output of 1 is worth, in hundredths of a pawn."""
DECIDED = 300
"""Hundredths of a pawn from which a position counts least in the loss."""

AS_INTEGERS: tuple[tuple[str, int, type[np.signedinteger[Any]]], ...] = (
    ("features", TOP, np.int16),
    ("hidden_bias", TOP, np.int16),
    ("small", SMALL_ONE, np.int16),
    ("small_handcrafted", SMALL_ONE, np.int16),
    ("small_bias", ONE * SMALL_ONE, np.int32),
    ("output", OUTPUT_ONE, np.int16),
    ("output_bias", ONE * OUTPUT_ONE, np.int32),
)
"""Each array of weights: its name, what 1 is as an integer, and the kind of its integers."""

BY_HALVES = ("features", "hidden_bias", "small")
"""Arrays whose last axis has two halves, of hidden units or of the products of the two views."""


class Sparse(NamedTuple):
    """Which inputs are on in each view, and in which views each input is on."""

    inputs: Tensor
    begins: Tensor
    """Where the inputs of each view begin."""
    views: Tensor
    firsts: Tensor
    """Where the views of each input begin."""


class _Sum(torch.autograd.Function):  # type: ignore[misc]  # the same
    """The sum of the weights of the inputs that are on; far faster backward than PyTorch's own."""

    @staticmethod
    def forward(ctx: Any, weights: Tensor, on: Sparse) -> Tensor:
        ctx.on = on
        return nn.functional.embedding_bag(on.inputs, weights, on.begins, mode="sum")

    @staticmethod
    def backward(ctx: Any, slope: Tensor) -> tuple[Tensor, None]:
        on: Sparse = ctx.on
        summed = nn.functional.embedding_bag(on.views, slope.contiguous(), on.firsts, mode="sum")
        return summed, None


Batch = tuple[Sparse, Tensor, Tensor, Tensor]
"""Inputs, the output sets, handcrafted values, the truth."""


class Correction(nn.Module):  # type: ignore[misc]  # PyTorch is installed for this study alone
    """Two views with shared weights, products of their sums, and sets of a small layer."""

    def __init__(self, units: int, buckets: NDArray[np.uint8], sets: int, small: int) -> None:
        super().__init__()
        self.buckets, self.sets = buckets, sets
        count = int(buckets.max()) + 1

        def even(within: float, *shape: int) -> nn.Parameter:
            return nn.Parameter(torch.empty(*shape).uniform_(-within, within))

        self.features = even(0.1, count * VIEW, units)
        self.hidden_bias = nn.Parameter(torch.full((units,), 0.25))
        self.small = even(0.1, sets, small, units)
        self.small_handcrafted = even(0.1, sets, len(SPANS), small)
        self.small_bias = nn.Parameter(torch.zeros(sets, small))
        self.output = even(0.2, sets, 2 * small)
        self.output_bias = nn.Parameter(torch.zeros(sets))

    def batch(self, positions: Positions) -> Batch:
        """Tensors of these positions."""
        both = np.concatenate(views(positions.codes, self.buckets))
        return (
            _sparse(both, len(self.features)),
            torch.from_numpy(output_sets(positions.codes, self.sets)),
            torch.from_numpy(positions.handcrafted.astype(np.float32)),
            torch.from_numpy(positions.values.astype(np.float32)),
        )

    def forward(self, on: Sparse, sets: Tensor, known: Tensor) -> Tensor:
        """The correction of these handcrafted values in hundredths of a pawn, not clamped."""
        hidden = torch.clamp(_Sum.apply(self.features, on) + self.hidden_bias, 0, 1)
        left, right = hidden.chunk(2, dim=1)
        products = torch.cat((left * right).chunk(2), dim=1)
        entered = torch.stack([torch.clamp(known / span, -1, 1) for span in SPANS], dim=1)
        of_known = self.small_handcrafted.transpose(1, 2)
        weights = torch.cat([self.small, of_known], dim=2).flatten(0, 1)
        every = torch.cat([products, entered], dim=1) @ weights.T + self.small_bias.flatten()
        every = every.view(len(known), *self.small_bias.shape)
        sums = torch.clamp(every[torch.arange(len(known)), sets], -1, 1)
        active = torch.cat([torch.clamp(sums, min=0), sums.square()], dim=1)
        return VALUE_SCALE * ((active * self.output[sets]).sum(dim=1) + self.output_bias[sets])

    def loss(self, batch: Batch, power: float, decided: float = 1.0) -> Tensor:
        """The mean distance in expected points, to the given power.

        A position of equal chances counts once, one that is worth ``DECIDED`` or more ``decided``
        times.
        """
        on, sets, known, truth = batch
        value = known + self(on, sets, known)
        off = torch.sigmoid(value / SCALE) - torch.sigmoid(truth / SCALE)
        counts = 1 - (1 - decided) * torch.clamp(truth.abs() / DECIDED, max=1)
        return (off.abs().pow(power) * counts).sum() / counts.sum()

    def distance(self, positions: Positions) -> float:
        """The root of the mean squared distance from the truth, before the rounding."""
        total = 0.0
        with torch.no_grad():
            for at in range(0, len(positions), CHUNK):
                some = positions.take(np.arange(at, min(at + CHUNK, len(positions))))
                total += float(self.loss(self.batch(some), 2.0)) * len(some)
        return float((total / len(positions)) ** 0.5)

    def keep_within(self) -> None:
        """Clips the weights to what integers can hold."""
        with torch.no_grad():
            self.features.clamp_(-MOST_FEATURE, MOST_FEATURE)
            self.hidden_bias.clamp_(-MOST_BIAS, MOST_BIAS)
            for weights in (self.small, self.small_handcrafted):
                weights.clamp_(-MOST_SMALL / SMALL_ONE, MOST_SMALL / SMALL_ONE)
            self.output.clamp_(-MOST_OUTPUT / OUTPUT_ONE, MOST_OUTPUT / OUTPUT_ONE)

    def begin_with(self, network: Network) -> None:
        """Takes the weights of a network that has otherwise the same form.

        If that has one set of inputs, each bucket of this one begins with them. If it has fewer
        hidden units, the others begin at random and do not count yet.
        """
        with torch.no_grad():
            for name, one, _ in AS_INTEGERS:
                weights = getattr(network, name).astype(np.float32) / one
                if name == "features" and len(weights) == VIEW:
                    weights = np.tile(weights, (len(self.features) // VIEW, 1))
                if name == "small":
                    self.small.zero_()
                own = getattr(self, name)
                if name in BY_HALVES:
                    # Sums of the first half are multiplied with those of the second.
                    for mine, its in zip(own.chunk(2, -1), np.split(weights, 2, -1), strict=True):
                        mine[..., : its.shape[-1]].copy_(torch.from_numpy(its))
                else:
                    own.copy_(torch.from_numpy(weights))

    def rounded(self) -> Network:
        """The network as integers."""
        arrays = {
            name: np.rint(getattr(self, name).detach().numpy().astype(np.float64) * one)
            for name, one, _ in AS_INTEGERS
        }
        return Network(
            scale=VALUE_SCALE,
            buckets=self.buckets,
            **{name: arrays[name].astype(kind) for name, _, kind in AS_INTEGERS},
        )


def _sparse(both: NDArray[np.int32], inputs: int) -> Sparse:
    """The inputs of each row of ``both`` (-1: none), and the rows of each input."""
    there = both >= 0
    flat, counts = both[there], there.sum(axis=1)
    rows = np.repeat(np.arange(len(both), dtype=np.int32), counts)
    order = np.argsort(flat.astype(np.uint16), kind="stable")
    firsts = np.bincount(flat, minlength=inputs)
    return Sparse(
        torch.from_numpy(flat),
        torch.from_numpy((np.cumsum(counts) - counts).astype(np.int32)),
        torch.from_numpy(rows[order]),
        torch.from_numpy((np.cumsum(firsts) - firsts).astype(np.int32)),
    )
