"""The network as integers: its file, and what it says. The compiled core must say the same.

The sums of a view are clamped, and the first half of them multiplied with the second. These
products of both views and the handcrafted value, clamped twice, go to a small layer, whose sums
count twice: cut off below 0, and squared. The small layer and the output come in sets, chosen by
the number of men.

A file ``correction.bin``, little endian: ``PBCORR02``; five int32: hidden units, buckets, sets,
units of the small layer, scale; 64 bytes: the bucket of each square of a view's own king; int16
feature weights [buckets * 768][hidden]; int16 hidden biases [hidden]; of the small layer int16
weights [sets][small][hidden], int16 weights of the handcrafted value [sets][2][small] and int32
biases [sets][small]; int16 output weights [sets][2 * small]; int32 output biases [sets]; the
FNV-1a hash (64 bits) of all bytes before it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from provebest.vocabulary import BadInputError
from studies.correction.inputs import VIEW, Codes, encode, output_sets, views

Values = NDArray[np.integer[Any]]
Layout = tuple[tuple[str, str, tuple[int, ...]], ...]

MAGIC = b"PBCORR02"
HEAD = struct.Struct("<8s5i64s")
TOP = 255
"""The sums of a view are clamped to 0 ... TOP."""
ONE = 127
"""A product of two sums, a clamped handcrafted value or a unit of the small layer, if it is 1."""
PRODUCT_SHIFT, SQUARE_SHIFT = 9, 7
SMALL_ONE, SMALL_SHIFT = 256, 8
"""A weight of 1 of the small layer, as an integer, and its logarithm."""
OUTPUT_ONE = 1024
"""An output weight of 1, as an integer."""
MOST_SMALL, MOST_OUTPUT = 1023, 8191
SPANS = (400, 1500)
"""The handcrafted value enters as these shares of it, each within -1 and 1."""
LARGEST = 1000
"""The correction stays within this many hundredths of a pawn."""
MOST_BYTES = 1 << 20
CHUNK = 8192


@dataclass(frozen=True, slots=True)
class Network:
    """Weights as integers."""

    scale: int
    buckets: NDArray[np.uint8]
    features: NDArray[np.int16]
    hidden_bias: NDArray[np.int16]
    small: NDArray[np.int16]
    """[set][unit][product]: those of the side to move first."""
    small_handcrafted: NDArray[np.int16]
    small_bias: NDArray[np.int32]
    output: NDArray[np.int16]
    output_bias: NDArray[np.int32]

    @property
    def units(self) -> int:
        """The number of hidden units."""
        return len(self.hidden_bias)

    def corrections(self, fens: Sequence[str], handcrafted: Values) -> NDArray[np.int64]:
        """What to add to the handcrafted value of each position, both for the side to move."""
        return self.corrections_of(encode(fens), handcrafted)

    def corrections_of(self, codes: Codes, handcrafted: Values) -> NDArray[np.int64]:
        """The same for positions that are encoded already."""
        ends = range(0, len(codes), CHUNK)
        parts = [self._chunk(codes[at : at + CHUNK], handcrafted[at : at + CHUNK]) for at in ends]
        return np.concatenate(parts) if parts else np.zeros(0, np.int64)

    def _chunk(self, codes: Codes, handcrafted: Values) -> NDArray[np.int64]:
        sets = output_sets(codes, len(self.output_bias))
        products = [self._products(view) for view in views(codes, self.buckets)]
        value = handcrafted.astype(np.int64)
        entered = [toward_zero(np.clip(value, -span, span) * ONE, span) for span in SPANS]
        inputs = np.concatenate([*products, np.stack(entered, axis=1)], axis=1)
        known = self.small_handcrafted.transpose(0, 2, 1)
        weights = np.concatenate([self.small, known], axis=2).astype(np.int64)
        every = np.einsum("pi,sui->psu", inputs, weights, optimize=True) + self.small_bias
        sums = every[np.arange(len(codes)), sets] >> SMALL_SHIFT
        small = np.clip(sums, -ONE, ONE)
        active = np.concatenate([np.maximum(small, 0), small * small >> SQUARE_SHIFT], axis=1)
        total = (active * self.output[sets]).sum(axis=1) + self.output_bias[sets]
        return np.clip(toward_zero(total * self.scale, ONE * OUTPUT_ONE), -LARGEST, LARGEST)

    def _products(self, inputs: NDArray[np.int32]) -> NDArray[np.int64]:
        """The products of the clamped sums of a view."""
        silent = np.zeros((1, self.units), np.int16)
        weights = np.concatenate([self.features, silent])  # input -1: no man
        total = np.tile(self.hidden_bias.astype(np.int64), (len(inputs), 1))
        for column in inputs.T:
            total += weights[column]
        left, right = np.split(np.clip(total, 0, TOP), 2, axis=1)
        product: NDArray[np.int64] = left * right >> PRODUCT_SHIFT
        return product


def toward_zero(values: NDArray[np.int64], divisor: int) -> NDArray[np.int64]:
    """Integer division as C++ has it."""
    quotient: NDArray[np.int64] = np.sign(values) * (np.abs(values) // divisor)
    return quotient


def _layout(units: int, count: int, sets: int, small: int) -> Layout:
    """The arrays of a file after its head: field, kind of number, shape."""
    return (
        ("features", "<i2", (count * VIEW, units)),
        ("hidden_bias", "<i2", (units,)),
        ("small", "<i2", (sets, small, units)),
        ("small_handcrafted", "<i2", (sets, len(SPANS), small)),
        ("small_bias", "<i4", (sets, small)),
        ("output", "<i2", (sets, 2 * small)),
        ("output_bias", "<i4", (sets,)),
    )


def as_bytes(network: Network) -> bytes:
    """The content of the network's file."""
    count = len(network.features) // VIEW
    sets, small = network.small_bias.shape
    sizes = (network.units, count, sets, small)
    head = HEAD.pack(MAGIC, *sizes, network.scale, network.buckets.tobytes())
    arrays = (getattr(network, name).astype(kind).tobytes() for name, kind, _ in _layout(*sizes))
    body = head + b"".join(arrays)
    return body + struct.pack("<Q", fnv(body))


