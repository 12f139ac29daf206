"""Types of values that servers have: states of several kinds, and tags."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import ArgumentTypeError

_POWER_STATES = {
    'nostate': '0',
    'running': '1',
    'paused': '3',
    'shutdown': '4',
    'crashed': '6',
    'suspended': '7',
}
_STATUSES = (
    *('ACTIVE', 'BUILD', 'DELETED', 'ERROR', 'HARD_REBOOT', 'MIGRATING', 'PASSWORD', 'PAUSED'),
    *('REBOOT', 'REBUILD', 'RESCUE', 'RESIZE', 'REVERT_RESIZE', 'SHELVED', 'SHELVED_OFFLOADED'),
    *('SHUTOFF', 'SOFT_DELETED', 'SUSPENDED', 'UNKNOWN', 'VERIFY_RESIZE'),
)
_VM_STATES = (
    *('active', 'building', 'paused', 'suspended', 'stopped', 'rescued', 'resized', 'soft-delete'),
    *('deleted', 'error', 'shelved', 'shelved_offloaded'),
)
_TASK_STATES = (
    *('scheduling', 'block_device_mapping', 'networking', 'spawning', 'image_snapshot'),
    *('image_snapshot_pending', 'image_pending_upload', 'image_uploading', 'image_backup'),
    *('updating_password', 'resize_prep', 'resize_migrating', 'resize_migrated', 'resize_finish'),
    *('resize_reverting', 'resize_confirming', 'rebooting', 'reboot_pending', 'reboot_started'),
    *('rebooting_hard', 'reboot_pending_hard', 'reboot_started_hard', 'pausing', 'unpausing'),
    *('suspending', 'resuming', 'powering-off', 'powering-on', 'rescuing', 'unrescuing'),
    *('rebuilding', 'rebuild_block_device_mapping', 'rebuild_spawning', 'migrating', 'deleting'),
    *('soft-deleting', 'restoring', 'shelving', 'shelving_image_pending_upload'),
    *('shelving_image_uploading', 'shelving_offloading', 'unshelving'),
)


def power_state(text: str) -> str:
    """A power state, by its number or as tables write it."""
    # An empty filter is none.
    if text in ('', *_POWER_STATES.values()):
        return text
    number = _POWER_STATES.get(text.lower())
    if number is None:
        names = (f'{name} ({number})' for name, number in _POWER_STATES.items())
        raise _refusal(f'{text!r} is not one of {", ".join(names)}')
    return number


def statuses(text: str) -> str | list[str]:
    """A status, or several between commas; up to 2.37 the cloud finds nothing in one that there is
    not, and among others at every version.
    """
    texts = [part.strip() for part in text.split(',') if part.strip()]
    for part in texts or [text]:
        if part and part.upper() not in _STATUSES:
            raise _refusal(f'{part!r} is not one of {", ".join(_STATUSES)}')
    return texts if texts[1:] else ''.join(texts) or text


def vm_state(text: str) -> str:
    """A VM state; a cloud finds no servers by an unknown one."""
    return _state(text, _VM_STATES)


def task_state(text: str) -> str:
    """A task state; a cloud finds no servers by an unknown one."""
    return _state(text, _TASK_STATES)


def _state(text: str, states: Sequence[str]) -> str:
    spelling = {'': '', **{re.sub('[-_ ]', '', state): state for state in states}}
    state = spelling.get(re.sub('[-_ ]', '', text.lower()))
    if state is None:
        raise _refusal(f'{text!r} is not one of {", ".join(states)}')
    return state


def tag(text: str) -> str:
    """A tag of a server, without commas and slashes; the cloud checks its length."""
    if not {',', '/'}.isdisjoint(text):
        raise _refusal(f'{text!r} is not a tag: it has 1 to 60 characters, without "/" and ","')
    return text


def tags(text: str) -> list[str]:
    return [tag(part.strip()) for part in text.split(',') if part.strip()]


def _refusal(message: str) -> ArgumentTypeError:
    # Loaded where a value is refused: a line that needs no parser does without it.
    import argparse

    return argparse.ArgumentTypeError(message)
