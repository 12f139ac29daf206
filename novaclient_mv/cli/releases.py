"""Which OpenStack release brought which version of the Compute API."""

from __future__ import annotations

import functools
import json
import os
from typing import Any

from novaclient_mv.api_versions import APIVersion, VersionRange

_FILE = os.path.join(os.path.dirname(os.path.dirname(__file__)), 'data', 'microversions.json')


@functools.cache
def facts() -> dict[str, Any]:
    """The table of microversions that ships with the package."""
    with open(_FILE, encoding='utf-8') as file:
        loaded: dict[str, Any] = json.load(file)
    return loaded


@functools.cache
def _introduced() -> dict[str, str]:
    return {each['version']: _short(each['introduced_in']) for each in facts()['microversions']}


@functools.cache
def _maxima() -> list[tuple[APIVersion, str]]:
    return [
        (APIVersion(each['max_microversion']), _short(each['release']))
        for each in facts()['releases']
        if each.get('max_microversion')
    ]


def _short(release: str) -> str:
    """``2026.1 Gazpacho`` is long in a heading; the name alone says it."""
    return release.split()[-1] if release else ''


def introduced(version: APIVersion) -> str:
    """Name of the release that brought a version; empty where that is unknown."""
    return _introduced().get(str(version), '')


def with_release(version: APIVersion) -> str:
    """``2.90 (Xena)``."""
    release = introduced(version)
    return f'{version} ({release})' if release else str(version)


def release_of_cloud(maximum: APIVersion) -> str:
    """Name of the release whose newest version this is; empty for a version between two."""
    return next((release for version, release in _maxima() if version == maximum), '')


def describe_cloud(offered: VersionRange | None) -> str:
    """``offers 2.1 to 2.53 (Pike)``, for the end of a message."""
    if offered is None:
        return 'has no microversions and speaks 2.0 only'
    release = release_of_cloud(offered.end)
    return f'offers {offered.start} to {offered.end}' + (f' ({release})' if release else '')


def describe_need(needed: VersionRange) -> str:
    """``2.90 (Xena) or later``, ``at most 2.56 (Queens)``, ``2.19 (Mitaka) to 2.36 (Newton)``."""
    starts = needed.start.ver_minor > 0
    if needed.is_open:
        return f'{with_release(needed.start)} or later' if starts else 'any version'
    if not starts:
        return f'{with_release(needed.end)} or earlier'
    if needed.start == needed.end:
        return with_release(needed.start)
    return f'{with_release(needed.start)} to {with_release(needed.end)}'


def newest_of(release: str) -> str | None:
    """The newest version of a release, whose name may be written in any case: ``pike`` brings
    ``2.53``.
    """
    wanted = release.strip().lower()
    for each in facts()['releases']:
        name = each['release'].lower()
        if wanted in (name, *name.split()) and each.get('max_microversion'):
            return str(each['max_microversion'])
    return None


def names() -> list[str]:
    """The names of the releases, the oldest first."""
    return [release for _, release in _maxima()]
