"""Tests of errors' output: one line for a reader, one object for a program."""

from __future__ import annotations

import json
import types
from typing import Any

import pytest

from novaclient_mv import exceptions, shell
from novaclient_mv.api_versions import VersionRange
from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.output_options import OutputOptions
from novaclient_mv.cli.running import failure, failure_hints, nova_errors
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.services import COMPUTE
from novaclient_mv.wire import request as wire_request
from novaclient_mv.wire.request import Request
from unit_tests import records
from unit_tests.cases import one_test_of
from unit_tests.nova import Nova, Stream
from unit_tests.scripted import Answer, ScriptedCloud, fault

KEYS = ['code', 'message', 'status', 'http_status', 'request_id', 'needs_version', 'cloud_range']


def told(error: Exception, command: str | None = None, **options: Any) -> tuple[int, str]:
    """Status and message of an error.

    :param command: the command that ended with it.
    :param options: global options that were given.
    """
    stderr = Stream()
    circumstances = failure.Circumstances(
        Environment({}, stderr=stderr),
        OutputOptions.of(options),
        None if command is None else commands.find(command),
    )
    status = failure.report(error, circumstances)
    return status, stderr.getvalue()


@pytest.mark.parametrize(
    ('error', 'status', 'text'),
    [
        (exceptions.CommandError('No.'), 2, 'nova-mv: No.\n'),
        (OSError(28, 'No space left on device'), 1, 'nova-mv: No space left on device\n'),
        (FileNotFoundError(2, 'No such file', 'x'), 1, 'nova-mv: No such file: x\n'),
        (KeyError('a'), 1, "nova-mv: unexpected KeyError: 'a' (--debug shows more)\n"),
        (exceptions.Error('a\x1b[2Jb\u202e'), 1, 'nova-mv: a\\x1b[2Jb\\u202e\n'),
    ],
)
def test_one_line(error: Exception, status: int, text: str) -> None:
    assert told(error) == (status, text)


@pytest.mark.parametrize(
    ('error', 'has_traceback'),
    [
        (exceptions.CommandError('No.'), False),
        (exceptions.LoginError('No.'), False),
        (exceptions.Conflict(409, 'No.'), False),
        (exceptions.CloudError('No.'), True),
        (exceptions.ClientException(500, 'No.'), True),
        (KeyError('a'), True),
    ],
)
def test_traceback_is_for_what_no_user_caused(error: Exception, has_traceback: bool) -> None:
    *above, line = told(error, debug=True)[1].splitlines()
    assert (f'{type(error).__name__}: {error}' in above[-1] if above else False) == has_traceback
    assert line.startswith('nova-mv: ')
    assert told(error)[1].count('\n') == 1


ERRORS = [
    exceptions.UnknownName('command', 'spam', ['server-list']),
    exceptions.OutsideVersion('No.', VersionRange('2.90')),
    exceptions.VersionNotOffered(VersionRange('2.90'), VersionRange('2.1', '2.53')),
    exceptions.VersionNotOffered(VersionRange('2.90'), None),
    exceptions.InvalidVersion('spam'),
    exceptions.VersionMismatch('2.9', '2.1', {}, True),
    exceptions.CloudError('No.', 'http://x', 'req-1'),
    exceptions.LoginError('No.'),
    exceptions.ResourceNotFound('No.'),
    exceptions.NoUniqueMatch('Two.', ids=['1', '2']),
    exceptions.ResourceInErrorState('web', 'No host.'),
    exceptions.WaitTimeout('Too long.'),
    exceptions.SomeFailed({'a': exceptions.LoginError('No.')}, 2),
    exceptions.NotFound(404, 'None.', request_id='req-1'),
    exceptions.Forbidden(403, 'Quota exceeded.'),
    exceptions.RateLimit(429, 'Slow.'),
    exceptions.UnsupportedAttribute('host', '2.74'),
    OSError(28, 'No space left on device'),
    ValueError('a defect'),
]


