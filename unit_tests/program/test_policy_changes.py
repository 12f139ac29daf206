"""Changes of policy by an upgrade, as a table, a text and rows."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from unit_tests.nova import Nova

ROW = ('release', 'rule', 'operation', 'commands', 'from', 'to')


def asked(nova: Nova, *words: str) -> list[dict[str, Any]]:
    result = nova('policy-changes', '-f', 'json', *words)
    assert (result.status, result.err) == (0, '')
    rows: list[dict[str, Any]] = json.loads(result.out)
    return rows


def test_json_has_a_row_for_each_step(nova: Nova) -> None:
    rows = asked(nova, 'wallaby', '2023.2')
    assert all(tuple(row) == ROW for row in rows)
    assert [row for row in rows if row['rule'] == 'os_compute_api:os-admin-password'] == [
        {
            'release': 'Antelope',
            'rule': 'os_compute_api:os-admin-password',
            'operation': 'POST /servers/{server_id}/action changePassword',
            'commands': ['server-password-set'],
            'from': 'owner',
            'to': 'member',
        }
    ]
    assert {row['release'] for row in rows} == {'Yoga', 'Zed', 'Antelope', 'Bobcat'}
    assert asked(nova, 'WALLABY', 'bobcat', '--role', 'reader') == [
        row for row in rows if row['from'] == 'owner' and row['to'] != 'reader'
    ]


def test_terminal_gets_a_text_by_release_and_step(nova: Nova) -> None:
    result = nova('policy-changes', 'wallaby', '2023.2')
    assert max(map(len, result.lines)) <= 100
    assert result.lines[0] == 'Yoga'
    start = result.lines.index('Antelope (2023.1)')
    assert result.lines[start + 2] == 'owner -> reader'
    assert 'owner -> member' in result.lines
    assert 'new: admin' in result.lines
    assert nova('policy-changes', 'xena', 'xena').out == 'Nothing changes.\n'
    assert asked(nova, 'xena', 'xena') == []


def test_services_have_rules_of_their_own(nova: Nova) -> None:
    (row,) = asked(nova, 'caracal', 'dalmatian', '--service', 'placement')
    assert (row['operation'], row['from'], row['to']) == ('POST /reshaper', 'admin', 'service')
    rows = asked(nova, '2023.2', '2024.1', '--service', 'baremetal', '--role', 'admin')
    assert sum(row['to'] == 'nobody' for row in rows) == 18


@pytest.mark.parametrize(
    ('words', 'message'),
    [
        (('flamingo', 'epoxy'), 'Flamingo is newer than Epoxy'),
        (('pike', 'quetzal'), "Unknown release 'quetzal'"),
        (('pike', 'queens', '--policy-file', 'absent.yaml'), 'absent.yaml cannot be read'),
        (('pike', 'queens', '--role', 'x', '--policy-file', 'absent.yaml'), '--role'),
    ],
)
def test_wrong_arguments_are_told(nova: Nova, words: tuple[str, ...], message: str) -> None:
    result = nova('policy-changes', *words)
    assert result.status == 2
    assert message in result.err


def test_findings_about_a_file_have_a_kind(nova: Nova, tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'policy.yaml'
    file.write_text(
        '"os_compute_api:servers:delete": "rule:admin_or_owner"\n'
        '"os_compute_api:os-agents:list": "role:admin"\n'
    )
    words = ('wallaby', '2023.2', '--policy-file', str(file))
    rows = asked(nova, *words)
    assert all(tuple(row) == (*ROW, 'kind') for row in rows)
    assert [(row['kind'], row['rule'], row['from'], row['to']) for row in rows] == [
        ('gone', 'os_compute_api:os-agents:list', 'admin', None),
        ('wider-than-default', 'os_compute_api:servers:delete', 'owner', 'member'),
    ]
    text = nova('policy-changes', *words)
    assert max(map(len, text.lines)) <= 100
    assert any('servers:delete (owner, by default member)' in line for line in text.lines)
    file.write_text('"os_compute_api:os-hypervisors:list": "role:auditor"')
    text = nova('policy-changes', *words)
    assert "hypervisors:list (a role of the operator's, by default admin)" in text.out
    file.write_text('{}')
    assert nova('policy-changes', *words).out == 'No override needs a change for Bobcat.\n'


@pytest.mark.parametrize(
    'text', ['- a\n', '"os_compute_api:servers:delete": 3\n', 'a: "rule:a"\n', 'x: [\n']
)
def test_wrong_file_is_told_with_its_name(nova: Nova, tmp_path: pathlib.Path, text: str) -> None:
    file = tmp_path / 'policy.yaml'
    file.write_text(text)
    result = nova('policy-changes', 'pike', 'zed', '--policy-file', str(file))
    assert result.status == 2
    assert str(file) in result.err
