"""The way into the library: a client of a cloud's Compute API at one version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv import api_versions, exceptions
from novaclient_mv.compat.extension_discovery import discover_extensions
from novaclient_mv.compat.factories import (
    _construct_http_client,
    _get_client_class_and_version,
    get_client_class,
)
from novaclient_mv.v2 import client as v2_client

if TYPE_CHECKING:
    from novaclient_mv.compat.session_client import SessionClient

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
    'get_client_class',
]


def Client(
    version: str | api_versions.APIVersion,
    username: str | None = None,
    password: str | None = None,
    project_id: str | None = None,
    auth_url: str | None = None,
    **kwargs: Any,  # noqa: ANN401 - each has a type of its own
) -> v2_client.Client:
    """A client at one version of the API.

    There is no default version and no negotiation here: see
    :func:`novaclient_mv.api_versions.discover_version`.

    :param version: ``2.90``, or an ``APIVersion``; ``2`` is ``2.0``: no version header.
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


if not TYPE_CHECKING:
    # To make these loads keystoneauth1, which a program that imports this module may not need.
    def __getattr__(name: str) -> object:
        if name in ('SessionClient', 'HTTPClient'):
            from novaclient_mv.compat import session_client

            return session_client.SessionClient
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
