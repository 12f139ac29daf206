"""A transport whose cloud has everything that is asked for, and counts what is written to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, ClassVar

from novaclient_mv.services import HEADER_NAME, SERVICES
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest
from unit_tests.any_lines import ID

_THING: dict[str, Any] = {
    'id': ID,
    'uuid': ID,
    'name': 'thing',
    'status': 'ACTIVE',
    'links': [],
    'zone': 'nova',
    'address': ID,
    'ip': '10.0.0.1',
    'fixed_ip': None,
    'binary': 'nova-compute',
    'host': 'one',
    'hypervisor_hostname': 'one',
    'flavor': {'id': '1'},
    'image': {'id': ID},
    'metadata': {},
    'servers': [{'uuid': ID, 'name': 'thing'}],
    'addresses': {},
    'provision_state': 'active',
    'power_state': 'power on',
    'driver': 'fake',
    'extra': {},
    'properties': {},
    'OS-FLV-DISABLED:disabled': False,
    'os-flavor-access:is_public': True,
    'hosts': [],
}
_KINDS = (
    *('agent', 'aggregate', 'flavor', 'floating_ip', 'host', 'hypervisor', 'image', 'keypair'),
    *('network', 'port', 'security_group', 'security_group_rule', 'server', 'server_group'),
    *('service', 'share', 'snapshot', 'subnet', 'volume', 'volumeAttachment', 'migration', 'node'),
    *('allocation', 'chassis', 'conductor', 'deploy_template', 'driver', 'inspection_rule'),
    *('portgroup', 'runbook', 'connector', 'target', 'interfaceAttachment', 'project', 'user'),
    *('quota_set', 'quota_class_set', 'console', 'remote_console', 'metadata', 'extra_spec'),
)


def _anything() -> dict[str, Any]:
    """A body in which every reader comes upon what it looks for."""
    body = dict(_THING)
    for kind in _KINDS:
        body[kind] = dict(_THING)
        body[f'{kind}s'] = [dict(_THING)]
    body['keypair'] = {**_THING, 'public_key': 'ssh-rsa'}
    body['keypairs'] = [{'keypair': _THING}]
    body['traits'] = ['CUSTOM_ONE']
    body['resource_providers'] = [{**_THING, 'generation': 1}]
    body['resource_classes'] = [{'name': 'CUSTOM_ONE'}]
    body['generation'] = body['resource_provider_generation'] = 1
    body |= {'project_id': ID, 'user_id': ID, 'consumer_type': 'INSTANCE'}
    body['allocations'] = {ID: {'resources': {'VCPU': 1}}}
    body['aggregates'] = [*body['aggregates']]
    body['inventories'] = {'VCPU': {'total': 1}}
    body['flavor'] = {**_THING, 'extra_specs': {}}
    return body


class AnyCloud:
    """Stands in for the network of the built-in cloud.

    :param inner: what would carry the requests.
    """

    everything: ClassVar[bytes] = json.dumps(_anything()).encode()
    """The body of what it answers, but for documents of versions."""

    def __init__(self, inner: Transport | None = None) -> None:
        self.writes: list[WireRequest] = []

    def send(self, request: WireRequest) -> WireAnswer:
        """Answer one request."""
        named = dict(request.headers).get(HEADER_NAME)
        headers = {'content-type': 'application/json'}
        if named:
            headers[HEADER_NAME] = named
            for service in SERVICES:
                if service.legacy_header and service.header_name == named.partition(' ')[0]:
                    headers[service.legacy_header] = named.partition(' ')[2]
        if _is_write(request):
            self.writes.append(request)
        document = dict(_document(request))
        body = json.dumps(document).encode() if document else self.everything
        # What is asked for by its id has that id.
        asked = re.search(r'/([0-9a-f]{8}-[0-9a-f-]{27})(?![0-9a-f-])', request.url)
        return WireAnswer(
            200, headers, body.replace(ID.encode(), (asked[1] if asked else ID).encode())
        )

    def close(self) -> None:
        """There is nothing to close."""


def _is_write(request: WireRequest) -> bool:
    """Whether a server would change something, told from the request alone."""
    if request.method in ('GET', 'HEAD'):
        return re.search(r'/os-hosts/[^/]+/(startup|shutdown|reboot)$', request.url) is not None
    return b'"os-getConsoleOutput"' not in (request.body or b'')


def _document(request: WireRequest) -> Iterator[tuple[str, Any]]:
    """The version document, where that is asked for."""
    for service in SERVICES:
        spoken = service.range
        version = {
            'id': service.major_path or 'v1.0',
            'status': 'CURRENT',
            'links': [],
            'min_version': str(spoken.start),
            'max_version': str(spoken.end),
            'version': str(spoken.end),
        }
        if service.major_path and request.url.rstrip('/').endswith(f'/{service.major_path}'):
            yield 'version', version
        elif not service.major_path and re.fullmatch('http://[^/]+/', request.url):
            yield 'versions', [version]
