"""Extensions and the list of collections, and lists that are empty here."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.network import service

# Alias and name of what goes beyond the core of the API.
EXTENSIONS = (
    ('allowed-address-pairs', 'Allowed Address Pairs'),
    ('binding', 'Port Binding'),
    ('external-net', 'Neutron external network'),
    ('ext-gw-mode', 'Neutron L3 Configurable external gateway mode'),
    ('extra_dhcp_opt', 'Neutron Extra DHCP options'),
    ('fip-port-details', 'Floating IP Port Details Extension'),
    ('net-mtu', 'Network MTU'),
    ('net-mtu-writable', 'Network MTU (writable)'),
    ('pagination', 'Pagination support'),
    ('port-security', 'Port Security'),
    ('project-id', 'project_id field enabled'),
    ('provider', 'Provider Network'),
    ('quota_details', 'Quota details management support'),
    ('quotas', 'Quota management support'),
    ('router', 'Neutron L3 Router'),
    ('security-group', 'security-group'),
    ('sorting', 'Sorting support'),
    ('standard-attr-description', 'standard-attr-description'),
    ('standard-attr-revisions', 'Resource revision numbers'),
    ('standard-attr-tag', 'Tag support for resources with standard attribute'),
    ('standard-attr-timestamp', 'Resource timestamps'),
    ('stateful-security-group', 'Stateful security group'),
)


def _shape(alias: str, name: str) -> dict[str, Any]:
    updated = '2016-01-01T00:00:00-00:00'
    return {'alias': alias, 'name': name, 'description': name, 'updated': updated, 'links': []}


class NetworkFacts(Controller):
    """``/v2.0/extensions`` and others"""

    def collections(self) -> Response:
        """``GET /v2.0``"""
        resources = [
            {
                'name': plural.replace('-', '_').removesuffix('s'),
                'collection': plural,
                'links': [{'rel': 'self', 'href': f'{self.req.host_url}/network/v2.0/{plural}'}],
            }
            for plural in service.COLLECTIONS
        ]
        return self.answer({'resources': resources})

    def extensions(self) -> Response:
        """``GET /v2.0/extensions``"""
        return self.answer({'extensions': [_shape(*extension) for extension in EXTENSIONS]})

    def extension(self, alias: str) -> Response:
        """``GET /v2.0/extensions/{alias}``"""
        if alias not in dict(EXTENSIONS):
            raise service.NoExtension(404, f'Extension with alias {alias} does not exist')
        return self.answer({'extension': _shape(alias, dict(EXTENSIONS)[alias])})

    def nothing(self) -> Response:
        """``GET /v2.0/agents`` and others"""
        return self.answer({self.call.route.segments[-1].replace('-', '_'): []})
