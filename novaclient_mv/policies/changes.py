"""Changes of the minimum role of each rule between two releases, by their defaults."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from novaclient_mv.policies.answers import Caller
from novaclient_mv.policies.facts import Policies, Release, Rule


class Change(NamedTuple):
    """A step of a rule: its least role before a release, and from then on; ``None`` without it."""

    release: Release
    rule: str
    operations: tuple[str, ...]
    before: str | None
    after: str | None


def between(
    start: Release, end: Release, policies: Policies, role: str | None = None
) -> list[Change]:
    """The steps from one release to another, by release and by name; base rules are left out.

    :param role: only those that give this role something or take it away. To ``service`` the least
        role of a rule that lets it in beside others is itself.
    :raises ValueError: the first is newer than the second.
    """
    first, last = policies.releases.index(start), policies.releases.index(end)
    if first > last:
        raise ValueError(f'{start} is newer than {end}: the older release comes first.')
    steps = itertools.pairwise(policies.releases[first : last + 1])
    is_of_service = role is not None and role.lower() == 'service'
    changes = [
        change for older, newer in steps for change in _step(older, newer, policies, is_of_service)
    ]
    return [change for change in changes if role is None or _concerns(change, role, policies)]


def _step(
    older: Release, newer: Release, policies: Policies, is_of_service: bool
) -> Iterator[Change]:
    before, after = policies.rules(older), policies.rules(newer)
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        operations = (new.documented if new else ()) or (old.documented if old else ())
        was, is_now = (_role(rule, is_of_service) for rule in (old, new))
        if operations and was != is_now:
            yield Change(newer, name, operations, was, is_now)


def _role(rule: Rule | None, is_of_service: bool) -> str | None:
    if rule is not None and is_of_service and rule.facts.get('service'):
        return 'service'
    return None if rule is None else rule.role


def _concerns(change: Change, role: str, policies: Policies) -> bool:
    """Whether a role gains or loses by a step; a rule that was split or renamed is followed."""
    caller = Caller((role,))
    older = policies.rules(policies.before(change.release))
    newer = policies.rules(change.release)
    before = [older[change.rule]] if change.rule in older else []
    after = [newer[change.rule]] if change.rule in newer else []
    if not before and (name := after[0].older_name) in older:
        before = [older[name]]
    if not after:
        after = [rule for rule in newer.values() if rule.older_name == change.rule]
    return _may(caller, before) != _may(caller, after)


def _may(caller: Caller, rules: Sequence[Rule]) -> bool:
    """Whether a caller satisfies all rules that replace a rule; ``False`` without any.

    Some rules allow the role ``service`` beside their minimum role.
    """
    serves = 'service' in caller.all_roles
    return bool(rules) and all(
        caller.has(rule.role) or (serves and rule.facts.get('service', False)) for rule in rules
    )
