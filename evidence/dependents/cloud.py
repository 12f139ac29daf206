"""The cloud that is tried, as drivers of programs meet it: sessions, clients, and what is on it."""

from __future__ import annotations

import functools
import importlib
import os
import time
from collections.abc import Callable
from typing import Any

from keystoneauth1 import session as ks_session
from keystoneauth1.identity import v3

from evidence.dependents import names

_PATIENCE = 20
_LOOK = 0.1


class Cloud:
    """The cloud that ``OS_AUTH_URL`` and its like name."""

    def __init__(self) -> None:
        self.auth_url = os.environ['OS_AUTH_URL']
        self.region = os.environ['OS_REGION_NAME']

    @property
    def login(self) -> dict[str, Any]:
        """The options of a login with a password."""
        return {
            'auth_url': self.auth_url,
            'username': os.environ['OS_USERNAME'],
            'password': os.environ['OS_PASSWORD'],
            'project_name': os.environ['OS_PROJECT_NAME'],
            'user_domain_name': 'Default',
            'project_domain_name': 'Default',
        }

    def new_session(self, **other: str) -> ks_session.Session:
        """A session of its own.

        :param other: options of the login that differ.
        """
        return ks_session.Session(auth=v3.Password(**{**self.login, **other}))

    @functools.cached_property
    def session(self) -> ks_session.Session:
        """The session of the administrator."""
        return self.new_session()

    @functools.cached_property
    def member(self) -> ks_session.Session:
        """The session of a user who is no administrator."""
        return self.new_session(username=names.MEMBER, project_name=names.MEMBER)

    @functools.cached_property
    def compute_url(self) -> str:
        """The URL of Compute in the catalog."""
        return str(self.session.get_endpoint(service_type='compute', region_name=self.region))

    @property
    def project(self) -> str:
        """The id of the project of the session."""
        return str(self.session.get_project_id())

    @property
    def user(self) -> str:
        """The id of the user of the session."""
        return str(self.session.get_user_id())

    def client(self, version: str, **options: Any) -> Any:
        """A client of a version, as programs make it."""
        module = importlib.import_module('novaclient.client')
        return module.Client(version, session=self.session, **options)

    @functools.cached_property
    def nova(self) -> Any:
        """A client for what a driver itself has to know."""
        return self.client('2.60')

    @functools.cached_property
    def image(self) -> str:
        """The id of an image."""
        return str(self.nova.glance.find_image(names.IMAGE).id)

    def server(self, name: str = 'web-1') -> Any:
        """A server of those that are there, as it is now."""
        servers = self.nova.servers.list(search_opts={'all_tenants': True})
        return next(server for server in servers if server.name == name)

    def service(self, host: str) -> Any:
        """The service of Compute on a host."""
        return self.nova.services.list(host=host, binary='nova-compute')[0].id

    def await_status(self, server: Any, status: str = 'ACTIVE') -> None:
        """Look until a server has a status, and nothing is under way."""
        identifier = getattr(server, 'id', server)

        def is_so() -> bool:
            now = self.nova.servers.get(identifier)
            return now.status == status and getattr(now, 'OS-EXT-STS:task_state') is None

        self.until(is_so)

    def until(self, is_so: Callable[[], bool], seconds: float = _PATIENCE) -> None:
        """Look until something is so; give up after a while, and let the calls tell."""
        end = time.monotonic() + seconds
        while not is_so() and time.monotonic() < end:
            time.sleep(_LOOK)
