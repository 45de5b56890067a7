"""Networks that correct the evaluation: made at random, and computed by plain integer loops."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import chess
import numpy as np

MAGIC = b"PBCORR01"


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
    output: np.ndarray
    """[number of men][2 * unit]"""
    output_bias: np.ndarray

    def to_bytes(self) -> bytes:
        """The file."""
        buckets, _, hidden = self.weights.shape
        head = struct.pack("<4i", hidden, buckets, len(self.output), self.scale)
        body = MAGIC + head + self.bucket_of.astype("u1").tobytes()
        for numbers in (self.weights, self.bias, self.output):
            body += numbers.astype("<i2").tobytes()
        body += self.output_bias.astype("<i4").tobytes()
        return body + fnv1a(body)


def random_network(hidden: int = 32, buckets: int = 1, outputs: int = 1, seed: int = 1) -> Network:
    """A network whose corrections are some tens of hundredths of a pawn."""
    random = np.random.default_rng(seed)
    return Network(
        scale=400,
        bucket_of=random.integers(0, buckets, 64),
        weights=random.integers(-40, 41, (buckets, 768, hidden)),
        bias=random.integers(-20, 160, hidden),
        output=random.integers(-30, 31, (outputs, 2 * hidden)),
        output_bias=random.integers(-500, 501, outputs),
    )


def read_network(file: bytes) -> Network:
    """The numbers of a file that is known to be good."""
    hidden, buckets, outputs, scale = struct.unpack_from("<4i", file, 8)
    at = 24

    def take(kind: str, *shape: int) -> np.ndarray:
        nonlocal at
        size = int(np.prod(shape))
        numbers = np.frombuffer(file, kind, size, at).reshape(shape).astype(np.int64)
        at += size * np.dtype(kind).itemsize
        return numbers

    bucket_of = take("u1", 64)
    weights = take("<i2", buckets, 768, hidden)
    bias = take("<i2", hidden)
    output = take("<i2", outputs, 2 * hidden)
    return Network(scale, bucket_of, weights, bias, output, take("<i4", outputs))


def correction(network: Network, board: chess.Board) -> int:
    """The definition: the correction in hundredths of a pawn, for the side to move."""
    total = 0
    men = board.piece_map()
    outputs, width = network.output.shape
    output = min(outputs - 1, (len(men) - 2) * outputs // 31)
    for half, side in enumerate((board.turn, not board.turn)):
        king = board.king(side)
        assert king is not None
        turn = 0 if side else 56
        turn ^= 7 if chess.square_file(king ^ turn) >= 4 else 0
        rows = network.weights[network.bucket_of[king ^ turn]]
        sums = network.bias.copy()
        for square, man in men.items():
            sums += rows[(man.color != side) * 384 + (man.piece_type - 1) * 64 + (square ^ turn)]
        wrapped = sums.astype(np.int16).astype(np.int64)  # as the core keeps them
        active = np.clip(wrapped, 0, 255)
        weights = network.output[output][half * width // 2 :][: width // 2]
        total += int((active * active * weights).sum())
    biased = toward_zero(total, 255) + int(network.output_bias[output])
    value = toward_zero(biased * network.scale, 255 * 64)
    return max(-1000, min(value, 1000))


def toward_zero(number: int, by: int) -> int:
    """Division as in C."""
    return number // by if number >= 0 else -(-number // by)
