"""Classes and connections of Compute clients, as programs ask for them by version."""

from __future__ import annotations

import importlib
import pkgutil
import types
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.compat import compute_versions
from novaclient_mv.resources.extensions import Extension
from novaclient_mv.services import entry_points
from novaclient_mv.services.compute import APIVersion
from novaclient_mv.v2 import client as v2_client

if TYPE_CHECKING:
    from novaclient_mv.compat.session_client import SessionClient


GROUP = 'novaclient.extension'
SUFFIX = '_python_novaclient_ext'
"""The ending of names of modules that are extensions by themselves."""


def discover_extensions(*args: object, **kwargs: object) -> list[Extension]:
    """The extensions of all installed packages, for ``Client(extensions=...)``.

    They are the modules whose names end in ``_python_novaclient_ext``, and those of the entry
    points ``novaclient.extension``. Commands of other packages need none: they are found by their
    own entry points.

    :param args: the version, and whether only extensions of the package itself are wanted, of which
        there are none: both are taken for programs that pass them.
    """
    return [Extension(name, module) for name, module in (*_by_name(), *_by_entry_point())]


def _by_name() -> Iterator[tuple[str, types.ModuleType]]:
    for module in pkgutil.iter_modules():
        if module.name.endswith(SUFFIX):
            yield module.name, importlib.import_module(module.name)


def _by_entry_point() -> Iterator[tuple[str, types.ModuleType]]:
    for name, module in entry_points.load(GROUP):
        if isinstance(module, types.ModuleType):
            yield name, module


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
