"""The calendar of a service: which release brought which version, and words that say so."""

from __future__ import annotations

import functools
from typing import Any

from novaclient_mv.versions.value import APIVersion, VersionRange


class Calendar:
    """The releases of one service; without a table, versions are named by numbers alone.

    :param file: JSON table with ``microversions`` (``version``, ``introduced_in``) and
        ``releases`` (``release``, ``max_microversion``).
    """

    def __init__(self, file: str | None = None) -> None:
        self.file = file

    @functools.cached_property
    def facts(self) -> dict[str, Any]:
        """The table: what each microversion changed, and the releases."""
        if self.file is None:
            return {'microversions': [], 'releases': []}
        import json

        with open(self.file, encoding='utf-8') as file:
            loaded: dict[str, Any] = json.load(file)
        return loaded

    @functools.cached_property
    def _introduced(self) -> dict[str, str]:
        """Releases by the version that they brought."""
        return {row['version']: _short(row['introduced_in']) for row in self.facts['microversions']}

    @functools.cached_property
    def _maxima(self) -> list[tuple[str, str]]:
        """The newest version of each release that has one, and its name."""
        return [
            (row['max_microversion'], _short(row['release']))
            for row in self.facts['releases']
            if row.get('max_microversion')
        ]

    def introduced(self, version: APIVersion) -> str:
        """Name of the release that brought a version; empty where that is unknown."""
        return self._introduced.get(str(version), '')

    def with_release(self, version: APIVersion) -> str:
        """``2.90 (Xena)``."""
        release = self.introduced(version)
        return f'{version} ({release})' if release else str(version)

    def release_of_cloud(self, maximum: APIVersion) -> str:
        """Name of the release whose newest version this is; empty for a version between two."""
        return next((release for text, release in self._maxima if text == str(maximum)), '')

    def describe_offer(self, offered: VersionRange | None, without: APIVersion) -> str:
        """``offers 2.1 to 2.53 (Pike)``, for the end of a message about a cloud.

        :param without: the version that a cloud without microversions speaks.
        """
        if offered is None:
            return f'has no microversions and speaks {without} only'
        release = self.release_of_cloud(offered.end)
        return f'offers {offered.start} to {offered.end}' + (f' ({release})' if release else '')

    def describe_need(self, needed: VersionRange) -> str:
        """``2.90 (Xena) or later``, ``2.56 (Queens) or earlier``, ``2.19 (Mitaka) to 2.36
        (Newton)``.
        """
        starts = needed.start.ver_minor > 0
        if needed.is_open:
            return f'{self.with_release(needed.start)} or later' if starts else 'any version'
        if not starts:
            return f'{self.with_release(needed.end)} or earlier'
        if needed.start == needed.end:
            return self.with_release(needed.start)
        return f'{self.with_release(needed.start)} to {self.with_release(needed.end)}'

    def heading(self, ranges: tuple[VersionRange, ...]) -> str:
        """``All versions``, ``From 2.90 (Xena)``, ``Up to 2.56 (Queens)``, ``2.19 (Mitaka) to
        2.36 (Newton)``.
        """
        return ', '.join(self._heading(span) for span in ranges)

    def _heading(self, span: VersionRange) -> str:
        if span.is_everything:
            return 'All versions'
        if span.is_open:
            return f'From {self.with_release(span.start)}'
        if span.start.ver_minor == 0:
            return f'Up to {self.with_release(span.end)}'
        if span.start == span.end:
            return f'Only {self.with_release(span.start)}'
        return f'{self.with_release(span.start)} to {self.with_release(span.end)}'

    def newest_of(self, release: str) -> str | None:
        """The newest version of a release, whose name may be written in any case: ``pike`` brings
        ``2.53``. From 2023 on its number says the same as its name.
        """
        meant = _spellings(release)
        for text, name in self._maxima:
            if name.lower() in meant:
                return text
        for row in self.facts['releases']:
            name = row['release'].lower()
            if meant & {name, *name.split()} and row.get('max_microversion'):
                return str(row['max_microversion'])
        return None

    def names(self) -> list[str]:
        """The names of the releases, the oldest first."""
        return [release for _, release in self._maxima]


_NUMBERS = {
    'antelope': '2023.1',
    'bobcat': '2023.2',
    'caracal': '2024.1',
    'dalmatian': '2024.2',
    'epoxy': '2025.1',
    'flamingo': '2025.2',
    'gazpacho': '2026.1',
    'hibiscus': '2026.2',
}
"""Names of releases by which some services do not call them; their tables have the numbers."""


def _spellings(release: str) -> set[str]:
    """Return the spellings of a release: its name, its number, or both."""
    typed = ' '.join(release.lower().split())
    for name, number in _NUMBERS.items():
        spellings = {name, number, f'{number} {name}'}
        if typed in spellings:
            return spellings
    return {typed}


def _short(release: str) -> str:
    """``2026.1 Gazpacho`` is long in a heading; the name alone says it."""
    return release.split()[-1] if release else ''


@functools.cache
def calendar(file: str | None) -> Calendar:
    """The calendar of a table; read once."""
    return Calendar(file)
