"""Whom the identity service lets in no more, and whom it lets in again: as a real Keystone does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from unit_tests.sandbox.caller import Caller

TOKENS = '/identity/v3/auth/tokens'
CREDENTIAL = 'application_credential'


class Person(NamedTuple):
    """A user with roles in a project of their own."""

    admin: Caller
    user: str
    project: str

    @property
    def user_path(self) -> str:
        return f'/identity/v3/users/{self.user}'

    def update(self, kind: str, **values: Any) -> int:
        """Change the user or the project."""
        id = self.user if kind == 'user' else self.project
        return self.admin('PATCH', f'/identity/v3/{kind}s/{id}', body={kind: values}).status

    def role(self, method: str, name: str) -> int:
        """Grant or take a role."""
        id = self.admin('GET', f'/identity/v3/roles?name={name}').body['roles'][0]['id']
        path = f'/identity/v3/projects/{self.project}/users/{self.user}/roles/{id}'
        return self.admin(method, path).status

    def change_password(self) -> int:
        """Change the password, as the user does."""
        body = {'user': {'original_password': 'first', 'password': 'second'}}
        return self.call(None, 'POST', f'{self.user_path}/password', body).status

    def call(self, token: str | None, method: str, path: str, body: Any = None) -> Any:
        """Send a request with a token, or with none."""
        headers = {'X-Auth-Token': token or ''}
        return self.admin(method, path, body=body, headers=headers)

    def log_in(self, method: str, scope: Any = None, **proof: Any) -> Any:
        """The answer to a login."""
        auth: dict[str, Any] = {'identity': {'methods': [method], method: proof}}
        if scope is not None:
            auth['scope'] = scope
        return self.call(None, 'POST', TOKENS, {'auth': auth})

    def by_password(self, password: Any = 'first', in_project: bool = True) -> Any:
        """Log in, to the project or to none."""
        user = {'id': self.user, 'password': password}
        return self.log_in(
            'password', {'project': {'id': self.project}} if in_project else None, user=user
        )

    def credential(self, token: str, **facts: Any) -> Any:
        """Make an application credential."""
        body = {CREDENTIAL: {'name': f'{facts}', 'secret': 'secret', **facts}}
        return self.call(token, 'POST', f'{self.user_path}/{CREDENTIAL}s', body)

    def by_credential(self, id: str) -> Any:
        """Log in by one."""
        return self.log_in(CREDENTIAL, id=id, secret='secret')

    def roles(self, token: str) -> list[str] | int:
        """The roles that a token gives; the status where it is refused, everywhere alike."""
        statuses = {
            self.call(token, 'GET', path).status
            for path in ('/identity/v3/auth/projects', '/image/v2/images', '/v2.1/servers')
        }
        if statuses != {200}:
            assert statuses == {401}
            headers = {'X-Subject-Token': token}
            assert self.admin('GET', TOKENS, headers=headers).status == 404
            return 401
        headers = {'X-Subject-Token': token}
        facts = self.admin('GET', TOKENS, headers=headers).body['token']
        return sorted(role['name'] for role in facts['roles'])


@pytest.fixture
def person(cloud: Caller) -> Person:
    body: dict[str, Any] = {'user': {'name': 'third', 'password': 'first'}}
    user = cloud('POST', '/identity/v3/users', body=body).body['user']['id']
    body = {'project': {'name': 'third'}}
    project = cloud('POST', '/identity/v3/projects', body=body).body['project']['id']
    made = Person(cloud, user, project)
    assert (made.role('PUT', 'manager'), made.role('PUT', 'member')) == (204, 204)
    return made


def token_of(answer: Any) -> str:
    assert answer.status == 201, answer.body
    return str(answer.headers['X-Subject-Token'])


ALL = ['manager', 'member', 'reader']
FEWER = ['member', 'reader']

ENDS: dict[str, tuple[Callable[[Person], int], Callable[[Person], int], Any, Any, int, int]] = {
    'the user is disabled': (
        lambda person: person.update('user', enabled=False),
        lambda person: person.update('user', enabled=True),
        *(401, 401, 401, 201),
    ),
    'an administrator changes the password': (
        lambda person: person.update('user', password='second'),
        lambda person: person.update('user', password='first'),
        *(401, 401, 201, 201),
    ),
    'the user changes the password': (
        Person.change_password,
        lambda person: person.update('user', password='first'),
        *(401, 401, 201, 201),
    ),
    'the user is deleted': (
        lambda person: person.admin('DELETE', person.user_path).status,
        lambda person: 204,
        *(401, 401, 404, 404),
    ),
    'one role is taken': (
        lambda person: person.role('DELETE', 'manager'),
        lambda person: person.role('PUT', 'manager'),
        *(FEWER, ALL, 201, 201),
    ),
    'all roles are taken': (
        lambda person: min(person.role('DELETE', name) for name in ('manager', 'member')),
        lambda person: person.role('PUT', 'manager'),
        *(401, ALL, 401, 201),
    ),
    'the project is disabled': (
        lambda person: person.update('project', enabled=False),
        lambda person: person.update('project', enabled=True),
        *(401, ALL, 401, 201),
    ),
    'the project is deleted': (
        lambda person: person.admin('DELETE', f'/identity/v3/projects/{person.project}').status,
        lambda person: 204,
        *(401, 401, 404, 404),
    ),
    'the user has another name': (
        lambda person: person.update('user', name='fourth'),
        lambda person: person.update('project', name='fourth'),
        *(ALL, ALL, 201, 201),
    ),
}
"""Each change and its reversal; roles of a token then, or its end; whether credentials log in."""


@pytest.mark.parametrize('unrestricted', [False, True])
@pytest.mark.parametrize('end', ENDS)
def test_tokens_end_with_what_they_were_issued_for(
    person: Person, end: str, unrestricted: bool
) -> None:
    change, undo, then, again, login, later = ENDS[end]
    own = token_of(person.by_password())
    credential = person.credential(own, unrestricted=unrestricted).body[CREDENTIAL]['id']
    held = [own, token_of(person.by_credential(credential))]
    assert [person.roles(token) for token in held] == [ALL, ALL]
    assert change(person) in (200, 204)
    assert [person.roles(token) for token in held] == [then, then]
    assert person.by_credential(credential).status == login
    assert undo(person) in (200, 204)
    assert [person.roles(token) for token in held] == [again, again]
    assert person.by_credential(credential).status == later


def test_credential_has_no_role_that_was_taken(person: Person) -> None:
    own = token_of(person.by_password())
    made = person.credential(own, roles=[{'name': 'member'}]).body[CREDENTIAL]
    token = token_of(person.by_credential(made['id']))
    assert person.role('DELETE', 'manager') == 204
    assert person.roles(token) == FEWER
    assert person.role('DELETE', 'member') == 204
    assert person.role('DELETE', 'reader') == 404
    assert person.roles(token) == 401


@pytest.mark.parametrize('unrestricted', [False, True])
def test_credential_manages_others_only_if_it_is_unrestricted(
    person: Person, unrestricted: bool
) -> None:
    own = token_of(person.by_password())
    made = person.credential(own, unrestricted=unrestricted).body[CREDENTIAL]
    token = token_of(person.by_credential(made['id']))
    path = f'{person.user_path}/{CREDENTIAL}s/{made["id"]}'
    assert person.call(token, 'GET', path).status == 200
    assert person.credential(token, name='other').status == (201 if unrestricted else 403)
    assert person.log_in('token', id=token).status == 403
    assert person.call(token, 'DELETE', path).status == (204 if unrestricted else 403)
    assert (person.roles(token) == 401) is unrestricted


def test_credential_ends_at_its_time(person: Person) -> None:
    own = token_of(person.by_password())
    made = person.credential(own, expires_at='2027-01-15T08:00:10').body[CREDENTIAL]
    answer = person.by_credential(made['id'])
    assert answer.body['token']['expires_at'] == '2027-01-15T08:00:10.000000Z'
    person.admin.now += 9.9
    assert person.roles(token_of(answer)) == ALL
    person.admin.now += 0.1
    assert person.roles(token_of(answer)) == 401
    assert person.by_credential(made['id']).status == 401
    path = f'{person.user_path}/{CREDENTIAL}s/{made["id"]}'
    assert person.call(own, 'GET', path).status == 200


def test_disabled_user_changes_no_password(person: Person) -> None:
    assert person.update('user', enabled=False) == 200
    assert person.change_password() == 401


def test_several_methods_prove_one_user(person: Person) -> None:
    other = person.admin.other('demo').token
    password = {'user': {'id': person.user, 'password': 'first'}}
    for token, status in ((other, 401), (token_of(person.by_password()), 201)):
        identity = {'methods': ['password', 'token'], 'password': password, 'token': {'id': token}}
        assert person.call(None, 'POST', TOKENS, {'auth': {'identity': identity}}).status == status


def test_revoked_token_takes_along_what_was_got_by_it(person: Person) -> None:
    scope = {'project': {'id': person.project}}
    first = token_of(person.by_password(in_project=False))
    second = token_of(person.log_in('token', scope, id=first))
    third = token_of(person.log_in('token', scope, id=second))
    aside = token_of(person.by_password())

    def revoke(token: str) -> list[list[str] | int]:
        headers = {'X-Auth-Token': aside, 'X-Subject-Token': token}
        assert person.admin('DELETE', TOKENS, headers=headers).status == 204
        return [person.roles(token) for token in (second, third, aside)]

    assert revoke(second) == [401, ALL, ALL]
    assert revoke(first) == [401, 401, ALL]


def test_administrator_of_a_project_is_none_of_the_system(person: Person) -> None:
    assert person.role('PUT', 'admin') == 204
    user = {'id': person.user, 'password': 'first'}
    assert person.log_in('password', {'system': {'all': True}}, user=user).status == 401
    own = token_of(person.by_password())
    assert person.call(own, 'GET', '/identity/v3/auth/system').body['system'] == []
    assert person.call(own, 'GET', '/identity/v3/users').status == 200
    assert person.role('DELETE', 'admin') == 204
    assert person.call(own, 'GET', '/identity/v3/users').status == 403
