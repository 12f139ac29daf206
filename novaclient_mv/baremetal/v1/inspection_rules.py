"""Inspection rules: what is done with a node by what its inspection has found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Time, Value, field
from novaclient_mv.services.filters import Filters, for_everybody

FILTERS = Filters(for_everybody('phase', 'Rules of this phase.'), sends_false=True)


class InspectionRule(resources.Resource, since='1.96'):
    """Conditions on what an inspection has found, and actions on the node."""

    NAME_ATTR = 'description'
    id_keys = ('uuid',)
    uuid: str = field('UUID')
    description: str | None = field()
    phase: str = field()
    priority: int = field()
    sensitive: bool = field()
    conditions: list[dict[str, Any]] = field(
        shape=resources.known('op', 'args', 'loop', 'multiple')
    )
    actions: list[dict[str, Any]] = field(shape=resources.known('op', 'args', 'loop'))
    created_at: Time = field()
    updated_at: Time | None = field()


class InspectionRuleManager(collections.ChangeableCollection[InspectionRule]):
    """Inspection rules (from 1.96), by UUID.

    Changes below a field name a place, as in ``('actions', '0')``.
    """

    resource_class = InspectionRule
    declaration = collections.Declaration('/inspection_rules', 'inspection rule', noun='rule')

    @resources.by_page
    @versions.wraps('1.96')
    def list(
        self,
        *,
        phase: str | None = None,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[InspectionRule]:
        """Inspection rules, one page as the cloud cuts it.

        :param phase: of this phase.
        :param detail: with all fields.
        :param fields: with these fields only; not beside ``detail``.
        :param marker: UUID of the rule after which to start.
        :param limit: number of rules.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /inspection_rules``
        """
        return self._page(
            FILTERS.query(locals()), fields, marker, limit, sort_key, sort_dir, detail
        )

    iterate = resources.every_page(list)

    @versions.wraps('1.96')
    def create(
        self,
        actions: Sequence[Mapping[str, Value]],
        conditions: Sequence[Mapping[str, Value]] = (),
        *,
        description: str | None = None,
        phase: str | None = None,
        priority: int | None = None,
        sensitive: bool | None = None,
        uuid: str | None = None,
    ) -> InspectionRule:
        """Create an inspection rule: ``POST /inspection_rules``.

        :param actions: each with ``op`` and ``args``.
        :param conditions: each with ``op`` and ``args``; none of them is true for every node.
        :param description: any text.
        :param phase: when it is used, as in ``main``.
        :param priority: rules of a higher one are used first.
        :param sensitive: what it holds is not shown again.
        :raises Conflict: there is one with this UUID.
        """
        # Ironic 39 answers 500 to a rule without conditions; an empty list it takes.
        return self._create_one(
            'POST /inspection_rules',
            UNWRAPPED,
            actions=actions,
            conditions=[*conditions],
            description=description,
            phase=phase,
            priority=priority,
            sensitive=sensitive,
            uuid=uuid,
        )
