"""Parameters of methods with versions, and the signature that a method has at each."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from novaclient_mv.versions import absence
from novaclient_mv.versions.value import APIVersion, VersionRange

if TYPE_CHECKING:
    import inspect

F = TypeVar('F', bound=Callable[..., Any])


class _Required:
    """Default of a versioned parameter that must be given where it exists."""

    def __repr__(self) -> str:
        return 'required'


REQUIRED: Any = _Required()


def parameters(
    required: Mapping[str, str] | None = None,
    in_place: Mapping[str, str] | None = None,
    **ranges: str,
) -> Callable[[F], F]:
    """Declare the versions at which parameters of a method exist.

    A parameter given outside its range, by name or by position, raises ``UnsupportedAttribute``;
    one that does not exist reaches the method as ``None``. The default ``REQUIRED`` marks one that
    must be given wherever it exists. ``method.signature_at(version)`` tells the exact signature
    there.

    :param ranges: parameter name to range: ``2.10..``, ``..2.56``, ``2.19..2.36`` or several with
        commas.
    :param required: parameter name to the range in which it must be given.
    :param in_place: parameter name to range, for those that keep their place outside it, so that
        what follows is not taken for them. ``None``, nothing and the default may be given there.
    :raises TypeError: at import, when there is no such parameter, or a range is empty.
    """
    parsed = {name: _parsed(text) for name, text in ranges.items()}
    needed = {name: _parsed(text) for name, text in (required or {}).items()}
    in_place_ranges = {name: _parsed(text) for name, text in (in_place or {}).items()}

    def decorate(func: F) -> F:
        code = func.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        unknown = {*parsed, *needed, *in_place_ranges} - set(names)
        if unknown:
            raise TypeError(f'{func.__name__} has no parameter {", ".join(sorted(unknown))}')
        call = _versioned_call(func, names[: code.co_argcount], parsed, needed)
        if in_place_ranges:
            call = _checked_in_place(call, func, in_place_ranges)
        return cast(F, call)

    return decorate


Ranges = dict[str, tuple[VersionRange, ...]]


def _parsed(text: str) -> tuple[VersionRange, ...]:
    parsed = tuple(VersionRange.parse(part) for part in text.split(','))
    if any(span.is_empty for span in parsed):
        raise TypeError(f'the versions {text} end before they begin')
    return parsed


def _exists(ranges: Ranges, name: str, version: APIVersion) -> bool:
    return name not in ranges or any(version in span for span in ranges[name])


def _versioned_call(
    func: Callable[..., Any], positional: tuple[str, ...], ranges: Ranges, needed: Ranges
) -> Callable[..., Any]:
    defaults = dict(zip(reversed(positional), reversed(func.__defaults__ or ()), strict=False))
    defaults.update(func.__kwdefaults__ or {})
    # Parameters without a keyword, which every version has.
    placed = max(func.__code__.co_posonlyargcount - 1, 0)
    # In the order of the declaration, so that a refusal names the first one that is missing.
    names = (*positional, *(func.__kwdefaults__ or ()))
    always = [name for name in names if defaults.get(name) is REQUIRED]
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
        _check_given(func.__name__, positional[1:], here, args, kwargs, ranges, self)
        values = dict(zip(here[placed:], args[placed:], strict=False)) | kwargs
        for name in (*always, *needed):
            is_needed = name in always or _exists(needed, name, version)
            if is_needed and name not in values and _exists(ranges, name, version):
                raise TypeError(f'{func.__name__}() needs the argument {name!r}')
        blank = {name: None for name in blanks if not _exists(ranges, name, version)}
        return func(self, *args[:placed], **blank, **values)

    def signature_at(version: APIVersion) -> inspect.Signature:
        return _signature_at(func, ranges, needed, version)

    call.signature_at = signature_at  # type: ignore[attr-defined]
    call.parameter_ranges = ranges  # type: ignore[attr-defined]
    return call


def _checked_in_place(
    call: Callable[..., Any], func: Callable[..., Any], ranges: Ranges
) -> Callable[..., Any]:
    """A call that refuses values for parameters outside their versions, and passes on ``None``."""
    names = func.__code__.co_varnames[: func.__code__.co_argcount]
    places = {name: names.index(name) - 1 for name in ranges}
    defaults = dict(zip(reversed(names), reversed(func.__defaults__ or ()), strict=False))

    @functools.wraps(call)
    def checked(self: Any, *args: Any, **kwargs: Any) -> Any:
        values = list(args)
        for name, place in places.items():
            if _exists(ranges, name, self.api_version):
                continue
            value = values[place] if place < len(values) else kwargs.get(name)
            if not _says_nothing_in(defaults, name, value):
                raise absence.of_argument(name, ranges[name], self)
            if place < len(values):
                values[place] = None
            else:
                kwargs[name] = None
        return call(self, *values, **kwargs)

    checked.says_nothing = functools.partial(_says_nothing_in, defaults)  # type: ignore[attr-defined]
    checked.in_place_ranges = ranges  # type: ignore[attr-defined]
    checked.parameter_ranges = {  # type: ignore[attr-defined]
        **call.parameter_ranges,  # type: ignore[attr-defined]
        **ranges,
    }
    return checked


def _says_nothing_in(defaults: Mapping[str, Any], name: str, value: Any) -> bool:
    """Whether an argument that keeps its place asks for nothing there."""
    return _says_nothing(value, defaults.get(name))


def _says_nothing(value: Any, default: Any) -> bool:
    """Whether an argument asks for nothing: ``None``, what is empty, or the default."""
    if value is None or (isinstance(value, Mapping | list | tuple | str) and not value):
        return True
    if isinstance(default, float) and isinstance(value, str):
        try:
            return float(value) == default
        except ValueError:
            return False
    return default is not None and bool(value == default)


def _check_given(
    name: str,
    positional: tuple[str, ...],
    here: list[str],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    ranges: Ranges,
    caller: Any,
) -> None:
    """Refuse arguments that a version lacks, that are too many, or that are given twice."""
    if len(args) > len(here):
        for parameter in positional:
            if parameter not in here and parameter not in kwargs:
                raise absence.of_argument(parameter, ranges[parameter], caller)
        raise TypeError(f'{name}() takes {len(here)} arguments but {len(args)} were given')
    for keyword in kwargs:
        if not _exists(ranges, keyword, caller.api_version):
            raise absence.of_argument(keyword, ranges[keyword], caller)
        if keyword in here[: len(args)]:
            raise TypeError(f'{name}() got two values for {keyword!r}')


def _signature_at(
    func: Callable[..., Any], ranges: Ranges, needed: Ranges, version: APIVersion
) -> inspect.Signature:
    import inspect

    parameters = []
    for parameter in inspect.signature(func).parameters.values():
        if not _exists(ranges, parameter.name, version):
            continue
        is_needed = parameter.name in needed and _exists(needed, parameter.name, version)
        if parameter.default is REQUIRED or is_needed:
            parameter = parameter.replace(default=inspect.Parameter.empty)
        parameters.append(parameter)
    return inspect.signature(func).replace(parameters=parameters)