@pytest.mark.parametrize('error', ERRORS, ids=lambda error: type(error).__name__)
def test_every_error_has_every_key_in_json(error: Exception) -> None:
    status, text = told(error, error_format='json')
    assert text.count('\n') == 1
    found = json.loads(text)
    assert list(found)[:8] == [*KEYS, 'retryable']
    assert found['status'] == status
    assert isinstance(found['retryable'], bool)
    assert found['code']


def test_values_that_belong_to_an_error() -> None:
    def found(error: Exception) -> dict[str, Any]:
        parsed: dict[str, Any] = json.loads(told(error, format='json')[1])
        return parsed

    assert found(ERRORS[2])['cloud_range'] == '2.1 to 2.53'
    assert found(ERRORS[2])['needs_version'] == '2.90 and later'
    assert found(ERRORS[3])['cloud_range'] == '2.0'
    assert found(ERRORS[6])['request_id'] == 'req-1'
    assert found(ERRORS[9])['ids'] == ['1', '2']
    assert found(ERRORS[12])['failures'] == {'a': 'No.'}
    assert found(ERRORS[13])['http_status'] == 404
    assert (found(ERRORS[15])['retryable'], found(ERRORS[13])['retryable']) == (True, False)


def test_release_is_one_of_the_service_of_the_command() -> None:
    error = exceptions.OutsideVersion('No.', VersionRange('1.38'))
    _, text = told(error, 'baremetal-node-list', error_format='json')
    assert json.loads(text)['release'] == 'Queens'


def refused(status: int) -> exceptions.ClientException:
    """A refusal of what has no tags below 2.26."""
    request = Request('GET /servers/{server_id}/tags', '/servers/a/tags')
    error = exceptions.from_response(Answer(status, None), None, '/servers/a/tags')
    error.answer = wire_request.Answer(status, {}, None, None, '/servers/a/tags', request)
    return error


@pytest.mark.parametrize(
    ('statuses', 'needs_version'),
    [((404, 405), '2.26 and later'), ((404, 409), None), ((409, 409), None)],
)
def test_version_that_every_target_needs_is_that_of_the_whole(
    statuses: tuple[int, int], needs_version: str | None
) -> None:
    connection = types.SimpleNamespace(service=COMPUTE, base_url=lambda: 'http://cloud/v2.1')
    cloud: Any = types.SimpleNamespace(
        range=lambda service: (VersionRange('2.1', '2.60').bound_like(service.range), None),
        connection=lambda service, version: connection,
    )
    failures = dict(zip('ab', map(refused, statuses), strict=True))
    error = exceptions.SomeFailed(failures, 2)
    failure_hints.add_version(error, cloud, COMPUTE, COMPUTE.version('2.25'))
    found = json.loads(told(error, error_format='json')[1])
    assert (found['needs_version'], found['message']) == (needs_version, '2 of 2 failed.')
    if needs_version is not None:
        assert (found['release'], found['cloud_range']) == ('Newton', '2.1 to 2.60')
        assert found['learned_from'] == 'http://cloud/v2.1/'
        reason = 'needs API version 2.26 (Newton) or later; this run used 2.25; this cloud offers'
        first, second, _ = told(error)[1].splitlines()
        assert all(reason in line for line in (first, second))


def test_what_took_place_is_shown_before_the_failures(nova: Nova, cloud: ScriptedCloud) -> None:
    record = records.server(1)
    records.add_server(cloud, record)
    cloud.on('GET', '/servers', {'servers': []})
    cloud.on('DELETE', f'/servers/{record["id"]}', None, 204)
    both = Stream()
    surroundings = Environment(
        nova.variables(cloud, {}),
        stdout=both,
        stderr=both,
        clock=nova.clock.clock(),
        cwd=str(nova.home),
    )
    assert shell.run(['server-delete', record['id'], 'nobody'], surroundings) == 8
    first, second, last = both.getvalue().splitlines()
    assert first.endswith('delete accepted')
    assert second.startswith('nova-mv: nobody: ')
    assert last == 'nova-mv: 1 of 2 failed.'


