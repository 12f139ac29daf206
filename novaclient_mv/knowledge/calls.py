"""What a call of the library needs: its method, and the arguments that it is given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import versions
from novaclient_mv.cli.reading import window
from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge.needs import Part, Requirements
from novaclient_mv.services import Service, registry
from novaclient_mv.versions import APIVersion, VersionedMethod, VersionRange

_SELF = object()


def requirements_of(method: Callable[..., Any], /, *args: object, **kwargs: object) -> Requirements:
    """What a call of a manager's method needs; nothing is called, and no client is made.

    ::

        requirements_of(ServerManager.create, 'web', image, flavor, hostname='web', tags=['a'])

    Arguments count that are given; those that the method needs may be left out, where it is only
    asked what the others need.

    :param method: a method of a manager or of a resource, from its class or bound.
    :param args: arguments by position, without the manager.
    :raises TypeError: the method has an argument at no version, or belongs to no service.
    """
    return _Call(getattr(method, '__func__', method), args, kwargs).requirements()


def service_of(method: Callable[..., Any]) -> Service:
    """The service whose library a method is of.

    :raises TypeError: it is of none.
    """
    for service in registry.every():
        library = service.client_class.partition(':')[0].rpartition('.')[0]
        if f'{method.__module__}.'.startswith(f'{library}.'):
            return service
    raise TypeError(f'{method.__module__}.{method.__qualname__} is no method of a service.')


class _Call:
    """A call that is looked at, at one version after the other."""

    def __init__(
        self, method: Callable[..., Any], args: Sequence[object], kwargs: Mapping[str, object]
    ) -> None:
        self.method, self.args, self.kwargs = method, args, kwargs
        self.service = service_of(method)
        self.variants = [
            variant
            for variant in versions.variants_of(method)
            if not getattr(variant.func, 'only_refuses', False)
        ]

    def requirements(self) -> Requirements:
        """What the call needs."""
        epochs = self._epochs()
        taking = [epoch for epoch in epochs if self._is_taken_at(epoch.start)]
        windows = window.merged(taking, self.service)
        name = self.method.__qualname__
        served = [variant.range for variant in self.variants]
        parts = [*self._named(), *self._placed()]
        needs = shapes.restricting((name, served), parts, self.service)
        conflict = None
        if not windows:
            conflict = shapes.conflict_among(needs) or f'{name} does not take these arguments.'
        return Requirements(name, self.service, windows, needs, conflict)

    def _epochs(self) -> list[VersionRange]:
        """The ranges of versions within which the method takes the same arguments."""
        ranges = [variant.range for variant in self.variants]
        for variant in self.variants:
            for spans in _ranges_of(variant).values():
                ranges += spans
        return window.between(ranges, self.service)

    def _variant_at(self, version: APIVersion) -> VersionedMethod | None:
        return next((variant for variant in self.variants if version in variant.range), None)

    def _is_taken_at(self, version: APIVersion) -> bool:
        variant = self._variant_at(version)
        if variant is None:
            return False
        try:
            bound = _signature(variant, version).bind_partial(_SELF, *self.args, **self.kwargs)
        except TypeError:
            return False
        return not any(
            _is_over(variant, name, version) and not _says_nothing(variant, name, value)
            for name, value in bound.arguments.items()
        )

    def _named(self) -> Iterator[Part]:
        """The arguments that are given by name, with the versions that have them."""
        for name, value in self.kwargs.items():
            ranges = [
                span for variant in self.variants for span in self._having(variant, name, value)
            ]
            if not ranges:
                raise TypeError(f'{self.method.__qualname__} has no argument {name!r}.')
            yield name, ranges

    def _placed(self) -> Iterator[Part]:
        """The arguments that are given by position, as the newest version that has them calls
        them.
        """
        for variant in reversed(self.variants):
            newest = min(variant.range.end, self.service.range.end)
            try:
                bound = _signature(variant, newest).bind_partial(_SELF, *self.args)
            except TypeError:
                continue
            for name, value in list(bound.arguments.items())[1:]:
                yield (
                    name,
                    [span for other in self.variants for span in self._having(other, name, value)],
                )
            return

    def _having(self, variant: VersionedMethod, name: str, value: object) -> Iterator[VersionRange]:
        """The versions of a variant that have an argument, or take what says nothing for it."""
        if _says_nothing(variant, name, value):
            yield variant.range
            return
        parameters = inspect.signature(variant.func).parameters
        takes_any = any(
            parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()
        )
        if name not in parameters and not takes_any:
            return
        for span in _ranges_of(variant).get(name, (variant.range,)):
            if span.overlaps(variant.range):
                yield span.intersect(variant.range)


def _signature(variant: VersionedMethod, version: APIVersion) -> inspect.Signature:
    return versions.signature_of(variant.func, version)


def _ranges_of(variant: VersionedMethod) -> dict[str, tuple[VersionRange, ...]]:
    ranges: dict[str, tuple[VersionRange, ...]] = getattr(variant.func, 'parameter_ranges', {})
    return ranges


def _is_over(variant: VersionedMethod, name: str, version: APIVersion) -> bool:
    """Whether a parameter only keeps its place at a version."""
    in_place: dict[str, tuple[VersionRange, ...]] = getattr(variant.func, 'in_place_ranges', {})
    return name in in_place and not any(version in span for span in in_place[name])


def _says_nothing(variant: VersionedMethod, name: str, value: object) -> bool:
    if name not in getattr(variant.func, 'in_place_ranges', {}):
        return False
    return bool(variant.func.says_nothing(name, value))  # type: ignore[attr-defined]
