"""The requests that a command line would send, against a made-up cloud that has every resource."""

from __future__ import annotations

import io
import itertools
import json
import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations, selectors, types
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import binding, example_lines, results
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.services import HEADER_NAME
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins.access import Endpoint
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.transport import WireAnswer, WireRequest

KINDS = (
    *('agent', 'aggregate', 'flavor', 'floating_ip', 'host', 'hypervisor', 'image', 'keypair'),
    *('network', 'port', 'security_group', 'security_group_rule', 'server', 'server_group'),
    *('service', 'share', 'snapshot', 'subnet', 'volume', 'volumeAttachment', 'migration', 'node'),
    *('allocation', 'chassis', 'conductor', 'deploy_template', 'driver', 'inspection_rule'),
    *('portgroup', 'runbook', 'connector', 'target', 'interfaceAttachment', 'project', 'user'),
    *('quota_set', 'quota_class_set', 'console', 'remote_console', 'extra_spec'),
)
"""Resources that commands look up, by their key in a body."""

_MOST_REQUESTS = 200
_REFUSAL = b'{"forbidden": {"code": 403, "message": "Policy does not allow it."}}'


class _Enough(Exception):
    """The command sends requests without end."""


OWN_PROJECT = 'own-project'
"""The id of the caller's project, where nobody knows it."""


class OfflineRun(NamedTuple):
    """The requests of a command line, in their order, as far as they can be told.

    :param is_refused: whether the command ended with an operation that was refused.
    :param is_complete: whether the command came to its end.
    """

    requests: tuple[Request, ...]
    is_refused: bool = False
    is_complete: bool = True


def of_line(
    line: CommandLine,
    version: APIVersion,
    project_id: str = '',
    refused: Collection[str] = (),
) -> OfflineRun:
    """Run a command line at a version: nothing is sent, and no file is written."""
    if declarations.declared(line.command.function, 'is_about_login'):
        # The identity service alone is asked.
        return OfflineRun(())
    line = selectors.with_example(line)
    cloud = AnyCloud([word.text.partition('=')[2] or word.text for word in line.tokens], refused)
    login = Anybody(project_id or OWN_PROJECT)
    connection = Connection(cloud, login, line.service, version, sleep=lambda seconds: None)
    client = line.service.client().from_connection(connection)
    args = harmless(line.arguments_at(version))
    is_refused, is_complete = False, True
    try:
        result = results.unquestioned(line.command.function(client, args))
        if isinstance(result, results.Table):
            list(itertools.islice(result.rows, 1))
    except errors.Forbidden:
        is_refused = True
    except Exception:
        # The end of what the answers of nobody lead to: what was asked until then is known.
        is_complete = False
        if not cloud.requests and not _has_made_up_file(args):
            raise
    sent = (request for request in cloud.requests if '://' not in request.operation)
    return OfflineRun(tuple(sent), is_refused, is_complete)


def harmless(args: Args) -> Args:
    """The arguments, so that the input is not read, no file is written and nobody is asked."""
    if isinstance(getattr(args, 'file', None), str):
        vars(args)['file'] = os.devnull
    surroundings = Environment(stdin=io.BytesIO(example_lines.CONTENT.encode()))
    for value in binding.values_of(args):
        if isinstance(value, types.BoundValue):
            value.bind(surroundings)
        if isinstance(value, types.File):
            value.read_input_if_missing()
    return args


def _has_made_up_file(args: Args) -> bool:
    files = (value for value in binding.values_of(args) if isinstance(value, types.File))
    return any(file.is_input for file in files)


class Anybody:
    """A login of nobody in particular."""

    def __init__(self, project_id: str) -> None:
        self._project_id = project_id

    def headers(self) -> Mapping[str, str]:
        return {}

    def renew(self, refused: Mapping[str, str]) -> bool:
        return False

    def endpoints_may_differ(self) -> bool:
        return False

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        return f'http://{service_type}.invalid'

    def places(self, service_types: Sequence[str]) -> list[Endpoint] | None:
        return None

    def project_id(self) -> str | None:
        return self._project_id

    def user_id(self) -> str | None:
        return 'own-user'

    def token_facts(self) -> TokenFacts | None:
        return None


