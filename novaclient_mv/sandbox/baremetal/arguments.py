"""Arguments of handlers, from path, query and body, with the kind of each."""

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

    :param kinds: by name.
    :param required: those that must be there.
    :param body: the argument that the whole body is, ``NAMED`` or ``NO_BODY``.
    :param is_open: whether there may be others by name, which count for nothing.
    """

    kinds: Mapping[str, kinds.Kind]
    required: tuple[str, ...] = ()
    body: str = NO_BODY
    is_open: bool = False

    def bound(self, in_path: Mapping[str, str], sent: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a request.

        :param in_path: variables of the path.
        :param sent: of query and body.
        :raises Refused: 400: a name that is not known, a wrong value, or none where one must be.
        """
        unknown = [name for name in sent if name not in self.kinds or name in in_path]
        if unknown and not self.is_open:
            raise Refused(400, f'Unexpected arguments: {", ".join(sorted(unknown))}')
        texts = {**sent, **in_path}
        for name in self.required:
            if texts.get(name) is None and name not in sent:
                raise Refused(400, f'Missing mandatory parameter: {name}')
        return {name: kind(name, texts[name]) for name, kind in self.kinds.items() if name in texts}


OF_NODE = Arguments({'id': kinds.uuid_or_name}, ('id',))
"""The arguments of a handler of a single node."""


def takes(
    *required: str, body: str = NO_BODY, is_open: bool = False, **named: kinds.Kind
) -> Callable[[F], F]:
    """Declare the arguments of a handler; parameters are as of :class:`Arguments`."""
    required = (*required, *(('id',) if 'id' in named else ()))

    def decorate(func: F) -> F:
        setattr(func, _ATTRIBUTE, Arguments(named, required, body, is_open))
        return func

    return decorate


def of(handler: object) -> Arguments:
    """Return the arguments of a handler; one that declares none takes its node."""
    declared: Arguments = getattr(handler, _ATTRIBUTE, OF_NODE)
    return declared


_ATTRIBUTE = 'arguments'
