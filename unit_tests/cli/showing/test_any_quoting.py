"""Lines for a shell, whatever is in them: taken apart again, they are the words that went in."""

from __future__ import annotations

import io
import itertools
import json
import re
import shlex
from typing import Any
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv.cli.reading import commands, window
from novaclient_mv.cli.reading.tokenizer import tokenize
from novaclient_mv.cli.running.withheld_requests import WithheldRequests
from novaclient_mv.cli.showing import result_writer
from novaclient_mv.cli.terminal import watching
from novaclient_mv.clouds import options, shortcuts
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.program.commands import login
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import secret_values
from novaclient_mv.wire.request import request
from novaclient_mv.wire.transport import WireRequest
from novaclient_mv.wire.withholding import Withheld

QUICK = settings(max_examples=80, deadline=None)
LETTERS = st.characters(exclude_characters='\0', exclude_categories=['Cs'])
TEXT = st.text(LETTERS, max_size=8) | st.sampled_from(
    [
        *(
            "'",
            '"',
            '\\',
            '$(id)',
            '`id`',
            '$HOME',
            '; id',
            '&&',
            '~',
            '*',
            '#',
            '!x',
            '\n',
            ' ',
            '',
            '${X:?}',
        )
    ]
)
SECRETS = ('password', 'admin_pass', 'user_data', 'ipmi_password', 'token')
OCTETS = st.binary(max_size=6).map(lambda octets: octets.replace(b'\0', b''))
PATH = (
    TEXT
    | st.text(st.characters(exclude_characters='\0', categories=['Cc', 'Cf', 'Zl', 'L']))
    | OCTETS.map(lambda octets: octets.decode('utf-8', 'surrogateescape'))
)
"""Names that a file may have: octets that are no UTF-8 are halves of letters."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(TEXT | st.sampled_from(SECRETS), inner, max_size=3)
    ),
    max_leaves=6,
)
_PARTS = re.compile(r"""'[^']*'|"'"|"\$\{(\w+):\?\}\"""")
"""Quoted text is no variable, whatever it looks like."""
_IS_JSON = re.compile(r'^# \$(\w+) stands for .*, as JSON$', re.MULTILINE)


_CURL = re.compile('^curl ', re.MULTILINE)


def as_a_shell_has_it(script: str) -> list[str]:
    """The words of the last line, with its variables filled in: ``7`` in JSON, else ``S``."""
    line = script[next(_CURL.finditer(script)).start() :]
    numbers = {*_IS_JSON.findall(script)}

    def fill(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        return '7' if match[1] in numbers else 'S'

    return shlex.split(_PARTS.sub(fill, line))


def filled(name: str, value: object) -> object:
    """The text in the request for a secret that is filled in so."""
    if value == '':
        return value
    return 'S' if isinstance(value, str) else 7


@QUICK
@given(
    ids=st.lists(TEXT.filter(lambda text: text not in ('', '.', '..')), min_size=1, max_size=2),
    query=st.dictionaries(TEXT, TEXT, max_size=2),
    header=st.text(st.characters(codec='ascii', categories=['L', 'N', 'P', 'S', 'Zs']), max_size=8),
    body=st.none() | JSON,
)
def test_line_of_curl_is_the_request(
    ids: list[str], query: dict[str, str], header: str, body: Any
) -> None:
    call = request('POST ' + '/things/{id}' * len(ids), *ids, query=query, body=body)
    content = None if body is None else json.dumps(body).encode()
    headers = {'X-Thing': header, 'Accept': 'application/json'}
    wire = WireRequest('POST', f'http://a.example/v2.1{call.target}', headers, content, call)
    text = WithheldRequests([(None, Withheld(wire, call))], 'curl').content
    comments = [line for line in text.split('\n') if line.startswith('# ')]
    assert ''.join(comments) == text.partition('\ncurl ')[0].replace('\n', '')
    words = as_a_shell_has_it(text)
    url = secret_values.replaced_in_url(wire.url, filled)
    assert words[:6] == ['curl', '-g', '-sS', '-X', 'POST', url]
    pairs = [*itertools.pairwise(words)][5:]
    assert [word for flag, word in pairs if flag == '-H'] == [
        f'{name}: {value}' for name, value in headers.items()
    ]
    bodies = [json.loads(word) for flag, word in pairs if flag == '--data-raw']
    assert bodies == ([] if body is None else [secret_values.replaced(body, filled)])


@QUICK
@given(st.lists(TEXT, min_size=1, max_size=5))
def test_line_that_is_kept_has_the_words_that_it_was_made_of(words: list[str]) -> None:
    assert shortcuts.words_of(shlex.join(words), 'This') == words


@QUICK
@given(st.dictionaries(st.sampled_from(['OS_TOKEN', 'OS_CACERT', 'OS_CLOUD']), PATH | st.none()))
def test_exports_set_the_values_that_went_in(variables: dict[str, str | None]) -> None:
    octets = io.BytesIO()
    environment = Environment(variables={}, stdout=io.TextIOWrapper(octets, 'utf-8'))
    with (
        mock.patch.object(login.exported_variables, 'variables', return_value=variables),
        mock.patch.object(login.issued_tokens, 'exchanged'),
    ):
        shown = login._exported(mock.Mock(environment=mock.Mock(is_terminal=False)))
    result_writer.ResultWriter(environment).render(shown, APIVersion('2.1'))
    environment.stdout.flush()
    words = shlex.split(octets.getvalue().decode('utf-8', 'surrogateescape'))
    names = [name for name, value in variables.items() if value is None]
    assert words[: 1 + len(names)] == ['unset', *names]
    assert words[1 + len(names) :] == [
        word
        for name, value in variables.items()
        if value is not None
        for word in ('export', f'{name}={value}')
    ]


OF_ALL = st.sampled_from([['--watch'], ['-f', 'json'], ['--debug'], ['--no-cache']])
OF_ALL_WITH_VALUE = TEXT.map(lambda text: ['--os-cloud', f'x{text}'])
OWN = st.just('--minimal') | TEXT.filter(lambda text: text[:1] != '-')


@QUICK
@given(st.lists(OWN.map(lambda text: (text,)) | OF_ALL | OF_ALL_WITH_VALUE, max_size=5))
def test_watched_line_has_the_words_of_the_command(groups: list[Any]) -> None:
    command, table = commands.find('server-show'), options.OptionTable()
    own = [group[0] for group in groups if isinstance(group, tuple)]
    around = tokenize([command.name, *itertools.chain(*groups)], table).around
    line = window.CommandLine(command, around, table)
    shown = watching._command_line(mock.Mock(line=line, command=command))
    assert shlex.split(shown) == [command.name, *own]
