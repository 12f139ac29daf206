"""The filters in queries: resources, traits and aggregates that providers are asked for by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from novaclient_mv.sandbox.http import formats
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.placement import names
from novaclient_mv.sandbox.placement.records import Provider, Records, capacity

if TYPE_CHECKING:
    from novaclient_mv.sandbox.placement.controller import PlacementHandlers


class NameSets(NamedTuple):
    """Sets of traits or aggregates of which one each is wanted, and those that are not."""

    required: tuple[frozenset[str], ...] = ()
    forbidden: frozenset[str] = frozenset()

    @property
    def groups(self) -> tuple[frozenset[str], ...]:
        """Everything that is named, what is wanted first."""
        return *self.required, self.forbidden

    def fit(self, names: Iterable[str]) -> bool:
        """Whether some traits or aggregates are what is wanted."""
        return self._are_in({*names}) and self.forbidden.isdisjoint(names)

    def exist(self, names_of_all: Iterable[Iterable[str]]) -> bool:
        """Whether any provider at all has what is wanted; if not, nothing else is looked at."""
        return not self.required or any(self._are_in({*names}) for names in names_of_all)

    def _are_in(self, names: set[str]) -> bool:
        return all(group & names for group in self.required)


def resources(text: str) -> dict[str, int]:
    """Amounts by class of ``CLASS:AMOUNT,...``."""
    if not text:
        raise _badly_formed('empty string')
    amounts = {}
    for part in text.split(','):
        try:
            name, amount = part.split(':')
        except ValueError:
            raise _badly_formed(part) from None
        try:
            amounts[name] = int(amount)
        except ValueError:
            raise Fault(
                400, f'Requested resource {name} expected positive integer amount. Got: {amount}.'
            ) from None
        if amounts[name] < 1:
            raise Fault(
                400, f'Requested resource {name} requires amount >= 1. Got: {amounts[name]}.'
            )
    return amounts


def _badly_formed(part: str) -> Fault:
    return Fault(
        400,
        'Badly formed resources parameter. Expected resources query string parameter in form: '
        f'?resources=VCPU:2,MEMORY_MB:1024. Got: {part}.',
    )


def require_classes(handlers: PlacementHandlers, amounts: Iterable[str]) -> None:
    """Refuse classes that are not there."""
    classes = names.classes(handlers.db)
    for name in amounts:
        if name not in classes:
            raise Fault(
                400,
                f'Invalid resource class in resources parameter: No such resource class {name}.',
            )


def traits(handlers: PlacementHandlers, texts: list[str], is_root: bool = False) -> NameSets:
    """Read ``required``; up to 1.38 only its last value counts."""
    required: list[frozenset[str]] = []
    forbidden: set[str] = set()
    for text in texts if handlers.matches('1.39') else texts[-1:]:
        if text.startswith('in:'):
            has_sets = handlers.matches('1.39') and not is_root
            required.append(frozenset(_alternatives(text, has_sets)))
            continue
        for name in _traits_of(text, has_forbidden=handlers.matches('1.22')):
            if name.startswith('!'):
                forbidden.add(name.lstrip('!'))
            else:
                required.append(frozenset([name]))
    return NameSets(tuple(required), frozenset(forbidden))


def _alternatives(text: str, has_sets: bool) -> list[str]:
    if not has_sets:
        raise _bad_traits(f'{_SET} only supported since microversion 1.39. Got: {text}')
    names = [name.strip() for name in text.removeprefix('in:').split(',')]
    if any(name.startswith('!') for name in names):
        raise _bad_traits(f'{_SET} does not support forbidden traits. Got: {text}')
    if not all(names):
        raise _bad_traits(f'{_FORM} in:HW_CPU_X86_VMX,CUSTOM_MAGIC. Got an empty trait in: {text}')
    return names


def _traits_of(text: str, has_forbidden: bool) -> list[str]:
    names = [name.strip() for name in text.split(',')]
    form = f'{_FORM} HW_CPU_X86_VMX,{"!" if has_forbidden else ""}CUSTOM_MAGIC.'
    if not all(name.lstrip('!') for name in names):
        raise _bad_traits(f'{form} Got an empty trait in: {text}')
    if not has_forbidden and any(name.startswith('!') for name in names):
        raise _bad_traits(f'{form} Got: {text}')
    return names


_FORM = "Expected 'required' parameter value of the form:"
_SET = "The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC'"


def _bad_traits(text: str) -> Fault:
    return Fault(400, f'Invalid query string parameters: {text}')


def require_traits(
    handlers: PlacementHandlers, traits: Iterable[frozenset[str]], prefix: str = ''
) -> None:
    """Refuse traits that are not there."""
    named = [group for group in traits if group]
    valid = names.traits(handlers.db) if named else set()
    for group in named:
        unknown = sorted(group - valid)
        if unknown:
            raise Fault(400, f'{prefix}No such trait(s): {unknown[0]}.')


def aggregates(handlers: PlacementHandlers, texts: list[str]) -> NameSets:
    """Read ``member_of``."""
    if len(texts) > 1 and not handlers.matches('1.24'):
        raise Fault(400, 'Multiple member_of parameters are not supported')
    alternatives: list[frozenset[str]] = []
    forbidden: set[str] = set()
    for text in texts:
        is_forbidden = text.startswith('!')
        rest = text.removeprefix('!')
        members = _members(text, rest)
        if is_forbidden and not handlers.matches('1.32'):
            raise Fault(
                400,
                'Forbidden member_of parameters are not supported in the specified microversion',
            )
        if is_forbidden:
            forbidden.update(members)
        else:
            alternatives.append(frozenset(members))
    return NameSets(tuple(alternatives), frozenset(forbidden))


def _members(text: str, rest: str) -> list[str]:
    """The aggregates of a value of ``member_of``, without what forbids them."""
    if rest.startswith('in:'):
        members = rest.removeprefix('in:').split(',')
    elif ',' in rest:
        raise Fault(
            400,
            "Multiple values for 'member_of' must be prefixed with the 'in:' or '!in:' keyword "
            f'using the valid microversion. Got: {text}',
        )
    else:
        members = [rest]
    for member in members:
        if not formats.matches('uuid', member):
            raise Fault(
                400,
                "Invalid query string parameters: Expected 'member_of' parameter to contain valid "
                f'UUID(s). Got: {member}',
            )
    return members


def has_room(
    records: Records,
    provider: Provider,
    amounts: Mapping[str, int],
    without: frozenset[str] = frozenset(),
) -> bool:
    """Whether a provider could give these amounts."""
    used = records.used(provider.id, without)
    return all(
        room_problem(provider, used, name, amount) is None for name, amount in amounts.items()
    )


def room_problem(provider: Provider, used: dict[str, int], name: str, amount: int) -> str | None:
    """Return the reason why a provider lacks an amount of a class; ``None`` if it has room."""
    inventory = provider.inventories.get(name)
    if inventory is None:
        return no_inventory(name, provider.id)
    refusal = f"Unable to create allocation for '{name}' on resource provider '{provider.id}'."
    fits = inventory['min_unit'] <= amount <= inventory['max_unit']
    if not fits or amount % inventory['step_size']:
        return f'{refusal} The requested amount would violate inventory constraints.'
    if used.get(name, 0) + amount > capacity(inventory):
        return f'{refusal} The requested amount would exceed the capacity.'
    return None


def no_inventory(classes: str, providers: str) -> str:
    """Return the words for classes that providers have nothing of."""
    return f"Inventory for '{classes}' on resource provider '{providers}' invalid."
