"""The end of what this client speaks, from its declaration: tests do not write it themselves."""

from __future__ import annotations

from novaclient_mv import api_versions

_MAXIMUM = api_versions.API_MAX_VERSION

MINOR = _MAXIMUM.ver_minor
NEWEST = str(_MAXIMUM)
BEYOND = f'{_MAXIMUM.ver_major}.{MINOR + 1}'
BEFORE = f'{_MAXIMUM.ver_major}.{MINOR - 1}'
