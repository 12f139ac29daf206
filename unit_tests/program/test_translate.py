"""Lines of other clients are translated, and scripts printed with each octet as it was."""

from __future__ import annotations

import io
import json

import pytest

from novaclient_mv import shell
from novaclient_mv.clouds.environment import Environment
from unit_tests.nova import Nova

LINE = "openstack server list --name 'a b'"
OURS = "nova-mv server-list --name 'a b'\n"


@pytest.mark.parametrize(
    ('words', 'stdin', 'expected'),
    [
        ([LINE], '', (OURS, '', 0)),
        (['openstack', 'server', 'list', '--name', 'a b'], '', (OURS, '', 0)),
        (['server', 'list', '--name', 'a b'], '', (OURS, '', 0)),
        (["nova-mv server list --name 'a b'"], '', (OURS, '', 0)),
        ([], f'{LINE}\n\n# c\n{LINE}', (OURS * 2, '', 0)),
        (['--in', 'no.sh'], '', ('', 'no.sh: No such file or directory.', 2)),
        (
            ['openstack server list -f csv'],
            '',
            ('nova-mv server-list -f csv\n', '-f csv: keys and titles are those of nova-mv.', 0),
        ),
        (
            [],
            'nova list\necho hi\n',
            ('nova-mv server-list\n', 'line 2: echo hi is not a call of openstack or nova.', 1),
        ),
        (
            ['openstack server list --fit-width'],
            '',
            ('nova-mv server-list\n', '--fit-width changes only what is shown; it is left out.', 0),
        ),
        (
            ['openstack router list'],
            '',
            ('', 'router list is a command of Networking; use openstack.', 1),
        ),
    ],
)
def test_lines_are_translated(
    nova: Nova, words: list[str], stdin: str, expected: tuple[str, str, int]
) -> None:
    result = nova('translate', *words, stdin=stdin.encode())
    out, message, status = expected
    assert result == (out, f'nova-mv: {message}\n' if message else '', status)


def test_machines_get_lines_and_reasons(nova: Nova) -> None:
    stdin = b'openstack server set --name x --property a=b web\nopenstack router list\n'
    rows = json.loads(nova('translate', '-f', 'json', stdin=stdin).out)
    assert rows == [
        {
            'line': 1,
            'lines': ['nova-mv server-meta web set a=b', 'nova-mv server-update web --name x'],
            'warnings': [],
            'reason': None,
        },
        {
            'line': 2,
            'lines': [],
            'warnings': [],
            'reason': 'router list is a command of Networking; use openstack.',
        },
    ]


def test_script_keeps_each_octet(nova: Nova) -> None:
    script = b'\xef\xbb\xbf# caf\xe9\r\nopenstack server show $ID\r\n\ttrue \x1b[0m'
    (nova.home / 'run.sh').write_bytes(script)
    out = io.TextIOWrapper(buffer := io.BytesIO(), 'ascii')
    surroundings = Environment({'HOME': str(nova.home)}, stdout=out, cwd=str(nova.home))
    assert shell.run(['translate', '--in', 'run.sh'], surroundings) == 0
    out.flush()
    assert buffer.getvalue() == script.replace(b'openstack server show', b'nova-mv server-show')
    assert '\x1b' not in nova('translate', '--in', 'run.sh', is_terminal=True).out
    assert nova('translate', '--in', 'run.sh', 'nova list').status == 2


@pytest.mark.parametrize(
    ('line', 'pin', 'version'),
    [
        ('server list', '', '2.100'),
        ('server list', '2.50', '2.50'),
        ('--os-compute-api-version 2.60 server list', '2.50', '2.60'),
        ('--os-compute-api-version 2 server list', '2.50', '2.100'),
        ('server list --tags a', '2.25', None),
        ('compute service list', '', '2.69'),
        ('baremetal node list', '2.50', '1.115'),
    ],
)
def test_same_version_is_that_of_the_other_program(
    nova: Nova, line: str, pin: str, version: str | None
) -> None:
    words, env = f'openstack {line}', {'OS_COMPUTE_API_VERSION': pin}
    result = nova('translate', '--same-version', words, env=env)
    plain = nova('translate', words, env=env)
    script = f'export OS_COMPUTE_API_VERSION={pin}\n{words}\n'
    (nova.home / 'run.sh').write_text(script)
    replaced = nova('translate', '--in', 'run.sh', '--same-version')
    if version is None:
        assert (result.out, result.status, plain.status, replaced.out) == ('', 1, 1, script)
        assert 'openstack refuses it: --tags needs 2.26 or later.' in result.err
        return
    assert result.out.split()[2] == version
    assert replaced.out.splitlines()[1] == result.out.rstrip()
    assert (plain.status, result.err) == (0, '')
