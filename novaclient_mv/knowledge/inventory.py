"""Old names of :mod:`~novaclient_mv.knowledge.command_catalog`."""

from __future__ import annotations

from novaclient_mv import deprecation

_NEW = 'novaclient_mv.knowledge.command_catalog'
__getattr__ = deprecation.names(
    __name__, {'inventory': f'{_NEW}.command_catalog', 'Inventory': f'{_NEW}.CommandCatalog'}
)
