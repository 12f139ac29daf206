"""The pages on the releases of a service: ``.. release-matrix:: compute`` and
``.. release-changes:: compute``.
"""

from __future__ import annotations

from collections.abc import Iterator

import release_changes
import release_matrix
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


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directives."""
    app.add_directive('release-changes', ReleaseChanges)
    app.add_directive('release-matrix', ReleaseMatrix)
    return {'parallel_read_safe': True}
