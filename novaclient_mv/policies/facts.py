"""The rules of a service by release, as its defaults have them."""

from __future__ import annotations

import functools
import json
import pathlib
import re
from collections.abc import Mapping
from typing import NamedTuple, TypedDict

FOLDER = pathlib.Path(__file__).parents[1] / 'data' / 'policies'

SERVICES = {'compute': 'Nova', 'baremetal': 'Ironic', 'placement': 'Placement'}
"""Names of services, as those of :mod:`novaclient_mv.services`, and of what serves them."""


class Facts(TypedDict, total=False):
    """The facts of a rule in a range of releases; a key that is absent says "none" or "no".

    ``role`` is the least role of a token that is scoped to a project, for a target of its own, and
    ``of`` the attributes of the target of which one must be the caller's; ``elsewhere`` is the
    minimum role for a target of another's, and ``system`` that of a token that is scoped to the
    system, where it differs.
    """

    check_str: str
    scope_types: list[str]
    operations: list[str]
    deprecated: Mapping[str, str]
    for_removal: str
    role: str
    of: list[str]
    elsewhere: str
    service: bool
    system: str


class Release(NamedTuple):
    """A release of a service; its number is empty before Antelope."""

    name: str
    number: str
    enforces_scope: bool
    enforces_new_defaults: bool
    package: str = ''

    def __str__(self) -> str:
        return self.name


class Rule(NamedTuple):
    """A rule at a release."""

    name: str
    facts: Facts

    @property
    def role(self) -> str:
        """The minimum role of a project's token, for a target of its own."""
        return self.facts['role']

    @property
    def elsewhere(self) -> str:
        """The minimum role for a target of another's."""
        return self.facts.get('elsewhere', self.role)

    @property
    def owned_by(self) -> tuple[str, ...]:
        """Attributes of the target of which one must be the caller's; none where any will do."""
        return tuple(self.facts.get('of', ()))

    def takes(self, scope: str, release: Release) -> bool:
        """Whether a release lets tokens of a scope reach its check."""
        scopes = self.facts.get('scope_types')
        return not scopes or scope in scopes or not release.enforces_scope

    @property
    def documented(self) -> tuple[str, ...]:
        """The operations that the service documents for it, as it writes them."""
        return tuple(self.facts.get('operations', ()))

    @property
    def operations(self) -> frozenset[str]:
        """The operations that the service documents for it, with their ids left out."""
        return frozenset(map(without_names, self.documented))

    @property
    def older_name(self) -> str:
        """The name that it had, where a policy file may still use that; else empty."""
        return self.facts.get('deprecated', {}).get('name', '')


class Condition(NamedTuple):
    """A rule that an operation asks, and when.

    :param when: ``always``, ``hidden fields``, or what in a request triggers it, as the facts say.
    :param effect: what a caller meets whom it refuses: ``refused``, ``hidden fields``, ``ignored``
        or ``chooses`` (the service takes another way).
    """

    rule: str
    when: str
    effect: str

    @property
    def refuses(self) -> bool:
        """Whether the operation fails for a caller whom the rule refuses."""
        return self.effect == 'refused'

    @property
    def instead_of(self) -> str:
        """The rule that is asked first, and that is enough; else empty."""
        return self.when.removesuffix(_REFUSES) if self.when.endswith(_REFUSES) else ''


