"""What managers share that reach another service's resources through the Compute API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from novaclient_mv import base, exceptions

# These lists have no link to the next page. A page with fewer rows than any cloud would cut pages
# to is the last one.
_SHORT_PAGE = 10


class ProxyManager(base.ManagerWithFind[base.R]):
    """Resources of another service, as the Compute API passed them on up to 2.35."""

    name_key: ClassVar[str] = 'name'
    """The API's key of what users call the resource by, besides its id."""

    def get(self, reference: Any) -> base.R:
        """One resource by its id."""
        raise NotImplementedError

    def named(self, name: str) -> Iterable[base.R]:
        """Resources among which those of a name are."""
        return self.every()

    def find_one(self, reference: str) -> base.R:
        """The resource with this id or exact name.

        :raises ResourceNotFound: there is none.
        :raises NoUniqueMatch: several have this name.
        """
        if base.is_uuid(reference):
            try:
                return self.get(reference)
            except exceptions.NotFound:
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
    ) -> Iterator[base.R]:
        """All rows after the first ``offset``, or ``limit`` of them.

        :raises CloudError: a page that brings nothing new.
        """
        start, count = offset or 0, 0
        first = None
        while True:
            rest = None if limit is None else limit - count
            page = self._list(
                operation, plural, query={**query, 'limit': rest, 'offset': start or None}
            )
            if page and page[0].id == first:
                raise exceptions.CloudError(
                    f'A page of {self.kind}s brought nothing new; the list cannot be completed.'
                )
            first = page[0].id if page else None
            yield from page
            count += len(page)
            if len(page) < _SHORT_PAGE or count == limit:
                return
            start += len(page)