@pytest.mark.parametrize(
    ('command', 'shows'),
    [
        ('server-create', 'server-list'),
        ('boot', 'server-list'),
        ('keypair-create', 'keypair-list'),
        ('server-tag-add', 'server-tag-list'),
        ('quota-update', 'quota-show'),
    ],
)
def test_uncertain_write_names_the_command_that_shows_it(command: str, shows: str) -> None:
    _, text = told(exceptions.WriteUncertain('It may be there.'), command)
    assert text == f"nova-mv: It may be there. 'nova-mv {shows}' shows it.\n"
    _, line = told(exceptions.WriteUncertain('It may be there.'), command, format='json')
    assert json.loads(line)['hint'] == f"'nova-mv {shows}' shows it."


LONG = 'some words of a description, ' * 30
PASTED = 'a' * 600
KEYS_OF_MANY = {f'key-{number}': 'value' * 3 for number in range(80)}


@pytest.mark.parametrize(
    ('words', 'beginning', 'end'),
    [
        ('word ' * 100, 'word word', 'word word'),
        (
            f"Invalid input for field/attribute description. Value: {LONG}. '{LONG}' is too long",
            'Invalid input for field/attribute description. Value: some words',
            "' is too long",
        ),
        (
            f"Invalid input for field/attribute name. Value: {PASTED}. '{PASTED}' is too long",
            'Invalid input for field/attribute name. Value: aaa',
            "' is too long",
        ),
        (
            f'Invalid input for field/attribute metadata. Value: {KEYS_OF_MANY}. '
            'Additional properties are not allowed',
            "Invalid input for field/attribute metadata. Value: {'key-0'",
            'Additional properties are not allowed',
        ),
        (f"'{LONG}' is not one of ['a', 'b']: see the operator", "'some", 'see the operator'),
        (f'Key {"k" * 900} of the image is reserved', 'Key kkk', 'of the image is reserved'),
    ],
)
def test_refusal_of_a_cloud_is_cut_in_its_values_and_keeps_its_reason(
    nova: Nova, cloud: ScriptedCloud, words: str, beginning: str, end: str
) -> None:
    cloud.on('GET', '/os-server-groups', lambda request: fault(400, words))
    message = nova('server-group-list', cloud=cloud).message
    assert len(message) < 600
    assert message.startswith(f'nova-mv: {beginning}')
    assert f'{end.rstrip()} (HTTP 400)' in message
    whole = ' '.join(words.split())
    text = json.loads(nova('server-group-list', '--error-format', 'json', cloud=cloud).err)
    assert whole in text['message']
    line = nova('server-group-list', '--error-format', 'nova', cloud=cloud).err
    assert line.startswith(f'ERROR (BadRequest): {whole} (HTTP 400)')


def test_words_of_a_refused_login_are_cut_for_a_person() -> None:
    error = exceptions.LoginError(f'The login was refused: {LONG}because (HTTP 400).')
    error.cloud_words = f'{LONG}because'
    _, text = told(error)
    assert len(text) < 600
    assert 'words of a description, because (HTTP 400).' in text


# -- as scripts of python-novaclient look for them --


CASES = [
    (exceptions.NotFound(404, 'None.', request_id='req-1'), 'NotFound', 'None. (HTTP 404) '),
    (exceptions.Conflict(409, 'There.'), 'Conflict', 'There. (HTTP 409)'),
    (exceptions.ServerError(500, 'Oh.'), 'ClientException', 'Oh. (HTTP 500)'),
    (exceptions.Gone(410, 'Gone.'), 'ClientException', ''),
    (exceptions.RateLimit(429, 'Slow.'), 'RateLimit', 'Slow.'),
    (exceptions.CommandError('No.'), 'CommandError', 'No.'),
    (exceptions.UnknownName('command', 'spam', []), 'CommandError', 'There is no command spam'),
    (exceptions.InvalidVersion('spam'), 'UnsupportedVersion', "'spam'"),
    (exceptions.LoginError('No.'), 'Unauthorized', 'No.'),
    (exceptions.CloudError('Refused.'), 'ConnectFailure', 'Refused.'),
    (exceptions.WaitTimeout('Too long.'), 'CommandError', 'Too long.'),
    (KeyError('a'), 'KeyError', "'a'"),
    (
        exceptions.CommandError("--nic: unknown key 'x' in 'x=1'."),
        'CommandError',
        "Invalid nic argument: unknown key 'x' in 'x=1'.",
    ),
]


