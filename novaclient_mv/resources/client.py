"""The client of any service: one cloud at one version, with managers that load when first used.

The client of a service is a subclass with its ``service`` and its table of ``MANAGERS``.
"""

from __future__ import annotations

import importlib
import types
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Self

from novaclient_mv import errors
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

if TYPE_CHECKING:
    from novaclient_mv.wire import sender


def plain_version(service: Service, version: str | APIVersion) -> APIVersion:
    """The version of a client: a plain one of its service, which this package speaks.

    :raises UnsupportedVersion: it is misspelt, ``latest``, or not spoken.
    """
    chosen = version if isinstance(version, APIVersion) else service.version(str(version))
    if chosen.is_latest() or chosen.is_null():
        raise errors.UnsupportedVersion(
            'A client needs a plain version. api_versions.discover_version() finds the newest one '
            'that a cloud and this client share.'
        )
    if not service.speaks(chosen):
        raise errors.VersionNotSpoken(
            f'This client speaks API versions {service.range}, not {chosen}.'
        )
    return chosen


class Client:
    """A client of one service at one version; :meth:`over` makes one over a connection."""

    service: ClassVar[Service]
    """The service whose versions it speaks."""

    MANAGERS: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Attribute to module and class of its manager. Modules are named from the package that the
    class with this table is in. For type checkers a subclass declares the attributes, too.
    """

    client: sender.Sender
    """What sends the requests."""

    @classmethod
    def over(cls, connection: sender.Sender) -> Self:
        """A client over a connection that is already made."""
        made = cls.__new__(cls)
        made.client = connection
        return made

    if not TYPE_CHECKING:
        # Hidden from type checkers, so that they find a misspelt manager: a subclass declares the
        # types of its managers.
        def __getattr__(self, name: str) -> object:
            if name not in self.MANAGERS:
                raise AttributeError(f'{type(self).__name__} has no attribute {name!r}')
            manager = self.manager_class(name)(self)
            self.__dict__[name] = manager
            return manager

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.MANAGERS})

    @classmethod
    def manager_class(cls, name: str) -> type:
        """The class of a manager by the client's attribute; its module is imported.

        :raises KeyError: there is no such manager.
        """
        module, class_name = cls.MANAGERS[name]
        owner = next(base for base in cls.__mro__ if 'MANAGERS' in vars(base))
        package = owner.__module__.rpartition('.')[0]
        manager: type = getattr(importlib.import_module(f'{package}.{module}'), class_name)
        return manager

    @property
    def api_version(self) -> APIVersion:
        """The version of every request."""
        return self.client.version

    @api_version.setter
    def api_version(self, value: APIVersion) -> None:
        self.client = self.client.at(value)

    def with_version(self, version: str | APIVersion) -> Self:
        """A cheap copy of this client at another version; this one stays what it is.

        :raises UnsupportedVersion: the version is misspelt, ``latest``, or one that this client
            does not speak.
        """
        return self.over(self.client.at(plain_version(self.service, version)))

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
        self,
        t: type[BaseException] | None,
        v: BaseException | None,
        tb: types.TracebackType | None,
    ) -> None:
        return None
