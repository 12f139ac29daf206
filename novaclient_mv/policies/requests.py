"""The conditions in a request that make an operation ask a further rule."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from novaclient_mv.policies import facts
from novaclient_mv.policies.facts import Condition, Policies, Release
from novaclient_mv.versions import APIVersion

PAGES_AND_ORDER = frozenset({'limit', 'marker', 'sort_key', 'sort_dir', 'all_tenants'})
"""Keys of a list of servers that filter nothing."""

OF_PROJECTS = frozenset({'os-quota-sets', 'os-simple-tenant-usage'})
"""Collections whose ids are those of projects."""

_TRUE = ('1', 't', 'true', 'on', 'y', 'yes')


Body = Mapping[str, object] | Sequence[Mapping[str, object]] | None


class Request(NamedTuple):
    """A request, as far as policy looks at it: ``POST /servers/{id}/action rebuild``, say."""

    operation: str
    version: APIVersion
    query: Sequence[tuple[str, str]] = ()
    body: Body = None
    ids: tuple[str, ...] = ()
    project_id: str = ''

    def values(self, key: str) -> list[str]:
        """The values of a key of the query."""
        return [value for name, value in self.query if name == key]

    def at(self, *keys: str) -> object:
        """The value below some keys of the body; ``None`` without one."""
        value: object = self.body
        for key in keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    @property
    def is_of_another_project(self) -> bool:
        """Whether its path names a project that is known not to be the caller's."""
        is_known = bool(self.project_id and self.ids)
        is_of_project = self.operation.split('/')[1] in OF_PROJECTS
        return is_known and is_of_project and self.ids[0] != self.project_id

    @property
    def changed(self) -> Iterator[str]:
        """The fields that a JSON Patch changes; one that is set to false as ``FIELD=false``."""
        changes = self.body if isinstance(self.body, Sequence) else ()
        for change in changes:
            if not isinstance(change, Mapping):
                continue
            field = str(change.get('path')).strip('/').partition('/')[0]
            is_off = str(change.get('value')).lower() == 'false'
            yield f'{field}=false' if is_off else field


def asked_by(
    request: Request, release: Release, policies: Policies
) -> list[tuple[Condition, bool | None]] | None:
    """The rules that a request asks at a release.

    :returns: each with whether it is asked: ``None`` where that depends on what a request does not
        show. Rules that this request does not ask are left out, and so are those that only the
        cloud's state triggers. ``None`` where the rules of the operation are not known.
    """
    conditions = policies.asked(request.operation, release)
    if conditions is None:
        return None
    elsewhere = {field for condition in conditions for field in _fields(condition)}
    rules = policies.rules(release)

    def is_asked(condition: Condition) -> bool | None:
        if condition.when == _ANYTHING_ELSE:
            changed = list(request.changed)
            return not changed or any(not _is_among(field, elsewhere) for field in changed)
        if condition.when.endswith(_IS_NO_RULE):
            return condition.when.removesuffix(_IS_NO_RULE) not in rules
        return _is_asked(condition, request, policies)

    asked = [(condition, is_asked(condition)) for condition in conditions]
    return [(condition, when) for condition, when in asked if when is not False]


def refusing(asked: Sequence[Condition], lets_in: Callable[[str], bool]) -> Condition | None:
    """The first of some rules that refuses a request; ``None`` where it may be served."""
    enough = {other.instead_of for other in asked if other.instead_of and lets_in(other.rule)}
    for condition in asked:
        is_due = condition.refuses and condition.rule not in enough
        if is_due and not lets_in(condition.rule):
            first = condition.instead_of
            if first not in {other.rule for other in asked} or not lets_in(first):
                return condition
    return None


_BODY_CHANGES, _BODY_HAS, _IS_NO_RULE = 'body changes ', 'body has ', ' is no rule'
_ANYTHING_ELSE = f'{_BODY_CHANGES}anything else'


def _fields(condition: Condition) -> list[str]:
    """The fields by whose change a rule is asked."""
    when = condition.when
    is_of_fields = when.startswith(_BODY_CHANGES) and when != _ANYTHING_ELSE
    return when.removeprefix(_BODY_CHANGES).split(', ') if is_of_fields else []


