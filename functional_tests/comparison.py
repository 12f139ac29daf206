"""In what the answers of two clouds differ: status, shape, values, order, words, headers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from functional_tests import refusals

CLASSES = ('status', 'shape', 'values', 'order', 'words', 'headers')
IGNORED_HEADERS = frozenset((
    'date', 'server', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'via',
))  # fmt: skip
_MOST = 300
_UUID = r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
_TIMES = (
    r'\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?',
    r'(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT',
)


class Answer(NamedTuple):
    """An answer.

    :ivar headers: in small letters.
    :ivar body: decoded JSON, text where it is none, ``None`` without a body.
    """

    status: int
    headers: Mapping[str, str]
    body: Any


class Liberties(NamedTuple):
    """Parts of answers that may differ.

    :ivar unordered: keys of lists whose order means nothing.
    :ivar ignored: keys that are not compared.
    :ivar own: keys whose values are each cloud's own, so that only their kind is compared.
    """

    unordered: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()


STRICT = Liberties()


class Difference(NamedTuple):
    """A difference.

    :ivar kind: one of :data:`CLASSES`.
    :ivar where: what differs, with what varies masked: differences of one cause have it in common.
    """

    kind: str
    where: str
    ours: Any
    theirs: Any


class Mask:
    """Takes out of one cloud's answers what cannot be the same.

    :param base: the URL of the service.
    :param labels: what its ids are called.
    :param own_ids: ids that clients choose.
    :param more: takes out of a text what is the service's own.
    """

    def __init__(
        self,
        base: str,
        labels: Mapping[str, str],
        own_ids: frozenset[str],
        more: Callable[[str], str] = str,
    ) -> None:
        self._base = base
        self._more = more
        self._labels = labels
        self._own = own_ids
        longest = sorted((re.escape(id) for id in labels if len(id) > 3), key=len, reverse=True)
        self._id = re.compile('|'.join((*longest, f'req-{_UUID}', _UUID)))
        self._time = re.compile('|'.join(_TIMES))

    def text(self, text: str) -> str:
        """A text with labels."""
        if self._base in text:
            text = text.replace(self._base, '<base>')
        if len(text) >= 16:
            text = self._time.sub('<time>', text)
        return self._more(self._id.sub(self._label, text))

    def _label(self, found: re.Match[str]) -> str:
        id = found[0]
        if id in self._labels:
            return self._labels[id]
        if id in self._own:
            return id
        return '<request>' if id.startswith('req-') else '<id>'

    def value(self, value: Any) -> Any:
        """A decoded body with labels."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {
                self.text(key): '<number>' if _is_number(key, each) else self.value(each)
                for key, each in value.items()
            }
        return value


class Comparison:
    """Compares the answers of two clouds.

    :param masks: of the sandbox and of the running service.
    :param message: the words of an error's body.
    :param readable: a body whose parts can be compared.
    :param spoiled: what was made bad about the request.
    """

    def __init__(
        self,
        masks: tuple[Mask, Mask],
        message: Callable[[Any], str | None],
        readable: Callable[[Any], Any] = lambda body: body,
        liberties: Liberties = STRICT,
        spoiled: str = '',
    ) -> None:
        self.masks = masks
        self.message = message
        self.readable = readable
        self.liberties = liberties
        self.spoiled = spoiled

    def differences(self, ours: Answer, theirs: Answer) -> Iterator[Difference]:
        """In what they differ; where the statuses do, in these alone."""
        one, other = self.masks
        bodies = one.value(self.readable(ours.body)), other.value(self.readable(theirs.body))
        if not refusals.stands_for(ours.status, theirs.status):
            yield Difference('status', self._cause(ours.status, theirs.status, bodies), *bodies)
            return
        if theirs.status >= 500:
            return
        if ours.status >= 400:
            yield from self._errors(*bodies, theirs.status)
        else:
            yield from unequal(*bodies, self.liberties)
        yield from self._headers(ours, theirs)

    def _cause(self, ours: int, theirs: int, bodies: tuple[Any, Any]) -> str:
        """The statuses, with the words of whichever refuses."""
        cause = f'{ours} for {theirs}'
        words = self.message(bodies[0 if theirs < 400 else 1])
        return f'{cause}: {pattern_of(words)}' if words else cause

    def _errors(self, ours: Any, theirs: Any, status: int) -> Iterator[Difference]:
        words = self.message(ours), self.message(theirs)
        if words[0] is None or words[1] is None:
            if not (isinstance(ours, str) and isinstance(theirs, str)) and ours != theirs:
                yield Difference('shape', 'error', ours, theirs)
            return
        is_malformed = refusals.is_of_malformed(status, words[1], self.spoiled)
        if not is_malformed and not refusals.names_the_thing(words[0], words[1]):
            yield Difference('words', pattern_of(words[1]), words[0], words[1])
        ours, theirs = _without(ours, words[0]), _without(theirs, words[1])
        yield from unequal(ours, theirs, self.liberties, 'error')

    def _headers(self, ours: Answer, theirs: Answer) -> Iterator[Difference]:
        # The status of a refusal tells who has written it.
        of = f' of {ours.status}' if ours.status >= 400 else ''
        for name in sorted({*ours.headers, *theirs.headers} - IGNORED_HEADERS):
            one, other = ours.headers.get(name), theirs.headers.get(name)
            if one is not None:
                one = self.masks[0].text(one)
            if other is not None:
                other = self.masks[1].text(other)
            if _header(name, one) != _header(name, other):
                how = '' if one and other else ' is missing' if other else ' is more'
                yield Difference('headers', f'{name}{of}{how}', one, other)


