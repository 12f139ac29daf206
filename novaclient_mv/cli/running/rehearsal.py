"""The requests that a command line would send, without a cloud: one that has everything answers."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import results
from novaclient_mv.services import HEADER_NAME
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire.logins.access import Place
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.sender import Sender
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


class _Enough(Exception):
    """Nothing new is to be expected."""


def requests_of(line: CommandLine, version: APIVersion) -> list[Request]:
    """The requests of a command line at a version, in their order, as far as they can be told.

    :raises Error: the version does not take the line, or it fails before it asks for anything.
    """
    rehearsal = _Cloud([word.text.partition('=')[2] or word.text for word in line.words])
    connection = Sender(rehearsal, _Anybody(), line.service, version, sleep=lambda seconds: None)
    client = line.service.client().over(connection)
    args: Args = line.arguments_at(version)
    try:
        result = line.command.function(client, args)
        if isinstance(result, results.Table):
            list(itertools.islice(result.rows, 1))
    except Exception:
        # The end of what the answers of nobody lead to: what was asked until then is known.
        if not rehearsal.requests:
            raise
    return [sent for sent in rehearsal.requests if '://' not in sent.operation]


class _Anybody:
    """A login of nobody in particular."""

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

    def places(self, service_types: Sequence[str]) -> list[Place] | None:
        return None

    def project_id(self) -> str | None:
        return 'own-project'

    def user_id(self) -> str | None:
        return 'own-user'

    def token_facts(self) -> TokenFacts | None:
        return None


class _Cloud:
    """A transport whose cloud has, of each kind, a resource of every name that a line has."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.requests: list[Request] = []

    def send(self, request: WireRequest) -> WireAnswer:
        if request.call is not None:
            self.requests.append(request.call)
        if len(self.requests) > _MOST_REQUESTS:
            raise _Enough
        named = request.headers.get(HEADER_NAME, '')
        headers = {'content-type': 'application/json', HEADER_NAME: named}
        url = urlsplit(request.url)
        last = unquote(url.path.rstrip('/').rpartition('/')[2])
        named_ones = [value.strip('^$') for key, value in parse_qsl(url.query) if key == 'name']
        body = _anything(last, named_ones or self.names)
        if last == 'servers':
            # The list without details, of which a command asks each server again.
            body['servers'] = [_brief(server) for server in body['servers']]
        return WireAnswer(200, headers, json.dumps(body).encode())

    def close(self) -> None:
        """There is nothing to close."""


def _anything(name: str, names: Sequence[str]) -> dict[str, Any]:
    """A body in which every reader comes upon what it looks for."""
    body = _resource(name)
    resources = [_resource(own_name) for own_name in names or (name,)]
    for kind in KINDS:
        body[kind] = _resource(name)
        body[f'{kind}s'] = resources
    body['keypairs'] = [{'keypair': resource} for resource in resources]
    body['keypair'] = {**_resource(name), 'public_key': 'ssh-rsa'}
    body['flavor'] = {**_resource(name), 'extra_specs': {}}
    body['metadata'] = {}
    body['traits'] = list(names)
    body['resource_providers'] = [{**resource, 'generation': 1} for resource in resources]
    body['resource_classes'] = [{'name': own_name} for own_name in names]
    body['generation'] = body['resource_provider_generation'] = 1
    body['allocations'] = {name: {'resources': {'VCPU': 1}}}
    body['inventories'] = {'VCPU': {'total': 1}}
    return body


def _brief(resource: Mapping[str, Any]) -> dict[str, Any]:
    return {key: resource[key] for key in ('id', 'name', 'links')}


def _resource(name: str) -> dict[str, Any]:
    return {
        'id': name,
        'uuid': name,
        'name': name,
        'status': 'ACTIVE',
        'links': [],
        'zone': name,
        'address': name,
        'ip': name,
        'fixed_ip': None,
        'binary': 'nova-compute',
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
        'os-flavor-access:is_public': True,
        'hosts': [],
    }
