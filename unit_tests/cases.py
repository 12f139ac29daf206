"""Many cases of one shape in one test: a test for each takes longer than what most of them try."""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Title = Callable[[Any], object]


def one_test_of(
    names: str, cases: Iterable[Any], ids: Title | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test of a check that has the arguments of ``parametrize``: it tries all cases, and
    says which of them failed, and how. Fixtures are the same for all.

    :param names: names of the parameters that a case gives, with commas between them.
    :param cases: a value, or a tuple for several names, for each.
    :param ids: makes the title of a case from it.
    """
    parameters = [each.strip() for each in names.split(',')]
    cases = list(cases)

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(check)
        def test(**fixtures: Any) -> None:
            if not cases:
                pytest.skip('there are no cases')
            failures = []
            for case in cases:
                values = (case,) if len(parameters) == 1 else case
                given = dict(zip(parameters, values, strict=True))
                if failure := _failure(functools.partial(check, **fixtures, **given)):
                    failures.append(f'[{(ids or str)(case)}] {failure}')
            if failures:
                failures.append(f'{len(failures)} of {len(cases)} cases failed.')
                pytest.fail('\n'.join(failures), pytrace=False)

        signature = inspect.signature(check)
        fixtures = [each for name, each in signature.parameters.items() if name not in parameters]
        vars(test)['__signature__'] = signature.replace(parameters=fixtures)
        return test

    return decorate


def _failure(check: Callable[[], None]) -> str | None:
    """The failure of a check; a case that is skipped, or fails as expected, has none."""
    try:
        check()
    except (pytest.skip.Exception, pytest.xfail.Exception):
        return None
    except (Exception, pytest.fail.Exception) as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f'{place.name}, line {place.lineno}: {type(error).__name__}: {error}'
    return None
