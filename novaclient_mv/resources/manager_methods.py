"""Methods of a resource that are its manager's, with the resource as the first argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from novaclient_mv import versions
from novaclient_mv.resources.resource import Resource

if TYPE_CHECKING:
    import inspect

M = TypeVar('M')
S = TypeVar('S')
P = ParamSpec('P')
T = TypeVar('T')


_MARKS = ('parameter_ranges', 'in_place_ranges', 'says_nothing', 'only_refuses')
"""Attributes that declarations of versions set on a method."""


def manager_method(
    method: Callable[Concatenate[M, S, P], T], at_every_version: bool = False
) -> Callable[Concatenate[Any, P], T]:
    """A method of a resource that calls its manager's of the same name, with itself first.

    Documentation, versions and signature are those of the manager's method::

        class ServerTagsMethods(resources.Resource):
            tag_list = resources.manager_method(ServerTags.tag_list)

    :param at_every_version: the resource has the method also where the manager refuses it.
    """
    return cast(Callable[Concatenate[Any, P], T], _delegating(method, at_every_version))


def _delegating(method: Callable[..., Any], at_every_version: bool) -> Callable[..., Any]:
    name = method.__name__

    def call(self: Resource, *args: object, **kwargs: object) -> object:
        return getattr(self.manager, name)(self, *args, **kwargs)

    def signature_at(version: versions.APIVersion) -> inspect.Signature:
        return _without_second(versions.signature_of(method, version))

    call.__name__ = name
    call.__qualname__ = method.__qualname__
    call.__module__ = method.__module__
    call.__doc__ = method.__doc__
    call.manager_method = method  # type: ignore[attr-defined]
    call.__wrapped__ = _Shape(method)  # type: ignore[attr-defined]
    if at_every_version:
        return call
    call.signature_at = signature_at  # type: ignore[attr-defined]
    for mark in _MARKS:
        if hasattr(method, mark):
            setattr(call, mark, getattr(method, mark))
    if hasattr(method, 'variants'):
        call.variants = tuple(  # type: ignore[attr-defined]
            versions.VersionedMethod(
                name,
                variant.start_version,
                variant.end_version,
                _delegating(variant.func, False),
                variant.gap,
            )
            for variant in versions.variants_of(method)
        )
    return call


class _Shape:
    """The signature of such a method for ``inspect``, created at first use.

    ``inspect`` itself need not be imported for that.
    """

    def __init__(self, method: Callable[..., Any]) -> None:
        self.method = method

    @property
    def __signature__(self) -> inspect.Signature:
        import inspect

        return _without_second(inspect.signature(self.method))

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise TypeError('This only tells a signature.')


def _without_second(signature: inspect.Signature) -> inspect.Signature:
    """A signature without the resource, which follows the manager."""
    first, _, *rest = signature.parameters.values()
    return signature.replace(parameters=[first, *rest])
