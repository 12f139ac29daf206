"""Events: what other services, such as the network's, tell of the work that they did for nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from novaclient_mv import resources, versions
from novaclient_mv.resources import Value


class EventManager(resources.Manager[resources.Resource]):
    """Events of other services (from 1.54)."""

    @versions.wraps('1.54')
    def create(self, events: Sequence[Mapping[str, Value]]) -> resources.TupleWithMeta:
        """Tell of events: ``POST /events``.

        :param events: each with ``event``, as in ``network.bind_port``, and what belongs to it.
        :raises BadRequest: no event, or a malformed one.
        """
        body = {'events': [dict(event) for event in events]}
        return self._done(self.send('POST /events', body=body))
