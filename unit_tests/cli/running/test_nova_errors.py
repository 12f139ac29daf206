"""Tests of errors as scripts of python-novaclient look for them."""

from __future__ import annotations

import pytest

from novaclient_mv import exceptions
from novaclient_mv.cli.running import nova_errors
from unit_tests import records
from unit_tests.cases import one_test_of
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, fault

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
    assert first == ("nova-mv: NOVA_MV_ERROR_FORMAT is 'xml', which is none of text, json, nova.")
    assert 'There is no command spam' in second


def test_name_of_several_is_ambiguous_in_the_words_of_there(
    nova: Nova, cloud: ScriptedCloud
) -> None:
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
