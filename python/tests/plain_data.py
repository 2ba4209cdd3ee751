"""What the `DataLoader` of PyTorch asks of a data set, for the example of the README where PyTorch is not installed."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator
from typing import Any

import numpy as np


class DataLoader:
    """Batches of rows: a length, indices, and a pickle for the workers, which are new processes."""

    def __init__(self, dataset: Any, batch_size: int = 1, shuffle: bool = False, num_workers: int = 0) -> None:
        self.dataset, self.batch_size, self.shuffle, self.num_workers = dataset, batch_size, shuffle, num_workers

    def __iter__(self) -> Iterator[Any]:
        places = list(range(len(self.dataset)))
        if self.shuffle:
            random.shuffle(places)
        batches = [places[first : first + self.batch_size] for first in range(0, len(places), self.batch_size)]
        with multiprocessing.get_context("spawn").Pool(self.num_workers, _begin, (self.dataset,)) as workers:
            for rows in workers.imap(_rows, batches[: 2 * self.num_workers]):
                columns = (np.array(column) if isinstance(column[0], int) else list(column) for column in zip(*rows))
                yield type(rows[0])(*columns)


def _begin(dataset: Any) -> None:
    global held
    held = dataset


def _rows(places: list[int]) -> list[Any]:
    return [held[place] for place in places]
