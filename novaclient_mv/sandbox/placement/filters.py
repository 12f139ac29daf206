"""The filters in queries: resources, traits and aggregates that providers are asked for by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.placement import names
from novaclient_mv.sandbox.placement.records import Provider, Records, capacity

if TYPE_CHECKING:
    from novaclient_mv.sandbox.placement.controller import PlacementHandlers

_AMOUNT = re.compile(r'[1-9][0-9]*', re.ASCII)


class Traits(NamedTuple):
    """Sets of traits of which one each is wanted, and traits that are not."""

    required: tuple[frozenset[str], ...] = ()
    forbidden: frozenset[str] = frozenset()

    def fit(self, traits: frozenset[str]) -> bool:
        """Whether some traits are what is wanted."""
        return all(names & traits for names in self.required) and not self.forbidden & traits


class Aggregates(NamedTuple):
    """Sets of aggregates of which one each is wanted, and aggregates that are not."""

    required: tuple[frozenset[str], ...] = ()
    forbidden: frozenset[str] = frozenset()

    def fit(self, aggregates: frozenset[str]) -> bool:
        """Whether some aggregates are what is wanted."""
        return (
            all(uuids & aggregates for uuids in self.required) and not self.forbidden & aggregates
        )


def resources(handlers: PlacementHandlers, text: str) -> dict[str, int]:
    """Amounts by class of ``CLASS:AMOUNT,...``.

    :raises Fault: 400.
    """
    amounts = {}
    for part in text.split(','):
        name, _, amount = part.partition(':')
        if not name or _AMOUNT.fullmatch(amount) is None:
            raise Fault(400, f'Badly formed resources parameter: {text!r}')
        amounts[name] = int(amount)
    classes = names.classes(handlers.db)
    for name in amounts:
        if name not in classes:
            raise Fault(400, f'Invalid resource class in resources parameter: {name}')
    return amounts


def traits(handlers: PlacementHandlers, texts: list[str], is_root: bool = False) -> Traits:
    """Read ``required``; up to 1.38 only its last value counts.

    :param is_root: it asks for traits of roots, which knows no sets.
    :raises Fault: 400.
    """
    required: list[frozenset[str]] = []
    forbidden: set[str] = set()
    for text in texts if handlers.matches('1.39') else texts[-1:]:
        if text.startswith('in:'):
            alternatives = text.removeprefix('in:').split(',')
            if (
                is_root
                or not handlers.matches('1.39')
                or any(n.startswith('!') for n in alternatives)
            ):
                raise _bad_traits(text)
            required.append(frozenset(alternatives))
            continue
        for name in text.split(','):
            if not name.startswith('!'):
                required.append(frozenset([name]))
            elif handlers.matches('1.22'):
                forbidden.add(name[1:])
            else:
                raise _bad_traits(text)
    valid = names.traits(handlers.db)
    unknown = (forbidden | {name for alternatives in required for name in alternatives}) - valid
    if unknown:
        raise _bad_traits(', '.join(sorted(unknown)))
    return Traits(tuple(required), frozenset(forbidden))


def _bad_traits(text: str) -> Fault:
    return Fault(400, f'Invalid query string parameters: traits {text!r}')


def aggregates(handlers: PlacementHandlers, texts: list[str]) -> Aggregates:
    """Read ``member_of``.

    :raises Fault: 400.
    """
    if len(texts) > 1 and not handlers.matches('1.24'):
        raise Fault(400, 'Multiple member_of parameters are not supported')
    alternatives: list[frozenset[str]] = []
    forbidden: set[str] = set()
    for text in texts:
        is_forbidden = text.startswith('!') and handlers.matches('1.32')
        rest = text[1:] if is_forbidden else text
        uuids = rest.removeprefix('in:').split(',') if rest.startswith('in:') else [rest]
        if not all(formats.matches('uuid', name) for name in uuids):
            raise Fault(400, f'Expected UUIDs in member_of, not {text!r}')
        if is_forbidden:
            forbidden.update(uuids)
        else:
            alternatives.append(frozenset(uuids))
    return Aggregates(tuple(alternatives), frozenset(forbidden))


def has_room(
    records: Records,
    provider: Provider,
    amounts: dict[str, int],
    without: frozenset[str] = frozenset(),
) -> bool:
    """Whether a provider could give these amounts.

    :param without: consumers whose allocations do not count.
    """
    used = records.used(provider.id, without)
    return all(
        room_problem(provider, used, name, amount) is None for name, amount in amounts.items()
    )


def room_problem(provider: Provider, used: dict[str, int], name: str, amount: int) -> str | None:
    """Return the reason why a provider lacks an amount of a class; ``None`` if it has room."""
    inventory = provider.inventories.get(name)
    if inventory is None:
        return f'There is no inventory of {name} on resource provider {provider.id}.'
    fits = inventory['min_unit'] <= amount <= inventory['max_unit']
    if not fits or amount % inventory['step_size']:
        return f'The requested amount would violate inventory constraints of {name}.'
    if used.get(name, 0) + amount > capacity(inventory):
        return f'The requested amount would exceed the capacity of {name}.'
    return None
