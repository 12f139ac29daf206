"""One call of the API as a value: which operation, with which ids, query and body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from novaclient_mv import errors
from novaclient_mv.values import NamedTuple

ACTING_READS = frozenset(
    f'GET /os-hosts/{{id}}/{action}' for action in ('startup', 'shutdown', 'reboot')
)
"""Operations that change something although their method says that they read (up to 2.42)."""

READING_ACTIONS = frozenset({'POST /servers/{id}/action os-getConsoleOutput'})
"""Operations that change nothing although their method says that they write."""

Query = Mapping[str, Any] | Iterable[tuple[str, Any]]


class Request(NamedTuple):
    """One call of the API as a value.

    ``operation`` names it as the API reference does (``POST /servers/{id}/action reboot``),
    ``path`` has the ids filled in, ``service`` is the catalog type of a supporting service
    (``image``), or ``None`` for the client's own. A write that is ``is_single`` is not sent again
    after any answer but a refused token. One that is ``started_when_locked`` leaves something
    behind where a lock refuses it. What is in ``unquoted`` is sent in the query unchanged.
    """

    operation: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: Any = None
    service: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    is_single: bool = False
    unquoted: str = ''
    started_when_locked: bool = False

    @property
    def method(self) -> str:
        return self.operation.partition(' ')[0]

    @property
    def is_write(self) -> bool:
        """Whether it changes something."""
        if self.method in ('GET', 'HEAD'):
            return self.operation in ACTING_READS
        return self.operation not in READING_ACTIONS

    @property
    def is_whole(self) -> bool:
        return self.path.startswith(('http://', 'https://'))

    @property
    def may_be_repeated(self) -> bool:
        """Whether it may be sent again where a lock refused it."""
        return not (self.is_single or self.started_when_locked)

    @property
    def uncertainty(self) -> str:
        """Return advice for a request of which nobody knows whether it was carried out."""
        return f'it may have been carried out all the same. {self.way_to_look}'

    @property
    def way_to_look(self) -> str:
        """Return advice where to look for the result of a request."""
        acts = self.operation in ACTING_READS
        place = self.path.rpartition('/')[0] if acts else self.path.removesuffix('/action')
        return f'Look with GET {place} before you try again.'

    @property
    def target(self) -> str:
        """Path and query as they are sent, below the endpoint."""
        if not self.query:
            return self.path
        pairs = [(_raw_bytes(name), _raw_bytes(value)) for name, value in self.query]
        return f'{self.path}?{urlencode(pairs, safe=self.unquoted)}'


def request(
    operation: str, *ids: str, query: Query = (), body: Any = None, service: str | None = None
) -> Request:
    """Build a request.

    :param operation: ``METHOD /path/{with}/{ids}``, an action's name after a space.
    :param ids: what stands for the names in braces, in order; quoted here.
    :param query: names to values, sent in order of names, or pairs, sent in their order; a list is
        sent as
        its values, ``None`` is left out.
    :raises NotFound: an id that nothing can have.
    """
    path = operation.split(' ')[1]
    for resource_id in ids:
        if str(resource_id) in ('', '.', '..'):
            # They would change the path itself: nothing can have such an id.
            raise errors.NotFound(404, f'Nothing has the id {str(resource_id)!r}.')
        before, _, after = path.partition('{')
        path = before + quote(_raw_bytes(str(resource_id)), safe='') + after.partition('}')[2]
    pairs = sorted(query.items()) if isinstance(query, Mapping) else query
    parameters = tuple(
        (name, str(item))
        for name, value in pairs
        for item in (value if isinstance(value, list | tuple) else [value])
        if item is not None
    )
    return Request(operation, path, parameters, body, service)


def _raw_bytes(text: str) -> bytes:
    """A text as a URL has it.

    Halves of characters are what stands for bytes that are no UTF-8, as on a command line or in a
    link; or the JSON of an answer had them. Both go back as they came.
    """
    try:
        return text.encode('utf-8', 'surrogateescape')
    except UnicodeEncodeError:
        return text.encode('utf-8', 'surrogatepass')


class Answer(NamedTuple):
    """An answer of the cloud; the body is decoded JSON, or ``None``."""

    status: int
    headers: Mapping[str, str]
    body: Any
    request_id: str | None
    url: str
    request: Request | None = None
