"""Bodies and queries of requests about servers."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import errors, resources, versions

UNSET: Any = type('Unset', (), {'__repr__': lambda self: 'unset'})()
"""Default of an argument for which ``None`` is a value of its own."""

Nics = str | Sequence[Mapping[str, str]] | None

_REGEX_SIGNS = re.compile(r'([\\+*?()\[\]{}|^$])')


def name_pattern(name: str) -> str:
    """A name as the API's filter takes it: a regular expression, so its signs are escaped."""
    return _REGEX_SIGNS.sub(r'\\\1', name)


def encoded(contents: Any) -> str:
    """Text, bytes or a file in base64."""
    if hasattr(contents, 'read'):
        contents = contents.read()
    if isinstance(contents, str):
        contents = contents.encode()
    return base64.b64encode(contents).decode('ascii')


def create_body(version: versions.APIVersion, given: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a create request.

    :param given: the arguments of ``ServerManager.create`` by name.
    """
    minimum, maximum = given['min_count'], given['max_count']
    server: dict[str, Any] = {
        'name': given['name'],
        'imageRef': str(resources.getid(given['image'])) if given['image'] else '',
        'flavorRef': str(resources.getid(given['flavor'])),
        'min_count': minimum or 1,
        'max_count': maximum or minimum or 1,
    }
    optional = {
        'metadata': given['meta'],
        'user_data': encoded(given['userdata']) if given['userdata'] else None,
        'return_reservation_id': given['reservation_id'],
        'key_name': given['key_name'],
        'availability_zone': given['availability_zone'],
        'config_drive': given['config_drive'],
        'OS-DCF:diskConfig': given['disk_config'],
        'adminPass': given['admin_pass'],
        'accessIPv4': given['access_ip_v4'],
        'accessIPv6': given['access_ip_v6'],
        'description': given['description'],
        'tags': given['tags'],
        'trusted_image_certificates': given['trusted_image_certificates'],
        'host': given['host'],
        'hypervisor_hostname': given['hypervisor_hostname'],
        'hostname': given['hostname'],
        'personality': InjectedFiles(version).personality(given['files']),
        'security_groups': [{'name': name} for name in given['security_groups'] or ()],
        'block_device_mapping': _device_mapping(given['block_device_mapping'] or {}),
        'block_device_mapping_v2': _device_mapping_v2(
            given['block_device_mapping_v2'], given['image']
        ),
        'networks': NetworkChoice(version).networks(given['nics']),
    }
    # An empty list of networks says "none of the project's", so that one is sent.
    server.update(
        {
            key: value
            for key, value in optional.items()
            if value or (key == 'networks' and value is not None)
        }
    )
    body: dict[str, Any] = {'server': server}
    if given['scheduler_hints']:
        body['os:scheduler_hints'] = dict(given['scheduler_hints'])
    return body


def said(**fields: Any) -> dict[str, Any]:
    """The fields that were given a value; ``None`` is one."""
    return {name: value for name, value in fields.items() if value is not UNSET}


def rebuild_fields(version: versions.APIVersion, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a rebuild request says of the server.

    :param given: the arguments of ``ServerManager.rebuild`` by name.
    """
    userdata = given['userdata']
    optional = {
        'adminPass': given['password'],
        'OS-DCF:diskConfig': given['disk_config'],
        'preserve_ephemeral': True if given['preserve_ephemeral'] else None,
        'name': given['name'],
        'metadata': dict(given['meta']) if given['meta'] else None,
        'personality': InjectedFiles(version).personality(given['files']) or None,
        'accessIPv4': given['access_ip_v4'],
        'accessIPv6': given['access_ip_v6'],
    }
    return {
        'imageRef': str(resources.getid(given['image'])),
        **resources.given(optional),
        **said(
            description=given['description'],
            key_name=given['key_name'],
            user_data=encoded(userdata) if userdata and userdata is not UNSET else userdata,
            trusted_image_certificates=given['trusted_image_certificates'],
            hostname=given['hostname'],
        ),
    }


def _personality(files: Mapping[str, Any]) -> list[dict[str, str]]:
    return [
        {'path': path, 'contents': encoded(contents)} for path, contents in sorted(files.items())
    ]


def _device_mapping(devices: Mapping[str, str]) -> list[dict[str, str]]:
    """Block devices from ``ID:TYPE:SIZE:DELETE`` texts, by device name."""
    mapped = []
    for device, text in devices.items():
        parts = text.split(':')
        entry = {'device_name': device}
        is_snapshot = len(parts) > 1 and parts[1].startswith('snap')
        entry['snapshot_id' if is_snapshot else 'volume_id'] = parts[0]
        if len(parts) > 2 and parts[2]:
            entry['volume_size'] = parts[2]
        if len(parts) > 3 and parts[3]:
            entry['delete_on_termination'] = parts[3]
        mapped.append(entry)
    return mapped


def _device_mapping_v2(
    devices: Sequence[Mapping[str, Any]] | None, image: Any
) -> list[dict[str, Any]]:
    mapped = [dict(device) for device in devices or ()]
    if mapped and image:
        mapped.insert(
            0,
            {
                'uuid': str(resources.getid(image)),
                'source_type': 'image',
                'destination_type': 'local',
                'boot_index': 0,
                'delete_on_termination': True,
            },
        )
    return mapped


class InjectedFiles:
    """The files of a create or rebuild request.

    The argument keeps its place among the others when the versions that have files are over, so
    that what follows it by position is not taken for another.
    """

    def __init__(self, api_version: versions.APIVersion) -> None:
        self.api_version = api_version

    @versions.wraps('2.0', '2.56')
    def personality(self, files: Mapping[str, Any] | None) -> list[dict[str, str]]:
        """Paths and contents."""
        return _personality(files or {})

    @versions.wraps('2.57')
    def personality(self, files: Mapping[str, Any] | None) -> list[dict[str, str]]:
        """Nothing: servers take no files any more.

        :raises UnsupportedAttribute: some are given.
        """
        if files:
            raise errors.UnsupportedAttribute('files', '2.0', '2.56')
        return []


class NetworkChoice:
    """The networks of a create request, as a version takes them."""

    def __init__(self, api_version: versions.APIVersion) -> None:
        self.api_version = api_version

    @versions.wraps('2.0', '2.36')
    def default(self) -> str | None:
        """Nothing is said: the cloud takes all networks of the project."""
        return None

    @versions.wraps('2.37')
    def default(self) -> str | None:
        """The cloud is told to choose."""
        return 'auto'

    @versions.wraps('2.0', '2.36')
    def networks(self, nics: Nics) -> list[dict[str, str]] | str | None:
        """None are named where none are given: the cloud then takes all of the project's."""
        return None if nics is None else _networks(nics)

    @versions.wraps('2.37')
    def networks(self, nics: Nics) -> list[dict[str, str]] | str | None:
        """They must be named.

        :raises ValueError: none are.
        """
        if nics is None:
            raise ValueError('nics are needed from API version 2.37: "auto", "none" or a list.')
        return _networks(nics)


def _networks(nics: str | Sequence[Mapping[str, str]]) -> list[dict[str, str]] | str:
    return nics if isinstance(nics, str) else [_network(nic) for nic in nics]


def _network(nic: Mapping[str, str]) -> dict[str, str]:
    names = {
        'net-id': 'uuid',
        'port-id': 'port',
        'v4-fixed-ip': 'fixed_ip',
        'v6-fixed-ip': 'fixed_ip',
    }
    return {names.get(name, name): value for name, value in nic.items() if value}
