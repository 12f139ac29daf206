"""The sandbox as one WSGI application: every service below its path."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypedDict

from novaclient_mv import versions
from novaclient_mv.sandbox import newest
from novaclient_mv.sandbox.compute import nova_versions
from novaclient_mv.sandbox.http import policy
from novaclient_mv.sandbox.http.wsgi import Request, Response
from novaclient_mv.sandbox.identity import catalog as shapes
from novaclient_mv.sandbox.state import rows
from novaclient_mv.sandbox.state.database import Database, StateError
from novaclient_mv.sandbox.state.seed import Seeder, filler

if TYPE_CHECKING:
    from typing import Unpack

    from novaclient_mv.sandbox.faults import Faults as FaultsOnDemand

Faults = Callable[[Request], Response | None]
Service = Callable[[Request], Response]


class Options(TypedDict, total=False):
    """The options of a cloud."""

    minimum: str
    """First microversion that is served (default: 2.1)."""
    maximum: str
    """Last microversion (default: the newest known)."""
    baremetal_minimum: str
    """First version of the Bare Metal service (default: 1.1)."""
    baremetal_maximum: str
    """Last version of the Bare Metal service (default: the newest known)."""
    microversions: bool
    """``False`` for a cloud from before them: /v2 only, and an Ironic without versions."""
    seed: Mapping[str, Any] | None
    """Contents of a new state: lists of ``projects``, ``hosts``, ``flavors``, ``images``,
    ``networks`` and ``servers``; the usual few of those that are not named.
    """
    reclaim_instance_interval: float
    """Seconds for which a deleted server can be restored (default: 0, never)."""
    shelved_offload_time: float
    """Seconds until a shelved server is offloaded (default: 0, at once; below it: never)."""
    release: str | None
    """The release whose policies hold (default: the newest one without a version newer than
    ``maximum``, and for Bare Metal ``baremetal_maximum``).
    """
    policy_file: str | None
    """The operator's policy, which overrides the defaults of that release."""
    catalog: str
    """Shape of the service catalog, one of ``novaclient_mv.sandbox.identity.catalog.SHAPES``."""


