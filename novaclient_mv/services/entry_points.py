"""What other packages bring by entry points."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any


def load(group: str) -> Iterator[tuple[str, Any]]:
    """Name and value of each entry point of a group, in order of names; one that cannot be imported
    is left out, with a warning, as it must not take our own commands with it.
    """
    if not _is_named(f'[{group}]'):
        return
    import importlib.metadata

    for entry_point in sorted(importlib.metadata.entry_points(group=group)):
        try:
            value = entry_point.load()
        except (Exception, SystemExit) as error:
            warn(f'The entry point {entry_point.name} cannot be loaded: {error}')
        else:
            yield entry_point.name, value


def warn(line: str) -> None:
    """Say in the log what of another package is left out."""
    import logging

    logging.getLogger('novaclient_mv').warning(line)


def has_any() -> bool:
    """Whether any installed package is in a group that this client looks at."""
    return _is_named('[novaclient_mv.')


def _is_named(group: str) -> bool:
    """Whether a group stands among the entry points of any installed package; far cheaper than
    reading all metadata.
    """
    needle = group.encode()
    for folder in dict.fromkeys(sys.path):
        try:
            names = os.listdir(folder or '.')
        except OSError:
            continue
        for name in names:
            if name.endswith(('.dist-info', '.egg-info')):
                try:
                    with open(os.path.join(folder, name, 'entry_points.txt'), 'rb') as file:
                        if needle in file.read():
                            return True
                except OSError:
                    continue
    return False
