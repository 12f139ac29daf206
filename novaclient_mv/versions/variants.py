"""Functions of one name in several variants, picked by the caller's version."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from novaclient_mv.versions import absence
from novaclient_mv.versions.value import EVERY_VERSION, APIVersion, VersionRange, next_version

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
    declared: tuple[VersionedMethod, ...] | None = getattr(func, 'variants', None)
    if declared is not None:
        _pass_on_marks(func, declared[-1].func)
        return declared
    return (VersionedMethod(func.__name__, EVERY_VERSION.start, EVERY_VERSION.end, func),)


def variant_at(func: Callable[..., Any], version: APIVersion) -> VersionedMethod | None:
    """The variant of a function that serves a version, if there is one."""
    variants = variants_of(func)
    if not hasattr(func, 'variants'):
        return variants[0]
    return next((variant for variant in variants if version in variant.range), None)


_NOT_MARKS = frozenset({'variants', 'signature_at', 'is_newest', '__wrapped__'})


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
    place: Any = None
    parts = func_name.split('.')
    for cut in range(len(parts) - 1, 0, -1):
        module = '.'.join(parts[:cut])
        if module in sys.modules:
            # Where another thread is still loading it, this waits.
            place = __import__(module, fromlist=('__name__',))
            for name in parts[cut:]:
                place = getattr(place, name, None)
            break
    variants: list[VersionedMethod] = list(getattr(place, 'variants', ()))
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
    start_version: str | APIVersion, end_version: str | APIVersion | None = None, gap: bool = False
) -> Callable[[F], F]:
    """Mark a function as the variant of its name for a range of versions.

    The first argument of the function has ``api_version``; a call goes to the variant that serves
    it. Variants of one name are in the same module or class, in ascending order.

    :param start_version: first version.
    :param end_version: last version; ``None`` for all that follow.
    :param gap: the next variant may start later than the version after ``end_version``.
    :raises TypeError: at import, when variants overlap, descend, or leave an unannounced gap, or
        one that is marked as the newest is not.
    """
    versions = VersionRange(start_version, end_version)

    def decorate(func: F) -> F:
        # The earlier variant, if any, is bound to the same name in the body that is being executed.
        earlier: Any = sys._getframe(1).f_locals.get(func.__name__)
        variants = list(variants_of(earlier)) if hasattr(earlier, 'variants') else []
        if hasattr(earlier, 'is_newest'):
            raise TypeError(f'{func.__name__}: an earlier variant is marked as the newest')
        new = VersionedMethod(func.__name__, versions.start, versions.end, func, gap)
        _check_order(variants, new)
        variants.append(new)
        return cast(F, _dispatcher(func, tuple(variants)))

    return decorate


def newest(func: F) -> F:
    """Mark the newest of several variants: its signature is the one that type checkers show.

    It is placed above ``wraps``, and moves on when a newer variant is added.
    """
    func.__dict__['is_newest'] = True
    return func


def _dispatcher(
    newest: Callable[..., Any], variants: tuple[VersionedMethod, ...]
) -> Callable[..., Any]:
    @functools.wraps(newest)
    def dispatch(first: Any, *args: Any, **kwargs: Any) -> Any:
        version = first.api_version
        for variant in variants:
            if version in variant.range:
                return variant.func(first, *args, **kwargs)
        raise absence.of_method(newest, version, [variant.range for variant in variants], first)

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
        raise absence.of_method(func, version, [served.range for served in variants_of(func)])
    exact: Callable[[APIVersion], inspect.Signature] | None
    exact = getattr(variant.func, 'signature_at', None)
    return exact(version) if exact else inspect.signature(variant.func)
