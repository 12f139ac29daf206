"""Steps of rules between releases, and what becomes of an operator's overrides."""

from __future__ import annotations

import pathlib
from collections import Counter

import pytest

from novaclient_mv.policies import changes, facts, overrides
from novaclient_mv.policies.changes import Change
from novaclient_mv.policies.operator_file import PolicyFileError

SPLIT = 'os_compute_api:os-hypervisors'
SPLIT_LIST = f'{SPLIT}:list'
READERS = 'role:reader and project_id:%(project_id)s or role:admin'


def between(start: str, end: str, service: str = 'compute') -> list[Change]:
    policies = facts.of(service)
    return changes.between(policies.release(start), policies.release(end), policies)


def steps(start: str, end: str, service: str = 'compute') -> Counter[tuple[str | None, str | None]]:
    return Counter((change.before, change.after) for change in between(start, end, service))


@pytest.mark.parametrize(
    ('start', 'end', 'count'), [('train', 'ussuri', 42), ('ussuri', 'victoria', 37)]
)
def test_new_names_are_steps_from_nothing_but_for_base_rules(
    start: str, end: str, count: int
) -> None:
    policies = facts.of('compute')
    older, newer = (policies.rules(policies.release(name)) for name in (start, end))
    new = newer.keys() - older.keys()
    assert len(new) == count
    assert {change.rule for change in between(start, end) if change.before is None} == {
        name for name in new if newer[name].documented
    }


@pytest.mark.parametrize('service', facts.SERVICES)
def test_steps_lead_from_the_first_release_to_the_last(service: str) -> None:
    policies = facts.of(service)
    first, last = policies.releases[0], policies.newest
    roles = {name: rule.role for name, rule in policies.rules(first).items()}
    for change in changes.between(first, last, policies):
        assert roles.pop(change.rule, None) == change.before != change.after
        assert change.operations
        if change.after is not None:
            roles[change.rule] = change.after
    documented = {
        name
        for release in policies.releases
        for name, rule in policies.rules(release).items()
        if rule.documented
    }
    assert {name: role for name, role in roles.items() if name in documented} == {
        name: rule.role for name, rule in policies.rules(last).items() if name in documented
    }


def test_releases_stand_in_order() -> None:
    assert between('xena', 'xena') == []
    with pytest.raises(ValueError, match='Zed is newer than Yoga'):
        between('zed', 'yoga')


@pytest.mark.parametrize(
    ('start', 'end', 'role', 'service', 'expected'),
    [
        ('zed', 'antelope', 'reader', 'compute', {('owner', 'member'): 66, ('owner', 'admin'): 1}),
        ('zed', 'antelope', 'member', 'compute', {('owner', 'admin'): 1}),
        ('zed', 'antelope', 'admin', 'compute', {}),
        # A role of an operator's own had all that any role has.
        ('zed', 'antelope', 'auditor', 'compute', {**steps('zed', 'antelope')}),
        ('epoxy', 'flamingo', 'MANAGER', 'compute', {('admin', 'manager'): 6}),
        # The one new rule that no older one became, and the end of consoles.
        (
            'train',
            'ussuri',
            'member',
            'compute',
            {('owner', None): 4, ('admin', 'owner'): 1, ('owner', 'admin'): 1},
        ),
        # It reached the reshaper since Antelope, beside administrators.
        ('caracal', 'dalmatian', 'service', 'placement', {}),
        ('epoxy', 'flamingo', 'service', 'compute', {('admin', 'service'): 4}),
        ('caracal', 'dalmatian', 'admin', 'placement', {('admin', 'service'): 1}),
    ],
)
def test_role_gains_or_loses(
    start: str,
    end: str,
    role: str,
    service: str,
    expected: dict[tuple[str | None, str | None], int],
) -> None:
    policies = facts.of(service)
    assert expected == Counter(
        (change.before, change.after)
        for change in changes.between(
            policies.release(start), policies.release(end), policies, role
        )
    )


# -- overrides ---------------------------------------------------------------------------


def upgrade(
    folder: pathlib.Path, text: str, start: str = 'wallaby', end: str = '2023.2'
) -> overrides.Upgrade:
    file = folder / 'policy.yaml'
    file.write_text(text, encoding='utf-8')
    policies = facts.of('compute')
    return overrides.Upgrade(str(file), policies.release(start), policies.release(end), policies)


