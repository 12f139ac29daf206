"""Filters that a cloud ignores for a login: rows are filtered here, with a warning or a refusal."""

from __future__ import annotations

import json
import pathlib
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import errors
from novaclient_mv.sandbox.pytest_plugin import SandboxCloud
from novaclient_mv.v2.client import Client
from novaclient_mv.v2.servers.filter_table import FILTERS
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud

NAMES = ('list', '-f', 'value', '-c', 'name')
LOCAL = [name for name, filter in FILTERS.items() if filter.test and filter.open_from]


def address(text: str, kind: str = 'fixed') -> dict[str, Any]:
    return {'addr': text, 'version': 6 if ':' in text else 4, 'OS-EXT-IPS:type': kind}


def full(number: int, **fields: Any) -> dict[str, Any]:
    """A server with an address of its own."""
    addresses = {'net': [address('10.0.0.5'), address(f'fd00:9::{number % 10}')]}
    return records.server(number, **{'addresses': addresses, **fields})


def demo(nova: Nova, *words: str, version: str | None, strict: bool = False) -> Any:
    options = ('--os-username', 'demo', *(['--strict-filters'] if strict else []))
    return nova(*options, *words, version=version, cloud='sandbox')


# -- what is sent, and what is shown ----------------------------------------------


@pytest.fixture
def paged(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud of 12 servers in pages of 5, which heeds no filter."""
    cloud = start_cloud(maximum=NEWEST)
    rows = [full(number) for number in range(12)]

    def answer(request: Request) -> Answer:
        query = dict(request.query)
        start = next((n + 1 for n, row in enumerate(rows) if row['id'] == query.get('marker')), 0)
        end = start + min(int(query.get('limit', 5)), 5)
        body: dict[str, Any] = {'servers': rows[start:end]}
        if end < len(rows):
            link = f'http://x/servers/detail?marker={rows[end - 1]["id"]}'
            body['servers_links'] = [{'rel': 'next', 'href': link}]
        return Answer(200, body)

    cloud.on('GET', '/servers/detail', answer)
    return cloud


@pytest.mark.parametrize(
    ('limit', 'numbers', 'requests'),
    [(None, [1, 11], 3), ('1', [1], 1), ('2', [1, 11], 3)],
)
def test_limit_counts_what_is_left_and_pages_are_read_until_it_is_reached(
    nova: Nova, paged: ScriptedCloud, limit: str | None, numbers: list[int], requests: int
) -> None:
    more = () if limit is None else ('--limit', limit)
    result = nova(*NAMES, '--ip6', 'fd00:9::1$', *more, version='2.4', cloud=paged)
    assert (result.lines, result.err) == ([f'web{n}' for n in numbers], '')
    assert paged.wire().count('GET /v2.1/servers/detail') == requests
    assert all(('ip6', 'fd00:9::1$') in request.query for request in paged.requests[-requests:])


@pytest.mark.parametrize('roles', [('admin',), ('Admin', 'member'), None])
def test_nothing_is_assumed_of_an_administrator_and_of_unknown_roles(
    nova: Nova, paged: ScriptedCloud, roles: tuple[str, ...] | None
) -> None:
    paged.keystone.roles = roles
    for strict in ((), ('--strict-filters',)):
        line = (*strict, *NAMES, '--ip6', 'x', '--host', 'h', '--limit', '3')
        result = nova(*line, version='2.1', cloud=paged)
        assert (result.lines, result.err, result.status) == (['web0', 'web1', 'web2'], '', 0)
        assert ('limit', '3') in paged.requests[-1].query


def test_roles_are_known_to_a_warm_run(nova: Nova, paged: ScriptedCloud) -> None:
    for _ in range(2):
        paged.requests.clear()
        result = nova(*NAMES, '--ip6', '::4', '--host', 'h', version='2.4', cloud=paged)
        assert result.lines == ['web4']
        assert result.err == (
            'nova-mv: --host is ignored on this cloud: only administrators can filter by it\n'
        )
    assert 'POST /v3/auth/tokens' not in paged.wire()


def test_older_cache_entry_tells_no_roles(nova: Nova, paged: ScriptedCloud) -> None:
    nova(*NAMES, cloud=paged)
    (file,) = (nova.home / '.cache' / 'nova-mv').glob('way-*')
    content = json.loads(file.read_text())
    del content['value']['token']
    file.write_text(json.dumps(content))
    result = nova(*NAMES, '--host', 'h', '--limit', '1', version='2.4', cloud=paged)
    assert (result.lines, result.err) == (['web0'], '')


def test_value_that_a_cloud_hides_keeps_the_row_and_is_told_once(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = start_cloud()
    rows = [full(1), full(2, key_name='k'), full(3), full(4, key_name='other')]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    result = nova(*NAMES, '--key-name', 'k$', version='2.50', cloud=cloud)
    assert result.lines == ['web1', 'web2', 'web3']
    assert (
        result.err.count('--key-name is ignored on this cloud: --key-name needs 2.83 or later') == 1
    )


def test_floating_addresses_and_those_of_the_other_kind_do_not_count(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = start_cloud()
    rows = [
        full(1, addresses={'net': [address('10.0.0.1'), address('fd00::1', 'floating')]}),
        full(2, addresses={'a': [], 'b': [address('FD00::1')]}),
        full(3, addresses={}),
    ]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    for text, names in (('.', ['web2']), ('0::', ['web2']), ('10', []), ('^FD0+:', ['web2'])):
        assert nova(*NAMES, '--ip6', text, version='2.1', cloud=cloud).lines == names


# -- as Nova does it ---------------------------------------------------------------


@pytest.fixture(scope='module')
def clients(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Client]:
    cloud = SandboxCloud(pathlib.Path(tmp_path_factory.mktemp('cloud')) / 'state')
    made = {version: cloud.client(version, user='demo') for version in ('2.82', NEWEST)}
    for number in range(3):
        made[NEWEST].servers.create(
            f'x{number}',
            made[NEWEST].glance.list()[0],
            made[NEWEST].flavors.list()[0],
            nics='auto',
            config_drive=number == 1 or None,
            availability_zone='nova' if number == 2 else None,
        )
        cloud.clock.advance(3661)
    return made.__getitem__


@settings(max_examples=30, deadline=None)
@given(
    name=st.sampled_from(LOCAL),
    text=st.sampled_from(
        [
            'True',
            'False',
            '1',
            '0',
            'active',
            'act',
            'nova',
            '^n',
            'a$',
            '.',
            '2026',
            '2026-',
            'T1',
            '1[0-9]:',
            'x',
            'None',
            'building',
        ]
    ),
    limit=st.none() | st.integers(1, 3),
)
def test_older_version_lists_what_the_newest_one_does(
    clients: Callable[[str], Client], name: str, text: str, limit: int | None
) -> None:
    listed = [
        [
            server.name
            for server in clients(version).servers.iterate(search_opts={name: text}, limit=limit)
        ]
        for version in ('2.82', NEWEST)
    ]
    assert listed[0] == listed[1]


@pytest.mark.parametrize('version', ['2.1', '2.4', '2.5', NEWEST, None])
def test_ip6_of_a_user_filters_at_every_version(nova: Nova, version: str | None) -> None:
    for text, names in (('fd00', []), ('nothing', [])):
        result = demo(nova, *NAMES, '--ip6', text, version=version)
        assert (result.lines, result.err, result.status) == (names, '', 0)
    strict = demo(nova, *NAMES, '--ip6', 'x', version=version, strict=True)
    assert strict.status == (3 if version in ('2.1', '2.4') else 0)


# -- what is told, and refused ------------------------------------------------------


@pytest.mark.parametrize(
    ('words', 'version', 'reasons', 'status'),
    [
        (('--host', 'h'), NEWEST, ['only administrators can filter by it'], 4),
        (
            ('--node', 'n', '--deleted'),
            '2.4',
            ['can filter by --deleted', 'can filter by --node'],
            4,
        ),
        (('--description', 'd'), '2.18', ['only administrators can filter by it'], 4),
        (('--hostname', 'h'), '2.89', ['--hostname needs 2.90 or later, or an admin'], 3),
        (('--progress', '5'), '2.82', ['--progress needs 2.83 or later'], 3),
        (('--ip6', 'x', '--minimal'), '2.4', ['--ip6 needs 2.5 or later'], 3),
        (
            ('--hostname', 'h', '--host', 'h'),
            '2.4',
            ['filter by --host', '--hostname needs 2.90'],
            4,
        ),
    ],
)
def test_ignored_filter_is_told_in_one_line_or_refused(
    nova: Nova, words: tuple[str, ...], version: str, reasons: list[str], status: int
) -> None:
    told = demo(nova, *NAMES, *words, version=version)
    assert (told.lines, told.status) == (['app-1'], 0)
    assert ' ignored on this cloud: ' in told.err
    assert told.err.count('\n') == 1
    refused = demo(nova, *NAMES, *words, version=version, strict=True)
    assert (refused.out, refused.status) == ('', status)
    assert all(reason in told.err and reason in refused.err for reason in reasons)


def test_refusal_comes_before_the_list_and_says_what_would_do(
    nova: Nova, paged: ScriptedCloud
) -> None:
    line = ('--strict-filters', '-f', 'json', *NAMES[:1], '--key-name', 'k', '--ip6', 'x')
    result = nova(*line, version='2.4', cloud=paged)
    assert paged.wire()[-1] == 'GET /v2.1/'
    assert json.loads(result.err)['needs_version'] == '2.83 and later'


@pytest.mark.parametrize(
    ('words', 'version', 'option'),
    [
        (('flavor-list', '--all'), NEWEST, '--all'),
        (('server-group-list', '--all-projects'), NEWEST, '--all-projects'),
        (('secgroup-list', '--all-projects'), '2.35', '--all-projects'),
    ],
)
def test_other_lists_tell_it_too(
    nova: Nova, words: tuple[str, ...], version: str, option: str
) -> None:
    reason = 'only administrators can filter by it'
    told = f'nova-mv: {option} is ignored on this cloud: {reason}\n'
    assert demo(nova, *words, version=version).err == told
    assert demo(nova, *words, version=version, strict=True).status == 4
    assert nova('--strict-filters', *words, version=version, cloud='sandbox').status == 0


def test_private_flavors_of_a_user_are_those_that_the_project_was_given(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    flavors = [
        {'id': str(number), 'name': f'f{number}', 'os-flavor-access:is_public': number != 2}
        for number in (1, 2, 3)
    ]
    cloud.on('GET', '/flavors/detail', {'flavors': flavors})
    result = nova('flavor-list', '--private', '-f', 'value', '-c', 'id', cloud=cloud)
    assert (result.lines, result.err) == (['2'], '')


def test_lookup_by_name_tells_nothing(nova: Nova) -> None:
    result = demo(nova, 'server-list', '--flavor', 'm1.tiny', version=NEWEST)
    assert (result.err, result.status) == ('', 0)


# -- programs ----------------------------------------------------------------------


def test_program_is_warned_once_a_client_at_its_own_line(tmp_path: pathlib.Path) -> None:
    cloud = SandboxCloud(tmp_path / 'state')
    for _ in range(2):
        library = cloud.client('2.50', user='demo')
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            for _ in range(2):
                assert [s.name for s in library.servers.list(search_opts={'host': 'x'})]
                assert library.servers.list(search_opts={'key_name': 'x'}) == []
                assert library.servers.list(search_opts={'key_name': 'x'}, limit=-1) == []
            list(library.with_version('2.60').servers.iterate(search_opts={'host': 'x'}))
        assert [warning.category for warning in caught] == [errors.FilterIgnored]
        assert 'only administrators can filter by it' in str(caught[0].message)
        assert caught[0].filename == __file__


def test_warning_can_be_an_error_before_the_list(paged: ScriptedCloud) -> None:
    library = Client('2.53', **paged.credentials())
    with warnings.catch_warnings():
        warnings.simplefilter('error', errors.FilterIgnored)
        with pytest.raises(errors.FilterIgnored):
            library.servers.list(search_opts={'node': 'x'})
    assert not any('/servers' in line for line in paged.wire())


def test_administrator_too_is_told_of_what_a_version_lacks(tmp_path: pathlib.Path) -> None:
    cloud = SandboxCloud(tmp_path / 'state')
    with pytest.warns(errors.FilterIgnored, match=r'tags needs 2\.26 or later'):
        assert cloud.client('2.25').servers.list(search_opts={'tags': 'none'})