def from_bytes(data: bytes) -> Network:
    """The network of a file's content.

    Raises:
        BadInputError: if it is not the content of such a file, or is damaged.
    """
    if len(data) < HEAD.size or not data.startswith(MAGIC):
        raise BadInputError("this is not a file of a correction network")
    _, units, count, sets, small, scale, buckets = HEAD.unpack_from(data)
    layout = _layout(units, count, sets, small)
    sizes = [prod(shape) * int(kind[-1]) for _, kind, shape in layout]
    if min(units, count, sets, small) < 1 or len(data) != HEAD.size + sum(sizes) + 8:
        raise BadInputError("the file of the correction network has the wrong length")
    if struct.unpack("<Q", data[-8:])[0] != fnv(data[:-8]):
        raise BadInputError("the file of the correction network is damaged: its hash differs")
    table = np.frombuffer(buckets, np.uint8)
    if table.max() >= count:
        raise BadInputError("the file of the correction network names a bucket that it lacks")
    begins = accumulate(sizes, initial=HEAD.size)
    arrays = {
        name: np.frombuffer(data, kind, prod(shape), begin).reshape(shape)
        for (name, kind, shape), begin in zip(layout, begins, strict=False)
    }
    return Network(scale=scale, buckets=table, **arrays)


def write_network(network: Network, file: Path) -> None:
    """Writes the network's file."""
    file.write_bytes(as_bytes(network))


def read_network(file: Path) -> Network:
    """The network in a file.

    Raises:
        BadInputError: for a file that is not such a network.
    """
    return from_bytes(file.read_bytes())


def fnv(data: bytes) -> int:
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value
