"""Tests of what a token says of who has it, from every kind of login."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keystoneauth1.access import access as ks_access

from novaclient_mv import sandbox
from novaclient_mv.clouds import builtin
from novaclient_mv.wire.logins import password_access, token_facts
from novaclient_mv.wire.logins.token_facts import Named, TokenFacts
from unit_tests.nova import NOON

FACTS = st.builds(
    lambda user, scope, of_scope, roles: TokenFacts(
        user,
        of_scope if scope == 'project' else None,
        of_scope._replace(domain_id=None, domain_name=None) if scope == 'domain' else None,
        scope == 'system',
        roles,
    ),
    st.builds(Named, *[st.text(min_size=1, max_size=3)] * 4),
    st.sampled_from(['project', 'domain', 'system', '']),
    st.builds(Named, *[st.text(min_size=1, max_size=3)] * 4),
    st.none() | st.lists(st.text(min_size=1, max_size=3), min_size=1, max_size=3).map(tuple),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(FACTS)
def test_facts_are_read_alike_from_a_body_and_over_keystoneauth1(facts: TokenFacts) -> None:
    document = json.loads(json.dumps(facts.as_json()))
    assert token_facts.read(document) == facts
    assert token_facts.of_access(ks_access.AccessInfoV3({'token': document}, 'token')) == facts


@pytest.mark.parametrize(
    'roles', [None, 5, [], {}, 'admin', [{}], [{'name': 5}], ['admin'], [{'name': 'a'}, {}]]
)
def test_roles_that_are_not_told_as_keystone_does_are_unknown(roles: Any) -> None:
    token = {'roles': roles, 'user': [], 'project': {'id': 5}, 'domain': 'x', 'system': {'all': 1}}
    assert token_facts.read(token) == TokenFacts(None, None, None, False, None)
    access = ks_access.AccessInfoV3({'token': {**token, 'system': {}}}, 'token')
    assert token_facts.of_access(access).roles is None


def test_v2_login_tells_user_project_and_roles() -> None:
    body = {
        'token': {'id': 't', 'expires': '', 'tenant': {'id': 'p', 'name': 'demo'}},
        'user': {'id': 'u', 'name': 'demo', 'roles': [{'name': 'Member'}]},
    }
    assert token_facts.of_access(ks_access.AccessInfoV2({'access': body})) == TokenFacts(
        Named('u', 'demo'), Named('p', 'demo'), None, False, ('Member',)
    )


def test_login_in_process_tells_the_facts_and_sends_nothing_more(tmp_path: Any) -> None:
    sent: list[str] = []
    call = sandbox.caller(str(tmp_path / 'state.sqlite'), lambda: NOON)
    carrier = builtin.WsgiTransport(call, sandbox.BASE_URL)
    send = carrier.send
    carrier.send = lambda request: sent.append(request.url) or send(request)  # type: ignore[method-assign,func-returns-value]
    values = sandbox.settings(user='demo')
    values.pop('region_name')
    access = password_access.PasswordAccess(
        carrier, password_access.PasswordCredentials(**values), lambda: NOON
    )
    facts = access.token_facts()
    assert facts.user == Named(access.user_id(), 'demo', 'default', 'Default')
    assert facts.project == Named(access.project_id(), 'demo', 'default', 'Default')
    assert facts.roles
    assert 'admin' not in facts.roles
    assert len(sent) == 1
