"""The user of a request by its token, and the challenge without one."""

from __future__ import annotations

import re
from pathlib import Path

from novaclient_mv.sandbox.http import authentication, wsgi
from unit_tests.sandbox.caller import HOST, Caller, password_login


def test_compute_says_where_to_log_in(cloud: Caller) -> None:
    answer = cloud('GET', '/v2.1/servers', headers={'X-Auth-Token': 'none'})
    assert answer.status == 401
    assert answer.headers['WWW-Authenticate'] == f'Keystone uri="{HOST}/identity/v3"'
    assert answer.body == {
        'error': {
            'code': 401,
            'title': 'Unauthorized',
            'message': 'The request you have made requires authentication.',
        }
    }


def test_request_is_for_who_its_token_stands_for(path: Path) -> None:
    cloud = Caller(path, 'demo')
    request = wsgi.Request({'REQUEST_METHOD': 'GET', 'HTTP_X_AUTH_TOKEN': cloud.token})
    with cloud.application.database.session() as session:
        context = authentication.context_of(session, request)
    assert (context.user_name, context.project_name) == ('demo', 'demo')
    assert (context.project_id, context.token) == (cloud.project, cloud.token)
    assert context.roles == {'member', 'reader'}
    assert re.fullmatch('[0-9a-f]{32}', context.user_id)


def test_token_without_a_project_stands_for_none(path: Path) -> None:
    cloud = Caller(path, None)
    answer = cloud('POST', '/identity/v3/auth/tokens', body=password_login('demo', None))
    token = answer.headers['X-Subject-Token']
    request = wsgi.Request({'REQUEST_METHOD': 'GET', 'HTTP_X_AUTH_TOKEN': token})
    with cloud.application.database.session() as session:
        context = authentication.context_of(session, request)
    assert (context.project_id, context.project_name, context.roles) == (None, None, set())
