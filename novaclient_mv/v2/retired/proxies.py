"""What managers share that reach another service's resources through the Compute API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from novaclient_mv import errors, resources
from novaclient_mv.resources import pages
from novaclient_mv.wire import sender


class ProxyManager(resources.ManagerWithFind[resources.R]):
    """Resources of another service, as the Compute API passed them on up to 2.35."""

    name_key: ClassVar[str] = 'name'
    """The API's key of what users call the resource by, besides its id."""

    def get(self, reference: Any) -> resources.R:
        """One resource by its id."""
        raise NotImplementedError

    def named(self, name: str) -> Iterable[resources.R]:
        """Resources among which those of a name are."""
        return self.every()

    def find_one(self, reference: str) -> resources.R:
        """The resource with this id or exact name.

        :raises ResourceNotFound: there is none.
        :raises NoUniqueMatch: several have this name.
        """
        if resources.is_uuid(reference):
            try:
                return self.get(reference)
            except errors.NotFound:
                pass
        matches = [
            each for each in self.named(reference) if each._info.get(self.name_key) == reference
        ]
        if not matches:
            raise self.missing(reference)
        if len(matches) > 1:
            raise self.ambiguous(reference, matches)
        return matches[0]

    def _pages_by_offset(
        self,
        operation: str,
        plural: str,
        query: Mapping[str, Any],
        limit: int | None,
        offset: int | None,
    ) -> Iterator[resources.R]:
        """All rows after the first ``offset``, or ``limit`` of them.

        :raises CloudError: a page that brings nothing new.
        """

        def send(limit: int | None, offset: int | None) -> sender.Answer:
            return self.send(operation, query={**query, 'limit': limit, 'offset': offset})

        for rows, answer in pages.by_offset(send, plural, limit, offset):
            yield from self._rows(rows, answer)
