"""Global options are checked where no command's parser does it."""

from __future__ import annotations

import pytest

from unit_tests import nova as nova_runner


@pytest.mark.parametrize('value', ['0', '-1', 'soon'])
def test_bad_timeout_is_refused_without_a_command(nova: nova_runner.Nova, value: str) -> None:
    result = nova('--timeout', value)
    assert result.status == 2
    assert '--timeout' in result.err
    assert value in result.err
    assert not result.out


def test_unknown_format_is_refused_without_a_command(nova: nova_runner.Nova) -> None:
    result = nova('--format', 'paper')
    assert result.status == 2
    assert "'paper'" in result.err
    assert 'yaml' in result.err


def test_good_values_bring_the_help(nova: nova_runner.Nova) -> None:
    assert nova('--timeout', '5', '--format', 'table').status == 0