@one_test_of('error, name, text', CASES)
def test_line_has_the_name_that_the_error_had(error: Exception, name: str, text: str) -> None:
    (line,) = nova_errors.lines(error)
    assert line.startswith(f'ERROR ({name}): {text}')


def test_request_id_ends_the_line(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/os-server-groups', lambda request: fault(404, 'None.'))
    result = nova('server-group-list', '--error-format=nova', cloud=cloud)
    assert result.err.startswith('ERROR (NotFound): None. (HTTP 404) (Request-ID: req-')
    assert (result.err.count('\n'), result.status) == (1, 5)


@pytest.mark.parametrize('words', [('show', 'web9'), ('flavor-show', 'web9')])
def test_variable_chooses_the_format_and_an_option_overrides_it(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    cloud.on('GET', '/servers', {'servers': []})
    cloud.on('GET', '/flavors', {'flavors': []})
    cloud.on('GET', '/flavors/web9', lambda request: fault(404, 'None.'))
    variables = {'NOVA_MV_ERROR_FORMAT': 'nova'}
    kind = 'flavor' if len(words[0]) > 4 else 'server'
    line = f"ERROR (CommandError): No {kind} with a name or ID of 'web9' exists.\n"
    assert nova(*words, cloud=cloud, env=variables).err == line
    assert nova(*words, '-f', 'json', cloud=cloud, env=variables).err == line
    text = nova(*words, '--error-format', 'text', cloud=cloud, env=variables).message
    assert text.startswith('nova-mv: There is no ')


def test_variable_that_says_something_else_is_named(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('spam', cloud=cloud, env={'NOVA_MV_ERROR_FORMAT': 'xml'})
    first, second = result.err.splitlines()
    assert first == "nova-mv: NOVA_MV_ERROR_FORMAT is 'xml', which is not one of text, json, nova."
    assert 'There is no command spam' in second


def test_name_of_several_is_ambiguous_in_words_of_nova(nova: Nova, cloud: ScriptedCloud) -> None:
    twins = [records.server(1, name='twin'), records.server(2, name='twin')]
    cloud.on('GET', '/servers', {'servers': twins})
    result = nova('show', 'twin', '--error-format', 'nova', cloud=cloud)
    assert result.err == (
        "ERROR (CommandError): Multiple server matches found for 'twin', use an ID to be more "
        'specific.\n'
    )


def test_each_of_several_targets_has_a_line(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers', {'servers': []})
    result = nova('delete', 'a', 'b', '--error-format', 'nova', cloud=cloud)
    assert result.err.splitlines() == [
        "ERROR (CommandError): a: No server with a name or ID of 'a' exists.",
        "ERROR (CommandError): b: No server with a name or ID of 'b' exists.",
        'ERROR (CommandError): 2 of 2 failed.',
    ]


def test_one_of_several_clouds_is_named() -> None:
    (line,) = nova_errors.lines(exceptions.NotFound(404, 'None.'), 'pike')
    assert line == 'ERROR (NotFound): pike: None. (HTTP 404)'


def test_advice_to_an_administrator_changes_nothing_of_the_line(nova: Nova) -> None:
    unknown = '11111111-1111-1111-1111-111111111111'
    result = nova('show', unknown, '--error-format', 'nova', cloud='sandbox')
    assert result.err == (
        f"ERROR (CommandError): No server with a name or ID of '{unknown}' exists.\n"
    )
    actions = nova('instance-action-list', unknown, '--error-format', 'nova', cloud='sandbox')
    assert actions.err.startswith(f'ERROR (NotFound): Instance {unknown} could not be found. (HTTP')
