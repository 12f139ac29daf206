"""The Compute service: its endpoints, who may do what, and how it writes errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.compute import controller, lists, nova_versions, refusals, routes
from novaclient_mv.sandbox.http import policy, wsgi
from novaclient_mv.sandbox.http.authentication import Unauthenticated
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.routing import Actions
from novaclient_mv.sandbox.http.service import Call, Service, Unrouted, unauthenticated
from novaclient_mv.sandbox.http.wsgi import Fault, Response

if TYPE_CHECKING:
    from novaclient_mv.policies import requests
    from novaclient_mv.sandbox.state.context import Context
    from novaclient_mv.sandbox.state.database import Database
    from novaclient_mv.versions import APIVersion, VersionRange

_PROJECT_PATH = re.compile('/([0-9a-f-]+)(?=/|$)')
_SLASHES = re.compile('^/+')
_OF_A_SERVER = ('/servers/{', '/os-volumes_boot/{')


class ComputeService(Service):
    """One endpoint of the Compute API.

    :param offered: the microversions that are served.
    :param is_legacy: version headers are neither read nor returned, and bodies are relaxed.
    :param rules: who may do what; as of :class:`.policy.Policy`.
    """

    package = 'novaclient_mv.sandbox.compute'
    routes = routes.ROUTES
    shapes: ClassVar = {
        Unauthenticated: unauthenticated,
        Unrouted: refusals.unrouted,
        Fault: refusals.of_api,
    }
    id_headers = ('X-OpenStack-Request-ID', 'X-Compute-Request-ID')
    empty_headers = (('Content-Type', wsgi.JSON),)
    # text/plain counts as no media type at all.
    media_types = (*(wsgi.JSON, 'application/vnd.openstack.compute+json', 'text/plain', ''),)

    def __init__(
        self,
        database: Database,
        documents: nova_versions.Documents,
        offered: VersionRange,
        is_legacy: bool,
        rules: policy.Policy,
    ) -> None:
        super().__init__(database, rules)
        self.endpoints = documents
        self.is_relaxed = is_legacy
        self.versions = nova_versions.versions_of(offered, is_legacy)
        # On /v2 only schemas that hold for 2.0 apply, though handlers are those of 2.1.
        self.schema_version = nova_versions.WITHOUT if is_legacy else None

    def document(self, call: Call) -> Response | None:
        """The endpoint's own document, to everybody."""
        if call.request.path.strip('/'):
            return None
        call.negotiate()
        return self.endpoint_document(call.request)

    def endpoint_document(self, request: wsgi.Request) -> Response:
        """The document of this endpoint."""
        id = 'v2.0' if self.is_relaxed else 'v2.1'
        return Response.of(200, self.endpoints.one(id, request.host_url, request.prefix))

    def most_octets(self, path: str) -> int:
        """The largest size of a body."""
        return 114688

    def path_of(self, path: str) -> tuple[str, str | None]:
        """A path as routes have it, and the project id that may precede it."""
        path = f'/{path.lstrip("/")}'
        project = None if self.router.methods(path) else _PROJECT_PATH.match(path)
        if project is None:
            return path, None
        return _SLASHES.sub('/', path[project.end() :]), project[1]

    def missing(self, path: str, method: str, version: APIVersion | None) -> Fault:
        """The error where a path has no handler for a method, or not at a version."""
        return Fault(404) if method in self.router.methods(path) else Unrouted(404)

    def context_of(self, call: Call) -> Context:
        """The caller; an operator's policy may say who is an administrator."""
        context = super().context_of(call)
        assert self.policy is not None
        if self.policy.path is not None:
            context.is_admin = self.policy.may(controller.ADMINISTRATORS, context)
        return context

    def policy_request(self, call: Call) -> requests.Request:
        """The request as a policy looks at it."""
        from novaclient_mv.policies import requests

        body = call.body if isinstance(call.body, dict) else None
        action = f' {next(iter(body or {}))}' if isinstance(call.route, Actions) else ''
        return requests.Request(
            f'{call.operation}{action}',
            call.version or nova_versions.DEFAULT,
            call.request.query,
            body,
            tuple(call.variables.values()),
            call.context.project_id or '',
        )

    def ask(self, call: Call, controller: type[Controller]) -> None:
        """Ask for the permission, but for a server: its handlers ask where they find it.

        :raises Fault: 403.
        """
        if not call.route.path.startswith(_OF_A_SERVER):
            super().ask(call, controller)

    def query_schema(
        self, call: Call, func: Callable[..., Any], version: APIVersion
    ) -> dict[str, Any] | None:
        """The schema of a query; a read that declares none takes no parameters from 2.102 on."""
        if call.request.method == 'GET' and not hasattr(func, 'query_schemas'):
            return lists.NOTHING.schema(version)
        return super().query_schema(call, func, version)

    def arguments_of(
        self, call: Call, func: Callable[..., Any], version: APIVersion
    ) -> dict[str, Any]:
        """The arguments of a handler; Nova takes the bytes of what stands in a path for Latin-1."""
        call.variables = {
            name: text.encode().decode('latin-1') for name, text in call.variables.items()
        }
        return super().arguments_of(call, func, version)
