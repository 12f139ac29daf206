"""Requests that were not sent, as data, as text and as lines for a shell; secrets masked."""

from __future__ import annotations

import json
import re
import secrets
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from novaclient_mv.cli.running import shapes
from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.clouds import escapes
from novaclient_mv.services import HEADER_NAME
from novaclient_mv.wire import masking, secret_values
from novaclient_mv.wire.withholding import Withheld

_TOKEN_HEADER = 'x-auth-token'
_TOKEN = 'TOKEN'


def _mask(name: str, value: object) -> str:
    return masking.MASK


def as_mapping(target: str | None, withheld: Withheld) -> dict[str, Any]:
    """A request as machine formats have it."""
    wire = withheld.request
    body = None if wire.body is None else json.loads(wire.body)
    return {
        'operation': secret_values.replaced_in_url(withheld.call.operation, _mask),
        'method': wire.method,
        'url': secret_values.replaced_in_url(wire.url, _mask),
        'version': _version(withheld),
        'headers': secret_values.replaced_in_headers(wire.headers, _mask),
        'body': secret_values.replaced(body, _mask),
        'target': target,
        'then': withheld.later,
    }


class WithheldRequests(shapes.TextResult):
    """Requests that were withheld, each with the target that it is for, where there are several.

    :param form: ``text`` or ``curl``, for a reader.
    :param curl_options: options of ``curl`` for the connection.
    :param leads_nowhere: the cloud has no address, as the built-in one.
    :param token_line: a line for a shell that prints the token of this login.
    """

    has_line_for_each = True

    def __init__(
        self,
        withheld: Sequence[tuple[str | None, Withheld]],
        form: str,
        curl_options: Sequence[str] = (),
        leads_nowhere: bool = False,
        token_line: str = 'nova-mv token-issue -f value -c id',
    ) -> None:
        self.withheld = tuple(withheld)
        if form == 'curl':
            self.content = _script(self.withheld, curl_options, leads_nowhere, token_line)
        else:
            self.content = '\n\n'.join('\n'.join(_message(*pair)) for pair in self.withheld)

    def as_data(self, projection: Projection) -> list[dict[str, Any]]:
        """Return the mapping of each request."""
        return [as_mapping(target, withheld) for target, withheld in self.withheld]


def _version(withheld: Withheld) -> str | None:
    """The version that a request is made at; ``None`` for one without."""
    named = dict(withheld.request.headers).get(HEADER_NAME)
    return named.rpartition(' ')[2] if named else None


def _message(target: str | None, withheld: Withheld) -> Iterator[str]:
    """A request as HTTP has it."""
    row = as_mapping(target, withheld)
    if target is not None:
        yield escapes.safe(f'# {target}')
    yield escapes.safe(f'{row["method"]} {row["url"]}')
    for name, value in row['headers'].items():
        yield escapes.safe(f'{name}: {value}')
    if row['body'] is not None:
        yield ''
        yield escapes.to_json(row['body'])
    yield from _later(withheld, '')


def _later(withheld: Withheld, start: str) -> Iterator[str]:
    for change in withheld.later:
        yield escapes.safe(f'{start}Then: {change}')


_IN_HEADER = ', as the header has it'
_IN_URL = ', as a URL spells it, with % and digits'
_IN_JSON = ', as JSON spells it, without the quotation marks around it'
_AS_JSON = ', as JSON'
_OF_FILE = ": {variable}=$(base64 < FILE | tr -d '\\n')"
_FILES = ('user_data', 'contents')
"""Fields that hold a file in base64."""


