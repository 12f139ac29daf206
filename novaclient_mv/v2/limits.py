"""Limits: how much a project may use and uses, and how often it may call."""

from __future__ import annotations

from collections.abc import Iterator

from novaclient_mv import resources
from novaclient_mv.resources import Field


class RateLimit:
    """The limit of requests of one kind; clouds without such limits list none."""

    def __init__(
        self,
        verb: str,
        uri: str,
        regex: str,
        value: int,
        remain: int,
        unit: str,
        next_available: str,
    ) -> None:
        self.verb = verb
        self.uri = uri
        self.regex = regex
        self.value = value
        self.remain = remain
        self.unit = unit
        self.next_available = next_available

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RateLimit) and vars(self) == vars(other)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f'<RateLimit: verb={self.verb} uri={self.uri}>'


class AbsoluteLimit:
    """One number: a limit, or how much is used."""

    def __init__(self, name: str, value: int) -> None:
        self.name = name
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbsoluteLimit) and vars(self) == vars(other)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f'<AbsoluteLimit: name={self.name}>'


# Key, the API's name, and the last version that has it.
_ABSOLUTE: tuple[tuple[str, str, str | None], ...] = (
    ('max_server_meta', 'maxServerMeta', None),
    ('max_image_meta', 'maxImageMeta', '2.38'),
    ('max_personality', 'maxPersonality', '2.56'),
    ('max_personality_size', 'maxPersonalitySize', '2.56'),
    ('max_total_instances', 'maxTotalInstances', None),
    ('total_instances_used', 'totalInstancesUsed', None),
    ('max_total_cores', 'maxTotalCores', None),
    ('total_cores_used', 'totalCoresUsed', None),
    ('max_total_ram_size', 'maxTotalRAMSize', None),
    ('total_ram_used', 'totalRAMUsed', None),
    ('max_total_keypairs', 'maxTotalKeypairs', None),
    ('max_server_groups', 'maxServerGroups', None),
    ('total_server_groups_used', 'totalServerGroupsUsed', None),
    ('max_server_group_members', 'maxServerGroupMembers', None),
    ('max_total_floating_ips', 'maxTotalFloatingIps', '2.35'),
    ('total_floating_ips_used', 'totalFloatingIpsUsed', '2.35'),
    ('max_security_groups', 'maxSecurityGroups', '2.35'),
    ('total_security_groups_used', 'totalSecurityGroupsUsed', '2.35'),
    ('max_security_group_rules', 'maxSecurityGroupRules', '2.35'),
)
_RATE = resources.known(
    'regex',
    'uri',
    limit=resources.known('verb', 'value', 'remaining', 'unit', 'next-available'),
)
_NAMES = {'RAMSize': 'RAM', 'PersonalitySize': 'Personality Size', 'ServerMeta': 'Server Meta'}


class Limits(resources.Resource):
    """The limits of a project."""

    fields = (
        *(
            Field(key, path=('absolute', name), type='int', end_version=end)
            for key, name, end in _ABSOLUTE
        ),
        Field('rate', type='list', shape=_RATE),
    )

    def __repr__(self) -> str:
        return '<Limits>'

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is used, as by a project that the cloud does not know."""
        return not any(used for _, used, _ in self.used_and_allowed())

    @property
    def absolute(self) -> Iterator[AbsoluteLimit]:
        """Limits and what is used of them, one after the other."""
        for item in (self._info.get('absolute') or {}).items():
            yield AbsoluteLimit(*item)

    @property
    def rate(self) -> Iterator[RateLimit]:
        """Limits of how often to call, one after the other."""
        for group in self._info.get('rate') or ():
            for limit in group['limit']:
                yield RateLimit(
                    limit['verb'],
                    group['uri'],
                    group['regex'],
                    limit['value'],
                    limit['remaining'],
                    limit['unit'],
                    limit['next-available'],
                )

    def used_and_allowed(self) -> list[tuple[str, int | None, int | None]]:
        """Return each limit's name, use and maximum, in order of names."""
        pairs: dict[str, list[int | None]] = {}
        for limit in self.absolute:
            is_maximum = limit.name.startswith('max')
            name = limit.name.removeprefix('max' if is_maximum else 'total')
            name = name.removeprefix('Total') if is_maximum else name.removesuffix('Used')
            pair = pairs.setdefault(_NAMES.get(name, name), [None, None])
            pair[is_maximum] = limit.value
        return [(name, used, allowed) for name, (used, allowed) in sorted(pairs.items())]


class LimitsManager(resources.Manager[Limits]):
    """Limits of projects."""

    resource_class = Limits

    def get(self, reserved: bool = False, tenant_id: str | None = None) -> Limits:
        """The limits of the caller's project, or of another: ``GET /limits``.

        :param reserved: count what is reserved as used; Nova ignores it up to 2.74 and refuses it
            from 2.75.
        :param tenant_id: another project (administrators).
        """
        query = {'reserved': 1 if reserved else None, 'tenant_id': tenant_id or None}
        return self._show('GET /limits', 'limits', query=query)
