"""Functions of one name in several variants, and parameters with versions, picked by the caller's
version.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from novaclient_mv import exceptions
from novaclient_mv.version import EVERY_VERSION, APIVersion, VersionRange, next_version

if TYPE_CHECKING:
    import inspect

F = TypeVar('F', bound=Callable[..., Any])


class VersionedMethod:
    """One variant of a function, for a range of versions.

    :param gap: versions after this variant may be without one before the next begins.
    """

    __slots__ = ('func', 'gap', 'name', 'range')

    def __init__(
        self,
        name: str,
        start_version: APIVersion,
        end_version: APIVersion,
        func: Callable[..., Any],
        gap: bool = False,
    ) -> None:
        self.name = name
        self.range = VersionRange(start_version, end_version)
        self.func = func
        self.gap = gap

    @property
    def start_version(self) -> APIVersion:
        """The first version."""
        return self.range.start

    @property
    def end_version(self) -> APIVersion:
        """The last version."""
        return self.range.end

    def __str__(self) -> str:
        return f'Version Method {self.name}: min: {self.start_version}, max: {self.end_version}'

    def __repr__(self) -> str:
        return f'<VersionedMethod {self.name}>'


def variants_of(func: Callable[..., Any]) -> tuple[VersionedMethod, ...]:
    """The variants of a function in ascending order; a plain function is one, for every version."""
    found: tuple[VersionedMethod, ...] | None = getattr(func, 'variants', None)
    if found is not None:
        _pass_on_marks(func, found[-1].func)
        return found
    return (VersionedMethod(func.__name__, EVERY_VERSION.start, EVERY_VERSION.end, func),)


def variant_at(func: Callable[..., Any], version: APIVersion) -> VersionedMethod | None:
    """The variant of a function that serves a version, if there is one."""
    variants = variants_of(func)
    if not hasattr(func, 'variants'):
        return variants[0]
    return next((variant for variant in variants if version in variant.range), None)


_NOT_MARKS = frozenset({'variants', 'signature_at', '__wrapped__'})


def _pass_on_marks(dispatcher: Callable[..., Any], newest: Callable[..., Any]) -> None:
    """Give a variant the attributes that decorators above ``wraps`` have set on its dispatcher."""
    for name, value in vars(dispatcher).items():
        if name not in _NOT_MARKS:
            setattr(newest, name, value)


def get_substitutions(
    func_name: str, api_version: APIVersion | None = None
) -> list[VersionedMethod]:
    """The variants of a versioned function, all of them or those of one version.

    :param func_name: module and qualified name, as in
        ``novaclient_mv.v2.keypairs.KeypairManager.list``.
    """
    found: Any = None
    parts = func_name.split('.')
    for cut in range(len(parts) - 1, 0, -1):
        module = sys.modules.get('.'.join(parts[:cut]))
        if module is not None:
            found = module
            for name in parts[cut:]:
                found = getattr(found, name, None)
            break
    variants: list[VersionedMethod] = list(getattr(found, 'variants', ()))
    if api_version is None or api_version.is_null():
        return variants
    return [variant for variant in variants if api_version in variant.range]


def _check_order(variants: list[VersionedMethod], new: VersionedMethod) -> None:
    """Variants ascend, never overlap, and leave no gap that was not announced."""
    if new.range.is_empty:
        raise TypeError(f'{new.name}: the range {new.start_version} to {new.end_version} is empty')
    if not variants:
        return
    last = variants[-1]
    if new.start_version <= last.end_version:
        raise TypeError(
            f'{new.name}: versions {new.start_version} to {new.end_version} overlap '
            f'{last.start_version} to {last.end_version}'
        )
    if not last.gap and new.start_version != next_version(last.end_version):
        raise TypeError(
            f'{new.name}: nothing serves the versions between {last.end_version} and '
            f'{new.start_version}; say gap=True on the earlier variant if that is meant'
        )


def wraps(
    start_version: str | APIVersion,
    end_version: str | APIVersion | None = None,
    gap: bool = False,
) -> Callable[[F], F]:
    """Mark a function as the variant of its name for a range of versions.

    The first argument of the function has ``api_version``; a call goes to the variant that serves
    it. Variants of one name stand in the same module or class, in ascending order.

    :param start_version: first version.
    :param end_version: last version; ``None`` for all that follow.
    :param gap: the next variant may start later than the version after ``end_version``.
    :raises TypeError: at import, when variants overlap, descend, or leave an unannounced gap.
    """
    start = APIVersion.of(start_version)
    end = VersionRange(start, end_version).end

    def decorate(func: F) -> F:
        # The earlier variant, if any, is bound to the same name in the body that is being executed.
        earlier: Any = sys._getframe(1).f_locals.get(func.__name__)
        variants = list(variants_of(earlier)) if hasattr(earlier, 'variants') else []
        new = VersionedMethod(func.__name__, start, end, func, gap)
        _check_order(variants, new)
        variants.append(new)
        return cast(F, _dispatcher(func, tuple(variants)))

    return decorate


def _dispatcher(
    newest: Callable[..., Any], variants: tuple[VersionedMethod, ...]
) -> Callable[..., Any]:
    @functools.wraps(newest)
    def dispatch(first: Any, *args: Any, **kwargs: Any) -> Any:
        version = first.api_version
        for variant in variants:
            if version in variant.range:
                return variant.func(first, *args, **kwargs)
        raise exceptions.VersionNotFoundForAPIMethod(
            str(version), newest.__qualname__, [variant.range for variant in variants]
        )

    def signature_at(version: APIVersion) -> inspect.Signature:
        return signature_of(dispatch, version)

    dispatch.variants = variants  # type: ignore[attr-defined]
    dispatch.signature_at = signature_at  # type: ignore[attr-defined]
    return dispatch


def signature_of(func: Callable[..., Any], version: APIVersion) -> inspect.Signature:
    """The exact signature of a function at a version.

    :raises VersionNotFoundForAPIMethod: no variant serves the version.
    """
    import inspect

    variant = variant_at(func, version)
    if variant is None:
        ranges = [each.range for each in variants_of(func)]
        raise exceptions.VersionNotFoundForAPIMethod(str(version), func.__qualname__, ranges)
    exact: Callable[[APIVersion], inspect.Signature] | None
    exact = getattr(variant.func, 'signature_at', None)
    return exact(version) if exact else inspect.signature(variant.func)


class _Required:
    """Default of a versioned parameter that must be given where it exists."""

    def __repr__(self) -> str:
        return 'required'


REQUIRED: Any = _Required()


def parameters(required: Mapping[str, str] | None = None, **ranges: str) -> Callable[[F], F]:
    """Declare the versions at which parameters of a method exist.

    A parameter given outside its range, by name or by position, raises ``UnsupportedAttribute``;
    one that does not exist reaches the method as ``None``. The default ``REQUIRED`` marks one that
    must be given wherever it exists. ``method.signature_at(version)`` tells the exact signature
    there.

    :param ranges: parameter name to range: ``2.10..``, ``..2.56``, ``2.19..2.36`` or several with
        commas.
    :param required: parameter name to the range in which it must be given.
    :raises TypeError: at import, when there is no such parameter, or a range is empty.
    """
    parsed = {name: _parsed(text) for name, text in ranges.items()}
    needed = {name: _parsed(text) for name, text in (required or {}).items()}

    def decorate(func: F) -> F:
        code = func.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        unknown = {*parsed, *needed} - set(names)
        if unknown:
            raise TypeError(f'{func.__name__} has no parameter {", ".join(sorted(unknown))}')
        return cast(F, _versioned_call(func, names[: code.co_argcount], parsed, needed))

    return decorate


Ranges = dict[str, tuple[VersionRange, ...]]


def _parsed(text: str) -> tuple[VersionRange, ...]:
    parsed = tuple(VersionRange.parse(part) for part in text.split(','))
    if any(each.is_empty for each in parsed):
        raise TypeError(f'the versions {text} end before they begin')
    return parsed


def _exists(ranges: Ranges, name: str, version: APIVersion) -> bool:
    return name not in ranges or any(version in each for each in ranges[name])


def _versioned_call(
    func: Callable[..., Any], positional: tuple[str, ...], ranges: Ranges, needed: Ranges
) -> Callable[..., Any]:
    defaults = dict(zip(reversed(positional), reversed(func.__defaults__ or ()), strict=False))
    defaults.update(func.__kwdefaults__ or {})
    always = {name for name, value in defaults.items() if value is REQUIRED}
    # A default that is an object of its own says "not given"; None would say something else there.
    blanks = {
        name
        for name in ranges
        if name in always or isinstance(defaults.get(name), str | int | float | None)
    }

    @functools.wraps(func)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        version = self.api_version
        here = [name for name in positional[1:] if _exists(ranges, name, version)]
        _check_given(func.__name__, positional[1:], here, args, kwargs, ranges, version)
        values = dict(zip(here, args, strict=False)) | kwargs
        for name in (*always, *needed):
            is_needed = name in always or _exists(needed, name, version)
            if is_needed and name not in values and _exists(ranges, name, version):
                raise TypeError(f'{func.__name__}() needs the argument {name!r}')
        absent = {name: None for name in blanks if not _exists(ranges, name, version)}
        return func(self, **absent, **values)

    def signature_at(version: APIVersion) -> inspect.Signature:
        return _signature_at(func, ranges, needed, version)

    call.signature_at = signature_at  # type: ignore[attr-defined]
    call.parameter_ranges = ranges  # type: ignore[attr-defined]
    return call


def _check_given(
    name: str,
    positional: tuple[str, ...],
    here: list[str],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    ranges: Ranges,
    version: APIVersion,
) -> None:
    """Refuse arguments that a version lacks, that are too many, or that are given twice."""
    if len(args) > len(here):
        for each in positional:
            if each not in here and each not in kwargs:
                raise _outside(each, ranges[each])
        raise TypeError(f'{name}() takes {len(here)} arguments but {len(args)} were given')
    for each in kwargs:
        if not _exists(ranges, each, version):
            raise _outside(each, ranges[each])
        if each in here[: len(args)]:
            raise TypeError(f'{name}() got two values for {each!r}')


def _outside(name: str, ranges: tuple[VersionRange, ...]) -> exceptions.UnsupportedAttribute:
    return exceptions.UnsupportedAttribute(name, *bounds(ranges), ranges=ranges)


def _signature_at(
    func: Callable[..., Any], ranges: Ranges, needed: Ranges, version: APIVersion
) -> inspect.Signature:
    import inspect

    kept = []
    for parameter in inspect.signature(func).parameters.values():
        if not _exists(ranges, parameter.name, version):
            continue
        is_needed = parameter.name in needed and _exists(needed, parameter.name, version)
        if parameter.default is REQUIRED or is_needed:
            parameter = parameter.replace(default=inspect.Parameter.empty)
        kept.append(parameter)
    return inspect.signature(func).replace(parameters=kept)


def bounds(ranges: Iterable[VersionRange]) -> tuple[str, str | None]:
    """First and last version of some ranges as texts; no last one when they have no end."""
    every = list(ranges)
    end = max(each.end for each in every)
    return str(min(each.start for each in every)), None if end.is_latest() else str(end)
