"""Chosen fields, and changes as JSON Patch, for all managers of the Bare Metal API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novaclient_mv import resources
from novaclient_mv.baremetal.v1 import patches
from novaclient_mv.resources import UNWRAPPED, R, Value
from novaclient_mv.versions import absence
from novaclient_mv.wire.request import Query


class ManagerOfChanges(resources.ManagerWithFind[R]):
    """A manager of resources whose fields can be chosen, and changed one by one."""

    has_names_in_paths = True

    def _selection(self, names: Iterable[str] | None) -> str | None:
        """The fields of a resource that a request asks for, as the API takes them."""
        fields = list(names or ())
        self._check_fields(fields)
        return ','.join(fields) or None

    def _patch(
        self,
        operation: str,
        resource: resources.Resource | str,
        changed: Mapping[patches.Path, Value],
        removed: Iterable[patches.Path],
        query: Query = (),
    ) -> R:
        """The resource after some values were set and others removed."""
        paths = [*changed, *(gone := list(removed))]
        self._check_fields(path if isinstance(path, str) else path[0] for path in paths)
        answer = self.send(operation, resource, query=query, body=patches.of(changed, gone))
        return self._resource(answer, UNWRAPPED)

    def get(self, reference: str) -> R:
        """One resource by what the cloud takes for its id."""
        raise NotImplementedError

    def find_one(self, reference: str) -> R:
        """The resource that a user names; the cloud itself finds it by name or id.

        :raises NotFound: the resource does not exist.
        """
        return self.get(reference)

    def _check_fields(self, names: Iterable[str]) -> None:
        """Refuse fields that this version lacks; unknown ones are left to the cloud."""
        ranges = {field.key: field.range for field in self.resource_class.fields}
        for name in names:
            if name in ranges and self.api_version not in ranges[name]:
                raise absence.of_argument(name, [ranges[name]], self)
