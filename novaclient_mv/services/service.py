"""A microversioned service as a value: all that differs between two services is data on it."""

from __future__ import annotations

import enum
import importlib
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from novaclient_mv import versions
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange, releases

HEADER_NAME = 'OpenStack-API-Version'
PROGRAM = 'novaclient_mv.program.commands'
"""The package of the commands about the program itself."""


class Discovery(enum.StrEnum):
    """Where a cloud says which versions of a service it serves."""

    DOCUMENT = 'document'
    """In a version document."""
    NOT_ACCEPTABLE = 'refusal'
    """In the headers of a 406."""


class Fields(NamedTuple):
    """The data of a service; :class:`Service` says what each is."""

    name: str
    range: VersionRange
    service_type: str
    catalog_types: tuple[str, ...]
    header_name: str
    unversioned: APIVersion
    version_option: str
    version_variable: str
    cloud_file_keys: tuple[str, ...]
    commands_package: str
    client_class: str
    legacy_header: str | None = None
    major_path: str = ''
    legacy_paths: tuple[str, ...] = ()
    calendar: str | None = None
    operations: str | None = None
    request_loggers: tuple[str, ...] = ()
    prefix: str = ''
    title: str = ''
    learned_by: str = Discovery.DOCUMENT
    sends_latest: bool = False
    own_variables: tuple[str, ...] = ()
    lock_words: str | None = None
    first_read: str = ''


