"""The Bare Metal service: who may do what, its documents of versions, and how it writes errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import ironic_versions, refusals, routes
from novaclient_mv.sandbox.http import error_pages, policy
from novaclient_mv.sandbox.http.authentication import Unauthenticated
from novaclient_mv.sandbox.http.routing import Route
from novaclient_mv.sandbox.http.service import Call, Service, Unrouted, unauthenticated
from novaclient_mv.sandbox.http.wsgi import JSON, Fault, Response
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.policies import requests
    from novaclient_mv.sandbox.state.database import Database
    from novaclient_mv.versions import APIVersion, VersionRange


_REFUSAL = 'Access was denied to the following resource: {}'


class BaremetalService(Service):
    """Answers below ``/baremetal``.

    :param offered: the versions that are served; ``None`` for a service from before them, whose
        answers tell of none.
    :param rules: who may do what.
    """

    package = 'novaclient_mv.sandbox.baremetal'
    routes = routes.ROUTES
    shapes: ClassVar = {
        Unauthenticated: unauthenticated,
        Unrouted: refusals.unrouted,
        Fault: refusals.of_api,
    }
    id_headers = ('X-OpenStack-Request-ID', 'openstack-request-id')

    def __init__(
        self, database: Database, offered: VersionRange | None, rules: policy.Policy
    ) -> None:
        super().__init__(database, rules)
        self.offered = offered
        self.versions = ironic_versions.Versions(offered)

    def document(self, call: Call) -> Response | None:
        """The documents of versions, to everybody."""
        path, method = call.request.path.rstrip('/'), call.request.method
        if path not in ('', '/v1') or method not in ('GET', 'HEAD'):
            return None
        call.negotiate()
        assert call.version is not None
        body = (
            ironic_versions.v1(call.request, self.offered, call.version)
            if path
            else ironic_versions.root(call.request, self.offered)
        )
        return Response.of(200, body)

    def path_of(self, path: str) -> tuple[str, str | None]:
        """The path without its version, which may be missing."""
        return re.sub('^/v1(?=/)', '', path.rstrip('/')), None

    def missing(self, path: str, method: str, version: APIVersion | None) -> Fault:
        """The error where a path has no handler for a method, or not at a version."""
        first = path.strip('/').partition('/')[0]
        if method not in self.router.methods(path):
            fault = super().missing(path, method, version)
            return Fault(405) if path == '/v1' else Unrouted(fault.status, '', fault.headers)
        is_part = path.count('/') > 1 + (first != 'volume') and not path.endswith('/volume')
        is_change = method != 'GET' and first in routes.LATER and not is_part
        if self.router.methods(path, version) and not is_change:
            return super().missing(path, method, version)
        kind = Unrouted if is_part or first in routes.UNROUTED else Fault
        words = f'The API version does not allow {first.replace("_", " ")}'
        return kind(405 if is_change else 404, words)

    def permission(self, call: Call) -> policy.Permission | None:
        """The permission that a request needs."""
        assert self.policy is not None
        path = routes.DOCUMENTED.get(call.route.path, call.route.path)
        return _Permission(self.policy, call, f'{call.request.method} {path}')

    def arguments_of(
        self, call: Call, func: Callable[..., Any], version: APIVersion
    ) -> dict[str, Any]:
        """The arguments that a handler names, of those that are read by their kinds.

        :raises Fault: 400, 403, 406.
        """
        assert call.permission is not None
        assert self.policy is not None
        call.permission.ask()
        if not self.policy.lets_in(call.context, call.operation):
            # Who may list all nodes sees what is of others, too.
            call.context.is_admin = self.policy.may('baremetal:node:list_all', call.context)
        if not error_pages.accepts(call.request.header('Accept'), JSON):
            raise Unrouted(406)
        assert isinstance(call.route, Route)
        resource = self.router.load(call.route.controller)(call)
        handler = call.route.methods[call.request.method]
        call.arguments = resource.read(handler, call.variables)
        names = func.__code__.co_varnames[1 : func.__code__.co_argcount]
        return {name: call.arguments[name] for name in names if name in call.arguments}


class _Permission(policy.Permission):
    """The permission for a request, which may depend on who owns a node."""

    def __init__(self, rules: policy.Policy, call: Call, operation: str) -> None:
        self.call = call
        self.operation = operation

        def request() -> requests.Request:
            from novaclient_mv.policies import requests

            assert call.version is not None
            return requests.Request(operation, call.version, call.request.query, _document(call))

        super().__init__(rules, call.context, operation, request, _REFUSAL)

    def ask(self, project: str | None = None, user: str | None = None) -> None:
        """Refuse whom a rule refuses, and everybody else what the release has no rule for.

        :raises Fault: 403.
        """
        rules = self.policy
        is_known = rules.lets_in(self.context, self.path) or rules.facts.asked(
            self.operation, rules.release
        )
        if not is_known:
            raise policy.refusal(self.operation, _REFUSAL)
        super().ask(project, user)

    def own(self, project: str | None, user: str | None) -> dict[str, bool]:
        """Of a node, which attributes are the caller's. A handler misses one of which none is."""
        named = self.call.variables.get('id', '')
        is_node = self.call.route.path.startswith('/nodes/{')
        node = baremetal_nodes.find(self.call.session, named) if is_node else None
        if node is None:
            return {}
        own = {
            f'node.{name}': node.document.get(name) == self.context.project_id
            for name in ('owner', 'lessee')
        }
        return own if any(own.values()) else {}


def _document(call: Call) -> Any:
    """The body as policy looks at it; one that cannot be read is refused later."""
    try:
        return call.body
    except Fault:
        return None
