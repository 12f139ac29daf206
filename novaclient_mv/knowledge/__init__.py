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
    **dict.fromkeys(('Change', 'changes'), 'changelog'),
    **dict.fromkeys(('Feature', 'Matrix', 'Offer', 'feature', 'matrix'), 'capabilities'),
    **dict.fromkeys(('Permission', 'may'), 'permissions'),
    'Requirements': 'needs',
    'requirements': 'command_lines',
    'requirements_of': 'calls',
}
"""The modules of public names; imported when they are used."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(importlib.import_module(f'{__name__}.{_MODULES[name]}'), name)
