"""Media types that requests accept; the service answers in JSON alone."""

from __future__ import annotations

import re

from novaclient_mv.sandbox.baremetal.refusals import Aborted
from novaclient_mv.sandbox.http.wsgi import Request

_ACCEPTABLE = ('*/*', 'application/*', 'application/json')
_TYPE = re.compile(r"[\w!#$%&'*+.^`|~-]+/[\w!#$%&'*+.^`|~-]+", re.ASCII)


def check(request: Request) -> None:
    """Refuse a request that does not accept JSON.

    :raises Aborted: 406.
    """
    types = _types(request.header('Accept') or '')
    if types and not types & set(_ACCEPTABLE):
        raise Aborted(406, '')


def _types(accepted: str) -> set[str]:
    """The types without their parameters; a malformed header has none."""
    names = {item.partition(';')[0].strip().lower() for item in accepted.split(',')} - {''}
    return names if all(map(_TYPE.fullmatch, names)) else set()
