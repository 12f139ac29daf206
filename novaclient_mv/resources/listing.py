"""Lists that are one page for ``list`` and all pages for ``iterate``, declared once; and those
that are whole.
"""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Iterator
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

R = TypeVar('R')
M = TypeVar('M')
P = ParamSpec('P')


class Listing(Generic[R]):
    """A list that was asked for, and not sent yet.

    :param first_page: sends one request, and gives what the cloud answers.
    :param pages: gives all rows, page by page while they are taken.
    """

    __slots__ = ('first_page', 'pages')

    def __init__(
        self, first_page: Callable[[], builtins.list[R]], pages: Callable[[], Iterator[R]]
    ) -> None:
        self.first_page = first_page
        self.pages = pages


def by_page(
    declared: Callable[Concatenate[M, P], Listing[R]],
) -> Callable[Concatenate[M, P], builtins.list[R]]:
    """Make ``list`` of a method that says what is listed; it sends for one page.

    It stands above the declarations of versions, and :func:`every_page` makes ``iterate`` of it::

        @resources.by_page
        @versions.parameters(marker='2.35..', limit='2.35..')
        def list(self, marker: str | None = None, limit: int | None = None) -> Listing[Keypair]:
            return self._listing('GET /os-keypairs', 'keypairs', limit=limit, ...)

        iterate = resources.every_page(list)
    """

    @functools.wraps(declared)
    def one_page(self: M, *args: P.args, **kwargs: P.kwargs) -> builtins.list[R]:
        return declared(self, *args, **kwargs).first_page()

    one_page.declared = declared  # type: ignore[attr-defined]
    return cast('Callable[Concatenate[M, P], builtins.list[R]]', one_page)


def every_page(
    one_page: Callable[Concatenate[M, P], builtins.list[R]],
) -> Callable[Concatenate[M, P], Iterator[R]]:
    """Make ``iterate`` of a ``list``: all rows, page by page while they are taken.

    It takes what ``list`` takes; ``limit`` is the number of rows, over however many pages.
    """
    declared: Callable[..., Listing[R]] = cast(Any, one_page).declared

    @functools.wraps(declared)
    def iterate(self: M, *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
        return declared(self, *args, **kwargs).pages()

    iterate.__name__ = 'iterate'
    iterate.__qualname__ = f'{declared.__qualname__.rpartition(".")[0]}.iterate'
    iterate.__doc__ = (
        'All rows of :meth:`list`, page by page while they are taken; the first ``limit``, if that '
        f'is given.\n\n{(declared.__doc__ or "").partition(chr(10))[2]}'
    )
    return cast('Callable[Concatenate[M, P], Iterator[R]]', iterate)


def every_row(
    whole_list: Callable[Concatenate[M, P], builtins.list[R]],
) -> Callable[Concatenate[M, P], Iterator[R]]:
    """Make ``iterate`` of a ``list`` that is complete: the same rows, one after the other, so that
    programs read every list in one way.
    """

    @functools.wraps(whole_list)
    def iterate(self: M, *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
        return iter(whole_list(self, *args, **kwargs))

    iterate.__name__ = 'iterate'
    iterate.__qualname__ = f'{whole_list.__qualname__.rpartition(".")[0]}.iterate'
    iterate.__doc__ = (
        'All rows of :meth:`list`, one after the other.\n\n'
        f'{(whole_list.__doc__ or "").partition(chr(10))[2]}'
    )
    iterate.whole_list = whole_list  # type: ignore[attr-defined]
    return cast('Callable[Concatenate[M, P], Iterator[R]]', iterate)
