"""The pages on the releases of a service: ``.. release-matrix:: compute``,
``.. release-changes:: compute`` and ``.. role-matrix:: compute``.
"""

from __future__ import annotations

from collections.abc import Iterator

import release_changes
import release_matrix
import role_matrix
from docutils import nodes
from service_lines import ServiceLines
from sphinx.application import Sphinx


class ReleaseChanges(ServiceLines):
    """The changes of each release, a section each."""

    def lines(self) -> Iterator[str]:
        """The sections."""
        yield from release_changes.lines(self.service)


class ReleaseMatrix(ServiceLines):
    """The features that not every release has, a row each."""

    def run(self) -> list[nodes.Node]:
        """The table."""
        return [release_matrix.table(self.service)]


class RoleMatrix(ServiceLines):
    """The commands by the role that they need at each release."""

    def run(self) -> list[nodes.Node]:
        """The table."""
        return [role_matrix.table(self.service)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives."""
    app.add_directive('release-changes', ReleaseChanges)
    app.add_directive('release-matrix', ReleaseMatrix)
    app.add_directive('role-matrix', RoleMatrix)
    return {'parallel_read_safe': True}
