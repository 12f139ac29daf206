"""Says whether requests are to go through a proxy."""

from __future__ import annotations

import sys
from collections.abc import Mapping

_VARIABLES = frozenset({'http_proxy', 'https_proxy', 'all_proxy'})

_ASK_SYSTEM = ('darwin', 'win32', 'cygwin')
"""Platforms on which the settings of the system may name a proxy."""


def proxies_are_set(variables: Mapping[str, str]) -> bool:
    """Whether any proxy is set, whichever hosts it is for."""
    if any(value and name.lower() in _VARIABLES for name, value in variables.items()):
        return True
    if sys.platform not in _ASK_SYSTEM:
        return False
    from urllib import request

    return bool(request.getproxies())