class AnyCloud:
    """A transport whose cloud has, of each kind, a resource of every name that a line has."""

    def __init__(self, names: Sequence[str], refused: Collection[str] = ()) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.refused = refused
        self.requests: list[Request] = []

    def send(self, request: WireRequest) -> WireAnswer:
        if request.call is not None:
            self.requests.append(request.call)
        if len(self.requests) > _MOST_REQUESTS:
            raise _Enough
        named = request.headers.get(HEADER_NAME, '')
        headers = {'content-type': 'application/json', HEADER_NAME: named}
        if request.call is not None and request.call.operation in self.refused:
            return WireAnswer(403, headers, _REFUSAL)
        url = urlsplit(request.url)
        last = unquote(url.path.rstrip('/').rpartition('/')[2])
        query = parse_qsl(url.query)
        named_ones = [value.strip('^$') for key, value in query if key in ('name', 'host')]
        body = _body(last, named_ones or self.names, dict(query).get('binary'))
        return WireAnswer(200, headers, body.encode())

    def close(self) -> None:
        """Do nothing: it holds no connection."""


def _body(name: str, names: Sequence[str], binary: str | None = None) -> str:
    """JSON for every reader, written out once by kind, as that takes longest."""
    resource = _resource(name)
    resources = [_resource(own_name, binary) for own_name in names or (name,)]
    texts = {key: json.dumps(value) for key, value in resource.items()}
    texts |= dict.fromkeys(KINDS, json.dumps(resource))
    texts |= dict.fromkeys((f'{kind}s' for kind in KINDS), json.dumps(resources))
    others = _other_parts(name, names, resources)
    texts |= {key: json.dumps(value) for key, value in others.items()}
    members = ', '.join(f'"{key}": {text}' for key, text in texts.items())
    return f'{{{members}}}'


def _other_parts(
    name: str, names: Sequence[str], resources: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """The parts of a body that are like no other kind."""
    parts = {
        'keypairs': [{'keypair': resource} for resource in resources],
        'keypair': {**_resource(name), 'public_key': 'ssh-rsa'},
        'flavor': {**_resource(name), 'extra_specs': {}},
        'metadata': {},
        'traits': list(names),
        'resource_providers': [{**resource, 'generation': 1} for resource in resources],
        'resource_classes': [{'name': own_name} for own_name in names],
        'generation': 1,
        'resource_provider_generation': 1,
        'project_id': name,
        'user_id': name,
        'consumer_type': 'INSTANCE',
        'allocations': {name: {'resources': {'VCPU': 1}}},
        'inventories': {'VCPU': {'total': 1}},
    }
    if name == 'servers':
        # The list without details, of which a command asks each server again.
        parts['servers'] = [_brief(server) for server in resources]
    return parts


def _brief(resource: Mapping[str, Any]) -> dict[str, Any]:
    return {key: resource[key] for key in ('id', 'name', 'links')}


def _resource(name: str, binary: str | None = None) -> dict[str, Any]:
    return {
        'id': name,
        'uuid': name,
        'name': name,
        'status': 'ACTIVE',
        'links': [],
        'zone': name,
        'address': name,
        'ip': name,
        'port_id': name,
        'net_id': name,
        'fixed_ip': None,
        'binary': binary or 'nova-compute',
        'host': name,
        'hypervisor_hostname': name,
        'flavor': {'id': name},
        'image': {'id': name},
        'metadata': {},
        'servers': [{'uuid': name, 'name': name}],
        'addresses': {},
        'provision_state': 'active',
        'power_state': 'power on',
        'driver': name,
        'extra': {},
        'properties': {},
        'OS-FLV-DISABLED:disabled': False,
        'os-flavor-access:is_public': False,
        'hosts': [],
    }