def _is_among(field: str, patterns: Iterable[str]) -> bool:
    """Whether a field that is changed is among some, whatever it is set to."""
    names = {field, field.partition('=')[0]}
    return any(fnmatch.filter(names, pattern) for pattern in patterns)


def _is_asked(condition: Condition, request: Request, policies: Policies) -> bool | None:
    if condition.when in (facts.ALWAYS, 'hidden fields') or condition.instead_of:
        return True
    if fields := _fields(condition):
        return any(_is_among(field, fields) for field in request.changed)
    if condition.when.startswith(_BODY_HAS):
        return bool(request.at(condition.when.removeprefix(_BODY_HAS)))
    if condition.when == 'query has a filter that is for administrators':
        return bool(filters_for_administrators(request, policies))
    trigger = _TRIGGERS.get(condition.when)
    # What is left is about the cloud's state: a locked server, an external network.
    return trigger(request) if trigger is not None else False


def filters_for_administrators(request: Request, policies: Policies) -> list[str]:
    """The filters of a list of servers that a caller needs a rule for."""
    return sorted(
        {
            key
            for key, _ in request.query
            if key not in PAGES_AND_ORDER
            and (key not in policies.filters or request.version < APIVersion(policies.filters[key]))
        }
    )


def _of_another_project(request: Request) -> bool | None:
    named = request.values('project_id')
    if not named:
        return True
    return named[-1] != request.project_id if request.project_id else None


def _networks(request: Request) -> bool:
    networks = request.at('server', 'networks')
    return networks == 'auto' or isinstance(networks, list)


def _zone_with_a_host(request: Request) -> bool:
    return ':' in str(request.at('server', 'availability_zone') or '')


def _same_volume(request: Request) -> bool:
    volume = request.at('volumeAttachment', 'volumeId')
    return request.version >= APIVersion('2.85') and volume == (request.ids or ('',))[-1]


_TRIGGERS: Mapping[str, Callable[[Request], bool | None]] = {
    'query tenant_id': lambda request: bool(request.values('tenant_id')),
    "query project_id is not given, or is another project's": _of_another_project,
    'query all_projects': lambda request: bool(request.values('all_projects')),
    'query all_tenants is true': lambda request: any(
        value.lower() in _TRUE for value in request.values('all_tenants')
    ),
    'body server.host or server.hypervisor_hostname': lambda request: bool(
        request.at('server', 'host') or request.at('server', 'hypervisor_hostname')
    ),
    'body server.networks is a list or auto': _networks,
    'body server.block_device_mapping or server.block_device_mapping_v2': lambda request: bool(
        request.at('server', 'block_device_mapping')
        or request.at('server', 'block_device_mapping_v2')
    ),
    'body server.availability_zone is zone:host or zone:host:node': _zone_with_a_host,
    'body server.trusted_image_certificates': lambda request: bool(
        request.at('server', 'trusted_image_certificates')
    ),
    'body rebuild.trusted_image_certificates': lambda request: bool(
        request.at('rebuild', 'trusted_image_certificates')
    ),
    'body migrate.host is not given': lambda request: not request.at('migrate', 'host'),
    'body migrate.host': lambda request: bool(request.at('migrate', 'host')),
    'body os-migrateLive.host is null': lambda request: not request.at('os-migrateLive', 'host'),
    'body os-migrateLive.host': lambda request: bool(request.at('os-migrateLive', 'host')),
    'body unshelve.host': lambda request: bool(request.at('unshelve', 'host')),
    'body volumeAttachment.volumeId is not the volume of the path, or the version is below 2.85': (
        lambda request: not _same_volume(request)
    ),
    'body volumeAttachment.volumeId is the volume of the path, from 2.85': _same_volume,
}
"""Conditions of the facts that a request shows."""

OF_THE_STATE = frozenset(
    {
        'a network is external and not shared',
        'an administrator locked the server',
        'flavor has disk 0 and the server boots from an image',
        'the server boots from a volume',
        'a provisioned node gets another owner',
    }
)
"""Conditions that only the cloud's state tells."""
