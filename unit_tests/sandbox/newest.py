"""The end of what the sandbox serves, from its declaration; a client's end may be another one."""

from __future__ import annotations

from novaclient_mv import api_versions
from novaclient_mv.sandbox import newest

_MAXIMUM = api_versions.APIVersion(newest.COMPUTE)

MINOR = _MAXIMUM.ver_minor
NEWEST = newest.COMPUTE
BEYOND = f'{_MAXIMUM.ver_major}.{MINOR + 1}'
