"""Parts of the API's answers that recorded ones lack, because their client never read them.

The stand-in that was recorded computed some answers from the request; its records hold one each.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

Query = dict[str, str]


def completed(service: str, method: str, path: str, query: Query, body: Any, content: Any) -> Any:
    """A recorded answer with what the API says of the request in it."""
    for pattern, complete in _RULES:
        if re.fullmatch(pattern, f'{service} {method} {path}'):
            return complete(query, body, copy.deepcopy(content))
    return content


def _image(query: Query, body: Any, content: Any) -> Any:
    """The image service answers the image itself, the stand-in put it in an envelope."""
    return content['image'] if content and 'image' in content else content


def _tags(query: Query, body: Any, content: Any) -> Any:
    return body


def _flavor(query: Query, body: Any, content: Any) -> Any:
    content['flavor'].update(body['flavor'])
    return content


def _service(query: Query, body: Any, content: Any) -> Any:
    content['service'].update(body)
    return content


def _services(query: Query, body: Any, content: Any) -> Any:
    for each in content['services']:
        each.update({name: query[name] for name in ('binary', 'host') if name in query})
    return content


def _server_groups(query: Query, body: Any, content: Any) -> Any:
    if query.get('limit') != '2':
        content['server_groups'] = content['server_groups'][int(query.get('offset', 0)) :]
    return content


def _rebuilt(query: Query, body: Any, content: Any) -> Any:
    if 'adminPass' in (body.get('rebuild') or {}):
        content['server']['adminPass'] = body['rebuild']['adminPass']
    return content


def _keypair(query: Query, body: Any, content: Any) -> Any:
    """There is a private key in an answer only when the cloud made the pair."""
    if 'public_key' in body['keypair']:
        del content['keypair']['private_key']
    return content


_RULES: tuple[tuple[str, Callable[[Query, Any, Any], Any]], ...] = (
    ('image GET /v2/images/.*', _image),
    ('compute PUT /servers/[^/]+/tags', _tags),
    ('compute PUT /flavors/[^/]+', _flavor),
    ('compute POST /os-keypairs', _keypair),
    ('compute PUT /os-services/[0-9a-f-]{36}', _service),
    ('compute GET /os-services', _services),
    ('compute GET /os-server-groups', _server_groups),
    ('compute POST /servers/[^/]+/action', _rebuilt),
)
"""Requests to what completes their answers."""
