"""Managers and resources of a program's own: their requests, results, declarations and errors."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from novaclient_mv import errors, resources
from novaclient_mv.resources import (
    extensions,
    filtering,
    pages,
    responses,
    search,
    waiting,
    work_status,
)
from novaclient_mv.services import filters
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import request

URL = 'http://cloud.example/things'


class Thing(resources.Resource):
    """A thing of a cloud."""

    name: str = resources.field()


class Things(resources.BootingManagerWithFind[Thing]):
    """Things, over a cloud that answers what it is given."""

    resource_class = Thing
    kind = 'thing'

    def __init__(self, *bodies: Any, status: int = 200) -> None:
        api: Any = types.SimpleNamespace(client=types.SimpleNamespace(offered=None))
        super().__init__(api)
        self.bodies = list(bodies)
        self.status = status
        self.sent: list[str] = []

    def carry_out(self, request: request.Request) -> request.Answer:
        """The next body; the request is noted."""
        query = '&'.join(f'{name}={value}' for name, value in _given(request.query))
        where = f'{request.service} ' if request.service else ''
        self.sent.append(f'{where}{request.method} {request.path}' + (query and f'?{query}'))
        if request.body is not None:
            self.sent.append(json.dumps(request.body))
        return answer(self.bodies.pop(0), self.status, f'req-{len(self.sent)}')

    @resources.by_page
    def list(self, limit: int | None = None) -> resources.Listing[Thing]:
        """Things.

        :param limit: of rows.
        """
        return self._listing('GET /things', 'things', query={'a': 1}, limit=limit)

    iterate = resources.every_page(list)

    def get(self, thing: Thing | str) -> Thing:
        """One thing."""
        return self._show('GET /things/{id}', 'thing', thing)


def _given(query: Any) -> Iterator[tuple[str, Any]]:
    pairs = query.items() if hasattr(query, 'items') else query
    return ((name, value) for name, value in pairs if value is not None)


def answer(body: Any, status: int = 200, id: str | None = 'req-1') -> request.Answer:
    """An answer of the cloud."""
    return request.Answer(status, {'X-A': 'b'}, body, id, URL)


def rows(*names: str) -> list[dict[str, Any]]:
    """Things by their names, which are their ids."""
    return [{'id': name, 'name': name} for name in names]


def linked(names: str, href: Any, key: str = 'things_links') -> dict[str, Any]:
    """A page with a link to the next one."""
    links = ['odd', {'rel': 'self', 'href': 'x'}, {'rel': 'next', 'href': href}]
    return {'things': rows(*names), key: links}


# -- requests and results ----------------------------------------------------


def test_pages_follow_links_and_keep_what_these_leave_out() -> None:
    things = Things(
        linked('ab', '/x?marker=b&limit=2&z='),
        linked('c', '?marker=c', 'links'),
        {'things': rows('d')},
    )
    listed = list(things.iterate(limit=9))
    assert [thing.id for thing in listed] == [*'abcd']
    assert things.sent == [
        'GET /things?a=1&limit=9',
        'GET /things?marker=b&limit=2&z=&a=1',
        'GET /things?marker=c&a=1',
    ]
    assert [thing.request_ids for thing in listed] == [['req-1'], ['req-1'], ['req-2'], ['req-3']]


@pytest.mark.parametrize(('limit', 'names', 'requests'), [(1, 'a', 1), (2, 'ab', 1), (3, 'abc', 2)])
def test_limit_counts_rows_over_pages(limit: int, names: str, requests: int) -> None:
    things = Things(linked('ab', '?marker=b'), linked('cd', '?marker=d'))
    assert [thing.id for thing in things.iterate(limit=limit)] == [*names]
    assert len(things.sent) == requests


def test_limit_counts_rows_that_pass() -> None:
    things = Things(linked('ab', '?marker=b'), linked('cd', '?marker=d'), {'things': rows('e')})
    found = things._pages(
        'GET /things', 'things', query={}, limit=2, passes=lambda row: row['id'] in 'bd'
    )
    assert [thing.id for thing in found] == ['b', 'd']
    assert things.sent == ['GET /things', 'GET /things?marker=b']
    broken = Things({'things': rows('a')})._pages(
        'GET /things', 'things', query={}, passes=lambda row: bool(row['none'])
    )
    with pytest.raises(errors.CloudError):
        list(broken)


@pytest.mark.parametrize(
    ('bodies', 'message'),
    [
        (
            [linked('a', None)],
            f'{URL} has more pages, but its link to the next one, None, has no query; the list '
            'cannot be completed',
        ),
        (
            [linked('a', '?m=1'), linked('a', '?m=2')],
            f'{URL} brought a page with nothing new; the list cannot be completed',
        ),
        ([linked('', '?m=1')], 'nothing new'),
        ([linked('a', '?m=1'), linked('b', '?m=1')], 'nothing new'),
        ([{'things': [{'id': []}]}], 'things'),
    ],
)
def test_list_that_cannot_be_completed_is_an_error(bodies: list[Any], message: str) -> None:
    with pytest.raises(errors.CloudError) as caught:
        list(Things(*bodies).iterate())
    assert message in str(caught.value)
    assert caught.value.url == URL
    assert caught.value.request_id == f'req-{len(bodies)}'


@pytest.mark.parametrize(
    ('body', 'query'),
    [
        ({}, []),
        ({'things_links': 'x'}, []),
        ({'next': '/v2?a=&b=%2F#c', 'links': 1}, [('a', ''), ('b', '/')]),
        ({'links': [{'rel': 'next', 'href': '?a=1'}]}, [('a', '1')]),
        ({'things_links': [{'rel': 'next', 'href': '?b=1'}], 'links': [1]}, [('b', '1')]),
        ({'things_links': [{'rel': 'previous', 'href': '?b=1'}]}, []),
    ],
)
def test_query_of_the_next_page(body: Any, query: list[tuple[str, str]]) -> None:
    assert pages.next_query(answer(body), 'things') == query


@pytest.mark.parametrize(
    ('limit', 'offset', 'sent', 'names'),
    [
        (None, None, ['', '?offset=10'], 'abcdefghijkl'),
        (11, 5, ['?limit=11&offset=5', '?limit=1&offset=15'], 'abcdefghijk'),
        (10, None, ['?limit=10'], 'abcdefghij'),
    ],
)
def test_pages_by_offset(
    limit: int | None, offset: int | None, sent: list[str], names: str
) -> None:
    things = Things({'things': rows(*'abcdefghij')}, {'things': rows('k', 'l')})
    listed = things._listing_by_offset('GET /things', 'things', {}, limit, offset)
    assert [thing.id for thing in listed.pages()] == [*names]
    assert things.sent == [f'GET /things{query}' for query in sent]
    sizes = [*'abcdefghij'], [*'klmnopqrst'], [*'uvw']
    things = Things(*({'things': rows(*names)} for names in sizes))
    longer = things._listing_by_offset('GET /things', 'things', {}, 22, None)
    assert [thing.id for thing in longer.pages()] == [*'abcdefghijklmnopqrstuv']
    assert things.sent[2] == 'GET /things?limit=2&offset=20'
    things = Things({'things': rows('a')})
    first = things._listing_by_offset('GET /things', 'things', {'b': 2}, 0, 3).first_page()
    assert ([thing.id for thing in first], things.sent) == (['a'], ['GET /things?b=2&offset=3'])


def test_list_knows_its_request_and_rows_none() -> None:
    things = Things({'things': rows('a')})
    listed: Any = things.list(limit=0)
    assert (listed.request_ids, listed[0].request_ids, things.sent) == (
        ['req-1'],
        [],
        ['GET /things?a=1'],
    )
    assert listed[0].is_loaded()
    elsewhere = Things({'things': []})
    elsewhere._read_list('GET /things/{id}', 'things', 3, query={'b': 2}, service='image')
    assert elsewhere.sent == ['image GET /things/3?b=2']


def test_results_of_other_answers() -> None:
    things = Things(
        {'thing': {'id': 'n', 'b': 1}}, {'id': 'm'}, {'thing': {'id': 'n', 'name': 'x'}}
    )
    made = things._create_one('POST /things', 'thing', name='x', size=None)
    assert (made.id, made.is_loaded(), made.request_ids) == ('n', False, ['req-2'])
    bare = things._create_one('POST /things/{id}', resources.UNWRAPPED, made, name='y')
    assert bare.id == 'm'
    assert things.sent == [
        'POST /things', '{"thing": {"name": "x"}}', 'POST /things/n', '{"name": "y"}',
    ]  # fmt: skip
    assert made.name == 'x'
    assert made.request_ids == ['req-2', 'req-5']
    with pytest.raises(errors.CloudError, match="without the id of 'thing'"):
        Things({'thing': {}})._create_one('POST /things', 'thing')
    for unusable in (None, [], 'u3', 7):
        with pytest.raises(errors.CloudError, match='without an object'):
            Things(unusable)._show('GET /things/{id}', resources.UNWRAPPED, 'u3')
    for unusable in ([], {}, {'id': None}):
        with pytest.raises(errors.CloudError, match='object'):
            Things(unusable)._create_one('POST /things', resources.UNWRAPPED)
    done, (response, body) = things._done(answer(None)), things._answered(answer({'a': 1}, 202))
    assert (done, done.request_ids) == ((), ['req-1'])
    assert (repr(response), response.ok, response.reason, body) == (
        '<Response [202]>', True, 'Accepted', {'a': 1},
    )  # fmt: skip
    assert (response.text, response.content, response.json()) == ('{"a": 1}', b'{"a": 1}', body)
    assert (response.url, response.headers['X-A']) == (URL, 'b')
    texts: list[Any] = [things._text(answer(body)) for body in (None, 7)]
    assert [(text, text.request_ids) for text in texts] == [('None', ['req-1']), ('7', ['req-1'])]
    odd = responses.Response(answer(None, 999))
    assert (odd.ok, odd.reason, odd.text) == (False, '', '')
    assert [responses.Response(answer(None, status)).ok for status in (399, 400)] == [True, False]


def test_rows_are_filtered_here_where_the_cloud_ignores_a_filter() -> None:
    named = filters.Filter(
        'name', first='2.5', test=lambda wanted: lambda row: bool(row['name'] == wanted)
    )
    hidden = filters.Filter('host', first='2.5')
    page = {'things': [*rows('a', 'b'), {'id': 'c'}]}

    def listing(**query: str) -> tuple[Things, resources.Listing[Thing]]:
        things = Things(page, page)
        things.api.client.filter_notices = notices
        vars(things.api)['api_version'] = APIVersion('2.1')
        declared = {'name': named, 'host': hidden}
        return things, filtering.listing(things, declared, 'GET /things', 'things', query, 5)

    for query, ids, told in (
        ({'name': 'b'}, 'bc', ['name']),
        ({'name': 'b', 'host': 'h'}, 'bc', ['host', 'name']),
        ({'host': 'h'}, 'abc', ['host']),
        ({'other': 'x'}, 'abc', []),
        ({'name': ''}, 'abc', []),
    ):
        notices = _Notices()
        things, listed = listing(**query)
        assert [thing.id for thing in listed.first_page()] == [*ids]
        assert sorted(set(notices.told)) == told
        assert [thing.id for thing in listed.pages()] == [*ids]
        limit = {} if query.get('name') else {'limit': 5}
        sent = '&'.join(f'{name}={value}' for name, value in sorted((query | limit).items()))
        assert things.sent == [f'GET /things?{sent}'] * 2


class _Notices:
    is_strict = False

    def __init__(self) -> None:
        self.told: list[str] = []

    def tell(self, ignored: list[filters.Filter]) -> None:
        self.told += [each.name for each in ignored]


# -- finding -----------------------------------------------------------------


def test_finding_one_asks_for_all_of_it_and_says_what_there_is() -> None:
    both = {'things': [*rows('a', 'b'), {'id': 'c', 'name': 'a'}]}
    things = Things(both, both, both)
    assert things.find(id='b').name == 'b'
    with pytest.raises(errors.NotFound, match=r'^No thing matches name=z, id=1\.') as none:
        things.find(name='z', id=1)
    assert none.value.code == 404
    with pytest.raises(errors.NoUniqueMatch, match=r'^2 things match name=a: a, c\.$') as several:
        things.find(name='a')
    assert several.value.ids == ('a', 'c')
    assert str(things.missing('x')) == "There is no thing with the name or id 'x'."
    ambiguous = things.ambiguous('x', [1, 2])
    assert str(ambiguous) == "2 things have the name 'x'; give one of the ids: 1, 2"
    assert ambiguous.ids == ('1', '2')
    many = Things({'things': rows('a', 'b')})
    with pytest.raises(errors.NoUniqueMatch, match=r'^2 things match no filter: a, b\.$'):
        many.find()

    class Bare(resources.ManagerWithFind[Thing]):
        resource_class = Thing

        def list(self, detailed: bool = True) -> Any:
            return [Thing(self, {'id': 'x', 'name': 'a', 'detailed': detailed})]

    # It cannot ask for one by its id.
    assert Bare(things.api).find(name='a').to_dict()['detailed'] is False


@pytest.mark.parametrize(
    ('wanted', 'arguments', 'is_detailed', 'left'),
    [
        ({'name': 'a'}, {'search_opts': {'name': 'A'}, 'detailed': False}, False, {'name': 'a'}),
        ({'human_id': 'a'}, {'search_opts': {'name': 'A'}, 'detailed': False}, False, None),
        ({}, {'search_opts': {}, 'detailed': True}, True, None),
        ({'id': 1, 'name': 'b'}, {'search_opts': {'name': 'B'}, 'detailed': True}, True, None),
        (
            {'all_tenants': 1, 'deleted': True, 'is_public': None},
            {
                'is_public': None,
                'search_opts': {'all_tenants': 1, 'deleted': True},
                'detailed': True,
            },
            True,
            {},
        ),
        (
            {'is_public': False},
            {'is_public': False, 'search_opts': {}, 'detailed': True},
            True,
            None,
        ),
    ],
)
def test_list_is_asked_for_what_it_can_filter_by(
    wanted: dict[str, Any], arguments: Any, is_detailed: bool, left: Any
) -> None:
    def listed(is_public: Any = 0, search_opts: Any = 0, detailed: Any = 0) -> Any:
        return {'is_public': is_public, 'search_opts': search_opts, 'detailed': detailed}

    left = dict(wanted) if left is None else left
    looking = search.Search(listed, wanted, lambda name: str(name).upper())
    assert looking.rows() == {'is_public': 0} | arguments
    assert (looking.is_detailed, wanted) == (is_detailed, left)
    assert search.Search(list, {'a': 1}, str).rows() == []


def test_block_devices_of_texts() -> None:
    mapping = {'vda': 'a', 'vdb': 'b:snap:1:1', 'vdc': 'c:snapshot', 'vdd': 'd:::0', 'vde': 'e::2'}
    assert Things()._parse_block_device_mapping(mapping) == [
        {'device_name': 'vda', 'volume_id': 'a'},
        {
            'device_name': 'vdb', 'snapshot_id': 'b', 'volume_size': '1',
            'delete_on_termination': '1',
        },
        {'device_name': 'vdc', 'snapshot_id': 'c'},
        {'device_name': 'vdd', 'volume_id': 'd', 'delete_on_termination': '0'},
        {'device_name': 'vde', 'volume_id': 'e', 'volume_size': '2'},
    ]  # fmt: skip


# -- resources ---------------------------------------------------------------


def test_resource_by_itself() -> None:
    thing = Thing(
        Things(),
        {'id': 'a', 'links': [], 'name': 'Ü b  c!', 'fault': {'message': 'm'}},
        loaded=True,
    )
    assert thing.without_links().keys() == {'id', 'name', 'fault'}
    assert thing.failure_reason() == 'm'
    assert Thing(None, {'fault': 'm'}).failure_reason() is None
    assert thing.human_id is None
    assert thing.current_task() == ''
    assert repr(thing) == '<Thing: Ü b  c!>'
    assert thing.all_fields().startswith("<Thing fault={'message': 'm'}, id=a, links=[], name=")

    class Named(Thing):
        HUMAN_ID = True

    assert Named(None, {'name': 'Ü  b-c!_D '}, loaded=True).human_id == 'u-b-c_d'
    assert Named(None, {'name': None}, loaded=True).human_id is None


@pytest.mark.parametrize(
    ('state', 'outcome'),
    [
        ('ACTIVE', 'done'), ('active', 'done'), ('BUILD', 'pending'), ('', 'pending'),
        ('ERROR', 'failed'), ('error', 'failed'), ('DELETED', 'deleted'),
    ],
)  # fmt: skip
def test_state_of_work(state: str, outcome: str) -> None:
    end = waiting.States('Active', 'status', 'ERROR')
    status = Thing(None, {'status': state}).work_status(end)
    assert (status.state, status.outcome, status.task) == (state, _OUTCOMES[outcome], '')
    assert waiting.States(['a', 'B'], 'x').states == ('a', 'B', 'A', 'b')


_OUTCOMES = {
    name: getattr(work_status, name.upper()) for name in ('done', 'pending', 'failed', 'deleted')
}


@pytest.mark.parametrize(
    ('seconds', 'text'),
    [
        (60, '60 seconds'), (9.95, '10 seconds'), (9.94, '9.9 seconds'), (1, '1 second'),
        (1.04, '1 second'), (1.5, '1.5 seconds'), (0.04, '0.04 seconds'), (0, '0 seconds'),
    ],
)  # fmt: skip
def test_seconds_are_written(seconds: float, text: str) -> None:
    assert waiting.duration(seconds) == text


# -- extensions --------------------------------------------------------------


def test_extension_is_a_module_with_a_manager() -> None:
    module = types.ModuleType('theirs')
    imported = type('Imported', (resources.Manager,), {'__module__': 'elsewhere'})
    own = type('Own', (resources.Manager,), {'__module__': 'theirs'})
    hook: Callable[[], str] = lambda: 'ran'  # noqa: E731
    vars(module).update(a=own, b=imported, c=resources.Manager, d=3, __pre_parse_args__=hook)
    extension = extensions.Extension('ext', module)
    assert (extension.name, extension.module, extension.manager_class) == ('ext', module, own)
    assert repr(extension) == "<Extension 'ext'>"
    del module.a
    assert extensions.Extension('ext', module).manager_class is imported
    del module.b
    assert extensions.Extension('ext', module).manager_class is None
