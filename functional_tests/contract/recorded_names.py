"""Values in the replay of a recorded test for the ids and the moments of its records."""

from __future__ import annotations

import collections
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from functional_tests.contract import recorded_state
from novaclient_mv.sandbox.state import clocks

ID = re.compile(r'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
# Moments of the day on which the records were made; older ones are facts of the recorded cloud.
MOMENT = re.compile(r'2026-11-2\dT\d\d:\d\d:\d\d(\.\d{6})?Z?')
_OWN_MOMENT = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z?')


class Names:
    """The ids of a recorded test with ours, one for one, and its moments with ours, in one order.

    :param records: of the test.
    :param known: ids that are the same in both.
    """

    def __init__(
        self,
        records: Iterable[dict[str, Any]] = (),
        known: Collection[str] = recorded_state.FIXED_IDS,
    ) -> None:
        records = list(records)
        requests = [(each['path'], each['request']) for each in records]
        self.given = frozenset(_texts_of(requests))
        """Texts that requests have."""
        self._counts: collections.Counter[str] = collections.Counter()
        self._known = set(known)
        for each in records:
            asked = ids_in([each['path'], each['request']])
            self._known |= {id for id in asked if id not in self._counts}
            self._counts.update(ids_in([each['response'], each.get('headers')]))
        self.own: dict[str, str] = {}
        self.named: list[tuple[str, str]] = []
        """Names that were not found by comparing, in its order."""
        self._recorded: dict[str, str] = {}
        self._moments: list[tuple[float, float]] = []
        self._moment_of: dict[str, str] = {}
        for id in known:
            self.bind(id, id)

    def is_alone(self, id: str) -> bool:
        """Whether an id stands in one place of the answers, and nothing was known of it before."""
        return self._counts[id] < 2 and id not in self._known

    def bind(self, recorded: str, own: str) -> bool:
        """Have an id stand for a recorded one; whether it does."""
        if recorded not in self.own and own not in self._recorded:
            self.own[recorded], self._recorded[own] = own, recorded
        return self.own.get(recorded) == own

    def name(self, recorded: str, own: str) -> None:
        """Have an id stand for a recorded one from now on, whatever stood for it."""
        for id in (self._recorded.pop(own, ''), recorded):
            self._recorded.pop(self.own.pop(id, ''), None)
        self.bind(recorded, own)
        self.named.append((recorded, own))

    def keep(self, text: str) -> None:
        """Have the ids of a request that nothing stands for stand for themselves."""
        for id in ID.findall(text):
            if id not in self.own:
                self.name(id, id)

    def translate(self, text: str) -> str:
        """A recorded text with our ids."""
        return ID.sub(lambda match: self.own.get(match[0], match[0]), text)

    def is_same(self, recorded: str, own: str) -> bool:
        """Whether a text is the recorded one but for ids, and these stand for one another."""
        if recorded == own and not ID.search(recorded):
            return True
        if ID.sub('ID', recorded) != ID.sub('ID', own):
            return False
        return all(map(self.bind, ID.findall(recorded), ID.findall(own)))

    def is_moment(self, recorded: str, own: str) -> bool:
        """Whether a moment has the form of the recorded one, and the same place in the order."""
        form, ours = _OWN_MOMENT.fullmatch(recorded), _OWN_MOMENT.fullmatch(own)
        if form is None or ours is None:
            return False
        if (form[1] is None) != (ours[1] is None) or recorded.endswith('Z') != own.endswith('Z'):
            return False
        if form[1] is not None and self._moment_of.setdefault(recorded, own) != own:
            return False
        pair = clocks.moment(recorded), clocks.moment(own)
        is_in_order = all(
            before[1] <= pair[1] for before in self._moments if before[0] + 1 <= pair[0]
        ) and all(pair[1] <= after[1] for after in self._moments if pair[0] + 1 <= after[0])
        self._moments.append(pair)
        return is_in_order

    def begin(self) -> None:
        """Begin an answer: a test is recorded more than once, and not in the order of its runs."""
        self._moments = []


def ids_in(content: Any) -> Iterator[str]:
    """The ids in a decoded JSON, keys included, as often as they are there."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield from ids_in(key)
            yield from ids_in(value)
    elif isinstance(content, list):
        for value in content:
            yield from ids_in(value)
    elif isinstance(content, str):
        yield from ID.findall(content)


def texts_in(contents: Iterable[Any]) -> Iterator[str]:
    """The texts in decoded JSON."""
    for content in contents:
        if isinstance(content, dict):
            yield from texts_in(content.values())
        elif isinstance(content, (list, tuple)):
            yield from texts_in(content)
        elif isinstance(content, str):
            yield content


def _texts_of(requests: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """The texts of bodies, and the values of queries, whose moments have a blank for the T."""
    for path, body in requests:
        yield from texts_in([body])
        for name, value in parse_qsl(urlsplit(path).query):
            # What a client has seen is ours in the place of what is recorded.
            if not name.startswith('changes-'):
                yield value
                yield value.replace(' ', 'T')
