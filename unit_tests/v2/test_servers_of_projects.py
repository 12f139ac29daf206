"""An administrator who names a server of another project learns where it was looked for."""

from __future__ import annotations

import pytest

from novaclient_mv.cli.reading import commands, tree
from unit_tests.nova import SANDBOX, Nova


def _names_a_server(name: str) -> bool:
    """Whether a command acts on servers that are there."""
    arguments = [each for each, _ in tree.every_argument(commands.find(name))]
    return any(each.flags == ('server',) for each in arguments)


NAMING = [each.name for each in commands.our_commands() if _names_a_server(each.name)]


def test_every_command_that_names_a_server_finds_those_of_all_projects() -> None:
    assert len(NAMING) > 70
    for name in NAMING:
        flags = {
            flag for each, _ in tree.every_argument(commands.find(name)) for flag in each.flags
        }
        assert '--all-tenants' in flags, name


@pytest.mark.parametrize(
    'line',
    [
        *('server-show', 'server-migrate', 'server-live-migrate', 'server-evacuate'),
        *('server-stop', 'server-reboot', 'server-reset-state', 'server-action-list'),
        *('server-ssh', 'server-console-log', 'server-external-event-create network-changed'),
    ],
)
def test_administrator_is_told_the_project_and_the_option(nova: Nova, line: str) -> None:
    # The sandbox has it in another project.
    missing = "There is no server with the name or id 'app-1'"
    result = nova(*line.split(), 'app-1', cloud=SANDBOX)
    assert result.status == 5, result.err
    assert f'{missing} in project admin; --all-tenants looks in all.' in result.err
    nowhere = nova(*line.split(), 'no-1', '--all-tenants', cloud=SANDBOX)
    assert "There is no server with the name or id 'no-1'." in nowhere.err
    member = nova('--os-username', 'demo', *line.split(), 'web-1', cloud=SANDBOX)
    assert "There is no server with the name or id 'web-1'." in member.err


def test_server_of_another_project_is_acted_on(nova: Nova) -> None:
    for line in ('server-lock', 'server-show', 'server-action-list', 'server-stop'):
        assert nova(line, 'app-1', '--all-tenants', cloud=SANDBOX).status == 0, line
