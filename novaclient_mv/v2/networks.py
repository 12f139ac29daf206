"""Networks, ports, volumes and their snapshots, looked up by name in their services."""

from __future__ import annotations

from novaclient_mv import errors, resources


class Network(resources.Resource):
    """A network as the network service knows it."""

    repr_keys = ('name',)
    HUMAN_ID = True
    name: str


class NeutronManager(resources.Manager[Network]):
    """Looks networks up; to change them is the network service's own client's business."""

    kind = 'network'
    resource_class = Network

    def find_network(self, name: str) -> Network:
        """The network with this exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several networks have this name.

        ``GET /v2.0/networks`` of the network service
        """
        return self._named('GET /v2.0/networks', 'network', name)

    def find_port(self, name: str) -> Network:
        """The port with this exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several ports have this name.

        ``GET /v2.0/ports`` of the network service
        """
        return self._named('GET /v2.0/ports', 'port', name)

    def find_volume(self, name: str) -> Network:
        """The volume with this exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several volumes have this name.

        ``GET /volumes`` of the block storage service
        """
        return self._named('GET /volumes', 'volume', name, 'block-storage')

    def find_snapshot(self, name: str) -> Network:
        """The snapshot of a volume with this exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several snapshots have this name.

        ``GET /snapshots`` of the block storage service
        """
        return self._named('GET /snapshots', 'snapshot', name, 'block-storage')

    def network(self, reference: str) -> Network:
        """The network with this id or exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several have this name.

        ``GET /v2.0/networks/{id}``, ``GET /v2.0/networks`` of the network service
        """
        by_id = self._by_id('GET /v2.0/networks/{id}', 'network', reference)
        return by_id or self.find_network(reference)

    def port(self, reference: str) -> Network:
        """The port with this id or exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several have this name.

        ``GET /v2.0/ports/{id}``, ``GET /v2.0/ports`` of the network service
        """
        by_id = self._by_id('GET /v2.0/ports/{id}', 'port', reference)
        return by_id or self.find_port(reference)

    def volume(self, reference: str) -> Network:
        """The volume with this id or exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several have this name.

        ``GET /volumes/{id}``, ``GET /volumes`` of the block storage service
        """
        by_id = self._by_id('GET /volumes/{id}', 'volume', reference, 'block-storage')
        return by_id or self.find_volume(reference)

    def snapshot(self, reference: str) -> Network:
        """The snapshot of a volume with this id or exact name.

        :raises NotFound: the resource does not exist.
        :raises NoUniqueMatch: several have this name.

        ``GET /snapshots/{id}``, ``GET /snapshots`` of the block storage service
        """
        by_id = self._by_id('GET /snapshots/{id}', 'snapshot', reference, 'block-storage')
        return by_id or self.find_snapshot(reference)

    def _by_id(
        self, operation: str, kind: str, reference: str, service: str = 'network'
    ) -> Network | None:
        if not resources.is_uuid(reference):
            return None
        try:
            return self._resource(self.send(operation, reference, service=service), kind)
        except errors.NotFound:
            return None

    def _named(self, path: str, kind: str, name: str, service: str = 'network') -> Network:
        listed = self._pages(path, f'{kind}s', query={'name': name}, service=service)
        matches = resources.exactly_named(listed, name)
        if not matches:
            missing = errors.NotFound(404, f'There is no {kind} with the name {name!r}.')
            raise resources.suggesting(
                missing, name, lambda: self._pages(path, f'{kind}s', query={}, service=service)
            )
        if len(matches) > 1:
            ids = [str(match.id) for match in matches]
            raise errors.NoUniqueMatch(
                f'{len(ids)} {kind}s have the name {name!r}; give one of the ids: {", ".join(ids)}',
                ids=ids,
            )
        return matches[0]
