"""The cloud in the page: ``.. cloud-terminal::`` makes a terminal, whose content is the recorded
output that is shown where it cannot run, and blocks of commands get a button that runs them.

Where what it is made of is not installed (the extra ``site``, and npm in ``doc/site``), pages show
recorded output and nothing else.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any, ClassVar

import cloud_bundle
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from novaclient_mv import services
from unit_tests.documentation import console, named_clouds, pages

sys.path.append(str(cloud_bundle.SITE / 'python'))
from page_terminal import filters, grammar

FOLDER = 'cloud'
_PROGRAMS = frozenset({'nova-mv', 'export', 'unset', 'sh', 'bash', 'xargs', '.', *filters.FILTERS})
_FILE = re.compile(r'FILE|[\w-]+\.(?:csv|json|log|pem|pub|sh|txt|ya?ml)')
_NOT_HERE = frozenset(
    {
        'login',
        'logout',
        'completion',
        'keypair-generate',
        'server-ssh',
        '--max-body',
        '--policy-file',
    }
)
"""Commands and options that need a program, a network or a library that the page lacks."""


class cloud_terminal(nodes.General, nodes.Element):
    """A terminal; its children are what is shown where there is none."""


class cloud_block(nodes.General, nodes.Element):
    """A block with a button that runs it."""


class CloudTerminal(SphinxDirective):
    """The directive ``cloud-terminal``."""

    has_content = True
    option_spec: ClassVar = {'releases': directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The terminal, with the recorded output inside."""
        node = cloud_terminal(releases=self.options['releases'])
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def lines_in_page(text: str, files: set[str]) -> list[str] | None:
    """Return the commands of a block; ``None`` if one of them is nothing for the page's shell.

    :param files: names of the files that there are by then; those that it writes are added.
    """
    if not text.startswith(console.PROMPT) or named_clouds.named_in(text):
        return None
    lines = [each.line for each in console.commands(text)]
    try:
        pipelines = [each for line in lines for each in grammar.pipelines(line)]
    except grammar.LineError:
        return None
    commands = [command for pipeline in pipelines for command in pipeline.commands]
    words = [[_plain(word) for word in command.words] for command in commands if command.words]
    if not words:
        return None
    if any(each[0] not in _PROGRAMS or _NOT_HERE.intersection(each) for each in words):
        return None
    if any(_waits(pipeline) for pipeline in pipelines):
        return None
    written = {_plain(each.target) for command in commands for each in command.redirections}
    named = {word for each in words for word in each if _FILE.fullmatch(word)}
    if not named <= files | written:
        return None
    files |= written
    return lines


def _waits(pipeline: grammar.Pipeline) -> bool:
    """Whether a pipeline serves until a reader stops it, so that no line comes after it."""
    return not pipeline.is_in_background and any(
        'sandbox-serve' in map(_plain, command.words) and '--help' not in map(_plain, command.words)
        for command in pipeline.commands
    )


def _plain(word: grammar.Word) -> str:
    return ''.join(piece.text for piece in word)


def _block_of(
    node: nodes.literal_block, doctree: nodes.document, default: str, files: set[str]
) -> dict[str, Any] | None:
    """Return what the page needs to run a block; ``None`` if it cannot."""
    language = node.get('language', default)
    if language not in ('console', 'default', 'none', 'text', ''):
        return None
    wrapper = node.parent if node.parent.get('literal_block') else node
    marks = pages.marks_of(wrapper, doctree)
    if {'not-run', 'tested-by', 'excerpt-of'} & marks.keys():
        return None
    cloud = marks['cloud'].text if 'cloud' in marks else node.get('cloud', '')
    names = {name.lower() for name in services.COMPUTE.releases.names()}
    if cloud not in ('', 'new', 'sandbox', *names):
        return None
    lines = lines_in_page(node.astext(), files)
    if lines is None:
        return None
    columns = int(marks['columns'].text) if 'columns' in marks else node.get('columns')
    return {'lines': lines, 'cloud': cloud, 'columns': columns}


def _mark_blocks(app: Sphinx, doctree: nodes.document) -> None:
    """Put those blocks that the page can run into nodes of their own."""
    if not app.env.config.cloud_is_built or app.builder.format != 'html':
        return
    files: dict[str, str] = {}
    known: set[str] = set()
    for node in list(doctree.findall(nodes.literal_block)):
        captioned = node.parent if node.parent.get('literal_block') else None
        if captioned is not None:
            files[captioned[0].astext()] = f'{node.astext()}\n'
            known.add(captioned[0].astext())
        block = _block_of(node, doctree, app.config.highlight_language, known)
        if block is not None and not _is_inside(node, cloud_terminal):
            wrapped = captioned if captioned is not None else node
            place = cloud_block(block={**block, 'files': dict(files)})
            wrapped.replace_self(place)
            place += wrapped


def _is_inside(node: nodes.Node | None, kind: type[nodes.Node]) -> bool:
    while node is not None:
        if isinstance(node, kind):
            return True
        node = node.parent
    return False


def _visit_terminal(translator: HTML5Translator, node: cloud_terminal) -> None:
    if translator.config.cloud_is_built:
        translator.body.append(
            f'<div class="cloud-terminal" data-releases="{translator.attval(node["releases"])}">'
        )
    else:
        translator.body.append('<div class="cloud-recorded">')


def _visit_block(translator: HTML5Translator, node: cloud_block) -> None:
    block = translator.attval(json.dumps(node['block']))
    translator.body.append(f'<div class="cloud-block" data-block="{block}">')


def _depart(translator: HTML5Translator, node: nodes.Element) -> None:
    translator.body.append('</div>\n')


def _pass(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    pass


def _add_files(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Have a page load the button's and terminal's code, if it has any of them."""
    if doctree is not None and app.config.cloud_is_built and any(_places(doctree)):
        app.add_js_file(f'{FOLDER}/page.js', type='module')
        app.add_css_file(f'{FOLDER}/cloud.css')


def _places(doctree: nodes.document) -> Iterator[nodes.Node]:
    for kind in (cloud_terminal, cloud_block):
        yield from doctree.findall(kind)


def _look_for_parts(app: Sphinx, config: Any) -> None:
    missing = cloud_bundle.missing()
    config.cloud_is_built = missing is None
    if missing is not None:
        logging.getLogger(__name__).info('The page has no cloud: %s', missing)


def _write(app: Sphinx) -> None:
    if app.config.cloud_is_built and app.builder.format == 'html':
        cloud_bundle.write(pathlib.Path(app.outdir) / '_static' / FOLDER)


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive and the buttons."""
    app.add_config_value('cloud_is_built', False, 'env')
    app.add_node(
        cloud_terminal, html=(_visit_terminal, _depart), text=(_pass, _pass), man=(_pass, _pass)
    )
    app.add_node(cloud_block, html=(_visit_block, _depart), text=(_pass, _pass), man=(_pass, _pass))
    app.add_directive('cloud-terminal', CloudTerminal)
    app.connect('config-inited', _look_for_parts)
    app.connect('builder-inited', _write)
    app.connect('doctree-read', _mark_blocks)
    app.connect('html-page-context', _add_files)
    # Pages are read again when this number changes.
    return {'env_version': 3, 'parallel_read_safe': True, 'parallel_write_safe': True}
