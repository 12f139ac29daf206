"""Contents of files, of a size: what repeats, nests, or does not end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

Shape = Callable[[int], bytes]
"""The content of a size."""

_CALL = 'nova --os-compute-api-version 2.9 list --all-tenants\n'
_REQUEST = (
    '2026-11-27 11:00:00.000 7 INFO nova.osapi_compute.wsgi.server [req-1 u p - default default] '
    '10.0.0.1 "GET /v2.1/servers/detail HTTP/1.1" status: 200 len: 99 microversion: 2.90 '
    'time: 0.1\n'
)
_ENTRY = (
    '{"request": {"method": "GET", "url": "http://c/v2.1/servers", "headers": '
    '[{"name": "OpenStack-API-Version", "value": "compute 2.9"}]}, "response": {"status": 200}}'
)
_STAYING = (
    'bash -c \'openstack server list --name="x y"\'\n'
    'openstack server list --name="x y"\nopenstack server show web\n'
)
_TAG = '- !!python/object/apply:os.system ["touch {marker}"]\n'

UNITS = {
    'spaces': ' ', 'tabs': '\t', 'newlines': '\n', 'returns': '\r', 'both': '\r\n', 'letters': 'a',
    'nulls': '\0', 'digits': '9', 'quotes': "'", 'double quotes': '"', 'backslashes': '\\',
    'continuations': '\\\n', 'backticks': '`', 'dollars': '$', 'substitutions': '$(', 'braces': '{',
    'closing braces': '}', 'brackets': '[', 'closing brackets': ']', 'parentheses': '(',
    'closing parentheses': ')', 'expansions': '${', 'arithmetic': '$((', 'tests': '[[ ',
    'hyphens': '-', 'items': '- ', 'lines of items': '- a\n', 'colons': ':', 'keys': 'a: ',
    'lines of keys': 'a: b\n', 'question marks': '? ', 'percents': '%', 'anchors': '&a ',
    'aliases': '*a ', 'tags': '!!a ', 'comments': '#', 'lines of comments': '# nova list\n',
    'pipes': '|', 'lines of pipes': 'a |\n', 'ampersands': '&', 'semicolons': ';',
    'redirections': '<', 'here documents': '<<E\n', 'here strings': '<<<', 'commas': ',',
    'lines of commas': ',,,,\n', 'equals': '=', 'assignments': 'a=b ',
    'lines of assignments': 'A=$A$A\n', 'variables': '$A', 'long options': '--a ', 'options': '-a=',
    'tildes': '~', 'stars': '*', 'controls': '\x1b[2J', 'turned': '\u202e', 'wide': '\U0001f4a9',
    'combining': 'e\u0301', 'separators': '\u2028', 'half pairs': '\udcff', 'documents': '---\n',
    'ends of documents': '...\n', 'blocks': 'a: |\n x\n', 'folds': 'a: >\n x\n', 'objects': '{"a":',
    'empty objects': '{},', 'empty lists': '[],', 'texts': '"a",', 'escapes': '"\\u0041",',
    'nulls of JSON': 'null,', 'numbers': '1e9,', 'JSON lines': '{"a": 1}\n', 'functions': 'f() {\n',
    'conditions': 'if true; then\n', 'loops': 'while :; do\n', 'cases': 'case a in\n',
    'words': 'nova ', 'calls': 'nova list\n', 'calls in a line': 'nova list; ',
    'calls in pipes': 'nova list | ', 'calls with versions': _CALL,
    'openstack': 'openstack server list --all-projects\n',
    'curl': 'curl -H "X: y" http://c/v2.1/servers\n', 'sourced': '. ./rc\n',
    'exports': 'export OS_COMPUTE_API_VERSION=2.9\n', 'requests': _REQUEST,
    'requests in a line': _REQUEST.strip() + ' ', 'entries': _ENTRY + ',',
    'lines of entries': _ENTRY + '\n', 'rules': '"os_compute_api:servers:show": "role:reader"\n',
    'tasks': '- shell: nova list\n', 'steps': '- run: |\n    nova list\n', 'merges': '<<: *a\n',
    'INI': '[a]\nb = c\n', 'dates': '2026-11-27 ', 'tags of Python': _TAG,
    'run on sight': '$(touch {marker})\n', 'run in quotes': '"`touch {marker}`"\n',
}  # fmt: skip
"""Texts that are repeated, by name."""

_FRAMES = {
    'list': ('[', ']'),
    'object': ('{"a": [', ']}'),
    'text of JSON': ('{"a": "', '"}'),
    'script of YAML': ('jobs:\n  a:\n    steps:\n    - run: |\n        ', '\n'),
    'here document': ('cat <<EOF\n', '\nEOF\n'),
    'quotation': ("nova boot --meta 'a=", "' web\n"),
    'clouds': ('clouds:\n  one:\n    auth: {a: "', '"}\n'),
    'archive': ('{"log": {"version": "1.2", "entries": [', _ENTRY + ']}}'),
}


def all_shapes(marker: str) -> Iterator[tuple[str, Shape]]:
    """Every shape by name, a hundred of what repeats and some more.

    :param marker: the path of a file that is there if anything of a shape is run.
    """
    for name, unit in UNITS.items():
        yield name, _repeated(unit.replace('{marker}', marker))
    for name, (before, after) in _FRAMES.items():
        for unit in ('a', '[],', ' nova list;', '\\"'):
            yield f'{name} of {unit!r}', _repeated(unit, before, after)
    yield 'calls that stay', _numbered('bash -c \'openstack server list --name="x {0}"\'\n')
    yield 'calls that stay and others', _repeated(_STAYING)
    yield 'nested', lambda size: b'[' * (size // 2) + b']' * (size // 2)
    yield 'indented', _indented
    yield 'keys that differ', _numbered('key{0}: value{0}\n')
    yield 'rules that differ', _numbered('"rule{0}": "role:a{0} or rule:b"\n')
    yield 'variables that differ', _numbered('A{0}=$A{1}x\n')
    yield 'doubled variables', _numbered('A{0}=$A{1}$A{1}\n')
    yield 'doubled anchors', _numbered('a{0}: &a{0} [*a{1}, *a{1}]\n')
    yield 'doubled rules', _numbered('"r{0}": "rule:r{1} and rule:r{1}"\n')
    yield 'functions that call', _numbered('f{0}() {{ f{1}; f{1}; nova list; }}\n')
    yield 'octets', lambda size: random.Random(size).randbytes(size)
    yield 'wide letters', lambda size: ('a: b\n' * (size // 10)).encode('utf-16')


def _repeated(unit: str, before: str = '', after: str = '') -> Shape:
    octets = unit.encode('utf-8', 'surrogateescape')

    def make(size: int) -> bytes:
        return before.encode() + octets * max(1, size // len(octets)) + after.encode()

    return make


def _numbered(line: str) -> Shape:
    def make(size: int) -> bytes:
        count = size // (len(line) + 6)
        return ''.join(line.format(each, max(0, each - 1)) for each in range(count)).encode()

    return make


def _indented(size: int) -> bytes:
    depth = int((2 * size) ** 0.5)
    return '\n'.join(' ' * each + 'a:' for each in range(depth)).encode()
