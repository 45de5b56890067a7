"""Networks that correct the evaluation: made at random, and computed by plain integer loops."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import chess
import numpy as np

MAGIC = b"PBCORR02"


def fnv1a(data: bytes) -> bytes:
    """The checksum at the end of a file."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value.to_bytes(8, "little")


@dataclass(frozen=True)
class Network:
    """The numbers of a file."""

    scale: int
    bucket_of: np.ndarray
    weights: np.ndarray
    """[bucket][own or other, kind, square][unit]"""
    bias: np.ndarray
    small: np.ndarray
    """[number of men][unit of the small layer][product]"""
    known: np.ndarray
    """[number of men][2][unit of the small layer]: of the handcrafted value"""
    small_bias: np.ndarray
    output: np.ndarray
    """[number of men][2 * unit of the small layer]"""
    output_bias: np.ndarray

    def to_bytes(self) -> bytes:
        """The file."""
        buckets, _, hidden = self.weights.shape
        head = struct.pack("<5i", hidden, buckets, *self.small_bias.shape, self.scale)
        body = MAGIC + head + self.bucket_of.astype("u1").tobytes()
        for numbers in (self.weights, self.bias, self.small, self.known):
            body += numbers.astype("<i2").tobytes()
        body += self.small_bias.astype("<i4").tobytes() + self.output.astype("<i2").tobytes()
        body += self.output_bias.astype("<i4").tobytes()
        return body + fnv1a(body)


def random_network(
    hidden: int = 32, buckets: int = 1, sets: int = 1, small: int = 4, seed: int = 1
) -> Network:
    """A network whose corrections are some tens of hundredths of a pawn."""
    random = np.random.default_rng(seed)
    return Network(
        scale=400,
        bucket_of=random.integers(0, buckets, 64),
        weights=random.integers(-40, 41, (buckets, 768, hidden)),
        bias=random.integers(-20, 160, hidden),
        small=random.integers(-200, 201, (sets, small, hidden)),
        known=random.integers(-200, 201, (sets, 2, small)),
        small_bias=random.integers(-9000, 9001, (sets, small)),
        output=random.integers(-300, 301, (sets, 2 * small)),
        output_bias=random.integers(-20_000, 20_001, sets),
    )


def read_network(file: bytes) -> Network:
    """The numbers of a file that is known to be good."""
    hidden, buckets, sets, small, scale = struct.unpack_from("<5i", file, 8)
    at = 28

    def take(kind: str, *shape: int) -> np.ndarray:
        nonlocal at
        size = int(np.prod(shape))
        numbers = np.frombuffer(file, kind, size, at).reshape(shape).astype(np.int64)
        at += size * np.dtype(kind).itemsize
        return numbers

    return Network(
        scale,
        bucket_of=take("u1", 64),
        weights=take("<i2", buckets, 768, hidden),
        bias=take("<i2", hidden),
        small=take("<i2", sets, small, hidden),
        known=take("<i2", sets, 2, small),
        small_bias=take("<i4", sets, small),
        output=take("<i2", sets, 2 * small),
        output_bias=take("<i4", sets),
    )


def correction(network: Network, board: chess.Board, handcrafted: int) -> int:
    """The definition: what to add to the handcrafted value, both for the side to move."""
    men = board.piece_map()
    sets, units = network.small_bias.shape
    chosen = min(sets - 1, (len(men) - 2) * sets // 31)
    inputs: list[int] = []
    for side in (board.turn, not board.turn):
        king = board.king(side)
        assert king is not None
        turn = 0 if side else 56
        turn ^= 7 if chess.square_file(king ^ turn) >= 4 else 0
        rows = network.weights[network.bucket_of[king ^ turn]]
        sums = network.bias.copy()
        for square, man in men.items():
            sums += rows[(man.color != side) * 384 + (man.piece_type - 1) * 64 + (square ^ turn)]
        wrapped = sums.astype(np.int16).astype(np.int64)  # as the core keeps them
        left, right = np.split(np.clip(wrapped, 0, 255), 2)
        inputs += (left * right // 512).tolist()
    for span in (400, 1500):
        inputs.append(toward_zero(max(-span, min(span, handcrafted)) * 127, span))
    total = int(network.output_bias[chosen])
    for unit in range(units):
        weights = [*network.small[chosen][unit], *network.known[chosen][:, unit]]
        products = (int(a) * int(b) for a, b in zip(inputs, weights, strict=True))
        sum_ = int(network.small_bias[chosen][unit]) + sum(products)
        active = max(-127, min(127, sum_ // 256))
        total += max(active, 0) * int(network.output[chosen][unit])
        total += active * active // 128 * int(network.output[chosen][units + unit])
    return max(-1000, min(toward_zero(total * network.scale, 127 * 1024), 1000))


def toward_zero(number: int, by: int) -> int:
    """Division as in C."""
    return number // by if number >= 0 else -(-number // by)
