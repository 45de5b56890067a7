"""The network as integers: its file, and what it says. The compiled core must say the same.

A file ``correction.bin``, little endian: ``PBCORR01``; four int32: hidden units, buckets, sets of
output weights, scale; 64 bytes: the bucket of each square of a view's own king; int16 feature
weights [buckets * 768][units]; int16 hidden biases [units]; int16 output weights [sets][2 * units];
int32 output biases [sets]; the FNV-1a hash (64 bits) of all bytes before it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from provebest.vocabulary import BadInputError
from studies.correction.inputs import VIEW, Codes, encode, output_sets, views

MAGIC = b"PBCORR01"
HEAD = struct.Struct("<8s4i64s")
TOP = 255
"""The activation is clamped to 0 ... TOP, and squared."""
OUTPUT_ONE = 64
"""An output weight of 1, as an integer."""
MOST_OUTPUT = 127
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
    output: NDArray[np.int16]
    output_bias: NDArray[np.int32]

    @property
    def units(self) -> int:
        """The number of hidden units."""
        return len(self.hidden_bias)

    def corrections(self, fens: Sequence[str]) -> NDArray[np.int64]:
        """What to add to the handcrafted value of each position, for the side to move."""
        return self.corrections_of(encode(fens))

    def corrections_of(self, codes: Codes) -> NDArray[np.int64]:
        """The same for positions that are encoded already."""
        parts = [self._chunk(codes[at : at + CHUNK]) for at in range(0, len(codes), CHUNK)]
        return np.concatenate(parts) if parts else np.zeros(0, np.int64)

    def _chunk(self, codes: Codes) -> NDArray[np.int64]:
        sets = output_sets(codes, len(self.output_bias))
        active = np.concatenate([self._hidden(v) for v in views(codes, self.buckets)], axis=1)
        total = (active * active * self.output[sets].astype(np.int64)).sum(axis=1)
        value = (toward_zero(total, TOP) + self.output_bias[sets]) * self.scale
        return np.clip(toward_zero(value, TOP * OUTPUT_ONE), -LARGEST, LARGEST)

    def _hidden(self, inputs: NDArray[np.int32]) -> NDArray[np.int64]:
        """The clamped sums of a view."""
        silent = np.zeros((1, self.units), np.int16)
        weights = np.concatenate([self.features, silent])  # input -1: no man
        total = np.tile(self.hidden_bias.astype(np.int64), (len(inputs), 1))
        for column in inputs.T:
            total += weights[column]
        clamped: NDArray[np.int64] = np.clip(total, 0, TOP)
        return clamped


def toward_zero(values: NDArray[np.int64], divisor: int) -> NDArray[np.int64]:
    """Integer division as C++ has it."""
    quotient: NDArray[np.int64] = np.sign(values) * (np.abs(values) // divisor)
    return quotient


def as_bytes(network: Network) -> bytes:
    """The content of the network's file."""
    sets, units = len(network.output_bias), network.units
    count = len(network.features) // VIEW
    head = HEAD.pack(MAGIC, units, count, sets, network.scale, network.buckets.tobytes())
    arrays = (
        (network.features, "<i2"),
        (network.hidden_bias, "<i2"),
        (network.output, "<i2"),
        (network.output_bias, "<i4"),
    )
    body = head + b"".join(array.astype(kind).tobytes() for array, kind in arrays)
    return body + struct.pack("<Q", fnv(body))


def from_bytes(data: bytes) -> Network:
    """The network of a file's content.

    Raises:
        BadInputError: if it is not the content of such a file, or is damaged.
    """
    if len(data) < HEAD.size or not data.startswith(MAGIC):
        raise BadInputError("this is not a file of a correction network")
    _, units, count, sets, scale, buckets = HEAD.unpack_from(data)
    sizes = (count * VIEW * units * 2, units * 2, sets * 2 * units * 2, sets * 4)
    if min(units, count, sets) < 1 or len(data) != HEAD.size + sum(sizes) + 8:
        raise BadInputError("the file of the correction network has the wrong length")
    if struct.unpack("<Q", data[-8:])[0] != fnv(data[:-8]):
        raise BadInputError("the file of the correction network is damaged: its hash differs")
    table = np.frombuffer(buckets, np.uint8)
    if table.max() >= count:
        raise BadInputError("the file of the correction network names a bucket that it lacks")
    ends = np.cumsum((HEAD.size, *sizes))
    parts = [data[a:b] for a, b in pairwise(ends)]
    return Network(
        scale=scale,
        buckets=table,
        features=np.frombuffer(parts[0], "<i2").reshape(-1, units),
        hidden_bias=np.frombuffer(parts[1], "<i2"),
        output=np.frombuffer(parts[2], "<i2").reshape(sets, 2 * units),
        output_bias=np.frombuffer(parts[3], "<i4"),
    )


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