class Policies:
    """The rules of one service.

    :param service: ``compute``, ``baremetal`` or ``placement``.
    """

    def __init__(self, service: str) -> None:
        table = json.loads((FOLDER / f'{service}.json').read_text(encoding='utf-8'))
        self.service = service
        self.releases = tuple(Release(*row) for row in table['releases'])
        self._ranges: Mapping[str, list[tuple[str, str, Facts]]] = table['rules']
        self._asked = {
            without_names(operation): tuple(Condition(*row) for row in rows)
            for operation, rows in table['asked'].items()
        }
        self.filters: Mapping[str, str] = table.get('filters', {})
        """Filters of lists of servers that are open to everybody, and the first version at which
        they are.
        """

    @property
    def newest(self) -> Release:
        """The newest release that the facts know."""
        return self.releases[-1]

    def before(self, release: Release) -> Release:
        """The release before one that is not the first."""
        return self.releases[self.releases.index(release) - 1]

    @functools.cached_property
    def knows_the_system_scope(self) -> bool:
        """Whether the facts tell the role of a token that is scoped to the system."""
        return any(
            'system' in changed for ranges in self._ranges.values() for _, _, changed in ranges
        )

    def release(self, name: str) -> Release:
        """The release of a name or number, in any case: ``wallaby``, ``2023.1``; or of a version of
        the service's package, as ``23`` or ``27.5``.

        :raises LookupError: the facts have none of that name.
        """
        asked = name.lower().split()
        for release in self.releases:
            names = {release.name.lower(), release.number}
            if asked and names.issuperset(asked):
                return release
        packaged = self._of_package(name.strip())
        if packaged is not None:
            return packaged
        known = f'{self.releases[0]} to {self.newest}'
        raise LookupError(f'Unknown release {name!r}. Policies are known of {known}.')

    def _of_package(self, text: str) -> Release | None:
        """The release of a version: the last one of its major version that is not newer."""
        if not re.fullmatch(r'\d{1,2}(\.\d+)*', text, re.ASCII):
            return None
        asked = _numbers(text)
        alike = [release for release in self.releases if _numbers(release.package)[0] == asked[0]]
        older = [
            release
            for release in alike
            if len(asked) == 1 or _numbers(release.package)[:2] <= asked[:2]
        ]
        return next(reversed(older or alike[:1]), None)

    @functools.cache  # noqa: B019 - one object a service, for the life of the process.
    def rules(self, release: Release) -> dict[str, Rule]:
        """The rules of a release, by name."""
        order = {row.name: number for number, row in enumerate(self.releases)}
        index = order[release.name]
        rules = {}
        for name, ranges in self._ranges.items():
            facts: dict[str, object] = {}
            for first, last, changed in ranges:
                facts.update(changed)
                if order[first] <= index <= order[last]:
                    present = {key: value for key, value in facts.items() if value is not None}
                    rules[name] = Rule(name, _as_facts(present))
                    break
        return rules

    @functools.cached_property
    def _heirs(self) -> dict[str, set[str]]:
        """Rules of today by the name that they had."""
        heirs: dict[str, set[str]] = {}
        for rule in self.rules(self.newest).values():
            if rule.older_name:
                heirs.setdefault(rule.older_name, set()).add(rule.name)
        return heirs

    @functools.cache  # noqa: B019 - as of rules().
    def _documented(self, release: Release) -> dict[str, list[str]]:
        """The rules that a release documents, by operation."""
        documented: dict[str, list[str]] = {}
        for rule in self.rules(release).values():
            for operation in rule.operations:
                documented.setdefault(operation, []).append(rule.name)
        return documented

    @functools.cache  # noqa: B019 - as of rules().
    def asked(self, operation: str, release: Release) -> tuple[Condition, ...] | None:
        """The rules that an operation asks at a release; ``None`` where that is not known.

        :param operation: as ``POST /servers/{id}/action rebuild``.
        """
        key = without_names(operation)
        today = self._asked.get(key)
        if today is not None and release.name == self.newest.name:
            return today
        documented = self._documented(release).get(key)
        if not documented and self.service != _READ_AS_A_WHOLE:
            return None
        if not documented:
            rows = [row._replace(rule=self.name_at(release, row.rule)) for row in today or ()]
            known = tuple(row for row in rows if row.rule)
            return known if known or today == () else None
        return tuple(_whole([self._condition(rule, today or ()) for rule in documented]))

    def name_at(self, release: Release, rule: str) -> str:
        """The name that a rule of today has at a release; empty where it has none."""
        known, today = self.rules(release), self.rules(self.newest).get(rule)
        names = (rule, today.older_name if today is not None else '')
        return next((name for name in names if name in known), '')

    def _condition(self, rule: str, today: tuple[Condition, ...]) -> Condition:
        """The condition of a rule of an older release: it is asked as its heirs are today."""
        by_rule = {condition.rule: condition for condition in today}
        if rule in by_rule:
            return by_rule[rule]
        heirs = [condition for condition in today if condition.rule in self._heirs.get(rule, ())]
        if not heirs or any(heir.when == ALWAYS for heir in heirs):
            return Condition(rule, ALWAYS, 'refused')
        return heirs[0]._replace(rule=rule)


_READ_AS_A_WHOLE = 'compute'
"""The service of which it is known of each operation which rules it asks; of others only those that
rules document are known.
"""

ALWAYS = 'always'
_REFUSES = ' refuses'

OTHERWISE = {
    'body migrate.host is not given': 'body migrate.host',
    'body os-migrateLive.host is null': 'body os-migrateLive.host',
    'body volumeAttachment.volumeId is not the volume of the path, or the version is below 2.85': (
        'body volumeAttachment.volumeId is the volume of the path, from 2.85'
    ),
}
"""Of two rules one is asked: the condition of the first, by that of the second."""


def _whole(conditions: list[Condition]) -> list[Condition]:
    """Conditions of a release, in which a rule without its alternative is asked always."""
    known = {condition.when for condition in conditions}
    replaced = {condition.instead_of for condition in conditions}
    return [
        condition._replace(when=ALWAYS, effect='refused')
        if OTHERWISE.get(condition.when, condition.when) not in known
        or (condition.when == ALWAYS and condition.rule not in replaced)
        else condition
        for condition in conditions
    ]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split('.')))


def _as_facts(present: dict[str, object]) -> Facts:
    return present  # type: ignore[return-value]


@functools.cache
def without_names(operation: str) -> str:
    """An operation with its ids left out: names in braces vary from release to release."""
    method, _, remainder = operation.partition(' ')
    path, _, action = remainder.partition(' ')
    segments = [
        '{}' if part.startswith('{') or part in ('server_id', 'server_Id') else part
        for part in path.partition('?')[0].strip('/').split('/')
    ]
    return re.sub(r'\s+', ' ', f'{method} /{"/".join(segments)} {action}').strip()


@functools.cache
def of(service: str) -> Policies:
    """The policies of a service; its table is read once.

    :raises LookupError: no policies are known of it.
    """
    if service not in SERVICES:
        raise LookupError(f'No policies are known of {service}.')
    return Policies(service)
