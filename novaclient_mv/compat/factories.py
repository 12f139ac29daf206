"""Classes and connections of Compute clients, as programs ask for them by version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.compat import compute_versions
from novaclient_mv.services.compute import APIVersion
from novaclient_mv.v2 import client as v2_client

if TYPE_CHECKING:
    from novaclient_mv.compat.session_client import SessionClient


def get_client_class(version: str | versions.APIVersion) -> type[v2_client.Client]:
    """The class of the clients of a version.

    :raises UnsupportedVersion: this client does not speak it.
    """
    return _get_client_class_and_version(version)[1]


def _get_client_class_and_version(
    version: str | versions.APIVersion,
) -> tuple[APIVersion, type[v2_client.Client]]:
    """A version as a value, and the class of its clients."""
    api_version = compute_versions.get_api_version(version)
    compute_versions.check_version(api_version)
    return api_version, v2_client.Client


def _construct_http_client(
    api_version: versions.APIVersion | None = None, **kwargs: Any
) -> SessionClient:
    """The connection of a client, without the client."""
    connection: Any = v2_client.Client(api_version=api_version, **kwargs).client
    return connection  # type: ignore[no-any-return]
