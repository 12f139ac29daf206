"""Tests of errors that programs catch by keystoneauth1's names or by ours, whichever they know.

Programs written for python-novaclient catch both: heat and rally-openstack, as two.
"""

from __future__ import annotations

import copy
import pickle
import socket
from collections.abc import Callable
from typing import Any

import pytest
from keystoneauth1 import exceptions as ks
from keystoneauth1 import session as ks_session
from keystoneauth1.identity import generic, v3

from novaclient_mv import client, exceptions
from novaclient_mv.wire import session_errors
from unit_tests.scripted import SECRET, ScriptedCloud
from unit_tests.test_client import connect

NOWHERE = 'http://127.0.0.1:1'
ONCE = {'connect_retries': 0, 'status_code_retries': 0}


def raised(library: Any) -> Any:
    """Return the error that a list of servers is refused with."""
    with pytest.raises(exceptions.Error) as caught:
        library.servers.list()
    return caught.value


def _silent() -> socket.socket:
    return socket.create_server(('127.0.0.1', 0))


def _at(server: socket.socket) -> str:
    return f'127.0.0.1:{server.getsockname()[1]}'


Made = Callable[[ScriptedCloud], Any]

CASES: dict[str, tuple[Made, type[Exception], type[exceptions.Error], str]] = {
    'refused': (
        lambda cloud: connect(cloud, endpoint_override=f'{NOWHERE}/v2.1', **ONCE),
        ks.ConnectFailure,
        exceptions.CloudError,
        'refused the connection',
    ),
    'unknown host': (
        lambda cloud: connect(cloud, endpoint_override='http://nova.invalid/v2.1', **ONCE),
        ks.ConnectFailure,
        exceptions.CloudError,
        'is unknown',
    ),
    'identity refused': (
        lambda cloud: client.Client('2.9', session=_session(generic.Password, NOWHERE)),
        ks.DiscoveryFailure,
        exceptions.CloudError,
        'refused the connection',
    ),
    'login refused': (
        lambda cloud: connect(cloud, password='other'),
        ks.Unauthorized,
        exceptions.LoginError,
        'The login was refused',
    ),
    'region': (
        lambda cloud: connect(cloud, region_name='Nowhere'),
        ks.EndpointNotFound,
        exceptions.CloudError,
        'no compute in region Nowhere',
    ),
    'type': (
        lambda cloud: connect(cloud, service_type='other'),
        ks.CatalogException,
        exceptions.CloudError,
        'endpoint for other',
    ),
    'no plugin': (
        lambda cloud: client.Client('2.9', session=ks_session.Session()),
        ks.MissingAuthPlugin,
        exceptions.LoginError,
        'no auth plugin',
    ),
    'no identity service': (
        lambda cloud: client.Client('2.9', session=_session(generic.Password, f'{cloud.url}/x')),
        ks.DiscoveryFailure,
        exceptions.LoginError,
        'no identity service',
    ),
    'versions': (
        lambda cloud: connect(cloud, min_version='7'),
        ks.EndpointNotFound,
        exceptions.CloudError,
        "no compute with min_version='7'",
    ),
}


def _session(kind: Any, url: str) -> ks_session.Session:
    return ks_session.Session(kind(url, username='demo', password=SECRET))


@pytest.mark.parametrize('case', CASES)
def test_error_is_of_both_worlds(cloud: ScriptedCloud, case: str) -> None:
    make, theirs, ours, words = CASES[case]
    error = raised(make(cloud))
    assert isinstance(error, theirs)
    assert isinstance(error, ours)
    assert words in str(error)
    assert error.message == str(error)
    # Programs tell by this name what happened.
    assert issubclass(type(error), getattr(ks, type(error).__name__))


@pytest.mark.parametrize('scheme', ['http', 'https'])
def test_time_that_ran_out_is_of_both_worlds(cloud: ScriptedCloud, scheme: str) -> None:
    with _silent() as server:
        url = f'{scheme}://{_at(server)}/v2.1'
        error = raised(connect(cloud, endpoint_override=url, timeout=0.2, **ONCE))
    assert isinstance(error, ks.ConnectTimeout)
    assert isinstance(error, ks.RetriableConnectionFailure)
    assert 'timed out' in str(error)


def test_tls_that_fails_is_of_both_worlds(cloud: ScriptedCloud) -> None:
    url = cloud.url.replace('http:', 'https:')
    error = raised(connect(cloud, endpoint_override=f'{url}/v2.1', **ONCE))
    assert isinstance(error, ks.SSLError)
    assert isinstance(error, exceptions.CloudError)
    assert 'does not answer in TLS' in str(error)


def test_write_without_an_answer_is_of_both_worlds(cloud: ScriptedCloud) -> None:
    cloud.answer_next('POST', '/os-keypairs', 'close')
    with pytest.raises(ks.ConnectFailure) as caught:
        connect(cloud).keypairs.create('mine')
    assert isinstance(caught.value, exceptions.WriteUncertain)
    assert cloud.wire().count('POST /v2.1/os-keypairs') == 1


def test_login_for_no_project_is_of_both_worlds(cloud: ScriptedCloud) -> None:
    plugin = v3.Password(
        f'{cloud.url}/v3', username='demo', password=SECRET, user_domain_name='Default'
    )
    error = raised(client.Client('2.9', session=ks_session.Session(plugin)))
    assert isinstance(error, ks.EmptyCatalog)
    assert isinstance(error, exceptions.LoginError)


@pytest.mark.parametrize('again', [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
@pytest.mark.parametrize('case', CASES)
def test_error_of_both_worlds_can_be_pickled_and_copied(
    cloud: ScriptedCloud, case: str, again: Callable[[Any], Any]
) -> None:
    make, theirs, ours, _ = CASES[case]
    error = raised(make(cloud))
    same = again(error)
    assert type(same) is type(error)
    assert isinstance(same, theirs)
    assert isinstance(same, ours)
    assert (str(same), same.args, same.exit_status) == (str(error), error.args, error.exit_status)


def test_pickle_has_no_password_in_it(cloud: ScriptedCloud) -> None:
    error = raised(connect(cloud, password='not-the-password'))
    assert b'not-the-password' in error.response.request.body.encode()
    assert b'not-the-password' not in pickle.dumps(error)
    assert pickle.loads(pickle.dumps(error)).response is None


def test_error_of_both_worlds_is_translated_once() -> None:
    error = session_errors.translated(ks.EndpointNotFound('No endpoint.'))
    assert session_errors.translated(error) is error
    assert session_errors.of_login(error, object()) is error
