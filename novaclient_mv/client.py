"""The way into the library: a client of a cloud's Compute API at one version."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from novaclient_mv import api_versions, exceptions
from novaclient_mv.compat.factories import (
    _construct_http_client,
    _get_client_class_and_version,
    discover_extensions,
    get_client_class,
)
from novaclient_mv.v2 import client as v2_client

if TYPE_CHECKING:
    from novaclient_mv import versions
    from novaclient_mv.baremetal.v1 import client as baremetal_client
    from novaclient_mv.clouds.programs import CloudSettings
    from novaclient_mv.clouds.several_programs import Clouds
    from novaclient_mv.compat.keyword_types import ComputeKeywords
    from novaclient_mv.compat.session_client import SessionClient
    from novaclient_mv.placement.v1 import client as placement_client
    from novaclient_mv.resources import client as resources_client
    from novaclient_mv.services import Service

    HTTPClient = SessionClient

__all__ = [
    'Client',
    'HTTPClient',
    'SessionClient',
    '_construct_http_client',
    '_get_client_class_and_version',
    'api_versions',
    'discover_extensions',
    'exceptions',
    'from_cloud',
    'from_clouds',
    'get_client_class',
]


def Client(
    version: str | api_versions.APIVersion,
    username: str | None = None,
    password: str | None = None,
    project_id: str | None = None,
    auth_url: str | None = None,
    **kwargs: Unpack[ComputeKeywords],
) -> v2_client.Client:
    """A client at one version of the API.

    There is no default version and no negotiation here: see
    :func:`novaclient_mv.api_versions.discover_version`.

    :param version: ``2.90``, a release, as in ``pike``, which stands for its newest version, or an
        ``APIVersion``; ``2`` is ``2.0``: no version header.
    :param kwargs: ``session`` (a keystoneauth1 session) or credentials; see
        :class:`novaclient_mv.v2.client.Client`.
    :raises UnsupportedVersion: the version is misspelt, ``latest``, or one that this client does
        not speak.
    """
    return v2_client.Client(
        api_version=v2_client.plain_version(version),
        username=username,
        password=password,
        project_id=project_id,
        auth_url=auth_url,
        **kwargs,
    )


@overload
def from_cloud(
    name: str | None = None,
    version: str | versions.APIVersion | None = None,
    *,
    service: Literal['compute'] = 'compute',
    **settings: Unpack[CloudSettings],
) -> v2_client.Client: ...
@overload
def from_cloud(
    name: str | None = None,
    version: str | versions.APIVersion | None = None,
    *,
    service: Literal['baremetal'],
    **settings: Unpack[CloudSettings],
) -> baremetal_client.Client: ...
@overload
def from_cloud(
    name: str | None = None,
    version: str | versions.APIVersion | None = None,
    *,
    service: Literal['placement'],
    **settings: Unpack[CloudSettings],
) -> placement_client.Client: ...
@overload
def from_cloud(
    name: str | None = None,
    version: str | versions.APIVersion | None = None,
    *,
    service: str,
    **settings: Unpack[CloudSettings],
) -> resources_client.Client: ...
def from_cloud(
    name: str | None = None,
    version: str | versions.APIVersion | None = None,
    *,
    service: str = 'compute',
    **settings: Unpack[CloudSettings],
) -> resources_client.Client:
    """A client of a cloud of ``clouds.yaml``, with all that a command line knows of it.

    It reads the files, the variables, the pins and the cache that ``nova-mv --os-cloud NAME``
    reads, and negotiates the version before it returns; what is remembered needs no request.
    Requests go over a session of keystoneauth1, which is ``client.client.session``. The token is
    kept for later runs as soon as there is one; ``close``, or the end of a ``with``, lets go of
    connections.

    :param name: the cloud; ``sandbox`` is the one that is built in. Without a name, it is the one
        that ``OS_CLOUD`` names, or that the other ``OS_`` variables describe.
    :param version: ``2.90``, or a release, as in ``xena``, which the cloud has to serve; or
        ``2.latest``, the newest that cloud and client share. Without one it is what
        ``OS_COMPUTE_API_VERSION``, the cloud's file or a pin says, and the newest where none says
        anything.
    :param service: ``compute``, ``baremetal``, ``placement``, or one of another package's.
    :param settings: see :class:`novaclient_mv.clouds.programs.CloudSettings`.
    :raises VersionNotOffered: the cloud does not serve the version; ``needed`` and ``offered`` are
        ranges.
    :raises UnsupportedVersion: it is misspelt, or this client does not speak it.
    :raises LoginError: the cloud refuses the login, or the settings for it do not suffice.
    :raises CloudError: the cloud does not answer.
    :raises CommandError: the cloud does not exist, or its file cannot be read.
    :raises TypeError: an unknown keyword, a number in place of a version, or no such service.
    """
    from novaclient_mv.clouds import programs

    named = _service(service, 'from_cloud')
    connection = programs.connection(name, version, named, settings)
    client: resources_client.Client = named.client().from_connection(connection)
    return client


@overload
def from_clouds(
    names: Iterable[str],
    version: str | versions.APIVersion | None = None,
    *,
    service: Literal['compute'] = 'compute',
    **settings: Unpack[CloudSettings],
) -> Clouds[v2_client.Client]: ...
@overload
def from_clouds(
    names: Iterable[str],
    version: str | versions.APIVersion | None = None,
    *,
    service: str,
    **settings: Unpack[CloudSettings],
) -> Clouds[resources_client.Client]: ...
def from_clouds(
    names: Iterable[str],
    version: str | versions.APIVersion | None = None,
    *,
    service: str = 'compute',
    **settings: Unpack[CloudSettings],
) -> Clouds[Any]:
    """Clients of several clouds, opened at the same time; see :func:`from_cloud`.

    The result maps each name to its client, and has ``common_range``, the versions that all of the
    clouds serve.

    :param names: the clouds; a single name is not taken for a list of letters.
    :param version: as for :func:`from_cloud`; or ``common``, the newest that all clouds and this
        client share.
    :raises SomeFailed: some cannot be opened; ``failures`` has the error of each.
    :raises VersionNotOffered: the version is ``common``, and they share none.
    :raises TypeError: ``names`` is one text; or as :func:`from_cloud`.
    """
    from novaclient_mv.clouds import several_programs

    if isinstance(names, str):
        raise TypeError('from_clouds() takes a list of names, not one text')
    named = _service(service, 'from_clouds')
    return several_programs.open_all(list(names), version, named, settings)


def _service(name: str, function: str) -> Service:
    """The service of a name."""
    from novaclient_mv.services import registry

    named = registry.named(name)
    if named is None:
        raise TypeError(f'{function}() knows no service {name!r}')
    return named


if not TYPE_CHECKING:
    # To make these loads keystoneauth1, which a program that imports this module may not need.
    def __getattr__(name: str) -> object:
        if name in ('SessionClient', 'HTTPClient'):
            from novaclient_mv.compat import session_client

            return session_client.SessionClient
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
