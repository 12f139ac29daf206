"""Arguments of handlers, from path, query and body, with the kind of each.

A request is refused for its arguments before a handler looks for anything: for names that the
handler does not know, then for each value in the order of the declaration. What the service itself
does not look at makes it fail, as a call of a function of Python fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from novaclient_mv.sandbox.baremetal import kinds
from novaclient_mv.sandbox.baremetal.refusals import Refused

F = TypeVar('F', bound=Callable[..., Any])

NO_BODY = ''
NAMED = '*'
"""The body of a request whose keys are arguments of their own."""


class Arguments(NamedTuple):
    """The arguments of a handler.

    :param kinds: by name, in the order in which the service has and looks at them.
    :param required: those that must be there.
    :param body: the argument that the whole body is, ``NAMED`` or ``NO_BODY``.
    :param is_checked: whether names are looked at; otherwise one that is not known is a failure.
    :param is_open: whether there may be others by name, which count for nothing.
    :param query: the schema of the query, where it has one besides the kinds.
    :param rest: the argument that takes what the path has besides.
    """

    kinds: Mapping[str, kinds.Kind]
    required: tuple[str, ...] = ()
    body: str = NO_BODY
    is_checked: bool = True
    is_open: bool = False
    query: Mapping[str, Any] | None = None
    rest: str = ''

    def bound(
        self, called: str, held: Mapping[str, str], placed: Sequence[str], sent: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The values of a request.

        :param called: what the service calls the handler.
        :param held: of variables of the path that are no arguments of the service's own handler.
        :param placed: from the path, by their places.
        :param sent: of query and body, by the service's names.
        :raises Refused: 400: a name that is not known, a wrong value, or none where one must be;
            500 where the service fails.
        """
        names = self._names(held)
        unknown = self.unknown(held, sent)
        if unknown:
            raise Refused(400, f'Unexpected arguments: {", ".join(unknown)}')
        if not self.is_checked and any(
            name in self.required for name in list(names.values())[len(placed) :]
        ):
            raise Refused(500, 'tuple index out of range')
        by_place = dict(zip(names, placed, strict=False))
        texts = {**sent, **by_place} if self.is_checked else {**by_place, **sent}
        values = {name: self.kinds[name](name, held[name]) for name in held if name in self.kinds}
        for spelled, name in names.items():
            if spelled in texts:
                values[name] = self.kinds[name](spelled, texts[spelled])
            elif name in self.required and not self._fails_without(name):
                raise Refused(400, f'Missing mandatory parameter: {spelled}')
        if self.query is not None:
            for name in by_place.keys() & sent.keys():
                words = f'Additional properties are not allowed ({name!r} was unexpected)'
                raise Refused(400, f'Schema error: {words}')
            asked = {name: values.get(names.get(name, ''), sent[name]) for name in sent}
            kinds.schema(dict(self.query), '')('query', asked)
        if any(name in self.required and name not in values for name in names.values()):
            raise Refused(500, 'tuple index out of range')
        if self.rest:
            values[self.rest], placed = placed[len(names) :], placed[: len(names)]
        self._check_call(called, names, placed, sent)
        return values

    def unknown(self, held: Mapping[str, str], sent: Iterable[str]) -> list[str]:
        """The names among what was sent that are refused."""
        is_free = self.is_open or not self.is_checked
        return [] if is_free else sorted(set(sent) - set(self._names(held)))

    def _names(self, held: Mapping[str, str]) -> dict[str, str]:
        """The arguments by the service's names."""
        return {
            kinds.spelled(name, kind): name for name, kind in self.kinds.items() if name not in held
        }

    def _fails_without(self, name: str) -> bool:
        """Whether the service fails where an argument is missing."""
        return not self.is_checked or kinds.is_anything(self.kinds[name])

    def _check_call(
        self, called: str, names: Mapping[str, str], placed: Sequence[str], sent: Mapping[str, Any]
    ) -> None:
        """Fail, as the service's call does, over what its handler does not take."""
        by_place = list(names)[: len(placed)]
        for name in sent:
            if name in by_place:
                words = f'got multiple values for argument {name!r}'
                raise Refused(500, f'{called} {words}')
            if name not in names and not self.is_open:
                words = f'got an unexpected keyword argument {name!r}'
                raise Refused(500, f'{called} {words}')
        if len(placed) > len(names):
            most, least = len(names) + 1, 1 + sum(name in self.required for name in names.values())
            span = str(most) if most == least else f'from {least} to {most}'
            plural = '' if most == 1 else 's'
            words = f'takes {span} positional argument{plural} but {len(placed) + 1} were given'
            raise Refused(500, f'{called} {words}')


OF_NODE = Arguments({'id': kinds.NODE}, ('id',))
"""The arguments of a handler of a single node."""


def takes(
    *required: str,
    body: str = NO_BODY,
    is_checked: bool = True,
    is_open: bool = False,
    query: Mapping[str, Any] | None = None,
    rest: str = '',
    **named: kinds.Kind,
) -> Callable[[F], F]:
    """Declare the arguments of a handler; parameters are as of :class:`Arguments`."""
    required = (*required, *(('id',) if 'id' in named else ()))
    return declares(Arguments(named, required, body, is_checked, is_open, query, rest))


def declares(declared: Arguments) -> Callable[[F], F]:
    """Declare the arguments of a handler, as a whole."""

    def decorate(func: F) -> F:
        setattr(func, _ATTRIBUTE, declared)
        return func

    return decorate


def of(handler: object) -> Arguments:
    """Return the arguments of a handler; one that declares none takes its node."""
    declared: Arguments = getattr(handler, _ATTRIBUTE, OF_NODE)
    return declared


_ATTRIBUTE = 'arguments'
