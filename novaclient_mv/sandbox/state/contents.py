"""Contents of a new sandbox: the usual few resources, or those that a document names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from novaclient_mv.sandbox import errors

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Flavor(NamedTuple):
    """A flavor: ``ram`` in MiB, ``disk``, ``ephemeral`` and ``swap`` as the API has them."""

    name: str
    id: str | None = None
    ram: int = 512
    disk: int = 1
    vcpus: int = 1
    ephemeral: int = 0
    swap: int = 0
    is_public: bool = True
    extra_specs: Mapping[str, str] = _NOTHING


class Image(NamedTuple):
    """An image that is active; ``min_disk`` in GiB, ``min_ram`` in MiB."""

    name: str
    min_disk: int = 0
    min_ram: int = 0
    properties: Mapping[str, str] = _NOTHING


class Network(NamedTuple):
    """A network with one subnet."""

    name: str
    cidr: str
    is_external: bool = False


class Server(NamedTuple):
    """A server, with the first flavor unless it names one; hosts take turns."""

    name: str
    project: str = 'admin'
    status: str = 'ACTIVE'
    flavor: str | None = None
    host: str | None = None
    metadata: Mapping[str, str] = _NOTHING
    tags: tuple[str, ...] = ()


class Contents(NamedTuple):
    """The contents of a new sandbox; projects are those besides ``admin`` and ``demo``."""

    projects: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ('host1', 'host2')
    flavors: tuple[Flavor, ...] = (
        Flavor('m1.tiny', '1', 512, 1, 1),
        Flavor('m1.small', '2', 2048, 20, 1),
        Flavor('m1.medium', '3', 4096, 40, 2),
    )
    images: tuple[Image, ...] = (
        Image('cirros', properties={'architecture': 'x86_64', 'os_distro': 'cirros'}),
    )
    networks: tuple[Network, ...] = (
        Network('private', '10.0.0.0/20'),
        Network('public', '172.24.4.0/24', is_external=True),
    )
    servers: tuple[Server, ...] = (
        Server('web-1'),
        Server('web-2', flavor='m1.small'),
        Server('db-1', status='SHUTOFF', flavor='m1.medium'),
        Server('app-1', 'demo'),
    )


USUAL = Contents()
_KINDS: dict[str, type[Any]] = {
    'flavors': Flavor,
    'images': Image,
    'networks': Network,
    'servers': Server,
}


def read(document: Mapping[str, Any]) -> Contents:
    """The contents that a document describes.

    :param document: lists of resources by kind: names of ``projects`` and ``hosts``,
        and mappings with the keys of :class:`Flavor`, :class:`Image`, :class:`Network` and
        :class:`Server`. A kind that is not there is as usual.
    :raises SandboxError: the document does not describe a cloud; the message says where.
    """
    _check(document)
    lists: dict[str, Any] = {}
    for kind, listed in document.items():
        make = _KINDS.get(kind)
        lists[kind] = tuple(_build(make, item) if make else item for item in listed)
    contents = Contents(**lists)
    _check_names(contents)
    return contents


def _build(make: type[Any], item: Mapping[str, Any]) -> Any:
    """One resource of a kind."""
    return make(**{key: tuple(value) if key == 'tags' else value for key, value in item.items()})


def _check(document: Mapping[str, Any]) -> None:
    try:
        import jsonschema
    except ImportError:
        message = f'A seed needs one more package. Install it with: {errors.INSTALL}'
        raise errors.SandboxError(message) from None
    error = jsonschema.exceptions.best_match(
        jsonschema.Draft202012Validator(_SCHEMA).iter_errors(document)
    )
    if error is not None:
        # The words of the library quote what is wrong, however long that is.
        words = error.message if len(error.message) < 300 else f'{error.message[:300]} ...'
        raise errors.SandboxError(f'The seed is wrong at {error.json_path[:100]}: {words}')


def _check_names(contents: Contents) -> None:
    """Names are to be those of resources that are there."""
    names_by_key: dict[str, set[str]] = {
        'project': {'admin', 'demo', *contents.projects},
        'flavor': {flavor.name for flavor in contents.flavors},
        'host': set(contents.hosts),
    }
    for server in contents.servers:
        for key, names in names_by_key.items():
            name = getattr(server, key)
            if name is not None and name not in names:
                raise errors.SandboxError(
                    f'The seed is wrong: {server.name} has the {key} {name}, which is not there.'
                )
    for network in contents.networks:
        _check_cidr(network)
    if contents.servers and not (contents.flavors and contents.hosts and contents.images):
        raise errors.SandboxError(
            'The seed is wrong: servers need a flavor, an image and a host; a seed without one of '
            'them must say that there are no servers.'
        )


def _check_cidr(network: Network) -> None:
    import ipaddress

    try:
        ipaddress.ip_network(network.cidr)
    except ValueError as error:
        message = f'The seed is wrong: {network.name} has the network {network.cidr!r}: {error}'
        raise errors.SandboxError(message) from None


def _listed(required: tuple[str, ...], **properties: Any) -> dict[str, Any]:
    return {
        'type': 'array',
        'items': {
            'type': 'object',
            'required': list(required),
            'properties': properties,
            'additionalProperties': False,
        },
    }


_NAME = {'type': 'string', 'minLength': 1, 'maxLength': 255}
_NAMES = {'type': 'array', 'items': _NAME, 'uniqueItems': True}
_AMOUNT = {'type': 'integer', 'minimum': 0}
_SOME = {'type': 'integer', 'minimum': 1}
_TEXTS = {'type': 'object', 'additionalProperties': {'type': 'string'}}
_SCHEMA: dict[str, Any] = {
    'type': 'object',
    'additionalProperties': False,
    'properties': {
        'projects': _NAMES,
        'hosts': _NAMES,
        'flavors': _listed(
            ('name',),
            name=_NAME, id=_NAME, ram=_SOME, disk=_AMOUNT, vcpus=_SOME, ephemeral=_AMOUNT,
            swap=_AMOUNT, is_public={'type': 'boolean'}, extra_specs=_TEXTS,
        ),
        'images': _listed(
            ('name',), name=_NAME, min_disk=_AMOUNT, min_ram=_AMOUNT, properties=_TEXTS
        ),
        'networks': _listed(
            ('name', 'cidr'), name=_NAME, cidr=_NAME, is_external={'type': 'boolean'}
        ),
        'servers': _listed(
            ('name',),
            name=_NAME, project=_NAME, status={'enum': ['ACTIVE', 'SHUTOFF']}, flavor=_NAME,
            host=_NAME, metadata=_TEXTS, tags=_NAMES,
        ),
    },
}  # fmt: skip