class Service(Fields):
    """One microversioned service.

    Versions that belong to it are made by :meth:`version`.

    :param name: what messages and the cache call it; its versions carry it.
    :param range: the versions that this client speaks; bound to ``name``.
    :param service_type: its type in a service catalog. ``catalog_types``: all that are in use.
    :param header_name: what the standard version header calls it, whatever the catalog does.
    :param legacy_header: header of its own that carries the version alone.
    :param unversioned: the version that stands for "no version header", as in ``2.0``.
    :param learned_by: how a cloud tells its range.
    :param sends_latest: whether ``latest`` is sent as such where it was asked for.
    :param version_option: option, ``version_variable`` and ``cloud_file_keys`` that name a version.
    :param major_path: the path that speaks microversions, empty where endpoints have no version in
        their path; ``legacy_paths`` never do.
    :param commands_package: dotted name of the package with its commands.
    :param client_class: ``module:Class`` of its client in the library.
    :param calendar: ``package:file`` of the table of releases and what each version changed.
    :param prefix: what the names of its commands start with.
    :param operations: ``package:file`` of the table of its API's operations.
    :param request_loggers: loggers whose lines tell each request that the service answers.
    :param own_variables: environment variables that speak of its endpoint alone.
    :param lock_words: what a 409 says where another request holds the resource, so that nothing
        was done and the same request may be sent again.
    :param first_read: path of a short read that users may make at all versions.
    :param title: what help calls its API.
    """

    __slots__ = ()

    @property
    def command_packages(self) -> tuple[str, ...]:
        """The packages of its commands, in order of search; without a prefix, those about the
        program come first.
        """
        return (self.commands_package,) if self.prefix else (PROGRAM, self.commands_package)

    @property
    def version_dest(self) -> str:
        """The name of the version option's value."""
        return self.version_option.removeprefix('--').replace('-', '_')

    @property
    def latest(self) -> APIVersion:
        """``X.latest``: the newest version of its newest major."""
        newest = self.range.end
        return newest.at(newest.ver_major, float('inf'))

    @property
    def first(self) -> APIVersion:
        """The version at which everything that it has begins: without microversions, or lowest."""
        return min(self.unversioned, self.range.start)

    def version(self, text: str) -> APIVersion:
        """The version that a text spells, as one of this service; a bare major is ``X.0``.

        :raises UnsupportedVersion: it spells none, or one of a major that the service lacks.
        """
        from novaclient_mv import errors

        if text.isascii() and text.isdigit() and not text.startswith('0'):
            text += '.0'
        spelt = APIVersion(text).bound_like(self.range.end)
        if not self.range.start.ver_major <= spelt.ver_major <= self.range.end.ver_major:
            raise errors.InvalidVersion(text, self._majors())
        return spelt

    def named_version(self, text: str) -> APIVersion:
        """The version that a text names: the one that it spells, or the newest of a release.

        :raises UnsupportedVersion: it names none.
        """
        from novaclient_mv import errors

        try:
            return self.version(text)
        except errors.UnsupportedVersion:
            newest = self.releases.newest_of(text)
            if newest is None:
                raise
            return self.version(newest)

    def plain_version(self, version: str | APIVersion) -> APIVersion:
        """The version of a client: a plain one of this service, which this package speaks.

        :raises UnsupportedVersion: it is misspelt, ``latest``, or not spoken.
        """
        from novaclient_mv import errors

        plain = version if isinstance(version, APIVersion) else self.named_version(str(version))
        if plain.is_latest() or plain.is_null():
            raise errors.UnsupportedVersion(
                'A client needs a plain version. api_versions.discover_version() finds the newest '
                'one that a cloud and this client share.'
            )
        if not self.speaks(plain):
            raise errors.VersionNotSpoken(
                f'This client speaks API versions {self.range}, not {plain}.',
                VersionRange(plain, plain),
            )
        return plain

    def _majors(self) -> str:
        first, last = self.range.start.ver_major, self.range.end.ver_major
        majors = f'{first} only' if first == last else f'{first} to {last}'
        return f'{self.title or self.name} has major version {majors}'

    def speaks(self, version: APIVersion) -> bool:
        """Whether this client speaks a version; "no version header" and ``X.latest`` count."""
        return version == self.unversioned or version.is_latest() or version in self.range

    def negotiate(
        self,
        requested: APIVersion,
        offered: VersionRange | None,
        window: VersionRange = versions.EVERY_VERSION,
    ) -> APIVersion:
        """Choose the version of a run; see :func:`~novaclient_mv.versions.negotiation.negotiate`.

        :raises VersionNotOffered: cloud, client and window share none.
        """
        return versions.negotiate(requested, self.range, offered, window, self.unversioned)

    @property
    def releases(self) -> releases.Calendar:
        """Its releases."""
        return releases.calendar(None if self.calendar is None else data_file(self.calendar))

    def describe_offer(self, offered: VersionRange | None) -> str:
        """Describe a cloud's offer for the end of a message."""
        return self.releases.describe_offer(offered, self.unversioned)

    def client(self) -> Any:
        """The class of its client in the library."""
        module, _, name = self.client_class.partition(':')
        return getattr(importlib.import_module(module), name)

    if not TYPE_CHECKING:

        def __new__(cls, *values: object, **named: object) -> Service:
            return super().__new__(cls, *values, **_by_new_names(named))

        def _replace(self, /, **named: object) -> Service:
            return super()._replace(**_by_new_names(named))

        def __getattr__(self, name: str) -> object:
            from novaclient_mv.services import old_names

            return old_names.of_service(self, name, globals())


def _by_new_names(fields: dict[str, object]) -> dict[str, object]:
    """The fields of a service of another package, which may have their old names."""
    if 'without' in fields:
        from novaclient_mv import deprecation

        deprecation.warn('Service(without=)', 'Service(unversioned=)', 4)
        fields['unversioned'] = fields.pop('without')
    return fields


def version_headers(service: Service, version: str) -> dict[str, str]:
    """The headers that ask a service for a version."""
    headers = {HEADER_NAME: f'{service.header_name} {version}'}
    if service.legacy_header is not None:
        headers[service.legacy_header] = version
    return headers


def common_versions(service: Service, offers: Iterable[VersionRange | None]) -> VersionRange | None:
    """The versions that several clouds share; see ``versions.common``."""
    return versions.common(offers, service.range, service.unversioned)


def data_file(resource: str) -> str:
    """The path of a file that ships with a package, which is spelt ``package:file``."""
    package, _, name = resource.partition(':')
    folder = os.path.dirname(importlib.import_module(package).__file__ or '')
    return os.path.join(folder, name)
