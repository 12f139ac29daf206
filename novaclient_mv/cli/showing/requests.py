"""Requests that were not sent, as data, as text and as lines for a shell; secrets masked."""

from __future__ import annotations

import json
import re
import secrets
import shlex
from collections.abc import Iterator
from typing import Any

from novaclient_mv.cli.running import results
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


def data(requests: results.Requests) -> list[dict[str, Any]]:
    """All requests as machine formats have them."""
    return [as_mapping(target, withheld) for target, withheld in requests.withheld]


def text(requests: results.Requests) -> str:
    """All requests for a reader, or for a shell."""
    if requests.form == 'curl':
        blocks = [
            '\n'.join(_curl(target, withheld, requests.curl_options))
            for target, withheld in requests.withheld
        ]
    else:
        blocks = ['\n'.join(_message(*pair)) for pair in requests.withheld]
    return '\n\n'.join(blocks)


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


class _Variables:
    """Shell variables that stand for secrets, each with the name of what it holds."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, str], str] = {}
        self._used = {_TOKEN}
        self._sign = secrets.token_hex(8)
        self._marks: dict[str, str] = {}

    def mark(self, name: str, value: object) -> str:
        """What stands for a secret until the text around it is quoted."""
        key = (name, json.dumps(value))
        if name.lower() == _TOKEN_HEADER:
            variable = _TOKEN
        else:
            if key not in self.names:
                self.names[key] = self._new(name)
            variable = self.names[key]
        mark = f'{self._sign}{variable}{self._sign}'
        # A number stands without quotation marks in JSON.
        if not isinstance(value, str):
            mark = f'{self._sign}#{variable}{self._sign}'
        return mark

    def _new(self, name: str) -> str:
        words = re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', name)
        plain = re.sub(r'\W', '_', words, flags=re.ASCII).upper() or 'SECRET'
        plain = f'_{plain}' if plain[0].isdigit() else plain
        variable, number = plain, 2
        while variable in self._used:
            variable, number = f'{plain}_{number}', number + 1
        self._used.add(variable)
        return variable

    def quoted(self, content: str) -> str:
        """A text as one word of a shell, with the variables in it."""
        without_quotes = re.sub(f'"{self._sign}#(\\w+){self._sign}"', self._bare, content)
        parts = re.split(f'{self._sign}(\\w+){self._sign}', without_quotes)
        if len(parts) == 1:
            return shlex.quote(content)
        quoted = [
            f'"${part}"' if at % 2 else (shlex.quote(part) if part else '')
            for at, part in enumerate(parts)
        ]
        return ''.join(quoted)

    def _bare(self, match: re.Match[str]) -> str:
        return f'{self._sign}{match[1]}{self._sign}'


def _curl(target: str | None, withheld: Withheld, curl_options: tuple[str, ...]) -> Iterator[str]:
    """A request as a line that a shell can run, below comments on what it needs."""
    wire, variables = withheld.request, _Variables()
    words = ['curl', '-g', '-sS', *curl_options, '-X', wire.method]
    words.append(variables.quoted(secret_values.replaced_in_url(wire.url, variables.mark)))
    for name, value in secret_values.replaced_in_headers(wire.headers, variables.mark).items():
        words += ['-H', variables.quoted(f'{name}: {value}')]
    if wire.body is not None:
        body = secret_values.replaced(json.loads(wire.body), variables.mark)
        words += ['--data-raw', variables.quoted(json.dumps(body))]
    operation = secret_values.replaced_in_url(withheld.call.operation, _mask)
    yield escapes.safe(f'# {operation}' if target is None else f'# {operation}: {target}')
    for (name, _), variable in variables.names.items():
        yield escapes.safe(f'# ${variable} stands for {name}, as JSON or a header spells it')
    yield from _later(withheld, '# ')
    yield ' '.join(words)
