"""The lines of blocks on a narrow screen: those of a table or a drawing must not go on below, so
that such a block gets the class ``canvas`` and scrolls; others may, but options are not broken at
their hyphens.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

_DRAWN = re.compile(
    r'^\s*(\+[-=+]+\+|-{2,}( +-+)+)\s*$|[\u2500-\u257f\u25cf]|\S {4,}\S+ {3,}\S', re.MULTILINE
)
_TEXT = re.compile(r'(?<=>)[^<>]+(?=<)')
_OPTION = re.compile(r'(?<![\w&;-])--?[a-z][a-z0-9]*(-[a-z0-9]+)*')


def is_drawn(text: str) -> bool:
    """Whether a text has lines of a table, of a drawing, or columns of words."""
    return _DRAWN.search(text) is not None


def with_whole_options(html: str) -> str:
    """A highlighted block in which each option is a part that is not broken."""
    return _TEXT.sub(lambda text: _OPTION.sub(r'<span class="word">\g<0></span>', text[0]), html)


def _mark(app: Sphinx, document: nodes.document) -> None:
    for block in document.findall(nodes.literal_block):
        if is_drawn(block.astext()):
            block['classes'].append('drawn')


def _visit(translator: HTML5Translator, node: nodes.literal_block) -> None:
    from sphinx.writers.html5 import HTML5Translator

    start = len(translator.body)
    try:
        HTML5Translator.visit_literal_block(translator, node)
    except nodes.SkipNode:
        # So Sphinx ends a block that it has highlighted, and written whole.
        if node.get('language') == 'console' and 'drawn' not in node['classes']:
            translator.body[start:] = [with_whole_options(''.join(translator.body[start:]))]
        raise


def _depart(translator: HTML5Translator, node: nodes.literal_block) -> None:
    from sphinx.writers.html5 import HTML5Translator

    HTML5Translator.depart_literal_block(translator, node)


def setup(app: Sphinx) -> dict[str, bool]:
    """Mark the blocks of each page that is read, and write them so."""
    app.connect('doctree-read', _mark)
    app.add_node(nodes.literal_block, override=True, html=(_visit, _depart))
    return {'parallel_read_safe': True, 'parallel_write_safe': True}
