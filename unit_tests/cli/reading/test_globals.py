"""The global options: python-novaclient's names for them, and where they may stand."""

from __future__ import annotations

import pytest

from novaclient_mv.cli.reading.tokenizer import tokenize
from novaclient_mv.clouds import global_option, options
from novaclient_mv.exceptions import CommandError, UnknownName
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

TABLE = options.OptionTable()


def test_no_flag_and_no_name_is_there_twice() -> None:
    flags = [flag for option in options.OPTIONS for flag in option.flags]
    assert len(flags) == len(set(flags))
    names = [option.dest for option in options.OPTIONS]
    assert len(names) == len(set(names))
    variables = [name for option in options.OPTIONS for name in option.variables]
    assert len(variables) == len(set(variables))


def test_every_shown_option_has_help_and_a_section() -> None:
    for option in options.OPTIONS:
        assert option.help.endswith('.'), option
        assert option.section in ('Cloud and version', 'Login', 'TLS', 'Output', 'Run')
        assert option.takes_value or option.metavar is None
        assert not option.takes_value or option.metavar, option


@pytest.mark.parametrize(
    ('flag', 'names'),
    [
        ('--os-cloud', ['os_cloud']),
        ('--os-tenant-name', ['os_project_name']),
        ('-f', ['format']),
        ('--os-compute', ['os_compute_api_version']),
        ('--form', ['format']),
        ('--collect', []),  # hidden options are spelt in full
        ('--collect-timing', ['collect_timing']),
        ('--tim', ['timeout', 'timings']),
        ('-x', []),
        ('--nothing', []),
    ],
)
def test_flags_and_their_beginnings_are_resolved(flag: str, names: list[str]) -> None:
    assert sorted(option.dest for option in TABLE.resolve(flag)) == names


def test_options_of_an_auth_type_are_added_to_the_table_of_a_run() -> None:
    extra = global_option.GlobalOption(
        ('--os-passcode',), 'os_passcode', 'One time.', global_option.LOGIN
    )
    table = options.OptionTable(extra=(extra,))
    assert table.resolve('--os-passcode') == [extra]
    assert TABLE.resolve('--os-passcode') == []


@pytest.mark.parametrize(
    ('words', 'name', 'rest'),
    [
        ('server-list', 'server-list', ''),
        ('--debug server-list --limit 1', 'server-list', '--debug --limit 1'),
        ('--os-cloud mine server-list', 'server-list', '--os-cloud mine'),
        ('--os-cloud=mine server-list', 'server-list', '--os-cloud=mine'),
        ('-fjson server-list', 'server-list', '-fjson'),
        ('-f json server-list', 'server-list', '-f json'),
        ('--form json server-list', 'server-list', '--format json'),
        ('--os_cloud mine server-list', 'server-list', '--os-cloud mine'),
        ('--os-cloud server-list server-show x', 'server-show', '--os-cloud server-list x'),
        ('-- server-list', 'server-list', ''),
        ('--debug -- server-list -- x', 'server-list', '--debug -- x'),
        ('--os-passcode 1 server-list', 'server-list', '--os-passcode 1'),
        ('server-show -', 'server-show', '-'),
        ('', None, ''),
        ('--debug', None, '--debug'),
        ('--os-cloud mine', None, '--os-cloud mine'),
    ],
)
def test_the_command_is_the_first_word_that_no_global_option_takes(
    words: str, name: str | None, rest: str
) -> None:
    walked = tokenize(words.split(), TABLE)
    assert (walked.name, [each.text for each in walked.around]) == (name, rest.split())
    assert walked.fault is None


@pytest.mark.parametrize(
    ('words', 'said'),
    [
        ('--os-cloud', '--os-cloud needs a value.'),
        ('-f', '-f needs a value.'),
        ('--nope server-list', 'There is no option --nope'),
        ('-x server-list', 'There is no option -x'),
        ('--tim 1 server-list', '--tim may mean --timeout, --timings.'),
        ('--limit 1 server-list', 'There is no option --limit.'),
    ],
)
def test_what_cannot_stand_before_the_command_is_refused(words: str, said: str) -> None:
    fault = tokenize(words.split(), TABLE).fault
    assert isinstance(fault, CommandError)
    assert said in str(fault)


def test_a_close_name_is_suggested() -> None:
    fault = tokenize(['--insecurre', 'server-list'], TABLE).fault
    assert isinstance(fault, UnknownName)
    assert str(fault).endswith('Did you mean --insecure?')


def test_only_words_that_a_parser_takes_for_options_count() -> None:
    words = ['--name', '-1', '--meta', 'a=--debug', '--', '--os-cloud', 'x']
    assert tokenize(['server-list', *words], TABLE).options(TABLE) == {}
    words = ['-f', 'json', '--os-clo=a', '--os_cloud', 'b', '--debug', '--os-nothing', '--deb']
    assert tokenize(['server-list', *words], TABLE).options(TABLE) == {
        'format': 'json',
        'os_cloud': 'b',
        'debug': True,
    }


