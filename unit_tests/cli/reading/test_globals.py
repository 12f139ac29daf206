"""The global options: python-novaclient's names for them, and where they may stand."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.cli.reading import tokenizer
from novaclient_mv.cli.reading.tokenizer import tokenize
from novaclient_mv.clouds import options
from unit_tests import nova as nova_runner
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


@pytest.mark.parametrize(
    ('words', 'name', 'rest'),
    [
        ('server-list', 'server-list', ''),
        ('--debug server-list --limit 1', 'server-list', '--debug --limit 1'),
        ('--os-cloud mine server-list', 'server-list', '--os-cloud mine'),
        ('-f json server-list', 'server-list', '-f json'),
        ('--form json server-list', 'server-list', '--format json'),
        ('--os_cloud mine server-list', 'server-list', '--os-cloud mine'),
        ('--os-cloud server-list server-show x', 'server-show', '--os-cloud server-list x'),
        ('-- server-list', 'server-list', ''),
        ('--debug -- server-list -- x', 'server-list', '--debug -- x'),
        ('--os-passcode 1 server-list', 'server-list', '--os-passcode 1'),
        ('server-show -', 'server-show', '-'),
        ('', None, ''),
        ('--os-cloud mine', None, '--os-cloud mine'),
    ],
)
def test_command_is_the_first_word_of_no_option(words: str, name: str | None, rest: str) -> None:
    walked = tokenize(words.split(), TABLE)
    assert (walked.name, [each.text for each in walked.around]) == (name, rest.split())
    assert walked.fault is None


# -- whole command lines --


@pytest.mark.parametrize(
    'words',
    [
        '-f json server-list',
        'server-list -fjson',
        '-fjson server-list',
        'server-list --form json',
        '-f table server-list -f json',
        'server-list -f csv --name x -fjson',
    ],
)
def test_a_global_option_stands_before_or_after_the_command_and_the_last_wins(
    nova: Nova, cloud: ScriptedCloud, words: str
) -> None:
    assert nova(*words.split(), cloud=cloud) == ('[]\n', '', 0)


def test_beginning_means_another_option_before_a_command(nova: Nova, cloud: ScriptedCloud) -> None:
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
def test_single_sign_on_has_its_options(nova: Nova, cloud: ScriptedCloud, is_before: bool) -> None:
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


# -- words before any parser --


@pytest.mark.parametrize(
    ('argv', 'given'),
    [
        ('x --debug --os-region-name a', {'debug': True, 'os_region_name': 'a'}),
        ('x --os-region-name --debug', {'debug': True}),
        ('x --os-region-name', {}),
        ('x --os-region-name -- a', {}),
        ('x --os-region-name -1', {'os_region_name': '-1'}),
        ('x --os-region-name=', {'os_region_name': ''}),
        ('x --os-region-name a --os-region-name b', {'os_region_name': 'b'}),
        ('x -c a -cb --column=c', {'columns': ['a', 'b', 'c']}),
        ('x --os-reg a --form json', {'os_region_name': 'a'}),
        ('x -fjson --nope a --debug', {'format': 'json', 'debug': True}),
        ('x -- --debug', {}),
        ('--os-passcode --debug x', {'debug': True}),
    ],
)
def test_global_options_are_known_before_any_parser(argv: str, given: dict[str, Any]) -> None:
    assert tokenizer.tokenize(argv.split(), TABLE).options(TABLE) == given


def test_option_where_the_value_of_another_is_missing_is_not_given() -> None:
    walked = tokenizer.tokenize(
        ['x', '--name', '--debug', '--host=h', '--os-region-name', 'a'], TABLE
    )
    assert walked.options(TABLE, {'--name', '--host'}) == {'os_region_name': 'a'}
    assert walked.options(TABLE, {'--other'}) == {'debug': True, 'os_region_name': 'a'}


@pytest.mark.parametrize(
    ('text', 'flag', 'value'),
    [
        ('--a=b=c', '--a', 'b=c'),
        ('--a=', '--a', ''),
        ('--a', '--a', None),
        ('-a', '-a', None),
        ('-ab', '-a', 'b'),
        ('-a=b', '-a', 'b'),
        ('-ab=c', '-a', 'b=c'),
        ('-a b', '', None),
        ('--a b=c', '', None),
        ('--a=b c', '--a', 'b c'),
        ('-', '', None),
        ('--', '', None),
        ('', '', None),
        ('a', '', None),
        ('-1', '', None),
        ('-.5', '', None),
        ('-1.5', '', None),
        ('-1x', '-1', 'x'),
    ],
)
def test_word_is_an_option_as_a_parser_sees_it(text: str, flag: str, value: str | None) -> None:
    assert tokenizer.token(text) == tokenizer.Token(text, flag, value)


@pytest.mark.parametrize(
    ('argv', 'fault'),
    [
        (['--os-cloud'], '--os-cloud needs a value.'),
        (['--os-cloud', '--debug', 'x'], '--os-cloud needs a value.'),
        (['--os-cloud', '--', 'x'], '--os-cloud needs a value.'),
        (['--nope', '--nope2', 'x'], 'There is no option --nope.'),
        (['--ti', '1', 'x'], '--ti may mean --timeout, --timings.'),
        (['--formt', 'x'], 'There is no option --formt. Did you mean --format?'),
    ],
)
def test_first_fault_before_the_command_is_told(argv: list[str], fault: str) -> None:
    assert str(tokenizer.tokenize(argv, TABLE).fault) == fault


# -- options of a command before it --


@pytest.mark.parametrize(
    ('line', 'refusal'),
    [
        ('--dry-run server-stop web', '--dry-run before the command. Give it behind server-stop.'),
        ('--all-ten server-list', '--all-ten before the command. Give it behind server-list.'),
        ('--min_disk 1 flavor-list', '--min-disk.'),
        ('--dry-run server-list', '--dry-run. The command changes nothing in a cloud.'),
        ('--wibble server-list', '--wibble. Did you mean --wide?'),
        ('--wait', '--wait. Did you mean --watch?'),
    ],
)  # fmt: skip
def test_refusal_says_where_an_option_belongs(nova: Nova, line: str, refusal: str) -> None:
    done = nova(*line.split())
    assert (done.status, done.out) == (2, '')
    assert done.err == f'nova-mv: There is no option {refusal}\n'


# -- where no parser checks them --


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