@pytest.mark.parametrize(
    ('override', 'expected'),
    [
        ('"os_compute_api:os-agents:list": "role:admin"', ('gone', 'Wallaby', 'admin', None)),
        (f'"{SPLIT}": "role:member"', ('renamed', 'Ussuri', 'member', 'admin')),
        (f'"{SPLIT_LIST}": "is_admin:True"', ('same-as-default', 'Bobcat', 'admin', 'admin')),
        (
            f'"os_compute_api:servers:show": "{READERS}"',
            ('same-as-default', 'Bobcat', 'reader', 'reader'),
        ),
        (
            '"os_compute_api:servers:delete": "rule:admin_or_owner"',
            ('wider-than-default', 'Bobcat', 'owner', 'member'),
        ),
        (
            # For servers of another's only.
            '"os_compute_api:servers:delete": "role:member"',
            ('wider-than-default', 'Bobcat', 'member', 'member'),
        ),
        (
            f'"{SPLIT_LIST}": "role:auditor and role:operator"',
            ('wider-than-default', 'Bobcat', 'nobody', 'admin'),
        ),
        (
            'project_member_or_admin: "role:reader"',
            ('wider-than-default', 'Bobcat', 'reader', 'member'),
        ),
        ('"os_compute_api:servers:delete": "role:admin"', None),
        (f'"{SPLIT_LIST}": "!"', None),
        (f'"{SPLIT_LIST}": "http://policy.example/"', None),
        ('helper: "role:x"', None),
    ],
)
def test_override_is_found(
    tmp_path: pathlib.Path, override: str, expected: tuple[str, str, str, str | None] | None
) -> None:
    findings = upgrade(tmp_path, override).findings()
    assert [
        (finding.kind, finding.release.name, finding.override, finding.default)
        for finding in findings
    ] == ([expected] if expected else [])
    for finding in findings:
        rules = facts.of('compute').rules(facts.of('compute').release('2023.2')).values()
        heirs = [rule for rule in rules if finding.rule in (rule.name, rule.older_name)]
        documented = {line for rule in heirs for line in rule.documented}
        assert set(finding.operations) == documented or finding.kind == 'gone'


def test_older_default_counts_where_the_release_did_not_enforce_the_new_one(
    tmp_path: pathlib.Path,
) -> None:
    text = f'"os_compute_api:servers:index": "{READERS}"'
    assert upgrade(tmp_path, text, end='zed').findings() == []
    (finding,) = upgrade(tmp_path, text).findings()
    assert finding.kind == 'same-as-default'


@pytest.mark.parametrize(
    ('text', 'note'),
    [
        (f'"{SPLIT}": "role:admin"', f'{SPLIT} is a deprecated name of {SPLIT_LIST}, '),
        (f'"{SPLIT}": "role:member"', f'{SPLIT} lets in more than the default of {SPLIT_LIST}, '),
        ('"os_compute_api:typo": "@"', 'os_compute_api:typo is not a rule of Bobcat.'),
        (
            f'"{SPLIT_LIST}": "rule:system_admin_api"',
            'refers to system_admin_api, which Bobcat lacks',
        ),
        (f'"{SPLIT_LIST}": "http://policy.example/"', 'asks another program'),
    ],
)
def test_note_stands_beside_findings(tmp_path: pathlib.Path, text: str, note: str) -> None:
    assert any(note in line for line in upgrade(tmp_path, text).notes())


def test_rule_that_is_gone_needs_no_note(tmp_path: pathlib.Path) -> None:
    assert list(upgrade(tmp_path, '"os_compute_api:os-agents:list": "role:admin"').notes()) == []


def test_helper_of_an_operator_is_not_gone(tmp_path: pathlib.Path) -> None:
    text = f'system_admin_api: "role:admin"\n"{SPLIT_LIST}": "rule:system_admin_api"'
    (finding,) = upgrade(tmp_path, text).findings()
    assert (finding.rule, finding.kind) == (SPLIT_LIST, 'same-as-default')


def test_file_that_cannot_be_read_is_an_error(tmp_path: pathlib.Path) -> None:
    with pytest.raises(PolicyFileError, match=SPLIT_LIST):
        upgrade(tmp_path, f'"{SPLIT_LIST}": "role:admin and"')
