"""Old names of the attributes of services, for packages that use them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from novaclient_mv import deprecation
from novaclient_mv.versions import VersionRange

_ATTRIBUTES: Mapping[str, tuple[str, Callable[[Any, Mapping[str, Any]], Any]]] = {
    'without': ('Service.unversioned', lambda service, here: service.unversioned),
    'is_sent': ('Service.unversioned', lambda service, here: service.unversioned.__ne__),
    'version_headers': (
        'novaclient_mv.services.service.version_headers',
        lambda service, here: functools.partial(here['version_headers'], service),
    ),
    'span': (
        'novaclient_mv.versions.VersionRange',
        lambda service, here: lambda start, end: VersionRange(start, end).bound_like(service.range),
    ),
    'common': (
        'novaclient_mv.services.service.common_versions',
        lambda service, here: functools.partial(here['common_versions'], service),
    ),
    'operations_file': (
        'novaclient_mv.services.service.data_file',
        lambda service, here: service.operations and here['data_file'](service.operations),
    ),
}


def of_service(service: object, name: str, here: Mapping[str, Any]) -> Any:
    """An attribute of a service by its old name, with a warning.

    :param here: the names of the module that defines it.
    """
    if name not in _ATTRIBUTES:
        raise AttributeError(f'{type(service).__name__} has no attribute {name!r}')
    new, read = _ATTRIBUTES[name]
    deprecation.warn(f'Service.{name}', new, 4)
    return read(service, here)