def unequal(
    ours: Any, theirs: Any, liberties: Liberties = STRICT, at: str = ''
) -> Iterator[Difference]:
    """Yield in what two decoded bodies differ.

    :param at: the place of both.
    """
    if isinstance(ours, dict) and isinstance(theirs, dict):
        missing, more = (
            sorted(set(one) - set(other) - liberties.ignored)
            for one, other in ((theirs, ours), (ours, theirs))
        )
        if missing or more:
            names = ' '.join((*(f'-{key}' for key in missing), *(f'+{key}' for key in more)))
            yield Difference('shape', f'{at} {names}', ours, theirs)
        for key in ours:
            if key in theirs and key not in liberties.ignored:
                yield from unequal(ours[key], theirs[key], liberties, f'{at}.{_key(key)}')
    elif isinstance(ours, list) and isinstance(theirs, list):
        yield from _unequal_lists(ours, theirs, liberties, at)
    elif _kind(ours) != _kind(theirs):
        yield Difference('shape', f'{at} {_kind(ours)} for {_kind(theirs)}', ours, theirs)
    elif at.rpartition('.')[2].removesuffix('[]') in liberties.own:
        return
    elif ours != theirs or type(ours) is not type(theirs):
        # 1 is no 1.0 for whoever reads them with their types.
        yield Difference('values', at, ours, theirs)


def _unequal_lists(
    ours: list[Any], theirs: list[Any], liberties: Liberties, at: str
) -> Iterator[Difference]:
    if _canonical(ours) == _canonical(theirs):
        return
    if len(ours) != len(theirs):
        yield Difference('values', f'{at}[] length', ours, theirs)
        return
    sorted_lists = sorted(ours, key=_canonical), sorted(theirs, key=_canonical)
    if _canonical(sorted_lists[0]) == _canonical(sorted_lists[1]):
        if at.rpartition('.')[2] not in liberties.unordered:
            yield Difference('order', f'{at}[]', ours, theirs)
        return
    seen = set()
    key = _identity(*sorted_lists)
    for one, other in zip(*(sorted(each, key=key) for each in (ours, theirs)), strict=True):
        for difference in unequal(one, other, liberties, f'{at}[]'):
            if difference.where not in seen:
                seen.add(difference.where)
                yield difference


def pattern_of(words: str) -> str:
    """Words with what varies taken out, so that equal rules have equal patterns."""
    words = re.sub(rf"'[^']*'|\"[^\"]*\"|<[a-z]+ ?\d*>|{_UUID}", '…', words)
    words = re.sub(r'\b\w+Controller\b', 'N', words)
    words = re.sub(r'(arguments|marker|limit): [^:]*$', r'\1: …', words)
    words = re.sub(r'\b\d+(\.\d+)?\b|\b[A-Z_0-9]{2,}\b', 'N', words).strip()
    return words if len(words) <= _MOST else f'{words[: _MOST // 2]} … {words[-_MOST // 2 :]}'


def _header(name: str, value: str | None) -> Any:
    if value is None:
        return None
    if name in ('vary', 'allow'):
        return sorted(part.strip().lower() for part in value.split(','))
    return value


def _without(body: Any, words: str) -> Any:
    """An error without its words, wherever they are."""
    if isinstance(body, str):
        return '<words>' if body == words else body
    if isinstance(body, list):
        return [_without(each, words) for each in body]
    if isinstance(body, dict):
        return {key: _without(each, words) for key, each in body.items()}
    return body


def _is_number(key: str, value: Any) -> bool:
    """Whether a value is the number of a row."""
    return key == 'id' and isinstance(value, int) and not isinstance(value, bool)


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return type(value).__name__
    return 'number' if isinstance(value, (int, float)) else type(value).__name__


def _key(key: str) -> str:
    """A key that varies is no name."""
    return '*' if re.fullmatch(r'<.*>|[0-9a-f-]{36}', key) else key


def _identity(ours: list[Any], theirs: list[Any]) -> Callable[[Any], str]:
    """The key that pairs the entries of two lists: their ids, if these are the same."""
    for name in ('id', 'uuid', 'instance_id', 'name', 'host', 'hypervisor_hostname'):
        if all(isinstance(each, dict) and name in each for each in (*ours, *theirs)):
            ids = [sorted(str(each[name]) for each in listed) for listed in (ours, theirs)]
            # What an earlier session has made has no label: it stays in the order of its list.
            labels = [id for id in ids[0] if id != '<id>']
            if ids[0] == ids[1] and len(set(labels)) == len(labels):
                return lambda value, name=name: str(value[name])
    return _canonical


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