class Application:
    """Answers requests; two may run at once in two threads, or in two processes.

    :param path: the file of the state; made and seeded at the first request.
    :param clock: seconds since the epoch; what happens by itself follows it.
    :param base_url: what links in answers start with; the request's own host by default.
    :param sync: what was acknowledged is on the disk, and outlives a crash of the machine.
    :param faults: called first with each request; what it returns, if anything, is the answer.
    :param on_demand: faults that can be listed, added and taken away while it runs, also by
        requests to ``/sandbox/faults``.
    :param options: as of :class:`Options`.
    :raises TypeError: an option is unknown.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        clock: Callable[[], float],
        *,
        base_url: str | None = None,
        sync: bool = False,
        faults: Faults | None = None,
        on_demand: FaultsOnDemand | None = None,
        **options: Unpack[Options],
    ) -> None:
        if unknown := options.keys() - Options.__annotations__.keys():
            raise TypeError(f'The sandbox has no option {min(unknown)!r}.')
        maximum = options.get('maximum', newest.COMPUTE)
        baremetal_maximum = options.get('baremetal_maximum', newest.BAREMETAL)
        catalog = options.get('catalog', 'default')
        self.database = Database(path, clock, filler(options.get('seed'), seeders), sync)
        # What services read of the cloud that they belong to.
        self.facts: dict[str, Any] = {
            'sandbox.microversions': options.get('microversions', True),
            'sandbox.reclaim_instance_interval': options.get('reclaim_instance_interval', 0),
            'sandbox.shelved_offload_time': options.get('shelved_offload_time', 0),
            'sandbox.catalog': catalog,
            'sandbox.prefix': shapes.SHAPES[catalog].prefix,
        }
        if base_url is not None:
            self.facts['sandbox.base_url'] = base_url
        self.faults = faults
        self.on_demand = on_demand
        self.offered = versions.VersionRange(options.get('minimum', '2.1'), maximum)
        self.has_microversions: bool = self.facts['sandbox.microversions']
        minimum = options.get('baremetal_minimum', '1.1')
        self.baremetal_offered = versions.VersionRange(minimum, baremetal_maximum)
        self.policies = {
            service: policy.Policy(
                service, newest_version, options.get('release'), options.get('policy_file')
            )
            for service, newest_version in (
                ('compute', maximum),
                ('placement', maximum),
                ('baremetal', baremetal_maximum),
            )
        }
        self.documents = nova_versions.Documents(self.offered if self.has_microversions else None)
        self.mounts = self._mounts()
        self._services: dict[str, Service] = {}

    def _mounts(self) -> dict[str, tuple[Any, ...]]:
        """Paths, each with the room of its service and what the service is made of."""
        offered = self.baremetal_offered if self.has_microversions else None
        compute = ('compute', self.documents, self.offered)
        # Longest first, so that /v2 does not take what is below /v2.1.
        mounts: dict[str, tuple[Any, ...]] = {
            '/identity': ('identity',),
            '/network': ('network',),
            '/volume': ('volume',),
            '/image': ('image',),
            '/placement': ('placement', self.policies['placement']),
            '/baremetal': ('baremetal', offered, self.policies['baremetal']),
            '/v2.1': (*compute, False, self.policies['compute']),
            '/v1.1': (*compute, True, self.policies['compute']),
            '/v2': (*compute, True, self.policies['compute']),
        }
        # /v1.1 went when microversions came.
        del mounts['/v1.1' if self.has_microversions else '/v2.1']
        return mounts

    def _service(self, prefix: str) -> Service:
        """The service below a path, which is imported when first asked for: a command needs two of
        them at most.
        """
        if prefix not in self._services:
            room, *arguments = self.mounts[prefix]
            module = importlib.import_module(f'{__package__}.{room}.service')
            make = getattr(module, f'{room.capitalize()}Service')
            self._services[prefix] = make(self.database, *arguments)
        return self._services[prefix]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path = environ.get('PATH_INFO', '').removeprefix(self.facts['sandbox.prefix'])
        request = Request({**environ, **self.facts, 'PATH_INFO': path})
        response = self.respond(request)
        try:
            reason = HTTPStatus(response.status).phrase
        except ValueError:
            reason = 'Unknown'
        has_length = response.header('Content-Length') is not None
        if not has_length and (response.body or response.status not in (204, 304)):
            response.headers.append(('Content-Length', str(len(response.body))))
        start_response(f'{response.status} {reason}', response.headers)
        return [b'' if request.method == 'HEAD' else response.body]

    def respond(self, request: Request) -> Response:
        """The answer to a request, unless it is to go wrong."""
        if self.on_demand is not None:
            response = self.on_demand.respond(request, self._served)
        else:
            response = self._served(request)
        is_plain = request.prefix == '/placement'
        if request.method == 'OPTIONS' and response.status >= 300 and not is_plain:
            # What answers such requests in front of most services takes no error for an answer.
            return Response(200)
        return response

    def policy_notes(self) -> list[str]:
        """Lines about rules of the operator's policy file that no service has, or has under another
        name.

        :raises UnusablePolicy: it cannot be used.
        """
        notes = [policy.notes() for policy in self.policies.values()]
        ignored = {name for name in notes[0][0] if all(name in names for names, _ in notes)}
        return [
            *(f'{name} is not a rule of the services that are played.' for name in sorted(ignored)),
            *(line for _, lines in notes for line in lines),
        ]

    def seed_servers(self, count: int) -> None:
        """Seed servers in the project ``admin`` until there are this many."""
        from novaclient_mv.sandbox.compute import seed

        with self.database.session() as session:
            session.begin()
            seed.add_servers(session, count)
            session.commit()

    def _served(self, request: Request) -> Response:
        """The answer of whichever service the path belongs to."""
        if self.faults is not None:
            response = self.faults(request)
            if response is not None:
                return response
        path = request.path
        for prefix in self.mounts:
            if path == prefix or path.startswith(f'{prefix}/'):
                request.prefix = prefix
                request.path = path[len(prefix) :]
                try:
                    return self._service(prefix)(request)
                except StateError as error:
                    return _broken(prefix, str(error))
                except rows.Busy as error:
                    response = _broken(prefix, str(error), 503)
                    response.headers.append(('Retry-After', '1'))
                    return response
        return self._root(request)

    def _root(self, request: Request) -> Response:
        from novaclient_mv.sandbox.compute import root

        return root.respond(request, self.documents)


def seeders() -> tuple[Seeder, ...]:
    """Return the functions that fill a new state; each may build on those before it."""
    from novaclient_mv.sandbox.baremetal import seed as baremetal
    from novaclient_mv.sandbox.compute import seed as compute
    from novaclient_mv.sandbox.identity import seed as identity
    from novaclient_mv.sandbox.image import seed as image
    from novaclient_mv.sandbox.network import seed as network

    return (
        identity.people,
        compute.flavors,
        image.images,
        network.networks,
        compute.hosts,
        compute.servers,
        baremetal.nodes,
    )


def _broken(prefix: str, message: str, status: int = 500) -> Response:
    """The answer where the state cannot be used, in the shape of the service that was asked."""
    key = 'computeFault' if prefix.startswith('/v') else 'error'
    return Response.of(status, {key: {'code': status, 'message': message, 'title': 'Sandbox'}})
