"""Calls of managers on a sandbox, and what they give, in words."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from novaclient_mv import versions
from novaclient_mv.sandbox.pytest_plugin import SandboxCloud


class Scene:
    """A cloud with a server, an image and whatever a case makes before its call.

    :param cloud: the sandbox.
    :param client: a client of python-novaclient, or of ours.
    :param version: its version.
    """

    def __init__(self, cloud: SandboxCloud, client: Any, version: str) -> None:
        self.cloud = cloud
        self.client = client
        self.version = versions.APIVersion(version)
        row = next(server for server in client.servers.list() if server.name == 'web-1')
        self.server: str = row.id
        self.host: str = getattr(row, 'OS-EXT-SRV-ATTR:host')
        self.made: Any = None

    @functools.cached_property
    def project(self) -> str:
        """The id of the project ``demo``."""
        return str(self.cloud.session('demo').get_project_id())

    @functools.cached_property
    def image(self) -> str:
        """The id of the image."""
        return str(self.client.glance.list()[0].id)

    def is_below(self, version: str) -> bool:
        """Whether the client's version is below another."""
        return self.version < versions.APIVersion(version)

    def networks(self) -> dict[str, str]:
        """Return the networks of a create request."""
        return {} if self.is_below('2.37') else {'nics': 'none'}

    def force_host_down(self) -> None:
        """Force the compute service of the server's host down."""
        ours = self.cloud.client('2.53')
        for service in ours.services.list(host=self.host, binary='nova-compute'):
            ours.services.force_down(service.id, True)


class Case:
    """One call, and what it gives.

    :param name: method of ``servers``, ``manager.method``, or a method of ``scene.made`` behind a
        word for it.
    :param gives: in the words of :func:`in_words`.
    :param arguments: what the call is given, behind the server if it is of ``servers``; functions
        are given the scene.
    :param before: methods of ``servers`` that are called before, with their arguments; or a
        function, whose result is ``scene.made``.
    :param call: the call, where these do not say it.
    :param start: first version that it is for; ``end`` is the last.
    :param host_is_down: force the service of the server's host down before.
    :param settles: seconds that pass after what is called before.
    """

    def __init__(
        self,
        name: str,
        gives: str,
        *arguments: Any,
        before: tuple[tuple[Any, ...], ...] | Callable[[Scene], Any] = (),
        call: Callable[[Scene], object] | None = None,
        start: str | None = None,
        end: str | None = None,
        host_is_down: bool = False,
        settles: float = 30,
    ) -> None:
        self.name = name
        self.gives = gives
        self.arguments = arguments
        self.before = before
        self.call = call
        self.versions = versions.VersionRange(start, end)
        self.host_is_down = host_is_down
        self.settles = settles

    def __repr__(self) -> str:
        return f'{self.name} gives {self.gives}'

    def result(self, scene: Scene) -> object:
        """Return the result of the call."""
        if callable(self.before):
            scene.made = self.before(scene)
            scene.cloud.clock.advance(self.settles)
        else:
            for name, *arguments in self.before:
                getattr(scene.client.servers, name)(scene.server, *arguments)
                scene.cloud.clock.advance(self.settles)
        if self.host_is_down:
            scene.force_host_down()
        if self.call is not None:
            return self.call(scene)
        arguments = [part(scene) if callable(part) else part for part in self.arguments]
        manager, _, method = self.name.rpartition('.')
        if not manager:
            return getattr(scene.client.servers, method)(scene.server, *arguments)
        return getattr(getattr(scene.client, manager, scene.made), method)(*arguments)


def in_words(value: Any) -> str:
    """Return a value's kind, and whether a resource is loaded."""
    kind = type(value).__name__
    if hasattr(value, 'is_loaded'):
        return f'a {kind}' if value.is_loaded() else f'a {kind} to load'
    if kind == 'TupleWithMeta':
        if not value:
            return 'nothing'
        response, body = value
        assert type(response).__name__ == 'Response'
        assert response.status_code < 300
        return f'a response and {"nothing" if body is None else "a mapping"}'
    if kind == 'DictWithMeta':
        return f'a mapping of {", ".join(sorted(value))}'
    if kind == 'ListWithMeta':
        return f'a list of {type(value[0]).__name__}' if value else 'an empty list'
    if kind == 'StrWithMeta':
        return 'a text' if value else 'an empty text'
    return str(value) if value is None else kind
