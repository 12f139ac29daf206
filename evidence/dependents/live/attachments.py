"""Volumes and ports that are there: attached to servers, listed, detached, booted from."""

from __future__ import annotations

import contextlib
import functools
from typing import Any

from keystoneauth1 import adapter

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

VERSIONS = ('2.1', '2.49', '2.79', '2.89', '2.96')


class Neighbours:
    """The services of volumes and networks, as programs use them beside Compute.

    :param cloud: the cloud that is tried.
    """

    def __init__(self, cloud: Cloud) -> None:
        self.cloud = cloud
        self.volumes = self._service('volumev3')
        self.network = self._service('network')
        networks = self.network.get(f'/v2.0/networks?name={names.NETWORK}').json()['networks']
        self.network_id = str(networks[0]['id'])
        self.made: list[str] = []

    def _service(self, kind: str) -> Any:
        return adapter.Adapter(
            session=self.cloud.session, service_type=kind, region_name=self.cloud.region
        )

    def volume(self, name: str, **more: Any) -> str:
        """The id of a new volume, which is available."""
        wanted = {'size': 1, 'name': name, **more}
        made = self.volumes.post('/volumes', json={'volume': wanted}).json()['volume']['id']
        self.made.append(made)
        self.await_volume(made, 'available')
        return str(made)

    def status(self, volume: str) -> str:
        """The status of a volume."""
        return str(self.volumes.get(f'/volumes/{volume}').json()['volume']['status'])

    def await_volume(self, volume: str, status: str) -> None:
        """Look until a volume has a status."""
        self.cloud.until(lambda: self.status(volume) == status)

    def take_away(self, server: str) -> None:
        """Detach what a server still has, and delete the volumes."""
        nova = self.cloud.nova
        # A volume that goes with its server is gone when it is detached.
        for volume in nova.volumes.get_server_volumes(server):
            with contextlib.suppress(Exception):
                nova.volumes.delete_server_volume(server, volume.id)
                self.await_volume(volume.id, 'available')
        for made in self.made:
            self.volumes.delete(f'/volumes/{made}', raise_exc=False)
        self.made.clear()

    def await_detachment(self, server: Any, port: str) -> None:
        """Look until a server no longer has a port."""
        nova = self.cloud.nova

        def is_detached() -> bool:
            return port not in [
                interface.port_id for interface in nova.servers.interface_list(server)
            ]

        self.cloud.until(is_detached)

    def port(self, name: str) -> str:
        """The id of a new port."""
        wanted = {'name': name, 'network_id': self.network_id}
        return str(self.network.post('/v2.0/ports', json={'port': wanted}).json()['port']['id'])


def volume_of(image: str, **more: Any) -> dict[str, Any]:
    """A block device to boot from: a new volume with what an image has."""
    return {
        'uuid': image,
        'source_type': 'image',
        'destination_type': 'volume',
        'volume_size': 1,
        'boot_index': 0,
        **more,
    }


def volumes(nova: Any, there: Neighbours, call: Calls, version: str) -> None:
    """Attach volumes, look at the attachments, replace one, detach."""
    server = there.cloud.server().id
    first, second = there.volume(f'v-{version}'), there.volume(f'w-{version}')
    attach = nova.volumes.create_server_volume
    call(f'{version} volume attach', lambda: attach(server, first))
    there.await_volume(first, 'in-use')
    call.each(
        f'{version} volume',
        list=lambda: nova.volumes.get_server_volumes(server),
        get=lambda: nova.volumes.get_server_volume(server, first),
        get_keyword=lambda: nova.volumes.get_server_volume(server, volume_id=first),
        get_attachment=lambda: nova.volumes.get_server_volume(server, attachment_id=first),
        fields=lambda: [
            (one.id == first, one.volumeId == first, one.serverId == server, one.device)
            for one in nova.volumes.get_server_volumes(server)
        ],
        attributes=lambda: [
            getattr(nova.volumes.get_server_volume(server, first), name, 'none')
            for name in ('tag', 'delete_on_termination', 'attachment_id', 'bdm_uuid', 'name')
        ],
        of_server=lambda: getattr(nova.servers.get(server), 'os-extended-volumes:volumes_attached'),
        attach_again=lambda: attach(server, first),
        update_flag=lambda: nova.volumes.update_server_volume(
            server, first, first, delete_on_termination=True
        ),
        update_keyword=lambda: nova.volumes.update_server_volume(
            server_id=server, src_volid=first, dest_volid=second
        ),
    )
    there.cloud.until(
        lambda: {there.status(first), there.status(second)} <= {'available', 'in-use'}
    )
    attached = next(one for one in (second, first) if there.status(one) == 'in-use')
    call(f'{version} volume detach', lambda: nova.volumes.delete_server_volume(server, attached))
    there.await_volume(attached, 'available')
    call(
        f'{version} volume detach_again',
        lambda: nova.volumes.delete_server_volume(server, attached),
    )
    tagged = call(
        f'{version} volume attach_tagged',
        lambda: attach(server, second, device=None, tag='t', delete_on_termination=True),
    )
    if tagged is not None:
        there.await_volume(second, 'in-use')
    there.take_away(server)


