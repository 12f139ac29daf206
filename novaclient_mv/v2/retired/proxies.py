"""Resources of other services, as the Compute API passed them on up to 2.35."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from typing import ClassVar

from novaclient_mv import errors, resources, versions


class DeletableProxy(resources.Resource):
    """A resource of another service that the Compute API could delete."""

    manager: DeletableProxyManager[DeletableProxy]

    def delete(self) -> resources.TupleWithMeta:
        """Delete this resource (up to 2.35).

        :raises NotFound: it is not there any more.
        """
        return self.manager.delete(self)


class ProxyManager(resources.ManagerWithFind[resources.R]):
    """Resources of another service, up to 2.35; since then that service alone has them."""

    path: ClassVar[str]
    """The path of the collection."""
    singular: ClassVar[str]
    plural: ClassVar[str]
    """The API's keys of one, and of a list of them."""

    @versions.wraps('2.0', '2.35')
    def get(self, resource: resources.R | str) -> resources.R:
        """One resource by its id.

        :raises NotFound: the resource does not exist.

        ``GET`` on the id below the path
        """
        return self._show(f'GET {self.path}/{{id}}', self.singular, resource)

    def named(self, name: str) -> Iterable[resources.R]:
        """Resources among which those of a name are."""
        return self.every()

    def find_one(self, reference: str) -> resources.R:
        """The resource with this id or exact name.

        :raises ResourceNotFound: the resource does not exist.
        :raises NoUniqueMatch: several have this name.
        """
        if resources.is_uuid(reference):
            try:
                return self.get(reference)
            except errors.NotFound:
                pass
        matches = [
            candidate
            for candidate in self.named(reference)
            if candidate._info.get(self.name_key) == reference
        ]
        if not matches:
            raise self.missing(reference)
        if len(matches) > 1:
            raise self.ambiguous(reference, matches)
        return matches[0]

    def finder(self, references: Iterable[str]) -> resources.Finder[resources.R]:
        """:meth:`find_one` for several references: a call finds one, and names share a list.

        :param references: those that it will be called with.
        """
        names = resources.names_of(references)
        return resources.Finder(
            self.find_one, self.ambiguous, [names], lambda names: self.brief(), self.name_key
        )

    def brief(self) -> Iterable[resources.R]:
        """All resources, with ids and names at least."""
        return self.every()


class ListedProxyManager(ProxyManager[resources.R]):
    """Resources of which the API has one short list."""

    @versions.wraps('2.0', '2.35')
    def list(self) -> builtins.list[resources.R]:
        """The resources that the caller sees.

        ``GET`` on the path
        """
        return self._read_list(f'GET {self.path}', self.plural)

    iterate = resources.every_row(list)


class DeletableProxyManager(ProxyManager[resources.R]):
    """Resources that the Compute API could delete."""

    @versions.wraps('2.0', '2.35')
    def delete(self, resource: resources.R | str) -> resources.TupleWithMeta:
        """Delete a resource (asynchronous).

        :raises NotFound: the resource does not exist.
        :raises BadRequest: it is in use.
        :raises Forbidden: it is protected, or another project's.

        ``DELETE`` on the id below the path
        """
        return self._done(self.send(f'DELETE {self.path}/{{id}}', resource))


class BlockStorageProxyManager(DeletableProxyManager[resources.R]):
    """Volumes and their snapshots: the API lists both alike, and pages by offset."""

    name_key = 'displayName'

    @resources.by_page
    @versions.wraps('2.0', '2.35')
    def list(
        self, detailed: bool = True, limit: int | None = None, offset: int | None = None
    ) -> resources.Listing[resources.R]:
        """The resources, one page as the cloud cuts it.

        :param detailed: the longer path; the API answers the same on both.
        :param offset: number of resources to leave out before the first.

        ``GET`` on the path, or on ``detail`` below it
        """
        operation = f'GET {self.path}/detail' if detailed else f'GET {self.path}'
        return self._listing_by_offset(operation, self.plural, {}, limit, offset)

    iterate = resources.every_page(list)

    def named(self, name: str) -> Iterable[resources.R]:
        """All of them; the API cannot look for a name."""
        return self.brief()

    def brief(self) -> Iterator[resources.R]:
        """All resources; the API answers the same as in detail."""
        return self.iterate(detailed=False)
