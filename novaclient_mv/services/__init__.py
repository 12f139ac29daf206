"""The microversioned services that this client speaks to; what differs between them is data."""

from __future__ import annotations

from novaclient_mv.services import registry
from novaclient_mv.services.baremetal import BAREMETAL
from novaclient_mv.services.compute import COMPUTE
from novaclient_mv.services.placement import PLACEMENT
from novaclient_mv.services.registry import SERVICES
from novaclient_mv.services.service import DOCUMENT, HEADER_NAME, REFUSAL, Service

__all__ = [
    'BAREMETAL',
    'COMPUTE',
    'DOCUMENT',
    'HEADER_NAME',
    'PLACEMENT',
    'REFUSAL',
    'SERVICES',
    'Service',
    'registry',
]