def ports(nova: Any, there: Neighbours, call: Calls, version: str) -> None:
    """Attach interfaces by port, network and address, look at them, detach."""
    server = there.cloud.server('web-2')
    port, tagged = there.port(f'p-{version}'), there.port(f'q-{version}')
    attach = nova.servers.interface_attach
    call.each(
        f'{version} interface',
        attach_port=lambda: attach(server, port, None, None),
        attach_tagged=lambda: attach(server, tagged, None, None, tag='t'),
        attach_network=lambda: attach(server, None, there.network_id, None),
        attach_both=lambda: attach(server, port, there.network_id, None),
        attach_again=lambda: attach(server, port, None, None),
        list=lambda: len(nova.servers.interface_list(server)),
        item=lambda: next(
            one for one in nova.servers.interface_list(server) if one.port_id == port
        ),
        fields=lambda: sorted(nova.servers.interface_list(server)[0].to_dict()),
        repr=lambda: repr(nova.servers.interface_list(server)[0]),
        own_list=lambda: len(nova.servers.get(server.id).interface_list()),
        addresses=lambda: sorted(nova.servers.get(server.id).networks),
        ips=lambda: sorted(nova.servers.ips(server)),
        detach=lambda: nova.servers.interface_detach(server, port),
    )

    there.await_detachment(server, port)
    call.each(
        f'{version} interface',
        detach_again=lambda: nova.servers.interface_detach(server, port),
        own_detach=lambda: nova.servers.get(server.id).interface_detach(tagged),
    )
    for interface in there.cloud.nova.servers.interface_list(server)[1:]:
        there.cloud.nova.servers.interface_detach(server, interface.port_id)
        there.await_detachment(server, interface.port_id)


def boots(nova: Any, there: Neighbours, call: Calls, version: str) -> None:
    """Servers that boot from volumes, with ports and networks."""
    cloud = there.cloud
    create = functools.partial(
        nova.servers.create, flavor='1', availability_zone=f'nova:{names.HOST}'
    )
    nics = [{'net-id': there.network_id}]
    root = there.volume(f'root-{version}')
    bootable = {'os-set_bootable': {'bootable': True}}
    there.volumes.post(f'/volumes/{root}/action', json=bootable)
    made = {
        'network': lambda: create('b', cloud.image, nics=nics),
        'port': lambda: create('b', cloud.image, nics=[{'port-id': there.port(f'r-{version}')}]),
        'address': lambda: create(
            'b', cloud.image, nics=[{'net-id': there.network_id, 'v4-fixed-ip': 'no'}]
        ),
        'tagged': lambda: create('b', cloud.image, nics=[{**nics[0], 'tag': 'nic'}]),
        'volume': lambda: create('b', None, nics=nics, block_device_mapping={'vda': root}),
        'from_image': lambda: create(
            'b',
            None,
            nics=nics,
            block_device_mapping_v2=[volume_of(cloud.image, delete_on_termination=True)],
        ),
        'blank': lambda: create(
            'b',
            cloud.image,
            nics=nics,
            block_device_mapping_v2=[
                {
                    'source_type': 'blank',
                    'destination_type': 'volume',
                    'volume_size': 1,
                    'boot_index': -1,
                    'delete_on_termination': True,
                }
            ],
        ),
        'typed': lambda: create(
            'b',
            None,
            nics=nics,
            block_device_mapping_v2=[volume_of(cloud.image, volume_type='none')],
        ),
        'image_as_resource': lambda: create('b', nova.glance.find_image(names.IMAGE), nics=nics),
        'flavor_as_resource': lambda: create(
            'b', cloud.image, flavor=nova.flavors.get('1'), nics=nics
        ),
        'file': lambda: create('b', cloud.image, nics=nics, userdata=b'#!/bin/sh'),
    }
    for name, boot in made.items():
        server = call(f'{version} boot {name}', boot)
        if server is None:
            continue
        cloud.await_status(server)
        call.each(
            f'{version} boot {name}',
            get=lambda server=server: nova.servers.get(server.id),
            image=lambda server=server: nova.servers.get(server.id).image,
            volumes=lambda server=server: nova.volumes.get_server_volumes(server.id),
            refreshed=lambda server=server: [server.get(), server.status, server.is_loaded()],
        )
        nova.servers.delete(server)
    cloud.until(lambda: not [one for one in cloud.nova.servers.list() if one.name == 'b'])
    there.take_away(cloud.server().id)


def calls(cloud: Cloud, call: Calls, version: str) -> None:
    """All of them, at a version."""
    there = Neighbours(cloud)
    cloud.nova.quotas.update(cloud.project, instances=200, cores=200, ram=-1)
    nova = cloud.client(version)
    volumes(nova, there, call, version)
    ports(nova, there, call, version)
    boots(nova, there, call, version)
