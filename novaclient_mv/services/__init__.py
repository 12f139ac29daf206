"""The microversioned services that this client speaks to; what differs between them is data."""

from __future__ import annotations

from novaclient_mv.services import registry
from novaclient_mv.services.baremetal import BAREMETAL
from novaclient_mv.services.compute import COMPUTE
from novaclient_mv.services.placement import PLACEMENT
from novaclient_mv.services.registry import SERVICES
from novaclient_mv.services.service import HEADER_NAME, Discovery, Service

__all__ = [
    'BAREMETAL',
    'COMPUTE',
    'HEADER_NAME',
    'PLACEMENT',
    'SERVICES',
    'Discovery',
    'Service',
    'registry',
]


def __getattr__(name: str) -> object:
    renamed = {'DOCUMENT': Discovery.DOCUMENT, 'REFUSAL': Discovery.NOT_ACCEPTABLE}
    if name not in renamed:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    # Imported when asked for: each start of the program imports this package, and few need it.
    from novaclient_mv import deprecation

    deprecation.warn(f'{__name__}.{name}', f'{__name__}.Discovery.{renamed[name].name}')
    return renamed[name]
