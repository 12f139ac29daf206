"""Tests of the colours of statuses."""

from __future__ import annotations

import pytest

from novaclient_mv.cli.terminal import canvas, statuses
from novaclient_mv.cli.terminal.screen import Screen

COLOURS = {
    'green': (
        *('ACTIVE', 'Running', 'available', 'up', 'enabled', 'completed', 'in-use', 'power on'),
    ),
    'red': ('ERROR', 'Crashed', 'down', 'deploy failed', 'clean failed', 'error', 'failed'),
    'yellow': (
        *('BUILD', 'REBUILD', 'REBOOT', 'HARD_REBOOT', 'RESIZE', 'VERIFY_RESIZE', 'MIGRATING'),
        *('spawning', 'powering-off', 'wait call-back', 'clean wait', 'pre-migrating', 'queued'),
        *('deleting', 'image_pending_upload', 'reboot_started', 'attaching', 'saving'),
    ),
    '': ('SHUTOFF', 'Shutdown', 'PAUSED', 'SUSPENDED', 'DELETED', 'power off', 'enroll', '-', ''),
}


@pytest.mark.parametrize('color', COLOURS)
def test_status_has_the_colour_of_its_kind(color: str) -> None:
    found = {text: statuses.style_of(text) for text in COLOURS[color]}
    assert found == dict.fromkeys(COLOURS[color], color)


def test_titles_say_which_columns_have_statuses() -> None:
    for title in ('Status', 'Power State', 'Provisioning State', 'status'):
        assert statuses.tells_status(title)
    for title in ('Name', 'Estate', 'Statusful'):
        assert not statuses.tells_status(title)


@pytest.mark.parametrize(
    ('style', 'numbers'),
    [('bold', '1'), ('green', '32'), ('red reverse', '7;31'), ('yellow dim strike', '2;9;33')],
)
def test_style_is_between_its_sequences_where_there_are_colours(style: str, numbers: str) -> None:
    coloured, plain = canvas.Drawing(Screen(is_coloured=True)), canvas.Drawing(Screen())
    assert coloured.styled('web', style) == f'\x1b[{numbers}mweb\x1b[0m'
    assert plain.styled('web', style) == 'web'
