"""Names that libraries write into bodies and queries, compared with those that the sandbox reads.

A type checker lets any key of a dictionary pass; this finds a misspelt one.
"""

from __future__ import annotations

import ast
import functools
import pathlib
from collections.abc import Iterator

from novaclient_mv.services import Service
from unit_tests.source import PACKAGE, ROOT, nodes_of, paths

NOT_SENT = {
    *('RAMSize', 'PersonalitySize', 'ServerMeta', '__repr__', 'list', 'iterate', 'get', 'logger'),
    *('net-id', 'port-id', 'v4-fixed-ip', 'v6-fixed-ip', 'timeout', 'cacert', 'cert', 'insecure'),
    *('fields_since', 'update_refusal', 'delete_refusal', 'configdrive_contents', 'consumer_uuid'),
    *('headers', 'metavar', 'encode', 'sends_false'),
    'usage',
}
"""Keys of dictionaries that no request has."""

NOT_SERVED = {
    *('md5hash', 'para', 'callback_url', 'agent_version', 'agent_token', 'agent_verify_ca'),
    *('agent_status', 'agent_status_message'),
}
"""Keys of requests that the sandbox does not serve: those of agents."""


def _folder(service: Service) -> pathlib.Path:
    return ROOT.joinpath(*service.client_class.split('.')[:-1])


def modules(service: Service) -> list[pathlib.Path]:
    """The modules of a service's library that build requests."""
    folder = _folder(service)
    return sorted(path for path in folder.rglob('*.py') if 'commands' not in path.parts)


@functools.cache
def words(service: Service) -> frozenset[str]:
    """Each name that the sandbox's service has in a schema, a path or a handler."""
    found = set()
    for path in paths(PACKAGE / 'sandbox' / service.name):
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.keyword | ast.arg) and node.arg:
                found.add(node.arg)
    return frozenset(found)


def mistakes_of(source: str, service: Service) -> list[str]:
    """The keys that a module sends and the sandbox's service does not know."""
    known = NOT_SENT | NOT_SERVED | words(service)
    # A key with a space in it is an operation, or a state.
    return [name for name in names(source) if name not in known and ' ' not in name]


def names(source: str) -> Iterator[str]:
    """The keys of bodies and queries in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict):
            for key in node.keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == 'self._create_one':
            yield from (keyword.arg for keyword in node.keywords if keyword.arg)