# -- whole command lines --


@pytest.mark.parametrize(
    'words',
    [
        '-f json server-list',
        'server-list -f json',
        'server-list -fjson',
        '-fjson server-list',
        '--format=json server-list',
        'server-list --form json',
        '-f table server-list -f json',
        'server-list -f csv --name x -fjson',
    ],
)
def test_a_global_option_stands_before_or_after_the_command_and_the_last_wins(
    nova: Nova, cloud: ScriptedCloud, words: str
) -> None:
    assert nova(*words.split(), cloud=cloud) == ('[]\n', '', 0)


def test_a_beginning_means_another_option_before_and_after_the_command(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', '/servers', {'servers': [{'id': 'a', 'name': 'web'}]})
    cloud.on('GET', '/servers/a', {'server': {'id': 'a', 'name': 'web'}})
    cloud.on('PUT', '/servers/a', {'server': {'id': 'a', 'name': 'web'}})
    # --debug before it, --description after it.
    result = nova('--de', 'server-update', 'web', '--de', 'new', cloud=cloud)
    assert result.status == 0
    assert 'DEBUG' in result.err
    assert cloud.requests[-1].body == {'server': {'description': 'new'}}


def test_a_value_is_never_taken_for_an_option(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('server-list', '--name', '-1', cloud=cloud)
    assert result.status == 0
    assert cloud.requests[-1].query == [('name', '-1')]
    result = nova('server-list', '--name=--debug', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert cloud.requests[-1].query == [('name', '--debug')]


def test_after_double_dash_a_name_may_look_like_an_option(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers', {'servers': [{'id': 'a', 'name': '--debug'}]})
    cloud.on('GET', '/servers/a', {'server': {'id': 'a', 'name': '--debug'}})
    result = nova('server-show', '--minimal', '--', '--debug', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert ('name', '--debug') in [pair for each in cloud.requests for pair in each.query]


TOTP = ('--os-auth-type', 'v3totp', '--os-passcode', '123456')


@pytest.mark.parametrize(
    'words',
    [
        (*TOTP, 'server-list'),
        ('server-list', *TOTP),
        (*TOTP[2:], 'server-list', *TOTP[:2]),
        (*TOTP[:2], 'server-list', '--os-passcode=123456'),
        ('server-list', '--os_auth_type', 'v3totp', '--os_passcode', '123456'),
        ('server-list', '--os-passc', '123456', '--os-auth-ty', 'v3totp'),
    ],
)
def test_options_of_an_auth_type_stand_before_and_after_the_command(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    result = nova(*words, cloud=cloud, env={'OS_AUTH_TYPE': '', 'OS_PASSWORD': ''})
    # The scripted cloud knows no one-time passwords: what counts is what it was sent.
    assert result.status == 4
    identity = cloud.requests[-1].body['auth']['identity']
    assert identity['methods'] == ['totp']
    assert identity['totp']['user']['passcode'] == '123456'


OIDC = (
    *('--os-auth-type', 'v3oidcpassword', '--os-identity-provider', 'idp', '--os-protocol', 'p'),
    *('--os-client-id', 'id', '--os-client-secret', 's', '--os-openid-scope', 'email'),
    *('--os-discovery-endpoint', 'http://127.0.0.1:9/openid'),
)


@pytest.mark.parametrize('is_before', [True, False])
def test_options_of_single_sign_on_are_taken(
    nova: Nova, cloud: ScriptedCloud, is_before: bool
) -> None:
    words = (*OIDC, 'server-list') if is_before else ('server-list', *OIDC)
    result = nova(*words, cloud=cloud, env={'OS_AUTH_TYPE': ''})
    assert (result.status, cloud.wire()) == (7, [])
    assert '127.0.0.1:9/openid' in result.err or 'port=9' in result.err
    result = nova(*words, '--limit', 'x', cloud=cloud, env={'OS_AUTH_TYPE': ''})
    assert result.err == "nova-mv: --limit: 'x' is not a whole number.\n"


@pytest.mark.parametrize('is_before', [True, False])
def test_an_option_of_another_auth_type_is_refused_before_a_login(
    nova: Nova, cloud: ScriptedCloud, is_before: bool
) -> None:
    words = ('--os-passcode', '1')
    line = (*words, 'server-list') if is_before else ('server-list', *words)
    result = nova(*line, cloud=cloud)
    assert (result.status, cloud.wire()) == (2, [])
    assert result.err.startswith('nova-mv: server-list has no option --os-passcode.')
    result = nova('--os-auth-type', 'v3nope', *line, cloud=cloud)
    assert (result.status, cloud.wire()) == (2, [])
    assert "Unknown auth type 'v3nope'" in result.err
