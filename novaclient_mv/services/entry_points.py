"""What other packages bring by entry points."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any


def load(group: str) -> Iterator[tuple[str, Any]]:
    """Name and value of each entry point of a group; one that cannot be imported is left out, with
    a warning, as it must not take our own commands with it.
    """
    if not _has_any(group):
        return
    from stevedore import extension

    manager: extension.ExtensionManager[Any] = extension.ExtensionManager(
        group, on_load_failure_callback=_warn
    )
    for each in manager:
        yield each.name, each.plugin


def _warn(manager: Any, entry_point: Any, error: BaseException) -> None:
    import logging

    logging.getLogger('novaclient_mv').warning(
        'The entry point %s cannot be loaded: %s', entry_point.name, error
    )


def _has_any(group: str) -> bool:
    """Whether any installed package is in the group; far cheaper than scanning with stevedore."""
    needle = f'[{group}]'.encode()
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
