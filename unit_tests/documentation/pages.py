"""The blocks of a page, each with the marks that its author put before it; docutils reads them."""

from __future__ import annotations

import functools
import pathlib
import re
from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

import docutils.core
import docutils.nodes
from docutils.parsers import rst
from docutils.parsers.rst import directives, roles

ROOT = pathlib.Path(__file__).parents[2]
PAGES = (
    ROOT / 'README.rst',
    ROOT / 'CONTRIBUTING.rst',
    ROOT / 'SECURITY.rst',
    ROOT / 'benchmarks' / 'README.rst',
    *sorted((ROOT / 'doc' / 'source').rglob('*.rst')),
)

MARKS = ('cloud', 'columns', 'excerpt-of', 'not-run', 'tested-by')
"""Names of comments before a block, as in ``.. not-run: It asks a cloud of the reader's.`` Where
``columns`` are named, what is shown is what a terminal of this width shows."""

WITHOUT_BLOCKS = (
    *('toctree', 'automodule', 'autoclass', 'autofunction', 'cloud-terminal'),
    *('command-index', 'commands', 'global-options', 'managers', 'operation-coverage'),
    'operations-left-out',
    *('release-changes', 'release-matrix', 'role-matrix', 'terminal', 'translations'),
    'version-drawing',
)
"""Directives of Sphinx and of ``doc/ext`` that a page uses, and that hold no block."""

AROUND_BLOCKS = ('dropdown', 'grid', 'grid-item-card', 'tab-item', 'tab-set')
"""Directives of sphinx-design in which blocks may stand."""

_MARK = re.compile(r'([a-z][a-z-]*)((?: [\w.-]+)*): *(.+)', re.DOTALL)


class Mark(NamedTuple):
    """A comment about the block after it."""

    programs: tuple[str, ...]
    """The programs that it is about; none, if it is about the whole block."""
    text: str


class Block(NamedTuple):
    """A block of a page."""

    page: pathlib.Path
    line: int
    language: str
    """As the page says; empty for a block that follows ``::``."""
    caption: str
    text: str
    marks: Mapping[str, Mark]

    @property
    def place(self) -> str:
        """Where it stands: page and line."""
        return f'{self.page.relative_to(ROOT)}:{self.line}'

    def mark(self, name: str) -> str | None:
        """Return a mark of the whole block."""
        mark = self.marks.get(name)
        return None if mark is None or mark.programs else mark.text

    @property
    def programs_not_run(self) -> tuple[str, ...]:
        """Programs whose lines are not run."""
        mark = self.marks.get('not-run')
        return mark.programs if mark else ()


class MarkError(ValueError):
    """A comment that looks like a mark, and is none."""


class _CodeBlock(rst.Directive):
    """``code-block`` with the options that Sphinx takes; that of docutils knows no caption."""

    optional_arguments = 1
    has_content = True
    option_spec: ClassVar = {
        'caption': directives.unchanged,
        'emphasize-lines': directives.unchanged,
    }

    def run(self) -> list[docutils.nodes.Node]:
        """The block as a node."""
        text = '\n'.join(self.content)
        node = docutils.nodes.literal_block(text, text)
        node['language'] = ''.join(self.arguments)
        node['caption'] = self.options.get('caption', '')
        node.line = self.lineno
        return [node]


class _Nothing(rst.Directive):
    """A directive that holds no block."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = None

    def run(self) -> list[docutils.nodes.Node]:
        """No node."""
        return []


class _Around(_Nothing):
    """A directive that shows nodes in its own way."""

    def run(self) -> list[docutils.nodes.Node]:
        """The nodes that stand in it."""
        parent = docutils.nodes.container()
        self.state.nested_parse(self.content, self.content_offset, parent)
        return parent.children


def _teach_docutils() -> None:
    for name in ('code-block', 'sourcecode', 'code'):
        directives.register_directive(name, _CodeBlock)
    for name in WITHOUT_BLOCKS:
        directives.register_directive(name, _Nothing)
    for name in AROUND_BLOCKS:
        directives.register_directive(name, _Around)
    for name in ('doc', 'download', 'ref'):
        roles.register_generic_role(name, docutils.nodes.literal)


@functools.cache
def blocks(page: pathlib.Path) -> list[Block]:
    """The blocks of a page in order.

    :raises docutils.utils.SystemMessage: the page uses what this reader does not know.
    """
    return blocks_of(page.read_text(encoding='utf-8'), page)


def blocks_of(text: str, page: pathlib.Path) -> list[Block]:
    """The blocks of a text, as if it were a page."""
    _teach_docutils()
    settings = {
        'halt_level': 2,
        'report_level': 5,
        'doctitle_xform': False,
        'file_insertion_enabled': False,
    }
    document = docutils.core.publish_doctree(text, str(page), settings_overrides=settings)
    of_page = _marks_of_page(document, page)
    return [_block(node, of_page, page) for node in document.findall(_is_block)]


def marks_of(node: docutils.nodes.Node, document: docutils.nodes.document) -> dict[str, Mark]:
    """The marks of a block: those of its page, and those that stand right before it.

    :raises MarkError: a comment looks like a mark, and is none.
    """
    page = pathlib.Path(document.get('source', ''))
    return {**_marks_of_page(document, page), **_marks(_before(node), page)}


def _marks_of_page(document: docutils.nodes.document, page: pathlib.Path) -> dict[str, Mark]:
    """Before the title stands what is true of all blocks of the page."""
    first = next((each for each in document.children if not _is_comment(each)), document)
    return _marks(_before(first), page)


def _is_comment(node: docutils.nodes.Node) -> bool:
    return isinstance(node, docutils.nodes.comment)


def _is_block(node: docutils.nodes.Node) -> bool:
    return isinstance(node, docutils.nodes.literal_block | docutils.nodes.doctest_block)


def _before(node: docutils.nodes.Node) -> Iterator[str]:
    """The comments that stand right before a node."""
    siblings = node.parent.children if node.parent is not None else []
    for each in reversed(siblings[: siblings.index(node)] if node in siblings else []):
        if not _is_comment(each):
            break
        yield each.astext()


def _marks(comments: Iterator[str], page: pathlib.Path) -> dict[str, Mark]:
    found = {}
    for comment in comments:
        parts = _MARK.fullmatch(comment)
        if parts is None:
            continue
        if parts[1] not in MARKS:
            raise MarkError(f'{page}: {parts[1]} is not one of {", ".join(MARKS)}.')
        found[parts[1]] = Mark(tuple(parts[2].split()), ' '.join(parts[3].split()))
    return found


def _block(node: docutils.nodes.Element, of_page: Mapping[str, Mark], page: pathlib.Path) -> Block:
    text = node.astext().strip('\n') + '\n'
    marks = {**of_page, **_marks(_before(node), page)}
    line = node.line or 0
    return Block(page, line, node.get('language', ''), node.get('caption', ''), text, marks)
