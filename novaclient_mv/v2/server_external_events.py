"""Events by which other services tell Compute that something has happened to a server."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import errors, resources
from novaclient_mv.resources import field
from novaclient_mv.wire import answers


class Event(resources.Resource):
    """An event as the cloud took it, or refused it."""

    repr_keys = ('name',)
    name: str = field()
    server_uuid: str = field('Server UUID')
    status: str = field()
    tag: str | None = field()
    code: int = field()

    def check(self) -> None:
        """Raise if the cloud did not take it.

        :raises NotFound: the server does not exist.
        :raises ClientException: another reason, as for a server that is on no host (422).
        """
        code = self._info.get('code')
        if isinstance(code, int) and code >= 400:
            name, server = self._info.get('name'), self._info.get('server_uuid')
            kind = errors.NotFound if code == 404 else errors.ClientException
            raise kind(code, f'The event {name} for the server {server} was refused.')


class ServerExternalEventManager(resources.Manager[Event]):
    """Sends events (administrators and services)."""

    resource_class = Event

    def create(self, events: Sequence[Mapping[str, Any]]) -> builtins.list[dict[str, Any]]:
        """Send events; each comes back with a ``code``, below 400 when it was taken.

        :param events: mappings with ``server_uuid``, ``name``, and maybe ``status`` and ``tag``.
            Names are ``network-changed``, ``network-vif-plugged``, ``network-vif-unplugged``,
            ``network-vif-deleted``, ``volume-extended`` (from 2.51), ``power-update`` (2.76),
            ``accelerator-request-bound`` (2.82), ``volume-reimaged`` (2.93).
        :raises NotFound: none of the servers is there.

        ``POST /os-server-external-events``
        """
        answer = self.send('POST /os-server-external-events', body={'events': [*events]})
        rows = answers.objects(answer, resources.member(answer, 'events', list))
        return resources.ListWithMeta(rows, answer)

    def tell(self, events: Sequence[Mapping[str, Any]]) -> builtins.list[Event]:
        """Send events as :meth:`create` does; each comes back as a resource.

        ``POST /os-server-external-events``
        """
        sent = self.create(events)
        return resources.collected((Event(self, event, loaded=True) for event in sent), sent)
