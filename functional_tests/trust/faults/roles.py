"""The roles of requests in a run, told from the request and those before it."""

from __future__ import annotations

import re

LOGIN = 'login'
DOCUMENT = 'version document'
READ = 'read'
PAGE = 'later page'
LOOK = 'look of a wait'
WRITE = 'write'
ROLES = (LOGIN, DOCUMENT, READ, PAGE, LOOK, WRITE)

# What says which services and versions there are, and nothing of resources.
_DOCUMENT = re.compile(r'/identity(/v3)?/?|/(v2\.1|v2|)/?|/(baremetal|placement)(/v1)?/?')


def role_of(method: str, target: str, body: bytes, before: list[str]) -> str:
    """The role of a request.

    :param before: methods and targets of the run's requests before this one.
    """
    path, _, query = target.partition('?')
    if path.startswith('/identity') and path.endswith('/auth/tokens'):
        return LOGIN
    if method not in ('GET', 'HEAD'):
        # This action of a server reads.
        return READ if b'"os-getConsoleOutput"' in body else WRITE
    if _DOCUMENT.fullmatch(path):
        return DOCUMENT
    if 'marker=' in query or 'offset=' in query:
        return PAGE
    return LOOK if f'{method} {target}' in before else READ
