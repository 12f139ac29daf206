"""Tests of the importance of columns."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv.cli.terminal import canvas


def order(*titles: str, columns: Sequence[Sequence[str]] = ()) -> list[str]:
    """Titles of columns that may be left out, the least important first."""
    numbers = dict(zip(titles, canvas.ranks(titles, columns), strict=True))
    optional = [title for title in titles if numbers[title]]
    return sorted(optional, key=numbers.__getitem__, reverse=True)


def test_names_ids_and_statuses_stay() -> None:
    assert order('Cloud', 'Region', 'ID', 'Name', 'Status', 'State', 'Value') == []
    assert order('UUID', 'Name', 'Provisioning State') == []


def test_columns_further_to_the_right_go_first_and_states_last() -> None:
    assert order('ID', 'Zone', 'Power State', 'Host', 'Notes') == [
        *('Notes', 'Host', 'Zone', 'Power State'),
    ]


def test_networks_of_servers_stay_longer_than_states_of_power_and_tasks() -> None:
    titles = ('ID', 'Name', 'Status', 'Task State', 'Power State', 'Networks')
    assert order(*titles) == ['Power State', 'Task State', 'Networks']


def test_uuid_beside_another_id_goes_early() -> None:
    assert order('ID', 'UUID', 'Source Node', 'Type') == ['UUID', 'Type', 'Source Node']


def test_column_that_repeats_another_in_every_row_goes_early() -> None:
    titles = ('ID', 'Source Node', 'Source Compute', 'Disk', 'Swap', 'Type')
    rows = [('1', 'host1', 'host1', '0', '0', 'resize'), ('2', 'host2', 'host2', '9', '9', '-')]
    columns = [[*column] for column in zip(*rows, strict=True)]
    assert order(*titles, columns=columns)[:2] == ['Source Compute', 'Type']
    columns[2][1] = 'host3'
    assert order(*titles, columns=columns)[:2] == ['Type', 'Swap']
