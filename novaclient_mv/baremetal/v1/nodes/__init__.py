"""Nodes: list, show, create, change and delete them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from novaclient_mv import errors, resources, versions
from novaclient_mv.baremetal.v1 import changes, patches
from novaclient_mv.baremetal.v1.nodes import (
    belongings,
    filter_table,
    management,
    reports,
    states,
    targets,
    traits,
    vendor,
    vifs,
)
from novaclient_mv.baremetal.v1.nodes import fields as node_fields
from novaclient_mv.resources.work_status import DONE, FAILED, PENDING

__all__ = ['Node', 'NodeManager']

_KINDS_OF_STEPS = ('clean', 'deploy', 'service')


class Node(node_fields.NodeFields):
    """A physical machine, with what the cloud says of it as attributes."""

    manager: NodeManager

    id_keys = ('uuid',)
    show_command = 'baremetal-node-show {id}'
    state_field = 'provision_state'
    failed_states = frozenset(map(str.upper, targets.FAILURES))
    link_keys = node_fields.LINKS

    @property
    def label(self) -> str:
        """Its name; its UUID where it has none."""
        return str(self._info.get('name') or self.id)

    def work_status(self, end: resources.WorkEnd) -> resources.WorkStatus:
        """Return the progress of work that a request started on it.

        The work goes on while there is a target, or while a conductor holds the node. Where it has
        ended in another state than the one that was wanted, it has failed.
        """
        state = self.state_in(end.field)
        target = str(self._info.get(f'target_{end.field}') or '')
        if self._info.get('reservation'):
            outcome = PENDING
        elif state in end.states:
            outcome = PENDING if target else DONE
        elif state in targets.FAILURES or not target:
            outcome = FAILED
        else:
            outcome = PENDING
        return resources.WorkStatus(state, outcome, target and f'to be {target}')

    def begun_work(self, begun: resources.Begun) -> resources.BegunWork[Any] | None:
        """Return the change of power that a request began; what else is begun, states tell."""
        from novaclient_mv.baremetal.v1.nodes import power_changes

        return power_changes.of_request(begun)

    def current_step(self) -> str:
        """Return the step of cleaning, deployment or service that is carried out, with its number
        where the node tells all steps.
        """
        internal = self._info.get('driver_internal_info')
        for kind in _KINDS_OF_STEPS:
            step = self._info.get(f'{kind}_step')
            if not isinstance(step, dict) or not step.get('step'):
                continue
            words = f'{kind} step {step["step"]}'
            if isinstance(internal, dict):
                steps, place = internal.get(f'{kind}_steps'), internal.get(f'{kind}_step_index')
                if isinstance(steps, list) and isinstance(place, int) and place < len(steps):
                    words = f'{words}, {place + 1} of {len(steps)}'
            return words
        return ''

    def state_in(self, field: str) -> str:
        """A state of it; 1.1 calls a node ``null`` that is available."""
        state = self._info.get(field)
        if state is None and field == 'provision_state':
            return 'available'
        return str(state or '')

    def is_in_trouble(self) -> bool:
        """Whether it is in maintenance mode, has a fault, or is in a state of failure."""
        info = self._info
        is_failed = info.get('provision_state') in targets.FAILURES
        is_without_power = info.get('power_state') == 'error'
        return bool(info.get('maintenance') or info.get('fault') or is_failed or is_without_power)

    def failure_reason(self) -> str | None:
        """Its last error; the newest of its history (from 1.78), where it was cleared since."""
        error = self._info.get('last_error')
        if error:
            return str(error)
        try:
            newest: str | None = self.manager.newest_error(self)
        except errors.Error:
            # The failure is reported to those who may not see the history as well.
            return None
        return newest


class NamedNode(Node):
    """A node of which nothing is known but what a user calls it, its UUID or its name."""

    id: str

    def __init__(self, manager: NodeManager, reference: str) -> None:
        key = 'uuid' if resources.is_uuid(reference) else 'name'
        super().__init__(manager, {key: reference}, loaded=True)
        # It goes into the paths of requests.
        self.id = reference

    def renewed(self) -> Self:
        """This node as the cloud has it now."""
        current = super().renewed()
        self._info.update({key: current._info.get(key) for key in ('uuid', 'name')})
        return current


class NodeManager(
    states.NodeStates[Node],
    management.NodeManagement[Node],
    vendor.NodeVendor[Node],
    traits.NodeTraits[Node],
    vifs.NodeVifs[Node],
    reports.NodeReports[Node],
    belongings.NodeBelongings[Node],
    changes.ManagerOfChanges[Node],
):
    """Nodes: physical machines."""

    kind = 'node'
    resource_class = Node

    @resources.by_page
    @filter_table.FILTERS.parameters(fields='1.8..')
    def list(
        self,
        detail: bool = False,
        fields: Sequence[str] | None = None,
        associated: bool | None = None,
        maintenance: bool | None = None,
        instance_uuid: str | None = None,
        chassis: resources.Resource | str | None = None,
        provision_state: str | None = None,
        driver: str | None = None,
        resource_class: str | None = None,
        fault: str | None = None,
        conductor_group: str | None = None,
        conductor: str | None = None,
        owner: str | None = None,
        description_contains: str | None = None,
        retired: bool | None = None,
        lessee: str | None = None,
        project: str | None = None,
        shards: Iterable[str] | None = None,
        sharded: bool | None = None,
        include_children: bool | None = None,
        parent_node: Node | str | None = None,
        instance_name: str | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[Node]:
        """Nodes; one page as the cloud cuts it.

        :param detail: all fields, not only the states.
        :param fields: these fields only (from 1.8).
        :param associated: with an instance, or without.
        :param instance_uuid: the node of this instance.
        :param provision_state: in this state (from 1.9).
        :param project: owned by, or leased to, this project (from 1.65).
        :param shards: in one of these shards (from 1.82); ``sharded``: in any, or in none.
        :param include_children: also child nodes (from 1.83).
        :param parent_node: the children of this node (from 1.83).
        :param marker: UUID of the node before the first.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.
        :raises ValueError: both ``detail`` and ``fields``.
        :raises UnsupportedAttribute: a filter or field that this version lacks.

        ``GET /nodes``, or ``GET /nodes/detail`` for all fields below 1.43
        """
        if detail and fields:
            raise ValueError('detail has all fields: fields cannot be given, too.')
        query = {
            'fields': self._selection(fields),
            **filter_table.FILTERS.query(locals()),
            'marker': marker,
            'sort_key': sort_key,
            'sort_dir': sort_dir,
        }
        operation = 'GET /nodes'
        if detail:
            operation, more = self._detailed()
            query |= more
        return self._listing(operation, 'nodes', query=query, limit=limit)

    iterate = resources.every_page(list)

    @versions.wraps('1.0', '1.42')
    def _detailed(self) -> tuple[str, dict[str, Any]]:
        """Return the request for all fields."""
        return 'GET /nodes/detail', {}

    @versions.newest
    @versions.wraps('1.43')
    def _detailed(self) -> tuple[str, dict[str, Any]]:
        """Return the request for all fields."""
        return 'GET /nodes', {'detail': True}

    @versions.parameters(fields='1.8..')
    def get(self, node: Node | str, fields: Sequence[str] | None = None) -> Node:
        """One node by its UUID, or by its name (from 1.5): ``GET /nodes/{id}``.

        :param fields: these fields only (from 1.8).
        :raises NotFound: the resource does not exist.
        """
        query = {'fields': self._selection(fields)}
        return self._show('GET /nodes/{id}', resources.UNWRAPPED, node, query=query)

    @versions.parameters(fields='1.8..')
    def get_by_instance_uuid(self, instance_uuid: str, fields: Sequence[str] | None = None) -> Node:
        """The node of an instance, with all fields.

        :param fields: these fields only (from 1.8).
        :raises ResourceNotFound: the resource does not exist.

        ``GET /nodes/detail``, or ``GET /nodes`` for chosen fields
        """
        query = {'instance_uuid': instance_uuid, 'fields': self._selection(fields)}
        operation = 'GET /nodes' if fields else 'GET /nodes/detail'
        nodes = self._read_list(operation, 'nodes', query=query)
        if not nodes:
            raise errors.ResourceNotFound(f'No node has the instance {instance_uuid}.')
        return nodes[0]

    @versions.parameters(fields='1.8..')
    def find_one(self, reference: str, fields: Sequence[str] | None = None) -> Node:
        """The node with this UUID, or this name (from 1.5): ``GET /nodes/{id}``.

        :param fields: these fields only (from 1.8).
        :raises ResourceNotFound: the resource does not exist.
        :raises UnsupportedAttribute: it is a name, and this version has none.
        """
        if not resources.is_uuid(reference):
            self._check_names(reference)
        try:
            return self.get(reference, **({'fields': fields} if fields else {}))
        except errors.NotFound as error:
            raise self.missing(reference) from error

    def named(self, reference: str) -> Node:
        """The node that a user calls so, for the paths of requests; nothing is asked for it.

        :param reference: its UUID, or its name (from 1.5).
        :raises UnsupportedAttribute: it is a name, and this version has none.
        """
        if not resources.is_uuid(reference):
            self._check_names(reference)
        return NamedNode(self, reference)

    def _check_names(self, reference: str) -> None:
        try:
            self._check_fields(['name'])
        except errors.UnsupportedAttribute as error:
            error.hint = f'{reference!r} is not a UUID: nodes have names from that version on.'
            raise

    def uuid_of(self, node: Node | str) -> str:
        """The UUID of a node; a name is looked up: ``GET /nodes/{id}``.

        :raises ResourceNotFound: the node does not exist.
        """
        reference = str(resources.getid(node))
        return reference if resources.is_uuid(reference) else str(self.find_one(reference).id)

    def create(self, driver: str, **fields: resources.Value) -> Node:
        """Register a node: ``POST /nodes``.

        :param driver: the driver that works on it.
        :param fields: other fields by the API's names, as ``name``, ``driver_info``,
            ``properties``, ``extra``, ``resource_class``.
        :raises UnsupportedAttribute: a field that this version lacks.
        :raises Conflict: there is one of this name or UUID.
        """
        self._check_fields(fields)
        return self._create_one('POST /nodes', resources.UNWRAPPED, driver=driver, **fields)

    @versions.parameters(reset_interfaces='1.45..')
    def update(
        self,
        node: Node | str,
        changed: Mapping[patches.Path, resources.Value] | None = None,
        removed: Iterable[patches.Path] = (),
        reset_interfaces: bool | None = None,
    ) -> Node:
        """Change a node: ``PATCH /nodes/{id}``.

        :param changed: a field, or a field and a key below it, to the new value:
            ``{'name': 'rack1', ('extra', 'rack'): 7}``.
        :param removed: fields to unset, or keys to remove.
        :param reset_interfaces: with a new ``driver``, take its default for each interface that is
            not given (from 1.45).
        :raises UnsupportedAttribute: a field that this version lacks.
        :raises Conflict: the state of the node does not allow it.
        """
        query = {'reset_interfaces': reset_interfaces or None}
        return self._patch('PATCH /nodes/{id}', node, changed or {}, removed, query)

    def delete(self, node: Node | str) -> resources.TupleWithMeta:
        """Delete a node: ``DELETE /nodes/{id}``.

        :raises NotFound: the resource does not exist.
        :raises Conflict: its state does not allow it.
        """
        return self._done(self.send('DELETE /nodes/{id}', node))

    def validate(self, node: Node | str) -> resources.DictWithMeta:
        """Whether each interface of a node has what it needs: ``result``, and a ``reason`` if not.

        ``GET /nodes/{id}/validate``
        """
        return self._object('GET /nodes/{id}/validate', node)

    @versions.wraps('1.0', '1.77')
    def newest_error(self, node: Node | str) -> str | None:
        """The newest error in the history of a node; the API has no history yet."""
        return None

    @versions.newest
    @versions.wraps('1.78')
    def newest_error(self, node: Node | str) -> str | None:
        """The newest error in the history of a node, if there is one.

        ``GET /nodes/{id}/history``
        """
        failures = [event for event in self.list_history(node) if event.severity == 'ERROR']
        return str(failures[-1].event) if failures else None
