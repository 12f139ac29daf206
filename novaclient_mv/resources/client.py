"""The client of any service: one cloud at one version, with managers that load when first used.

The client of a service is a subclass with its ``service``, and with its managers as annotations.
"""

from __future__ import annotations

import importlib
import threading
import types
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, Unpack

from novaclient_mv import versions, wire
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange

if TYPE_CHECKING:
    from novaclient_mv.compat import client_keywords, keyword_types
    from novaclient_mv.compat.request_ids import RequestIdMixin
    from novaclient_mv.policies.requests import Body
    from novaclient_mv.resources.permissions import Permission
    from novaclient_mv.resources.resource import Resource
    from novaclient_mv.wire.connection import Connection
    from novaclient_mv.wire.request import Query

R = TypeVar('R', bound='Resource')


class Attributes:
    """The base class of clients: it has the ``__dict__`` that Python keeps."""


_own = vars(Attributes)['__dict__']


def own(client: Client) -> dict[str, Any]:
    """The attributes that are set on a client, without the managers that nobody has used."""
    attributes: dict[str, Any] = _own.__get__(client)
    return attributes


class AttributesAndManagers:
    """Replaces ``__dict__`` in the class of clients: programs find managers in ``vars()``.

    salt 3004 puts those of extensions in their places. One call still loads one manager.
    """

    def __get__(self, client: Client | None, owner: type | None = None) -> dict[str, Any]:
        if client is None:
            return {}
        attributes = own(client)
        for name in client.MANAGERS:
            if name not in attributes:
                attributes.setdefault(name, client.manager_class(name)(client))
        return attributes

    def __set__(self, client: Client, attributes: dict[str, Any]) -> None:
        _own.__set__(client, attributes)


