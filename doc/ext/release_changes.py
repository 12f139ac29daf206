"""Changes of each release of a service, as lines of markup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from novaclient_mv.knowledge import capabilities, changelog
from novaclient_mv.knowledge.capabilities import Feature
from novaclient_mv.knowledge.changelog import Change, Group
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, previous_version


def by_release(service: Service) -> dict[str, dict[APIVersion, list[Change]]]:
    """Each release, the newest first, to the versions that it brought and what these changed.

    What the first version has is no change.
    """
    changes = changelog.changes(service, service.first)
    # A version may be known before its release is out.
    brought = (service.releases.introduced(change.version) for change in changes)
    names = list(dict.fromkeys((*service.releases.names(), *brought)))
    releases: dict[str, dict[APIVersion, list[Change]]] = {name: {} for name in reversed(names)}
    for change in changes:
        release = service.releases.introduced(change.version)
        releases[release].setdefault(change.version, []).append(change)
    return releases


def begun(features: Sequence[Feature], version: APIVersion) -> list[str]:
    """The features that begin with a version."""
    return [
        feature.text
        for feature in features
        if any(span.start == version for span in feature.ranges)
    ]


def ended(features: Sequence[Feature], version: APIVersion) -> list[str]:
    """The features that the version before was the last to have."""
    last = previous_version(version)
    return [
        feature.text
        for feature in features
        if any(not span.is_open and span.end == last for span in feature.ranges)
    ]


def lines(service: Service) -> Iterator[str]:
    """A section for each release, the newest first."""
    features = list(capabilities.declared(service))
    for release, versions in by_release(service).items():
        yield from (f'.. _{service.name}-{release.lower()}:', '')
        yield from (release, '-' * len(release), '')
        newest = service.releases.newest_of(release)
        if not versions:
            yield from (f'No new version: the newest is {newest}.', '')
        for version, changes in versions.items():
            yield from _of_version(service, version, changes, features)


def _of_version(
    service: Service, version: APIVersion, changes: Sequence[Change], features: Sequence[Feature]
) -> Iterator[str]:
    summary = changelog.summary_of(service, version)
    yield from (f'**{version}**: {plain(summary)}' if summary else f'**{version}**', '')
    for group in changelog.grouped(changes, summary):
        yield f'- {_group(group)}'
    for title, names in (
        ('New in the command line', begun(features, version)),
        ('No longer in the command line', ended(features, version)),
    ):
        if names:
            yield f'- *{title}*: {_literals(names)}'
    yield ''


def _group(group: Group) -> str:
    if group.operation is None:
        return plain(group.text)
    commands = f' ({_literals(group.commands)})' if group.commands else ''
    return f'``{group.operation}``: {plain(group.text)}{commands}'


def _literals(names: Sequence[str]) -> str:
    return ', '.join(f'``{name}``' for name in names)


def plain(text: str) -> str:
    """Text in which nothing is markup."""
    return ''.join(f'\\{sign}' if sign in '\\*`|_' else sign for sign in text)
