"""Arguments of handlers, from path, query and body, with the kind of each.

A request is refused for its arguments before a handler looks for anything: for names that the
handler does not know, then for each value in the order of the declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from novaclient_mv.sandbox.baremetal import kinds
from novaclient_mv.sandbox.baremetal.refusals import Refused

F = TypeVar('F', bound=Callable[..., Any])

NO_BODY = ''
NAMED = '*'
"""The body of a request whose keys are arguments of their own."""


class Arguments(NamedTuple):
    """The arguments of a handler.

    :param kinds: by name, in the order in which they are looked at.
    :param required: those that must be there.
    :param body: the argument that the whole body is, ``NAMED`` or ``NO_BODY``.
    :param unchecked: what the service calls a handler that does not look at its query: any
        argument there makes it fail.
    :param query: the schema of the query, where it has one besides the kinds.
    :param called: the service's name of a handler that fails where the query has an argument of the
        path as well.
    """

    kinds: Mapping[str, kinds.Kind]
    required: tuple[str, ...] = ()
    body: str = NO_BODY
    unchecked: str = ''
    query: Mapping[str, Any] | None = None
    called: str = ''

    def bound(self, variables: Mapping[str, str], sent: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a request.

        :param variables: of the path.
        :param sent: of query and body.
        :raises Refused: 400: a name that is not known, a wrong value, or none where one must be;
            500 where the service fails.
        """
        unknown = sorted(set(sent) - set(self.kinds))
        if unknown and self.unchecked:
            words = f'{self.unchecked} got an unexpected keyword argument {next(iter(sent))!r}'
            raise Refused(500, words)
        if unknown:
            raise Refused(400, f'Unexpected arguments: {", ".join(unknown)}')
        twice = next((name for name in variables if name in sent), None)
        if twice is not None and self.called:
            words = f"{self.called} got multiple values for argument '{twice}'"
            raise Refused(500, words)
        texts = {**sent, **variables}
        values = {}
        for name, kind in self.kinds.items():
            if name in texts:
                values[name] = kind(name, texts[name])
            elif name in self.required:
                raise Refused(400, f'Missing mandatory parameter: {name}')
        if self.query is not None:
            asked = {name: values[name] for name in sent if name != self.body}
            kinds.schema(dict(self.query), '')('query', asked)
        return values


OF_NODE = Arguments({'id': kinds.NODE})
"""The arguments of a handler of a single node."""


def takes(
    *required: str,
    body: str = NO_BODY,
    unchecked: str = '',
    query: Mapping[str, Any] | None = None,
    called: str = '',
    **named: kinds.Kind,
) -> Callable[[F], F]:
    """Declare the arguments of a handler; parameters are as of :class:`Arguments`."""
    declared = Arguments(named, required, body, unchecked, query, called)

    def decorate(func: F) -> F:
        setattr(func, _ATTRIBUTE, declared)
        return func

    return decorate


def of(handler: object) -> Arguments:
    """Return the arguments of a handler; one that declares none takes its node."""
    declared: Arguments = getattr(handler, _ATTRIBUTE, OF_NODE)
    return declared


_ATTRIBUTE = 'arguments'
