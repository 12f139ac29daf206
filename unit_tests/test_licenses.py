"""The licences of what this package needs, of each extra, as its installed metadata states them."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement

OURS = 'nova-mv'
USED = ('', 'sandbox', 'fast', 'policy', 'zstd', 'fleet')
"""Extras of users; the others are for work on this package."""
WORKED_WITH = ('test', 'docs', 'lint', 'package', 'site')

PERMISSIVE = frozenset((
    '0BSD', 'Apache-2.0', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0',
    'PSF-2.0', 'Public Domain', 'ZPL-2.1',
))  # fmt: skip
WEAK_COPYLEFT = frozenset(('MPL-2.0',))
"""Of single files, which stay as they are in their own packages."""

CLASSIFIERS = {
    'Apache Software License': 'Apache-2.0',
    'BSD License': 'BSD',
    'ISC License (ISCL)': 'ISC',
    'MIT License': 'MIT',
    'Mozilla Public License 2.0 (MPL 2.0)': 'MPL-2.0',
    'Public Domain': 'Public Domain',
    'Python Software Foundation License': 'PSF-2.0',
    'Zope Public License': 'ZPL-2.1',
    'GNU Lesser General Public License v3 (LGPLv3)': 'LGPL-3.0',
    'GNU General Public License (GPL)': 'GPL',
}
ONLY_WORKED_WITH = {
    'pyte': ('LGPL-3.0', 'it draws terminals of tests and pictures, and is passed on by nothing'),
    'docutils': ('GPL', 'a file of Emacs in it, which is not used'),
}
"""Further licences, of packages that users need not install, with the reason."""


def name_of(text: str) -> str:
    """The name of a distribution in its one spelling."""
    return re.sub(r'[-_.]+', '-', text).lower()


def needed(extra: str) -> dict[str, str | None]:
    """The distributions that an extra needs, directly or not, with the licence of each; ``None``
    where one is not installed.
    """
    found: dict[str, str | None] = {}
    pending, seen = [(OURS, extra)], set()
    while pending:
        place = pending.pop()
        if place in seen:
            continue
        seen.add(place)
        name, own = place
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = None
            continue
        if name != OURS:
            found[name] = license_of(distribution.metadata)
        for requirement in map(Requirement, distribution.requires or ()):
            marker = requirement.marker
            if marker is None or marker.evaluate({'extra': own}):
                inner = name_of(requirement.name)
                pending += [(inner, each) for each in ('', *requirement.extras)]
    return found


def license_of(metadata: importlib.metadata.PackageMetadata) -> str:
    """A licence as an expression of SPDX, as far as the metadata tells."""
    if 'License-Expression' in metadata:
        return str(metadata['License-Expression'])
    prefix = 'License :: OSI Approved :: '
    stated = [
        line.removeprefix(prefix).removeprefix('License :: ')
        for line in metadata.get_all('Classifier') or ()
        if line.startswith('License :: ') and line != prefix.removesuffix(' :: ')
    ]
    words = [CLASSIFIERS.get(each, each) for each in stated]
    return ' AND '.join(words) or str(metadata.get('License', 'unknown'))[:60]


def refused(expression: str, allowed: frozenset[str]) -> Iterator[str]:
    """The parts of an expression of which no alternative is allowed."""
    for part in re.split(r' AND (?![^(]*\))', expression):
        names = part.strip('() ').split(' OR ')
        if not any(name.strip('() ') in allowed for name in names):
            yield part


@pytest.mark.parametrize('extra', [*USED, *WORKED_WITH])
def test_licence_of_each_dependency_is_allowed(extra: str) -> None:
    licenses = needed(extra)
    wrong = {}
    for name, expression in licenses.items():
        further = ONLY_WORKED_WITH.get(name) if extra in WORKED_WITH else None
        allowed = PERMISSIVE | WEAK_COPYLEFT | ({further[0]} if further else set())
        if expression is not None and list(refused(expression, allowed)):
            wrong[name] = expression
    assert wrong == {}
    missing = sorted(name for name, expression in licenses.items() if expression is None)
    if missing:
        pytest.skip(f'not installed, and so not looked at: {", ".join(missing)}')
