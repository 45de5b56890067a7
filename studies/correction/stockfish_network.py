"""What Stockfish's own network says of positions, for many positions at once, without its search.

Stockfish 15.1 writes its network with the UCI command ``export_net FILE``. Each side's view has an
input for every man, its square and the square of the view's own king (HalfKAv2_hm: the king is
mirrored to the files e to h). The sums of a view are multiplied in pairs; then come three small
layers, chosen by the number of men, beside a sum that is linear in the inputs (psqt).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import embedding_bag

from provebest.vocabulary import BadInputError
from studies.correction.dataset import SCALE, Positions
from studies.correction.inputs import (
    EMPTY,
    MIRROR,
    OTHER,
    Codes,
    king_squares,
    men,
    turned,
)

VERSION = 0x7AF32F20
UNITS, STACKS = 1024, 8
MEN_AND_SQUARES = 11 * 64
"""Inputs of a king's square: five kinds of two colours, and both kings as one kind."""
INPUTS = 32 * MEN_AND_SQUARES
FIRST, SECOND = 16, 32
"""Units of the small layers; the last of the first layer goes to the output directly."""
TOP = 127
CHUNK = 4096


@dataclass(frozen=True, slots=True)
class Layer:
    """Weights [outputs][inputs] and biases."""

    weights: Tensor
    bias: Tensor

    def sums(self, values: Tensor) -> Tensor:
        """The sum of each unit, for each row of values."""
        return values @ self.weights.T + self.bias


class _File:
    """Arrays from a file's content, one after the other, as floating-point tensors."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def take(self, kind: str, *shape: int) -> Tensor:
        array = np.frombuffer(self.data, kind, int(np.prod(shape)), self.at)
        self.at += array.nbytes
        return torch.from_numpy(array.astype(np.float32).reshape(shape))

    def layer(self, outputs: int, inputs: int) -> Layer:
        bias = self.take("<i4", outputs)
        return Layer(self.take("i1", outputs, inputs), bias)


class StockfishNetwork:
    """The network in a file that Stockfish 15.1 has exported."""

    def __init__(self, file: Path) -> None:
        data = file.read_bytes()
        version, _, length = struct.unpack_from("<III", data) if len(data) > 12 else (0, 0, 0)
        if version != VERSION:
            raise BadInputError(f"{file.name} is not a network of Stockfish 15.1")
        rest = _File(data, 12 + length + 4)
        try:
            self.bias = rest.take("<i2", UNITS)
            self.features = rest.take("<i2", INPUTS, UNITS)
            self.linear = rest.take("<i4", INPUTS, STACKS)
            self.stacks = []
            for _ in range(STACKS):
                rest.at += 4
                first = rest.layer(FIRST, UNITS)
                self.stacks.append((first, rest.layer(SECOND, 2 * FIRST), rest.layer(1, SECOND)))
        except ValueError:
            raise BadInputError(f"{file.name} is cut off") from None

    def values(self, codes: Codes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The linear and the other part of each position's value, for the side to move."""
        parts = [self._chunk(codes[at : at + CHUNK]) for at in range(0, len(codes), CHUNK)]
        return tuple(np.concatenate(each) for each in zip(*parts, strict=True))  # type: ignore[return-value]  # two parts

    @torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is installed for this study alone
    def _chunk(self, codes: Codes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        other = np.where(codes != EMPTY, turned(codes), np.uint16(EMPTY))
        views, sums = [], []
        for view in (codes, other):
            inputs, begins = _inputs(view)
            hidden = embedding_bag(inputs, self.features, begins, mode="sum") + self.bias
            left, right = hidden.clamp_(0, TOP).chunk(2, dim=1)
            views.append(torch.floor(left * right / 128))
            sums.append(embedding_bag(inputs, self.linear, begins, mode="sum"))
        active = torch.cat(views, dim=1)
        stack = torch.from_numpy((men(codes) - 1) // 4)
        linear = ((sums[0] - sums[1]) / 2).gather(1, stack[:, None])[:, 0]
        positional = torch.zeros(len(codes))
        for number, layers in enumerate(self.stacks):
            here = stack == number
            positional[here] = _propagate(layers, active[here])
        return (linear / 16).numpy(), (positional / 16).numpy()


def _propagate(layers: tuple[Layer, Layer, Layer], active: Tensor) -> Tensor:
    first, second, third = layers
    sums = first.sums(active)
    direct = torch.trunc(sums[:, -1] * (600 * 16) / (TOP * 64))
    squares = torch.clamp(torch.floor(torch.floor(sums * sums / 4096) / 128), 0, TOP)[:, :-1]
    clipped = torch.clamp(torch.floor(sums / 64), 0, TOP)[:, :-1]
    both = torch.cat([squares, clipped, torch.zeros(len(sums), 2)], dim=1)
    last: Tensor = third.sums(torch.clamp(torch.floor(second.sums(both) / 64), 0, TOP))
    return last[:, 0] + direct


def _inputs(codes: Codes) -> tuple[Tensor, Tensor]:
    """The inputs that are on in each view, and where those of each view begin."""
    there = codes != EMPTY
    king = king_squares(codes)
    mirror = np.where(king & 4, 0, MIRROR).astype(np.uint16)
    place = (king ^ mirror).astype(np.int32)
    bucket = 31 - ((place >> 3) * 4 + (place & 7) - 4)
    kind, colour = (codes % OTHER) // 64, codes // OTHER
    group = np.where(kind == 5, 640, kind * 128 + colour * 64).astype(np.int32)
    squares = ((codes & 63) ^ mirror[:, None]).astype(np.int32)
    counts = there.sum(axis=1)
    inputs = (squares + group + (bucket * MEN_AND_SQUARES)[:, None])[there]
    begins = (np.cumsum(counts) - counts).astype(np.int32)
    return torch.from_numpy(inputs), torch.from_numpy(begins)


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The network's values as those of the careful labels: a linear map for each stack.

    A network says what a position is worth, a label what a search says of it: on another scale, and
    with the move that the search has made.
    """

    network: StockfishNetwork
    maps: NDArray[np.float64]
    """Of each stack: the factors of the two parts, and what is added."""

    def values(self, codes: Codes) -> NDArray[np.float64]:
        """Hundredths of a pawn, for the side to move."""
        linear, positional = self.network.values(codes)
        chosen = self.maps[(men(codes) - 1) // 4]
        return chosen[:, 0] * linear + chosen[:, 1] * positional + chosen[:, 2]


def calibrate(network: StockfishNetwork, labels: Positions) -> Calibrated:
    """The maps with the least squared distance from these labels, in expected points."""
    linear, positional = (torch.from_numpy(part) for part in network.values(labels.codes))
    truth = torch.sigmoid(torch.from_numpy(labels.values.astype(np.float32)) / SCALE)
    stacks = torch.from_numpy((men(labels.codes) - 1) // 4)
    maps = torch.tensor([[0.3, 0.3, 0.0]] * STACKS, requires_grad=True)
    unit = torch.tensor([1.0, 1.0, 100.0])
    optimiser = torch.optim.LBFGS([maps], max_iter=100, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimiser.zero_grad()
        chosen = (maps * unit)[stacks]
        value = chosen[:, 0] * linear + chosen[:, 1] * positional + chosen[:, 2]
        off: Tensor = (torch.sigmoid(value / SCALE) - truth).square().mean()
        off.backward()
        return off

    optimiser.step(loss)
    return Calibrated(network, (maps * unit).detach().numpy().astype(np.float64))
