"""Tests of requests on the wire: headers, retries, redirects, writes that are never repeated."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import api_versions, exceptions, services
from novaclient_mv.compat import session_connection
from novaclient_mv.wire import endpoints
from novaclient_mv.wire import request as requests
from novaclient_mv.wire.connection import Connection
from unit_tests.nova import Nova
from unit_tests.patience import PATIENCE
from unit_tests.scripted import Answer, Request, ScriptedCloud

CREATE = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'volume-1')


# -- a write is never sent twice ---------------------------------------------


@pytest.mark.parametrize(
    'kind',
    [
        *('reset', 'close', 'cut', 'html:502'),
        *('status:500', 'status:502', 'status:503', 'status:504'),
    ],
)
def test_create_that_may_have_been_carried_out_is_not_sent_again(
    nova: Nova, new_cloud: ScriptedCloud, kind: str
) -> None:
    new_cloud.answer_next('POST', '/servers', kind)
    result = nova(*CREATE, cloud=new_cloud)
    assert result.status == 7
    line = result.message
    assert 'may have been carried out' in line
    assert "'nova-mv server-list'" in line
    assert new_cloud.posts() == 1


# -- redirects ---------------------------------------------------------------


# -- one connection ----------------------------------------------------------


@pytest.fixture
def connection(cloud: ScriptedCloud) -> session_connection.SessionConnection:
    """A connection at 2.53 that does not wait."""
    from keystoneauth1 import session
    from keystoneauth1.identity import v3

    made = session_connection.SessionConnection(
        session.Session(v3.Password(**cloud.credentials()), app_name='nova-mv'),
        services.COMPUTE,
        api_versions.APIVersion('2.53'),
        sleep=slept.append,
    )
    slept.clear()
    return made


slept: list[float] = []


def ask(
    connection: Connection, operation: str = 'GET /servers/detail', **more: Any
) -> requests.Answer:
    """Carry one operation out."""
    return connection.send(requests.request(operation, **more))


def test_write_that_is_not_answered_in_time_is_not_sent_again(
    cloud: ScriptedCloud, connection: session_connection.SessionConnection
) -> None:
    import threading

    is_asked, is_over = threading.Event(), threading.Event()

    def hang(request: Request) -> Any:
        is_asked.set()
        is_over.wait(PATIENCE)
        return {}

    cloud.on('POST', '/servers', hang)
    ask(connection)  # the login has time
    connection.session.timeout = 0.2
    with pytest.raises(exceptions.WriteUncertain, match='may have been carried out'):
        ask(connection, 'POST /servers', body={})
    # A busy machine may read the request after the client has given up.
    assert is_asked.wait(PATIENCE)
    is_over.set()
    assert cloud.posts() == 1
    assert slept == []


# -- where redirects may lead ------------------------------------------------


# -- supporting services -----------------------------------------------------


def test_token_that_another_worker_has_renewed_is_used_without_one_more_login(
    cloud: ScriptedCloud, connection: session_connection.SessionConnection
) -> None:
    refused = []

    def answer(request: Request) -> Any:
        if not refused:
            refused.append(request)
            connection.session.invalidate()
            assert connection.session.get_token()
            return Answer(401)
        return {'servers': []}

    cloud.on('GET', '/servers/detail', answer)
    assert ask(connection).status == 200
    assert cloud.wire().count('POST /v3/auth/tokens') == 2


def test_url_that_is_listed_for_several_interfaces_counts_once_as_the_public_one(
    cloud: ScriptedCloud, connection: Connection
) -> None:
    listed = cloud.catalog()
    for service in listed:
        service['endpoints'].reverse()
    cloud.keystone.catalog = lambda: listed
    places = [(each.interface, each.url) for each in endpoints.listed(connection)]
    assert places == [('public', f'{cloud.url}/v2.1')]
