"""The formats of lines that tell a request: of the service itself, of web servers, of uWSGI.

Whole blocks of lines go through one regular expression each: a call for each line costs more than
all that is done with it. What a client sends stands in these lines, so that a repetition is either
possessive, or cannot begin again within what it has read, or has a bound: the time for a line is in
proportion to its length, whatever its content.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from novaclient_mv.services import Service

NOT_STATED = b''
"""A version that a format does not tell."""

NO_HEADER = b'-'
"""The version of a request that named none."""

Request = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes]
"""Time, user, project, address, method and path, version, user agent."""

VERSION = 5

T = TypeVar('T')

_MOST_CACHED, _LONGEST_CACHED = 50_000, 1000
_LONGEST_AGENT = 1200
"""Most bytes of a user agent in memory: no fewer than its first 300 characters."""
_COLOUR = re.compile(rb'\x1b\[[0-9;]*m')
_OWN_TIME = re.compile(rb'\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d')
_SYSLOG = re.compile(
    rb'(?:<\d+>)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[^ ]+) ([^ ]+) '
    rb'[^ :\[]+(?:\[\d+\])?: '
)
_REQUEST_ID = re.compile(rb'(?:(?:None|req-[^ ]+)(?: |$)){0,2}+')
_QUOTED = re.compile(rb'"((?:[^"\\]++|\\.)*+)("|\\?$)', re.DOTALL)
"""A quoted field, or the rest of a line where its last one has no end."""

_ESCAPE = re.compile(rb'\\(?:x([0-9A-Fa-f]{2})|(["\\]))')
"""Escapes of Apache and nginx for quotes, backslashes and non-ASCII in quoted fields."""
_HEADER = re.compile(rb'\s*([A-Za-z][\w-]*) +(\d+\.\d+|latest)\s*')
_LONE_VERSION = re.compile(rb'\d+\.\d+')

_MONTHS = ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec')
_MONTH = {name: f'{number:02d}' for number, name in enumerate(_MONTHS, 1)}
_CLOCK = r'(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d'

_ISO_TIME = re.compile(rf'(\d{{4}}-\d\d-\d\d)[ T]({_CLOCK})', re.ASCII)
_ACCESS_TIME = re.compile(rf'(\d\d)/(\w{{3}})/(\d{{4}}):({_CLOCK})', re.ASCII)
_UWSGI_TIME = re.compile(rf'\w{{3}} (\w{{3}}) +(\d\d?) ({_CLOCK}) (\d{{4}})', re.ASCII)

_ACCESS = re.compile(
    rb'^([^"\n]*?)\[((?:\d\d/[A-Z][a-z]{2}/\d{4}:|\d{4}-\d\d-\d\dT)[^\[\]\n]*+)\] '
    rb'"([A-Z]++ /[^" ?\n]*+)[^"\n]*+" \d{3}([^"\n]*+)(.*)$|^(.+)$',
    re.MULTILINE,
)
_UWSGI = re.compile(
    rb'^([^"\n]*?)\[pid: [^\[\]\n]*+\] ([^ \n]++) \(([^()\n]*+)\) \{[^{}\n]*+\} '
    rb'\[([^\[\]\n]++)\] ([A-Z]++ /[^ ?\n]*+)[^ \n]*+ => [^"\n]*+(.*)$|^(.+)$',
    re.MULTILINE,
)


class Block(NamedTuple):
    """The requests in a block of lines.

    :param own: requests that the service itself tells, by the host that a syslog names.
    :param access: requests that a server in front of it tells, by host.
    :param foreign: how many lines tell requests of other services.
    :param unmatched: lines of no format.
    """

    own: dict[bytes, list[Request]]
    access: dict[bytes, list[Request]]
    foreign: int = 0
    unmatched: Sequence[bytes] = ()


class Memory(dict[bytes, T]):
    """Texts, and the values that a function reads of them; those of short ones are remembered."""

    def __init__(self, read: Callable[[bytes], T]) -> None:
        self._read = read

    def __missing__(self, text: bytes) -> T:
        value = self._read(text)
        if len(text) <= _LONGEST_CACHED:
            if len(self) > _MOST_CACHED:
                self.clear()
            self[text] = value
        return value


class Formats:
    """Reads the requests of one service out of lines."""

    def __init__(self, service: Service) -> None:
        self._loggers = tuple(name.encode() for name in service.request_loggers)
        self._service = service.header_name.encode()
        loggers = b'|'.join(map(re.escape, self._loggers)) or rb'(?!)'
        self._usual = re.compile(
            rb'^(\d{4}-\d\d-\d\d .{8})[.,]\d{3} \d+ [A-Z]+ (?:%b) '
            rb'\[(?:None |req-.{36} )?req-.{36} ([^ ]++) ([^ ]++) [^\]\n]*+\] '
            rb'([^ ,]++) "([A-Z]++ /[^" ?]*+)[^"\n]*+" status: \d++ len: \d++ '
            rb'microversion: ([^ ]++)(?: time: [\d.]++)?$|^(.+)$' % loggers,
            re.MULTILINE,
        )
        self._any_of_ours = re.compile(
            # A line inside of JSON has a backslash before its quotes and at its end.
            rb'^([^\n]*?)(?:%b) \[([^\]\n]{0,999}+)\] (?:\[[^\]\n]{0,999}+\] )?'
            rb'([^ ",\n]{1,999}+)[^"\n]{0,999}+"([A-Z]++ /[^" ?\\\n]*+)[^"\n]*+" '
            rb'status: [^ \n]++ {1,2}len: [^ \n]++'
            rb'(?: microversion: ([^ "\\\r\n]++)| time: \d).*$|^(.+)$' % loggers,
            re.MULTILINE,
        )
        self._between_hyphens = re.compile(
            rb'^([^\n]*?)(?:%b) \[([^\]\n]{0,999}+)\] ([^ ,\n]{1,999}+)[^ \n]{0,999}+ - '
            rb'([A-Z]++ /[^" ?\\\n]*+)[^ \n]*+() - \d{3} \(.*$|^(.+)$' % loggers,
            re.MULTILINE,
        )
        self._moments = Memory(_moment)
        self._leads = Memory(_of_lead)
        self._tails = Memory(self._of_tail)

    def read(self, block: bytes) -> Block:
        """The requests of a block, which ends where a line ends."""
        parts = Block(defaultdict(list), defaultdict(list))
        if b'\x1b' in block:
            block = _COLOUR.sub(b'', block)
        lines: list[bytes] = []
        if any(name in block for name in self._loggers):
            usual, lines = self._read_usual(block)
            if usual:
                parts.own[b''] = usual
            lines = self._read_others_of_ours(lines, parts)
            block = b'\n'.join(lines)
        foreign = 0
        if block:
            lines, foreign = self._read_access(block, parts)
            lines, more = self._read_uwsgi(lines, parts)
            foreign += more
        return parts._replace(foreign=foreign, unmatched=lines)

    def _read_usual(self, block: bytes) -> tuple[list[Request], list[bytes]]:
        """Lines in the usual form, and others; read again by line where a match goes beyond one."""
        rows = self._usual.findall(block)
        if len(rows) != block.count(b'\n') + 1:
            return [], block.split(b'\n')
        lines = [row[6] for row in rows if row[6]]
        return ([row for row in rows if row[0]] if lines else rows), lines

    def _read_others_of_ours(self, lines: list[bytes], parts: Block) -> list[bytes]:
        """The service's lines behind a syslog's beginning, in short form, or without a version."""
        ours = [line for line in lines if any(name in line for name in self._loggers)]
        if not ours:
            return lines
        rest = [line for line in lines if not any(name in line for name in self._loggers)]
        for form in (self._any_of_ours, self._between_hyphens):
            ours = self._read_form(form, ours, parts)
        return rest + ours

    def _read_form(self, form: re.Pattern[bytes], lines: list[bytes], parts: Block) -> list[bytes]:
        """The service's lines in one form; and all other lines."""
        rest = []
        for lead, context, address, request, version, line in form.findall(b'\n'.join(lines)):
            if line:
                rest.append(line)
                continue
            moments = _OWN_TIME.findall(lead)
            moment = moments[-1].replace(b'T', b' ') if moments else b''
            user, project = _identity(context)
            requests = parts.own if version else parts.access
            requests[_host_of(lead)].append((moment, user, project, address, request, version, b''))
        return rest

    def _read_access(self, block: bytes, parts: Block) -> tuple[list[bytes], int]:
        rest, foreign = [], 0
        for lead, time, request, _, tail, line in _ACCESS.findall(block):
            if line:
                rest.append(line)
                continue
            host, user, address = self._leads[lead]
            agent, version = self._tails[tail]
            if version is None:
                foreign += 1
                continue
            moment = self._moments[time]
            parts.access[host].append((moment, user, b'', address, request, version, agent))
        return rest, foreign

    def _read_uwsgi(self, lines: list[bytes], parts: Block) -> tuple[list[bytes], int]:
        ours = [line for line in lines if b'[pid: ' in line]
        if not ours:
            return lines, 0
        rest = [line for line in lines if b'[pid: ' not in line]
        foreign = 0
        rows = _UWSGI.findall(b'\n'.join(ours))
        for lead, address, user, time, request, tail, line in rows:
            if line:
                rest.append(line)
                continue
            fields = _quoted(tail)
            version = self._version(fields[-1]) if fields else NOT_STATED
            if version is None:
                foreign += 1
                continue
            row = (self._moments[time], user, b'', address, request, version, b'')
            parts.access[_host_of(lead)].append(row)
        return rest, foreign

    def _of_tail(self, tail: bytes) -> tuple[bytes, bytes | None]:
        """User agent and version in the quoted fields that end an access line."""
        fields = _quoted(tail)
        version = self._version(fields[-1]) if fields else NOT_STATED
        if len(fields) == 2 and version in (NO_HEADER, None):
            # The user agent of a line without a version, which may be "-" or look like a header.
            version = NOT_STATED
        if version != NOT_STATED:
            fields = fields[:-1]
        agent = fields[1] if len(fields) > 1 else fields[0] if fields else b''
        return _ESCAPE.sub(_unescaped, agent)[:_LONGEST_AGENT], version

    def _version(self, field: bytes) -> bytes | None:
        """Return the version in a quoted field; ``None`` for a request of another service."""
        if field in (b'-', b''):
            return NO_HEADER
        if _LONE_VERSION.fullmatch(field):
            return field
        headers = [_HEADER.fullmatch(part) for part in field.split(b',')]
        if not all(headers):
            return NOT_STATED
        named = {header[1].lower(): header[2] for header in headers if header}
        return named.get(self._service)


