"""Networks, looked up in the network service."""

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

        :raises NotFound: there is none.
        :raises NoUniqueMatch: several networks have this name.

        ``GET /v2.0/networks`` of the network service
        """
        networks = list(
            self._pages('GET /v2.0/networks', 'networks', query={'name': name}, service='network')
        )
        if not networks:
            raise errors.NotFound(404, f'There is no network with the name {name!r}.')
        if len(networks) > 1:
            ids = [str(network.id) for network in networks]
            raise errors.NoUniqueMatch(
                f'{len(ids)} networks have the name {name!r}; '
                f'give one of the ids: {", ".join(ids)}',
                ids=ids,
            )
        return networks[0]
