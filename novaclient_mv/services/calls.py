"""Calls of the library looked at without making them: which versions take them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import versions
from novaclient_mv.services import epochs
from novaclient_mv.services.service import Service
from novaclient_mv.versions import APIVersion, VersionedMethod, VersionRange

_SELF = object()


class Call:
    """A call of a manager's or a resource's method, looked at at one version after the other."""

    def __init__(
        self,
        method: Callable[..., Any],
        args: Sequence[object],
        kwargs: Mapping[str, object],
        service: Service,
    ) -> None:
        self.method: Callable[..., Any] = getattr(method, '__func__', method)
        self.args, self.kwargs, self.service = args, kwargs, service
        self.variants = [
            variant
            for variant in versions.variants_of(self.method)
            if not getattr(variant.func, 'only_refuses', False)
        ]

    def windows(self) -> tuple[VersionRange, ...]:
        """The ranges of versions that take the call, ascending."""
        taking = [epoch for epoch in self._epochs() if self.is_taken_at(epoch.start)]
        return epochs.merged(taking, self.service)

    def check_names(self) -> None:
        """Refuse arguments that no version has."""
        for _ in self.named():
            continue

    def _epochs(self) -> list[VersionRange]:
        """The ranges of versions within which the method takes the same arguments."""
        ranges = [variant.range for variant in self.variants]
        for variant in self.variants:
            for spans in _ranges_of(variant).values():
                ranges += spans
        return epochs.between(ranges, self.service)

    def _variant_at(self, version: APIVersion) -> VersionedMethod | None:
        return next((variant for variant in self.variants if version in variant.range), None)

    def is_taken_at(self, version: APIVersion) -> bool:
        """Whether a version takes the call, or its arguments where others are missing."""
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

    def named(self) -> Iterator[tuple[str, Sequence[VersionRange]]]:
        """The arguments that are given by name, with the versions that have them."""
        for name, value in self.kwargs.items():
            ranges = [
                span for variant in self.variants for span in self._having(variant, name, value)
            ]
            if not ranges:
                raise TypeError(f'{self.method.__qualname__} has no argument {name!r}.')
            yield name, ranges

    def placed(self) -> Iterator[tuple[str, Sequence[VersionRange]]]:
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
