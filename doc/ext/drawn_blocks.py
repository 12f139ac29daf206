"""Blocks whose lines must not go on below, since they hold a table or a drawing: they get the class
``drawn``, and scroll on a narrow screen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_DRAWN = re.compile(
    r'^\s*(\+[-=+]+\+|-{2,}( +-+)+)\s*$|[\u2500-\u257f\u25cf]|\S {4,}\S+ {3,}\S', re.MULTILINE
)


def is_drawn(text: str) -> bool:
    """Whether a text has lines of a table, of a drawing, or columns of words."""
    return _DRAWN.search(text) is not None


def _mark(app: Sphinx, document: nodes.document) -> None:
    for block in document.findall(nodes.literal_block):
        if is_drawn(block.astext()):
            block['classes'].append('drawn')


def setup(app: Sphinx) -> dict[str, bool]:
    """Mark the blocks of each page that is read."""
    app.connect('doctree-read', _mark)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}
