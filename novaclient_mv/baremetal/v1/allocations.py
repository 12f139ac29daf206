"""Allocations: requests for a node that fits, which the service answers by choosing one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Id, Time, Value, field
from novaclient_mv.services.filters import Filters, for_everybody
from novaclient_mv.wire import request as requests

ACTIVE = 'active'

FILTERS = Filters(
    for_everybody('node', 'Allocations of this node, by name or UUID.', encode=resources.getid),
    for_everybody('resource_class', 'Allocations of this resource class.', metavar='<class>'),
    for_everybody('state', 'Allocations in this state: allocating, active, error.'),
    for_everybody('owner', 'Allocations of this project.', '1.60'),
    sends_false=True,
)


class Allocation(resources.Resource, since='1.52'):
    """A request for a node, and the node that was chosen."""

    id_keys = ('uuid',)
    show_command = 'baremetal-allocation-show {id}'
    state_field = 'state'
    uuid: str = field('UUID')
    name: str | None = field()
    resource_class: str = field()
    state: str = field()
    node_uuid: str | None = field('Node UUID')
    owner: str | None = field(start_version='1.60')
    last_error: str | None = field()
    traits: list[str] = field()
    candidate_nodes: list[str] = field()
    extra: dict[str, Any] = field()
    created_at: Time = field()
    updated_at: Time | None = field()

    def failure_reason(self) -> str | None:
        """Return the reason why no node was found."""
        reason = self._info.get('last_error')
        return None if reason is None else str(reason)


class AllocationManager(collections.ChangeableCollection[Allocation]):
    """Allocations of nodes (from 1.52), by name or UUID.

    From 1.57 on their names and extra values can be changed; ``Conflict`` says that there is
    another of this name. One that is deleted frees its node, unless that is in use (``Conflict``).
    """

    resource_class = Allocation
    declaration = collections.Declaration(
        '/allocations', 'allocation', reference='name or UUID', update_since='1.57'
    )

    @resources.by_page
    @versions.wraps('1.52')
    @FILTERS.parameters()
    def list(
        self,
        *,
        node: Id | None = None,
        resource_class: str | None = None,
        state: str | None = None,
        owner: str | None = None,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[Allocation]:
        """Allocations, one page as the cloud cuts it.

        :param node: of this node, by name or UUID.
        :param resource_class: that asked for this resource class.
        :param state: in this state: ``allocating``, ``active`` or ``error``.
        :param owner: of this project (from 1.60).
        :param fields: with these fields only.
        :param marker: UUID of the allocation after which to start.
        :param limit: number of allocations.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /allocations``
        """
        filters = FILTERS.query(locals())
        return self._page(filters, fields, marker, limit, sort_key, sort_dir)

    iterate = resources.every_page(list)

    @versions.wraps('1.52')
    @versions.parameters(node='1.58..', owner='1.60..')
    def create(
        self,
        *,
        resource_class: str | None = None,
        name: str | None = None,
        uuid: str | None = None,
        traits: Sequence[str] | None = None,
        candidate_nodes: Sequence[str] | None = None,
        node: Id | None = None,
        owner: str | None = None,
        extra: Mapping[str, Value] | None = None,
    ) -> Allocation:
        """Request a node; its name is known once the allocation is active: ``POST /allocations``.

        :param resource_class: the node's; needed without ``node``.
        :param traits: that the node must have.
        :param candidate_nodes: names or UUIDs of the nodes to choose from.
        :param node: a node that is deployed already, to make an allocation for (from 1.58).
        :param owner: project that it belongs to (from 1.60).
        :raises Conflict: there is an allocation of this name.
        """
        fields = {
            'resource_class': resource_class,
            'name': name,
            'uuid': uuid,
            'traits': traits,
            'candidate_nodes': candidate_nodes,
            'node': resources.getid(node),
            'owner': owner,
            'extra': extra,
        }
        request = requests.request('POST /allocations', body=resources.without_none(fields))
        # Where its node is locked, the allocation is there all the same, in the state of an error.
        answer = self.carry_out(request._replace(started_when_locked=True))
        return self._created(answer, UNWRAPPED)

    @versions.wraps('1.52')
    def wait(
        self, allocation: Allocation | str, timeout: float | None = None, poll_interval: float = 2
    ) -> Allocation:
        """Wait until an allocation is active: ``GET /allocations/{id}``.

        :param timeout: seconds to wait at most; as long as it takes without it.
        :param poll_interval: seconds between two looks.
        :raises ResourceInErrorState: no node was found; it tells ``last_error``.
        :raises WaitTimeout: the time is over.
        """
        from novaclient_mv.resources import waiting

        end = waiting.States(ACTIVE, 'state', 'ERROR')
        watched = waiting.Existing(self._of_id(allocation), end)
        return waiting.until_end([watched], timeout, self.client, poll_interval)[0]
