"""Tests of the importance of columns."""

from __future__ import annotations

from novaclient_mv.cli.terminal import ranks


def order(*titles: str) -> list[str]:
    """Titles of columns that may be left out, the least important first."""
    numbers = dict(zip(titles, ranks.ranks(titles), strict=True))
    optional = [title for title in titles if numbers[title]]
    return sorted(optional, key=numbers.__getitem__, reverse=True)


def test_names_ids_and_statuses_stay() -> None:
    assert order('Cloud', 'Region', 'ID', 'UUID', 'Name', 'Status', 'State', 'Value') == []


def test_columns_further_to_the_right_go_first_and_states_last() -> None:
    assert order('ID', 'Zone', 'Power State', 'Host', 'Notes') == [
        *('Notes', 'Host', 'Zone', 'Power State'),
    ]


def test_networks_of_servers_stay_longer_than_states_of_power_and_tasks() -> None:
    titles = ('ID', 'Name', 'Status', 'Task State', 'Power State', 'Networks')
    assert order(*titles) == ['Power State', 'Task State', 'Networks']
