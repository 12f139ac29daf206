"""Extensions of the API, from before microversions; the list no longer changes."""

from __future__ import annotations

import builtins

from novaclient_mv import resources
from novaclient_mv.resources import Time, field


class Extension(resources.Resource):
    """A part of the API that once could be left out."""

    repr_keys = ('alias',)
    alias: str = field()
    name: str = field()
    description: str | None = field()
    namespace: str = field()
    updated: Time = field()

    @property
    def id(self) -> str:
        """The alias."""
        return str(self._info['alias'])


class ExtensionManager(resources.Manager[Extension]):
    """Extensions that the cloud names."""

    resource_class = Extension

    def list(self) -> builtins.list[Extension]:
        """All extensions.

        ``GET /extensions``
        """
        return self._read_list('GET /extensions', 'extensions')

    iterate = resources.every_row(list)

    def get(self, extension: Extension | str) -> Extension:
        """One extension by its alias: ``GET /extensions/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self._show('GET /extensions/{id}', 'extension', extension)