class Client(Attributes):
    """A client of one service at one version.

    Give a keystoneauth1 ``session``, or the ``auth`` plugin for one; with ``endpoint_override``
    alone nobody logs in, as at a standalone service.

    :param version: version of every request, ``X.Y``, or the name of a release, which stands for
        its newest one. Without one, or with ``latest``, the newest that cloud and client share is
        chosen when the first request is made, which takes one more; ``latest`` leaves the choice to
        a service that takes it as such.
    :param session: keystoneauth1 session, shared unchanged.
    :param auth: keystoneauth1 plugin, in place of the session's.
    :param endpoint_override: URL of the service, in place of the service catalog's.
    :param service_type: its type in the service catalog, if it is an unusual one; ``service_name``
        picks one of several.
    :param interface: ``public``, ``internal`` or ``admin``.
    :param timeout: seconds for one request.
    :param lock_timeout: seconds for which a request is sent again, each second, while the service
        says that another one holds the resource, as a locked node of Bare Metal (30); 0: never.
    :param options: what holds for every request, see
        :class:`novaclient_mv.compat.caller_options.CallerOptions`.
    :raises UnsupportedVersion: the version is misspelt, or this client does not speak it.
    :raises TypeError: an unknown keyword, or nothing that says where the service is.
    """

    service: ClassVar[Service]
    """The service whose versions it speaks."""

    MANAGERS: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Attribute to module and class of its manager. Modules are named from the package that the
    class with ``service`` is in; what that class annotates so, and gives no value, is a manager:
    ``keypairs: keypairs.KeypairManager``.
    """

    _connection: Connection
    _stated_version: APIVersion | None = None
    """The version, where the connection knows none."""
    _awaits_version: APIVersion | None = None
    """The requested version, until the cloud's range is known."""

    def __init_subclass__(cls) -> None:
        """Read the managers that the client of a service declares; none is imported."""
        super().__init_subclass__()
        if 'service' in vars(cls) and 'MANAGERS' not in vars(cls):
            places = {
                name: str(annotation).rpartition('.')
                for name, annotation in vars(cls).get('__annotations__', {}).items()
                if name not in vars(cls)
            }
            cls.MANAGERS = {name: (place[0], place[2]) for name, place in places.items()}

    def __init__(
        self,
        version: str | APIVersion | None = None,
        session: client_keywords.Session | None = None,
        *,
        auth: client_keywords.Plugin | None = None,
        endpoint_override: str | None = None,
        service_type: str | None = None,
        service_name: str | None = None,
        interface: str = 'public',
        region_name: str | None = None,
        timeout: float | None = None,
        lock_timeout: float | None = None,
        **options: Unpack[keyword_types.RequestKeywords],
    ) -> None:
        from novaclient_mv.compat import caller_options, client_keywords, session_connection

        caller_options.check(options)
        if version is None or version == versions.LATEST:
            requested = self.service.latest
        else:
            requested = self.service.named_version(str(version))
        is_open = requested.is_latest()
        if session is None:
            if auth is None and endpoint_override is None:
                raise TypeError('Client() needs a session, an auth plugin or an endpoint_override')
            session = client_keywords.open_session(auth, True, None, timeout)
        self._connection = session_connection.SessionConnection(
            session,
            self.service,
            self.service.unversioned if is_open else self.service.plain_version(requested),
            auth=auth,
            endpoint_override=endpoint_override,
            completes_url=True,
            service_type=service_type,
            service_name=service_name,
            interface=interface,
            region_name=region_name,
            lock_timeout=lock_timeout,
        )
        self._connection.set_options({'timeout': timeout, **options})
        self._lock = threading.Lock()
        self._awaits_version = requested if is_open else None
        self._asks_latest = version is not None and self.service.sends_latest

    @classmethod
    def from_connection(cls, connection: Connection) -> Self:
        """A client over a connection that is already made."""
        client = cls.__new__(cls)
        client.client = connection
        return client

    @classmethod
    def over(cls, connection: Connection) -> Self:
        """The old name of ``from_connection``."""
        from novaclient_mv import deprecation

        deprecation.warn('Client.over', 'Client.from_connection')
        return cls.from_connection(connection)

    @property
    def client(self) -> Connection:
        """The connection that sends the requests.

        :raises VersionNotOffered: cloud and client have no version in common.
        """
        if self._awaits_version is not None:
            with self._lock:
                self._choose_version()
        return self._connection

    @client.setter
    def client(self, connection: Connection) -> None:
        present = own(self).get('_connection')
        self._connection = connection
        if present is not None and not isinstance(
            getattr(connection, 'api_version', None), APIVersion
        ):
            # A program has put something of its own there, which knows no version.
            self._stated_version = getattr(present, 'api_version', None)

    def _choose_version(self) -> None:
        requested = self._awaits_version
        if requested is None:
            return
        offered = self._connection.server_range()
        version = self.service.negotiate(requested, offered)
        if offered is None:
            self._connection.warn(
                f'{self.service.name}: this cloud {self.service.describe_offer(None)}'
            )
        connection = self._connection.replace(api_version=version, offered=offered)
        if self._asks_latest and version != self.service.unversioned:
            connection = connection.asking_latest()
        self._connection, self._awaits_version = connection, None

    if not TYPE_CHECKING:
        # Hidden from type checkers, so that they find a misspelt manager: a subclass declares the
        # types of its managers.
        def __getattr__(self, name: str) -> object:
            if name not in self.MANAGERS:
                raise AttributeError(f'{type(self).__name__} has no attribute {name!r}')
            manager = self.manager_class(name)(self)
            # Threads that ask at the same time get the same one.
            return own(self).setdefault(name, manager)

        __dict__ = AttributesAndManagers()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy: all but the managers, which are created at first use."""
        return {
            name: value
            for name, value in own(self).copy().items()
            if name not in self.MANAGERS or getattr(value, 'api', None) is not self
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        own(self).update(state)

    def __dir__(self) -> list[str]:
        return sorted({*dir(type(self)), *own(self), *self.MANAGERS})

    @classmethod
    def manager_class(cls, name: str) -> type:
        """The class of a manager by the client's attribute; its module is imported.

        :raises KeyError: unknown manager.
        """
        module, class_name = cls.MANAGERS[name]
        owner = next(base for base in cls.__mro__ if 'MANAGERS' in vars(base))
        package = owner.__module__.rpartition('.')[0]
        # Modules of other packages may import each other in circles.
        with wire.LOADING:
            manager: type = getattr(importlib.import_module(f'{package}.{module}'), class_name)
        return manager

    @property
    def api_version(self) -> APIVersion:
        """The version of every request."""
        stated = self._stated_version
        return self.client.api_version if stated is None else stated

    @api_version.setter
    def api_version(self, value: APIVersion) -> None:
        self._set_version(value)

    def _set_version(self, value: APIVersion) -> None:
        if self._stated_version is not None:
            self._stated_version = value
        else:
            self.client = self.client.at(value)

    def with_version(self, version: str | APIVersion) -> Self:
        """A cheap copy of this client at another version; this one stays what it is.

        :raises UnsupportedVersion: the version is misspelt, ``latest``, or one that this client
            does not speak.
        :raises TypeError: a number in place of a text.
        """
        versions.refuse_number(version)
        at_version = self.service.plain_version(version)
        if self._stated_version is None:
            return self.from_connection(self._connection.at(at_version))
        client = self.from_connection(self._connection)
        client._stated_version = at_version
        return client

    def supports(self, method: Callable[..., object], /, *args: object, **kwargs: object) -> bool:
        """Whether a method exists at this client's version, and takes these arguments.

        ::

            if client.supports(client.servers.create, hostname='web'): ...

        What a method needs may be left out, and no request is made but one that may be needed to
        learn the version of the client.

        :param method: a method of a manager or of a resource.
        :raises TypeError: the method has such an argument at no version.
        """
        from novaclient_mv.services import calls

        call = calls.Call(method, args, kwargs, self.service)
        call.check_names()
        return call.is_taken_at(self.api_version)

    def needs(
        self, method: Callable[..., object], /, *args: object, **kwargs: object
    ) -> tuple[VersionRange, ...]:
        """The versions of the service at which a method takes these arguments, as ascending ranges;
        none where it never takes all of them.

        :param method: a method of a manager or of a resource.
        :raises TypeError: the method has such an argument at no version.
        """
        from novaclient_mv.services import calls

        call = calls.Call(method, args, kwargs, self.service)
        call.check_names()
        return call.windows()

    def may(
        self,
        operation: str,
        body: Body = None,
        query: Query = (),
        *,
        release: str | None = None,
    ) -> Permission:
        """Return whether this login may do an operation at this client's version, by the defaults
        of the releases that the cloud may be.

        ::

            if client.may('POST /servers/{server_id}/action os-migrateLive').answer == 'yes': ...

        What a cloud changed is not seen. Only the login and the cloud's versions are asked for.

        :param operation: method and path below the endpoint, an action's name after a space. Names
            in braces may vary, and ids may stand for them.
        :param body: the object or JSON Patch that the request carries; it may ask further rules.
        :param release: of the cloud, as ``wallaby`` or ``2023.1``; several share a newest version.
        :returns: ``answer`` is ``yes``, ``no``, ``depends`` or ``unknown``; ``as_mapping()`` is the
            JSON form. Where the version lacks the operation, ``refusal`` is the reason.
        :raises CommandError: no release has that name, or no policy is known of the service.
        :raises LoginError: the login was refused.
        :raises CloudError: the cloud's versions cannot be read.
        """
        from novaclient_mv.resources import operation_permissions

        at = self.api_version
        return operation_permissions.over(self.client, at, operation, body, query, release)

    def wait_for(
        self,
        resource: R,
        state: str | Iterable[str],
        timeout: float = 600.0,
        *,
        interval: float | None = None,
        field: str | None = None,
        after: RequestIdMixin | None = None,
    ) -> R:
        """Wait until a resource is in a state, and nothing works on it any more.

        :param state: the state as the API calls it, in upper or lower case, or the states that will
            do; ``DELETED`` is that of one that is gone.
        :param timeout: seconds after which to give up.
        :param interval: seconds between two looks; without it they grow from two to ten.
        :param field: the API's key of the state, where it is not the usual one, as in
            ``power_state``.
        :param after: what the action returned, by whose outcome the wait is judged.
        :returns: the resource as it is then.
        :raises ResourceInErrorState: the work on it failed; ``fault`` says why, where the cloud
            tells.
        :raises InstanceInDeletedState: it was deleted.
        :raises ActionFailed: the action ended without its effect; ``reason`` says why.
        :raises EndNotReached: it has no such state, or the cloud does not tell of the action's end.
        :raises WaitTimeout: the time is over; ``resource`` is what was last seen.
        """
        from novaclient_mv.resources import waiting

        return waiting.wait(resource, state, timeout, interval, field, self.client, after)

    def close(self) -> None:
        """Close connections that the client opened itself, and keep for later runs what makes
        them faster; a session that it was given belongs to who made it. It may be used again.
        """
        # A program may have put something of its own there.
        getattr(self._connection, 'close', lambda: None)()

    @property
    def project_id(self) -> str | None:
        """Id of the project that the login is scoped to."""
        return self.client.access.project_id()

    @property
    def user_id(self) -> str | None:
        """Id of the user that is logged in."""
        return self.client.access.user_id()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, t: type[BaseException] | None, v: BaseException | None, tb: types.TracebackType | None
    ) -> None:
        self.close()
