"""Messages repeat no secret of the command line, of an answer or of a file."""

from __future__ import annotations

import json

import pytest

from unit_tests import cases
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

LINES = (
    'ipmi_password=S3cret',
    'server-show x ipmi_password=S3cret',
    'server-show x|password=my S3cret one',
    'server-list --limit password=S3cret',
    'placement-resource-provider-list --resource x_password=S3cret',
    'server-show x http://me:S3cret@host/x',
    'server-create x --flavor a --image b --admin-pass S3cret S3cret',
    'baremetal-node-create --driver fake --driver-info|{"ipmi_password": "S3cret"',
    'api /x?token=S3cret y',
    '--os-cloud password=S3cret server-list',
)


@pytest.mark.parametrize('form', ['text', 'json'])
@cases.one_test_of('line', LINES)
def test_message_repeats_no_secret_of_its_line(nova: Nova, line: str, form: str) -> None:
    before, _, last = line.partition('|')
    words = [*before.split(), *([last] if last else [])]
    result = nova('--debug', '--error-format', form, *words)
    assert result.status in (2, 3)
    assert '***' in result.err
    assert 'S3cret' not in result.err
    if form == 'json':
        assert '***' in json.loads(result.err.splitlines()[-1])['message']


@pytest.mark.parametrize(
    'words',
    [
        ('baremetal-port-set', 'x', '--extra', '=x'),
        ('server-password-set', 'x', '--admin-password', 'x'),
        ('server-show', 'x', 'description=[a]', '{"b": "c"'),
        ('server-show', '--os-auth-url=http://host.example/v3', 'x', 'y'),
        ('server-show', '--os-application-credential-id', 'robot-1', 'x', 'robot-1'),
        ('server-show', '--os-access-token-endpoint', 'http://host/', 'x', 'http://host/'),
    ],
)
def test_message_without_a_secret_stays_as_it_is(nova: Nova, words: tuple[str, ...]) -> None:
    result = nova(*words)
    assert result.status == 2
    assert '***' not in result.err


@pytest.mark.parametrize(
    'line',
    [
        'server-create x --flavor 1 --boot-volume v --user-data /gone/userdata.sh',
        'server-create x --flavor 1 --boot-volume v --user-data=/gone/userdata.sh',
        'server-password-set x --password-file=/gone/password',
        'keypair-generate x --private-key=/gone/private-key',
    ],
)
def test_message_names_the_file_that_a_secret_was_to_come_from(
    nova: Nova, new_cloud: ScriptedCloud, line: str
) -> None:
    result = nova(*line.split(), cloud=new_cloud)
    assert result.status != 0
    assert line.replace('=', ' ').split()[-1] in result.message
