"""Short pages: lists of the cloud end after two rows, and link to the rest."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode

LIMIT = 2
_LISTS = re.compile(
    r'/v2\.1/(servers(/detail)?|flavors(/detail)?|os-keypairs|os-hypervisors(/detail)?'
    r'|os-migrations|servers/[^/]+/os-instance-actions)'
    r'|/image/v2/images|/baremetal/v1/(nodes|ports)(/detail)?'
)


def with_limit(method: str, target: str) -> str:
    """The target of a request, with the limit that a cloud of short pages would set."""
    path, _, query = target.partition('?')
    if method != 'GET' or not _LISTS.fullmatch(path) or 'pattern=' in query:
        return target
    pairs = [(name, value) for name, value in parse_qsl(query) if name != 'limit']
    asked = dict(parse_qsl(query)).get('limit', '')
    limit = min(int(asked), LIMIT) if asked.isdigit() else LIMIT
    return f'{path}?{urlencode([*pairs, ("limit", limit)])}'
