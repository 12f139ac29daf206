"""Operators' policy files, judged by oslo.policy as a service judges them."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

from novaclient_mv.policies import facts, operator_file
from novaclient_mv.policies.answers import SCOPES, Answer, Caller
from novaclient_mv.policies.operator_file import OperatorFile, OperatorRules, PolicyFileError

POLICIES = facts.of('compute')
LIST = 'os_compute_api:os-hypervisors:list'
DELETE = 'os_compute_api:servers:delete'


@pytest.fixture
def file(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / 'policy.yaml'


def read(
    file: pathlib.Path, text: str, release: str = 'hibiscus', settings: OperatorRules | None = None
) -> OperatorFile:
    file.write_text(text, encoding='utf-8')
    at = (settings or OperatorRules()).at(POLICIES.release(release))
    return OperatorFile(str(file), at, POLICIES)


def _chain(check: str, count: int) -> str:
    lines = [f'a{number}: "{check.format(f"a{number + 1}")}"' for number in range(count)]
    return '\n'.join([*lines, f'a{count}: "@"'])


@pytest.mark.parametrize(
    ('text', 'rule', 'role', 'answer'),
    [
        ('', LIST, 'reader', 'no'),
        (f'"{LIST}": "role:reader"', LIST, 'reader', 'yes'),
        (f'{{"{LIST}": "role:reader"}}', LIST, 'reader', 'yes'),
        (f'"{LIST}": [["role:reader"], ["role:x", "role:y"]]', LIST, 'member', 'yes'),
        (f'"{LIST}": "@"', LIST, 'anything', 'yes'),
        (f'"{LIST}": "!"', LIST, 'admin', 'no'),
        (f'"{LIST}": ""', LIST, 'anything', 'yes'),
        (f'"{LIST}": "rule:helper"\nhelper: "role:auditor"', LIST, 'auditor', 'yes'),
        (f'"{LIST}": "rule:not_there"', LIST, 'admin', 'no'),
        ('"project_member_or_admin": "role:reader"', DELETE, 'reader', 'yes'),
        ('"os_compute_api:os-hypervisors": "role:member"', LIST, 'member', 'yes'),
        (
            f'"os_compute_api:os-hypervisors": "role:member"\n"{LIST}": "role:admin"',
            *(LIST, 'member', 'no'),
        ),
        (f'"{DELETE}": "role:member and project_id:%(project_id)s"', DELETE, 'member', 'depends'),
        (f'"{LIST}": "http://policy.example/check"', LIST, 'admin', 'unknown'),
        (f'"{LIST}": "role:member or http://policy.example/check"', LIST, 'admin', 'yes'),
        (f'"{LIST}": "role:x and http://policy.example/check"', LIST, 'admin', 'no'),
        (f'"{LIST}": "is_admin:True"', LIST, 'admin', 'yes'),
        (f'"{LIST}": "is_admin:True"\ncontext_is_admin: "role:boss"', LIST, 'boss', 'yes'),
    ],
)
def test_answer_is_that_of_the_service(
    file: pathlib.Path, text: str, rule: str, role: str, answer: Answer
) -> None:
    assert read(file, text).answer(rule, Caller((role,))) == answer


@pytest.mark.parametrize(
    ('text', 'message'),
    [
        ('- a', 'not a mapping'),
        ('a', 'not a mapping'),
        ('a: [', 'cannot be read'),
        ('1: "@"', '1 is not a name'),
        (f'"{LIST}": 5', f'the check of {LIST} is not text'),
        (f'"{LIST}": {{a: b}}', f'the check of {LIST} is not text'),
        (f'"{LIST}": "role:admin or ("', f'the check of {LIST} cannot be read'),
        (f'"{LIST}": "admin"', f'the check of {LIST} cannot be read'),
        ('a: "rule:b"\nb: "not rule:a"', 'a refers to itself: a -> b -> a'),
        (_chain('rule:{}', 150), 'a0 leads to more than 100 rules in a row'),
        (_chain('rule:{0} and rule:{0}', 60), 'asks more than 100,000 rules'),
        ('[' * 5000, 'is nested too deeply'),
        (f'"{LIST}": "{"not " * 20_000}@"', 'is nested too deeply|cannot be read'),
        ('a: !!python/object/apply:os.system ["true"]', 'cannot be read: could not determine'),
    ],
)
def test_file_that_a_service_could_not_use_is_refused(
    file: pathlib.Path, text: str, message: str
) -> None:
    with pytest.raises(PolicyFileError, match=message):
        read(file, text)


def test_names_that_the_release_lacks_are_noted(file: pathlib.Path) -> None:
    shelve, older = '"os_compute_api:os-shelve:shelve"', '"os_compute_api:os-hypervisors"'
    text = f'"os_compute_api:no-such": "@"\nhelper: "@"\n{shelve}: "rule:helper"\n{older}: "@"'
    notes = read(file, text).notes
    assert notes[0] == 'os_compute_api:no-such is not a rule of Hibiscus.'
    assert notes[1].startswith('os_compute_api:os-hypervisors is a deprecated name of ')
    assert len(notes) == 2


def test_older_default_counts_until_new_ones_are_enforced(file: pathlib.Path) -> None:
    name = 'os_compute_api:servers:create'
    reader = Caller(('reader',))
    assert read(file, '', 'zed').answer(name, reader) == 'depends'
    enforced = OperatorRules(enforce_new_defaults=True)
    assert read(file, '', 'zed', enforced).answer(name, reader) == 'no'


def test_scope_is_refused_where_it_is_enforced(file: pathlib.Path) -> None:
    admin = Caller(('admin',), 'system')
    assert read(file, '').answer(LIST, admin) == 'no'
    assert read(file, '', settings=OperatorRules(enforce_scope=False)).answer(LIST, admin) == 'yes'


def test_what_one_question_meets_does_not_answer_another(
    file: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f'"{LIST}": "http://policy.example/check"\n"{DELETE}": "role:member"'
    overrides, caller = read(file, text), Caller(('member',))
    holds = OperatorFile._holds

    def beside_another(self: OperatorFile, name: str, *more: Any) -> bool:
        # Another thread asks just now.
        with monkeypatch.context() as patch:
            patch.setattr(OperatorFile, '_holds', holds)
            assert overrides.possible(DELETE, caller, None) == {True}
        return holds(self, name, *more)

    monkeypatch.setattr(OperatorFile, '_holds', beside_another)
    assert overrides.possible(LIST, caller, None) == {True, False}


@pytest.mark.parametrize(
    ('check', 'roles', 'answers'),
    [
        ('system_scope:all', ('admin',), ('no', 'no', 'yes')),
        ('system:all', ('admin',), ('no', 'no', 'yes')),
        ('is_public_api:True', ('admin',), ('yes', 'yes', 'yes')),
        ('is_admin_project:True', ('admin',), ('yes', 'yes', 'yes')),
        ('domain_id:%(domain_id)s', ('admin',), ('no', 'depends', 'no')),
        ('project_id:%(project_id)s', ('admin',), ('depends', 'no', 'no')),
        ('user_id:%(user_id)s', ('admin',), ('depends', 'depends', 'depends')),
        ('own_kind:%(any.place)s', ('admin',), ('depends', 'depends', 'depends')),
        ('project_name:%(config.service_project_name)s', ('service',), ('yes', 'no', 'no')),
        ('project_name:%(config.service_project_name)s', ('admin',), ('no', 'no', 'no')),
    ],
)
def test_a_check_reads_what_a_service_makes_of_a_token(
    file: pathlib.Path, check: str, roles: tuple[str, ...], answers: tuple[Answer, ...]
) -> None:
    policy = read(file, f'"{LIST}": "{check}"', settings=OperatorRules(enforce_scope=False))
    assert tuple(policy.answer(LIST, Caller(roles, scope)) for scope in SCOPES) == answers


@pytest.mark.parametrize(
    ('check', 'own', 'allows'),
    [
        ('project_id:%(project_id)s', {}, True),
        ('project_id:%(project_id)s', {'project_id': True}, True),
        ('project_id:%(project_id)s', {'project_id': False}, False),
        ('project_id:%(project_id)s', {'user_id': False}, True),
        ('user_id:%(user_id)s', {'project_id': True, 'user_id': False}, False),
        ('rule:mine', {'user_id': False}, True),
        ('rule:mine', {'project_id': False}, True),
        ('rule:mine', {'project_id': False, 'user_id': False}, False),
        ('http://policy.example/check', {}, False),
        ('not http://policy.example/check', {}, True),
    ],
)
def test_a_service_is_told_what_is_the_callers(
    file: pathlib.Path, check: str, own: dict[str, bool], allows: bool
) -> None:
    mine = 'mine: "project_id:%(project_id)s or user_id:%(user_id)s"'
    policy = read(file, f'"{LIST}": "{check}"\n{mine}')
    assert policy.allows(LIST, Caller(('member',)), own) is allows
    # Its scope is none that the rule takes.
    assert not policy.allows(LIST, Caller(('member',), 'system'), own)
    names = {'project_id', 'user_id'} if check == 'rule:mine' else {check.partition(':')[0]}
    assert policy.owned_by(LIST) == sorted(names & {'project_id', 'user_id'})


def test_a_default_stands_in_for_rules_that_are_missing(file: pathlib.Path) -> None:
    text = f'"{LIST}": "rule:a or rule:b or rule:a"\nb: "@"'
    assert read(file, text).missing(LIST) == ['a']
    assert read(file, f'{text}\ndefault: "!"').missing(LIST) == []
    assert read(file, text).roles >= {'admin', 'reader'}
    assert read(file, text).answer('no:such', Caller(('admin',))) == 'no'
    assert read(file, f'"{LIST}": "role:Auditor"').roles >= {'auditor'}


def test_a_file_of_any_length_is_not_read(
    file: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator_file, '_MAX_BYTES', 1 << 20)
    with pytest.raises(PolicyFileError, match='is longer than 1 MiB'):
        read(file, '#' * ((1 << 20) + 5))
