"""The versions that a cloud's endpoints speak."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import NamedTuple

from novaclient_mv import errors, resources, versions
from novaclient_mv.resources import Time, field
from novaclient_mv.services import COMPUTE, Service
from novaclient_mv.wire import documents, endpoints, version_discovery
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.logins.access import Endpoint
from novaclient_mv.wire.request import Answer, Request


def _shared(offered: versions.VersionRange | None, service: Service) -> str | None:
    """Return the versions that this client shares with an endpoint, as a range or ``2.0``."""
    if offered is None:
        return str(service.unversioned)
    both = offered.intersect(service.range)
    return None if both.is_empty else str(both)


class _Beside(NamedTuple):
    """A connection, as the client that a manager belongs to."""

    client: Connection

    @property
    def api_version(self) -> versions.APIVersion:
        return self.client.api_version


class Version(resources.Resource):
    """One version of an API at an endpoint."""

    error: errors.CloudError | None = None
    """The error, where the endpoint did not answer."""

    id: str = field()
    status: str = field()
    updated: Time = field()
    min_version: str = field()
    version: str = field('Version', key='max_version')
    shared: str = field('Shared with this client', cell=lambda text: text or 'nothing')
    service_type: str = field()
    region: str = field()
    interface: str = field()
    url: str = field('Endpoint')

    def __repr__(self) -> str:
        return '<Version>'


class VersionManager(resources.ManagerWithFind[Version]):
    """Version documents of the cloud; none of them needs a version to be negotiated."""

    kind = 'version'
    resource_class = Version

    def server_range(self) -> versions.VersionRange | None:
        """The versions that the client's endpoint speaks; ``None`` without microversions.

        ``GET /v2.1/``
        """
        return self.client.server_range()

    def get_current(self) -> Version | None:
        """The version of the client's endpoint; ``None`` where the login does not suffice for that.

        :raises ClientException: the endpoint refuses to tell it, and so does its root.

        ``GET /v2.1/``
        """
        endpoint = self._endpoint()
        try:
            current: Version = self._get(f'{endpoint.versioned}/', 'version')
        except errors.Unauthorized:
            # Some clouds tell nobody, and serve all the same.
            return None
        except (errors.ClientException, errors.CloudError) as refusal:
            try:
                # The document of the root also has it.
                entry = version_discovery.describe(self.client, endpoint)
                return self._of(entry, endpoint.versioned)
            except errors.CloudError:
                if isinstance(refusal, errors.ClientException):
                    raise refusal from None
                raise
        return current

    def list(self) -> builtins.list[Version]:
        """The versions that the root of the client's endpoint names.

        ``GET /``
        """
        named: builtins.list[Version] = self._list(self._endpoint().root, 'versions')
        return named

    def _endpoint(self) -> documents.EndpointUrl:
        client = self.client
        if isinstance(client, Connection):
            return endpoints.parsed(client)
        return documents.parse_endpoint(client.get_endpoint(), COMPUTE)

    def carry_out(self, request: Request) -> Answer:
        """Ask for a version document, which clouds have whatever the version."""
        client = self.client
        if isinstance(client, Connection):
            return client.at(client.service.unversioned).send(request)
        return super().carry_out(request)

    iterate = resources.every_row(list)

    def everywhere(self) -> builtins.list[Version]:
        """The version of each endpoint of the service in the catalog, of every type that one may
        have.

        Endpoints that do not answer are named with the status ``UNREACHABLE``, and have an
        ``error``.

        :raises CloudError: the catalog has no such endpoint.

        ``GET /v2.1/``, ``GET /v2/``
        """
        return resources.ListWithMeta(map(self._at, endpoints.listed(self.client)), None)

    def across(self, services: Iterable[Service]) -> builtins.list[Version]:
        """The version of each endpoint of several services; those that the cloud lacks are left
        out.

        Where the endpoint was given, as there is no catalog, it belongs to the first of them that
        tells its versions there.

        :raises CloudError: the cloud has none of them.

        ``GET /v2.1/``, ``GET /v2/``
        """
        managers = [self._of_service(service) for service in services]
        if not endpoints.has_catalog(self.client):
            return self._at_one_endpoint(managers)
        versions: builtins.list[Version] = []
        refusals: builtins.list[errors.CloudError] = []
        for manager in managers:
            try:
                versions += manager.everywhere()
            except errors.CloudError as error:
                refusals.append(error)
        if not versions:
            raise refusals[0]
        return resources.ListWithMeta(versions, None)

    def _at_one_endpoint(self, managers: Iterable[VersionManager]) -> builtins.list[Version]:
        first: builtins.list[Version] = []
        for manager in managers:
            versions = manager.everywhere()
            if any(version._info['version'] for version in versions):
                return versions
            first = first or versions
        return first

    def _of_service(self, service: Service) -> VersionManager:
        if service == self.client.service:
            return self
        return VersionManager(_Beside(self.client.beside(service)))

    def _at(self, listed: Endpoint) -> Version:
        failure, segment = None, ''
        try:
            endpoint = documents.parse_endpoint(listed.url, self.client.service)
            segment = endpoint.segment
            entry = version_discovery.describe(self.client, endpoint)
        except errors.CloudError as error:
            failure = error
            entry = documents.VersionEntry(segment, 'UNREACHABLE', '', None)
        version = self._of(entry, listed.url)
        version.error = failure
        version._info.update(listed._asdict())
        return version

    def _of(self, entry: documents.VersionEntry, url: str) -> Version:
        offered = entry.range
        info = {
            **{key: value for key, value in entry.fields.items() if key != 'max_version'},
            'id': entry.id,
            'status': entry.status,
            'updated': entry.updated,
            'min_version': '' if offered is None else str(offered.start),
            'version': '' if offered is None else str(offered.end),
            'shared': _shared(offered, self.client.service) if entry.id else None,
            'url': url,
        }
        return Version(self, info, loaded=True)
