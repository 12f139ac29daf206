"""Finds resources by their attributes."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from novaclient_mv import errors
from novaclient_mv.resources.ids import getid
from novaclient_mv.resources.manager import Manager, R
from novaclient_mv.resources.request_ids import collected


class ManagerWithFind(Manager[R]):
    """A manager whose resources can be found by their attributes."""

    kind: ClassVar[str] = 'resource'
    """Field's term for the resource, in messages."""

    def list(self) -> builtins.list[R]:
        """All resources."""
        raise NotImplementedError

    def find(self, **kwargs: object) -> R:
        """The one resource with these attributes.

        :raises NotFound: there is none.
        :raises NoUniqueMatch: there are several.
        """
        matches = self.findall(**kwargs)
        if not matches:
            wanted = ', '.join(f'{name}={value}' for name, value in kwargs.items())
            raise errors.NotFound(404, f'No {self.kind} matches {wanted}.')
        if len(matches) > 1:
            raise self.ambiguous(str(kwargs), matches)
        return matches[0]

    def every(self) -> Iterable[R]:
        """All resources, on however many pages the cloud shows them."""
        iterate: Callable[[], Iterable[R]] | None = getattr(self, 'iterate', None)
        return self.list() if iterate is None else iterate()

    def findall(self, **kwargs: object) -> builtins.list[R]:
        """The resources with these attributes."""
        rows = collected(self.every())
        return collected(
            (
                row
                for row in rows
                if all(getattr(row, name, None) == value for name, value in kwargs.items())
            ),
            rows,
        )

    def missing(self, name: str) -> errors.ResourceNotFound:
        """The error for a name or id that nothing has."""
        return errors.ResourceNotFound(f'There is no {self.kind} with the name or id {name!r}.')

    def ambiguous(self, name: str, matches: Iterable[Any]) -> errors.NoUniqueMatch:
        """The error for a name that several resources have."""
        ids = [str(getid(match)) for match in matches]
        return errors.NoUniqueMatch(
            f'{len(ids)} {self.kind}s have the name {name!r}; '
            f'give one of the ids: {", ".join(ids)}',
            ids,
        )


class BootingManagerWithFind(ManagerWithFind[R]):
    """A manager whose resources start from images and volumes."""
