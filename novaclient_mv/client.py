"""The way into the library: a client of a cloud's Compute API at one version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv import api_versions
from novaclient_mv.v2 import client as v2_client
from novaclient_mv.wire.keystone import SessionClient

if TYPE_CHECKING:
    from novaclient_mv import extension

__all__ = ['Client', 'SessionClient', 'discover_extensions']


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


def discover_extensions(*args: object, **kwargs: object) -> list[extension.Extension]:
    """Extensions of the library; commands of third parties are found by their entry points."""
    return []
