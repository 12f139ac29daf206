"""Resources without a wrapping key, with a UUID for an id, in lists that have ``next``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

import pytest

from novaclient_mv import errors, resources
from novaclient_mv.services.baremetal import BAREMETAL
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire.connection import Connection
from unit_tests import wsgi_calls

ENDPOINT = 'http://rack.example/v1'
STAMP = 'X-OpenStack-Ironic-API-Version'


class Shelf(resources.Resource):
    """A thing with a UUID."""

    id_keys = ('uuid',)


class ShelfManager(resources.ManagerWithFind[Shelf]):
    """Shelves of a rack."""

    resource_class = Shelf

    @resources.by_page
    def list(self, color: str | None = None, limit: int | None = None) -> resources.Listing[Shelf]:
        """Shelves."""
        return self._listing('GET /shelves', 'shelves', query={'color': color}, limit=limit)

    iterate = resources.every_page(list)

    def get(self, shelf: Shelf | str) -> Shelf:
        """One shelf."""
        return self._show('GET /shelves/{id}', resources.UNWRAPPED, shelf)

    def create(self, **fields: resources.Value) -> Shelf:
        """Create a shelf."""
        return self._create_one('POST /shelves', resources.UNWRAPPED, **fields)


class NoLogin:
    """An access that needs no login."""

    def headers(self) -> Mapping[str, str]:
        """Nothing."""
        return {}


class Rack:
    """A service with shelves; it cuts its list to pages of two.

    :param bodies: what it answers to some methods, in place of what it should.
    """

    def __init__(self, **bodies: Any) -> None:
        self.bodies = bodies
        self.sent: list[tuple[str, str, Any]] = []
        self.shelves = [{'uuid': f'u{number}', 'color': 'red'} for number in range(5)]
        self.client = Connection(
            wsgi_calls.transport(self, ENDPOINT),
            NoLogin(),  # type: ignore[arg-type]
            BAREMETAL,
            BAREMETAL.version('1.50'),
            endpoint_override=ENDPOINT,
        )

    @property
    def api_version(self) -> APIVersion:
        """The version of each request."""
        return self.client.api_version

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Answer a request."""
        method, query = environ['REQUEST_METHOD'], environ['QUERY_STRING']
        content = environ['wsgi.input'].read()
        self.sent.append((method, query, json.loads(content) if content else None))
        body = self.bodies.get(method, self._body(environ['PATH_INFO'], query, self.sent[-1][2]))
        start_response('200 OK', [(STAMP, '1.50')])
        return [json.dumps(body).encode()]

    def _body(self, path: str, query: str, sent: Any) -> Any:
        if sent is not None:
            return {'uuid': 'u9', **sent}
        if (named := re.fullmatch(r'/v1/shelves/(\w+)', path)) is not None:
            return {'uuid': named[1], 'name': None}
        start = int(dict(parse_qsl(query)).get('marker', 'u-1')[1:]) + 1
        page: dict[str, Any] = {'shelves': self.shelves[start : start + 2]}
        if start + 2 < len(self.shelves):
            # The filter is left out, as Ironic does it.
            page['next'] = f'http://elsewhere/v1/shelves?limit=2&marker=u{start + 1}'
        return page


@pytest.fixture
def rack() -> Rack:
    """A rack that answers as it should."""
    return Rack()


def test_body_is_the_resource(rack: Rack) -> None:
    shelf = ShelfManager(rack).get('u3')
    assert shelf.id == shelf.uuid == 'u3'
    assert repr(shelf).startswith('<Shelf ')
    assert resources.getid(shelf) == 'u3'


def test_what_is_created_is_sent_and_answered_without_a_key(rack: Rack) -> None:
    shelf = ShelfManager(rack).create(color='blue', name=None)
    assert rack.sent[-1] == ('POST', '', {'color': 'blue'})
    assert (shelf.id, shelf.color) == ('u9', 'blue')


def test_pages_follow_next_and_keep_the_filters_that_it_leaves_out(rack: Rack) -> None:
    shelves = list(ShelfManager(rack).iterate(color='red'))
    assert [each.id for each in shelves] == ['u0', 'u1', 'u2', 'u3', 'u4']
    assert [query for _, query, _ in rack.sent] == [
        'color=red',
        'limit=2&marker=u1&color=red',
        'limit=2&marker=u3&color=red',
    ]


@pytest.mark.parametrize('body', [None, [], 'u3', 7])
def test_body_that_is_no_object_is_an_error(body: Any) -> None:
    with pytest.raises(errors.CloudError, match='without an object'):
        ShelfManager(Rack(GET=body)).get('u3')


@pytest.mark.parametrize('body', [[], {}, {'id': 'u9'}, {'uuid': None}])
def test_created_thing_without_its_id_leaves_the_write_uncertain(body: Any) -> None:
    with pytest.raises(errors.WriteUncertain, match='object'):
        ShelfManager(Rack(POST=body)).create(color='blue')


def test_rows_without_an_id_are_all_taken() -> None:
    rack = Rack()
    rack.shelves = [{'color': 'red'} for _ in range(5)]
    assert len(list(ShelfManager(rack).iterate())) == 5
