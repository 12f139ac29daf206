"""The table of one server: the API's keys, with names of flavor and image for their links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import errors, versions
from novaclient_mv.v2.servers import Server, fields

NO_IMAGE = 'Attempt to boot from volume - no image supplied'
_LEFT_OUT = ('links', 'addresses', 'flavor', 'image', 'OS-EXT-SRV-ATTR:user_data')

if TYPE_CHECKING:
    from novaclient_mv.v2 import client as v2_client


class ServerView:
    """Makes the properties of servers; asks for each name of a flavor or image once.

    :param client: the client that the servers came from.
    """

    def __init__(self, client: v2_client.Client) -> None:
        self.client = client
        self.api_version = client.api_version
        self._flavors: dict[str, str] = {}
        self._images: dict[str, str] = {}

    def properties(self, server: Server, is_minimal: bool = False) -> dict[str, Any]:
        """Return the rows of a server's table.

        :param is_minimal: one row each for flavor and image, without asking for their names.
        """
        info = server._info
        properties = {key: value for key, value in info.items() if key not in _LEFT_OUT}
        if 'fault' in info:
            properties['fault'] = fields.fault_message(info['fault'])
        for network, addresses in server.networks.items():
            properties[f'{network} network'] = ', '.join(addresses)
        if isinstance(info.get('security_groups'), list):
            properties['security_groups'] = ', '.join(
                str(security_group.get('name')) for security_group in info['security_groups']
            )
        if isinstance(info.get('flavor'), Mapping):
            properties.update(self.flavor(info['flavor'], is_minimal))
        if 'image' in info:
            properties['image'] = self.image(info['image'], is_minimal)
        return properties

    @versions.wraps('2.0', '2.46')
    def flavor(self, flavor: Mapping[str, Any], is_minimal: bool) -> dict[str, Any]:
        """The flavor is a link, its name is asked for."""
        flavor_id = str(flavor.get('id'))
        if is_minimal:
            return {'flavor': flavor_id}
        if flavor_id not in self._flavors:
            try:
                name = self.client.flavors.get(flavor_id).name
            except (errors.ClientException, errors.CloudError, AttributeError):
                return {'flavor': f'Flavor not found ({flavor_id})'}
            self._flavors[flavor_id] = f'{name} ({flavor_id})'
        return {'flavor': self._flavors[flavor_id]}

    @versions.newest
    @versions.wraps('2.47')
    def flavor(self, flavor: Mapping[str, Any], is_minimal: bool) -> dict[str, Any]:
        """The flavor's fields are part of the server; its name is all that is there of an id."""
        if is_minimal:
            return {'flavor': flavor.get('original_name')}
        return {f'flavor:{key}': value for key, value in flavor.items() if key != 'links'}

    def image(self, image: object, is_minimal: bool) -> str:
        """Name and id of the image."""
        if not isinstance(image, Mapping) or not image:
            return NO_IMAGE
        image_id = str(image.get('id'))
        if is_minimal:
            return image_id
        if image_id not in self._images:
            try:
                name = self.client.glance.get(image_id).name
            except (errors.ClientException, errors.CloudError, AttributeError):
                return f'Image not found ({image_id})'
            self._images[image_id] = f'{name} ({image_id})'
        return self._images[image_id]


def record(server: Server) -> Server:
    """The server with all its fields; an answer to a create has only a few."""
    if 'flavor' not in server._info:
        server.get()
    return server
