"""A foreign key at each depth of each recorded answer is shown, wherever its resource is shown."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import pathlib
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.contract import replay, traced_cloud

KEY = 'x_foreign'
_FROM_NAMES = ('hosts', 'addresses', 'log')
"""Mappings from names that are data to parts."""

Path = tuple[str | int, ...]


class AddedKeys:
    """Adds a key to each mapping of recorded answers, and remembers where each stands."""

    def __init__(self) -> None:
        self._answer_to = traced_cloud.answer_to
        self._numbers = itertools.count(1)
        self.paths: dict[str, Path] = {}

    def answer_to(self, one: traced_cloud.Asked) -> tuple[int, Any, dict[str, str]]:
        """The recorded answer with the keys."""
        status, content, headers = self._answer_to(one)
        content = copy.deepcopy(content)
        if status < 300 and isinstance(content, dict):
            for value, path in self._added(content, (str(one),)):
                self.paths[value] = path
        return status, content, headers

    def _added(self, value: Any, path: Path) -> Iterator[tuple[str, Path]]:
        for key, below in [*(value.items() if isinstance(value, dict) else enumerate(value))]:
            if isinstance(below, dict | list) and not str(key).endswith('links'):
                yield from self._added(below, (*path, key))
        above = path[-2] if len(path) > 1 and isinstance(path[-1], str) else None
        if isinstance(value, dict) and path[1:] and not {path[-1], above} & {*_FROM_NAMES}:
            value[KEY] = f'foreign-{next(self._numbers)}'
            yield value[KEY], path


def _resource(path: Path) -> Path:
    """The resource that a place in an answer belongs to, one of a list or the only one."""
    return path[: 3 if isinstance(path[2] if len(path) > 2 else None, int) else 2]


def _shown(trace: replay.Trace, folder: pathlib.Path) -> Iterator[tuple[Path, set[Path]]]:
    """Each resource of which something foreign is shown, and the places that are not."""
    keys = AddedKeys()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(traced_cloud, 'answer_to', keys.answer_to)
        row = {**trace.row, 'argv': ['-f', 'json', *trace.row['argv']]}
        outcome = replay.play(dataclasses.replace(trace, row=row), folder)
    shown = {*re.findall(r'foreign-\d+', outcome.out)}
    by_resource: dict[Path, dict[str, Path]] = defaultdict(dict)
    for value, path in keys.paths.items():
        by_resource[_resource(path)][value] = path
    for resource, values in by_resource.items():
        if shown & values.keys():
            yield resource, {path for value, path in values.items() if value not in shown}


def test_foreign_keys_of_all_depths_are_shown(tmp_path: pathlib.Path) -> None:
    count = 0
    for place, trace in enumerate(replay.traces()):
        folder = tmp_path / str(place)
        folder.mkdir()
        for resource, missing in _shown(trace, folder):
            count += 1
            # Of the pages of one usage the first has the sums.
            is_page = 'usage' in str(resource[0]) and 'marker' in str(resource[0])
            assert is_page or not missing, (trace.row['argv'], missing)
    assert count > 300
