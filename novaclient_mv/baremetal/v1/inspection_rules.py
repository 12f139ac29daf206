"""Inspection rules: what is done with a node by what its inspection has found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import changes, patches
from novaclient_mv.resources import UNWRAPPED, Field, Value


class InspectionRule(resources.Resource):
    """Conditions on what an inspection has found, and actions on the node."""

    NAME_ATTR = 'description'
    id_keys = ('uuid',)
    fields = (
        Field('uuid', 'UUID', start_version='1.96'),
        Field('description', start_version='1.96'),
        Field('phase', start_version='1.96'),
        Field('priority', type='int', start_version='1.96'),
        Field('sensitive', type='bool', start_version='1.96'),
        Field('conditions', type='list', start_version='1.96'),
        Field('actions', type='list', start_version='1.96'),
        Field('created_at', type='time', start_version='1.96'),
        Field('updated_at', type='time', start_version='1.96'),
    )


class InspectionRuleManager(changes.ManagerOfChanges[InspectionRule]):
    """Inspection rules (from 1.96)."""

    kind = 'inspection rule'
    resource_class = InspectionRule

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
        query = {
            'phase': phase,
            'detail': detail or None,
            **self._page_query(fields, marker, sort_key, sort_dir),
        }
        return self._listing('GET /inspection_rules', 'inspection_rules', query=query, limit=limit)

    iterate = resources.every_page(list)

    @versions.wraps('1.96')
    def get(
        self, rule: InspectionRule | str, fields: Iterable[str] | None = None
    ) -> InspectionRule:
        """One inspection rule by its UUID.

        :param fields: these fields only.
        :raises NotFound: there is none.

        ``GET /inspection_rules/{id}``
        """
        return self._show_chosen('GET /inspection_rules/{id}', rule, fields)

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
        """Create an inspection rule.

        :param actions: each with ``op`` and ``args``.
        :param conditions: each with ``op`` and ``args``; none of them is true for every node.
        :param description: any text.
        :param phase: when it is used, as in ``main``.
        :param priority: rules of a higher one are used first.
        :param sensitive: what it holds is not shown again.
        :raises Conflict: there is one with this UUID.

        ``POST /inspection_rules``
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

    @versions.wraps('1.96')
    def update(
        self,
        rule: InspectionRule | str,
        changed: Mapping[patches.Path, Value] | None = None,
        removed: Iterable[patches.Path] = (),
    ) -> InspectionRule:
        """Change an inspection rule; what is not named stays.

        :param changed: field, or field and place as in ``('actions', '0')``, to the new value.
        :param removed: fields, or places in them.
        :raises NotFound: there is none.

        ``PATCH /inspection_rules/{id}``
        """
        return self._patch('PATCH /inspection_rules/{id}', rule, changed or {}, removed)

    @versions.wraps('1.96')
    def delete(self, rule: InspectionRule | str) -> resources.TupleWithMeta:
        """Delete an inspection rule.

        :raises NotFound: there is none.

        ``DELETE /inspection_rules/{id}``
        """
        return self._done(self.send('DELETE /inspection_rules/{id}', rule))
