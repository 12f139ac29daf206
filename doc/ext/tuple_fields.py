"""Fields of named tuples: the docstring of the class describes them, so they show types alone."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_FIRST = (itemgetter.__doc__ or '').partition('\n')[0]


def _empty(
    app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Leave out the text of the function that reads a field."""
    if lines and lines[0] == _FIRST:
        lines.clear()


def setup(app: Sphinx) -> dict[str, bool]:
    """Look at each docstring that is read."""
    app.connect('autodoc-process-docstring', _empty)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}
