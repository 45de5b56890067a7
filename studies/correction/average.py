"""Averages the weights of networks of the same form, such as one and what further training made.

``python -m studies.correction.average first.bin second.bin --out correction.bin``

Networks whose training began with the same weights stay near each other, and the mean of their
weights is often better on other games than each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from provebest.vocabulary import BadInputError
from studies.correction.model import AS_INTEGERS
from studies.correction.network import Network, read_network, write_network
from studies.study import end_with, study_parser


def average(networks: Sequence[Network]) -> Network:
    """The network whose weights are the means of these networks' weights, rounded.

    Raises:
        BadInputError: if the networks have different forms.
    """
    first = networks[0]
    arrays = {}
    for name, _, kind in AS_INTEGERS:
        every = [getattr(network, name) for network in networks]
        if any(each.shape != every[0].shape for each in every):
            raise BadInputError("the networks have different forms")
        arrays[name] = np.rint(np.mean(every, axis=0, dtype=np.float64)).astype(kind)
    for network in networks:
        if network.scale != first.scale or (network.buckets != first.buckets).any():
            raise BadInputError("the networks have different forms")
    return Network(scale=first.scale, buckets=first.buckets, **arrays)


def main(words: list[str] | None = None) -> None:
    """Averages networks from the command line."""
    parser = study_parser(__doc__)
    parser.add_argument("networks", nargs="+", type=Path, help="files of networks")
    parser.add_argument("--out", type=Path, required=True, help="the network's file to write")
    given = parser.parse_args(words)
    write_network(average([read_network(file) for file in given.networks]), given.out)


if __name__ == "__main__":
    end_with(main)
