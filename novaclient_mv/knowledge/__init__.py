"""Versions of declarations and tables, as functions over values: nothing is printed or sent."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.knowledge.calls import requirements_of
    from novaclient_mv.knowledge.capabilities import Feature, Matrix, Offer, feature, matrix
    from novaclient_mv.knowledge.changelog import Change, changes
    from novaclient_mv.knowledge.command_lines import requirements
    from novaclient_mv.knowledge.needs import Requirements
    from novaclient_mv.knowledge.permissions import may
    from novaclient_mv.resources.permissions import Permission

__all__ = [
    'Change',
    'Feature',
    'Matrix',
    'Offer',
    'Permission',
    'Requirements',
    'changes',
    'feature',
    'matrix',
    'may',
    'requirements',
    'requirements_of',
]

_MODULES = {
    'Change': 'changelog',
    'Feature': 'capabilities',
    'Matrix': 'capabilities',
    'Offer': 'capabilities',
    'Permission': 'permissions',
    'Requirements': 'needs',
    'changes': 'changelog',
    'feature': 'capabilities',
    'matrix': 'capabilities',
    'may': 'permissions',
    'requirements': 'command_lines',
    'requirements_of': 'calls',
}
"""Public names, and the modules that have them; imported when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(importlib.import_module(f'{__name__}.{_MODULES[name]}'), name)
