"""Pictures of a terminal in pages, with their text below: ``.. terminal::`` has command lines with
a prompt, which are run on the sandbox when the page is read. A page has one sandbox.
"""

from __future__ import annotations

import atexit
import pathlib
import shutil
import tempfile
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxDirective
from terminal_pictures import Terminal, picture

PROMPT = '$ '
_HOMES = 'homes of terminals'


class TerminalBlock(SphinxDirective):
    """A picture of what a terminal shows of some command lines.

    ``:columns:`` is its width, ``:cloud:`` the cloud where it is not the sandbox, ``:alt:`` what
    the picture shows, and ``:status:`` the exit status where it is not 0.
    """

    has_content = True
    option_spec: ClassVar = {
        'alt': directives.unchanged_required,
        'cloud': directives.unchanged_required,
        'columns': directives.positive_int,
        'status': directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        """The picture, and its text, which stands alone where there are no pictures.

        :raises SphinxError: a line ends with another status than the page says.
        """
        columns = self.options.get('columns', 90)
        cloud = self.options.get('cloud', 'sandbox')
        terminal = Terminal(self._home(), columns, cloud)
        texts = []
        for line in _command_lines(self.content):
            shown = terminal.run(line)
            if shown.status != self.options.get('status', 0):
                raise SphinxError(
                    f'{self.env.docname}: {line} ended with {shown.status}:\n{shown.text.plain}'
                )
            texts.append(shown.text)
        name = f't{self.env.new_serialno("terminal")}'
        label = self.options.get('alt') or f'A terminal: {texts[0].plain.splitlines()[0]}'
        plain = '\n'.join(text.plain for text in texts)
        return [
            nodes.raw(
                '',
                f'<div class="terminal">{picture(texts, columns, name, label)}'
                '<details><summary>As text</summary>',
                format='html',
            ),
            nodes.literal_block(plain, plain, language='text', cloud=cloud, columns=columns),
            nodes.raw('', '</details></div>', format='html'),
        ]

    def _home(self) -> pathlib.Path:
        """The home of the page's user."""
        homes: dict[str, pathlib.Path] = self.env.temp_data.setdefault(_HOMES, {})
        if self.env.docname not in homes:
            home = pathlib.Path(tempfile.mkdtemp(prefix='nova-mv-docs-'))
            atexit.register(shutil.rmtree, home, ignore_errors=True)
            homes[self.env.docname] = home
        return homes[self.env.docname]


def _command_lines(content: object) -> list[str]:
    """The lines behind a prompt; a backslash continues one."""
    text = '\n'.join(map(str, content)).replace('\\\n', '')  # type: ignore[call-overload]
    return [
        ' '.join(line.removeprefix(PROMPT).split())
        for line in text.splitlines()
        if line.startswith(PROMPT)
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    app.add_directive('terminal', TerminalBlock)
    return {'parallel_read_safe': True}
