"""The names that users may give their own resource classes and traits."""

from __future__ import annotations

import re

from novaclient_mv.sandbox.http.wsgi import Fault

_OWN = re.compile(r'CUSTOM_[A-Z0-9_]+', re.ASCII)
MOST = 255


def require(name: str) -> None:
    """Refuse a name that is none of a user's own.

    :raises Fault: 400.
    """
    if _OWN.fullmatch(name) is None or len(name) > MOST:
        raise Fault(400, f'{name!r} does not match {"^" + _OWN.pattern + "$"!r}')