class _Variables:
    """Shell variables that stand for secrets, each with what it holds and how to set it."""

    def __init__(self, token_line: str) -> None:
        way = token_line.replace('{', '{{').replace('}', '}}')
        self._way_to_token = f': {_TOKEN}=$({way})'
        self.texts: dict[str, str] = {}
        self._names: dict[tuple[str, str, str], str] = {}
        self._sign = secrets.token_hex(8)

    def in_header(self, name: str, value: object) -> object:
        """Return the placeholder of a secret in a header until the text around it is quoted."""
        is_token = name.lower() == _TOKEN_HEADER
        return (
            self._mark(_TOKEN, value, self._way_to_token)
            if is_token
            else self._mark(name, value, _IN_HEADER)
        )

    def in_url(self, name: str, value: object) -> object:
        """Return the placeholder of a secret in a URL."""
        return self._mark(name, value, _IN_URL)

    def in_body(self, name: str, value: object) -> object:
        """Return the placeholder of a secret in JSON; a number has no quotation marks there."""
        if not isinstance(value, str):
            return self._mark(name, value, _AS_JSON, '#')
        return self._mark(name, value, _OF_FILE if name.lower() in _FILES else _IN_JSON)

    def _mark(self, name: str, value: object, words: str, prefix: str = '') -> object:
        if value == '':
            # There is nothing to hide, and a variable without a value stops the shell.
            return value
        key = (name, json.dumps(value), words)
        if key not in self._names:
            variable = self._new(name)
            self._names[key] = variable
            noun = 'a token' if name == _TOKEN else name
            self.texts[variable] = f'${variable} stands for {noun}{words.format(variable=variable)}'
        return f'{self._sign}{prefix}{self._names[key]}{self._sign}'

    def _new(self, name: str) -> str:
        words = re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', name)
        plain = re.sub(r'\W', '_', words, flags=re.ASCII).upper() or 'SECRET'
        plain = f'_{plain}' if plain[0].isdigit() else plain
        # The token is the same for all requests; nothing else may have its name.
        used = {*self.texts, *([] if name == _TOKEN else [_TOKEN])}
        variable, number = plain, 2
        while variable in used:
            variable, number = f'{plain}_{number}', number + 1
        return variable

    def quoted(self, content: str) -> str:
        """A text as one word of a shell, with the variables in it, without which it stops."""
        without_quotes = re.sub(f'"{self._sign}#(\\w+){self._sign}"', self._bare, content)
        parts = re.split(f'{self._sign}(\\w+){self._sign}', without_quotes)
        if len(parts) == 1:
            return shlex.quote(content)
        quoted = [
            _needed(part) if at % 2 else (shlex.quote(part) if part else '')
            for at, part in enumerate(parts)
        ]
        return ''.join(quoted)

    def _bare(self, match: re.Match[str]) -> str:
        return f'{self._sign}{match[1]}{self._sign}'


def _needed(variable: str) -> str:
    """A variable as a word; a shell goes no further where it has no value."""
    return f'"${{{variable}:?}}"'


def _script(
    requests: Sequence[tuple[str | None, Withheld]],
    curl_options: Sequence[str],
    leads_nowhere: bool,
    token_line: str,
) -> str:
    """All requests as lines that a shell can run; none is sent where a variable has no value."""
    blocks: list[str] = []
    variables = _Variables(token_line)
    for target, withheld in requests:
        before = set(variables.texts)
        words = _curl_words(withheld, curl_options, variables)
        new = [text for variable, text in variables.texts.items() if variable not in before]
        blocks.append('\n'.join([*_comments(target, withheld, new), ' '.join(words)]))
        if len(blocks) == 1:
            first = set(variables.texts)
    if leads_nowhere:
        blocks.insert(0, _NOWHERE)
    if first != set(variables.texts):
        blocks.insert(0, ' '.join([':', *map(_needed, variables.texts)]))
    return '\n\n'.join(blocks)


_NOWHERE = """\
# The built-in cloud has no address: its URLs lead nowhere. 'nova-mv sandbox-serve' gives it one."""


def _comments(target: str | None, withheld: Withheld, variables: list[str]) -> Iterator[str]:
    operation = secret_values.replaced_in_url(withheld.call.operation, _mask)
    yield escapes.safe(f'# {operation}' if target is None else f'# {operation}: {target}')
    for text in variables:
        yield escapes.safe(f'# {text}')
    yield from _later(withheld, '# ')


def _curl_words(
    withheld: Withheld, curl_options: Sequence[str], variables: _Variables
) -> list[str]:
    """The words of a line that sends a request."""
    wire = withheld.request
    words = ['curl', '-g', '-sS', *curl_options, '-X', wire.method]
    words.append(variables.quoted(secret_values.replaced_in_url(wire.url, variables.in_url)))
    for name, value in secret_values.replaced_in_headers(wire.headers, variables.in_header).items():
        words += ['-H', variables.quoted(f'{name}: {value}')]
    if wire.body is not None:
        body = secret_values.replaced(json.loads(wire.body), variables.in_body)
        words += ['--data-raw', variables.quoted(json.dumps(body))]
    return words