def _moment(time: bytes) -> bytes:
    """A time of oslo.log, a web server or uWSGI, as the service's own lines spell it; empty for any
    other text. A zone behind it is left out.
    """
    text = time.decode('latin-1')
    if match := _ISO_TIME.match(text):
        return f'{match[1]} {match[2]}'.encode()
    year = month = day = clock = ''
    if match := _ACCESS_TIME.match(text):
        day, month, year, clock = match.groups()
    elif match := _UWSGI_TIME.match(text):
        month, day, clock, year = match.groups()
    return f'{year}-{_MONTH[month]}-{int(day):02d} {clock}'.encode() if month in _MONTH else b''


def _of_lead(lead: bytes) -> tuple[bytes, bytes, bytes]:
    """Host, user and address in the text before the time of an access line."""
    words = lead.split()
    # A chain of proxies is written with commas; its first address is the client's.
    first = len(words) - 3
    while first > 0 and words[first - 1].endswith(b','):
        first -= 1
    if first < 0:
        return _host_of(lead), b'', words[0] if words else b''
    return _host_of(lead), words[-1], words[first].split(b',')[0]


def _quoted(tail: bytes) -> list[bytes]:
    """The quoted fields that end an access line."""
    return [field for field, end in _QUOTED.findall(tail) if end == b'"']


def _unescaped(escape: re.Match[bytes]) -> bytes:
    return bytes.fromhex(escape[1].decode()) if escape[1] else escape[2]


def _host_of(lead: bytes) -> bytes:
    """The host that a syslog's beginning of a line names."""
    match = _SYSLOG.match(lead)
    return match[1] if match else b''


def _identity(context: bytes) -> tuple[bytes, bytes]:
    """User and project in the context of a line; where there are just two, the project is first."""
    words = context[_REQUEST_ID.match(context).end() :].split()  # type: ignore[union-attr]
    if len(words) == 2:
        return words[1], words[0]
    return (words[0], words[1]) if len(words) > 2 else (b'', b'')


def by_version(requests: Iterable[Request]) -> dict[bytes, list[Request]]:
    """Requests in groups of one version each."""
    groups: dict[bytes, list[Request]] = {}
    for request in requests:
        version = request[VERSION]
        if version in groups:
            groups[version].append(request)
        else:
            groups[version] = [request]
    return groups
