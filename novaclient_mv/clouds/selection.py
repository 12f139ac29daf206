"""The clouds and regions that a run is for, where it may be for several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from novaclient_mv import errors
from novaclient_mv.clouds.settings import ALL, Settings, may_list
from novaclient_mv.values import NamedTuple

NO_CLOUD = 'No cloud is named: --os-cloud, OS_CLOUD or OS_AUTH_URL does it.'


class Target(NamedTuple):
    """One cloud of several, in one of its regions.

    :param cloud: its name; ``None`` for the one that options and variables alone describe.
    :param region: ``None`` for the one that its settings name, or none.
    :param settings: the settings of the run, for this target alone.
    :param has_region: whether the run has several regions.
    :param asks_regions: whether it stands for all regions, which its service catalog alone tells.
    """

    cloud: str | None
    region: str | None
    settings: Settings
    has_region: bool = False
    asks_regions: bool = False

    @property
    def label(self) -> str:
        """Return the name in lines for a reader: ``cloud``, or ``cloud/region``."""
        return '/'.join(part for part in (self.cloud, self.region) if part)

    def in_regions(self, regions: Iterable[str]) -> tuple[Target, ...]:
        """The same cloud in each of some regions; without any, in the one without a name."""
        targets = [
            Target(self.cloud, region, _of_target(self.settings, self.cloud, region), True)
            for region in regions
        ]
        return tuple(targets) or (self._replace(asks_regions=False),)

    def as_mapping(self) -> dict[str, str | None]:
        """The keys that tell it from other targets, for a program."""
        leading = {'cloud': self.cloud}
        return {**leading, 'region': self.region} if self.has_region else leading


class Selection(NamedTuple):
    """The targets of a run, in the order in which they were named."""

    targets: tuple[Target, ...]

    @property
    def names(self) -> list[str]:
        """Return the names of the targets, with regions where a cloud has several."""
        clouds = [target.cloud for target in self.targets]
        return [
            target.label if clouds.count(target.cloud) > 1 else target.cloud or target.label
            for target in self.targets
        ]


def several(settings: Settings) -> Selection | None:
    """The clouds and regions that settings list; ``None`` where they name at most one of each.

    A cloud, or a region of a cloud, whose very name is ``all`` or has a comma wins over the list.
    """
    named, region = settings.cloud_name, settings.region_name
    if not may_list(named) and not may_list(region):
        return None
    from novaclient_mv.clouds import files

    environment = settings.environment
    cloud_names = [name for name, _ in files.names(environment.variables, environment.cwd)]
    clouds = [] if named is None else list(dict.fromkeys(_listed(named, cloud_names)))
    is_list = named is not None and clouds != [named]
    if is_list and not clouds:
        raise errors.CommandError('No cloud file defines a cloud, so "all" means none.')
    for cloud in clouds:
        if is_list and cloud not in cloud_names:
            # Needs no file, or is refused before any login.
            files.find(environment.variables, cloud, cwd=environment.cwd)
    targeted: list[str | None] = [*clouds] or [None]
    regions = {cloud: _regions(settings, cloud, region) for cloud in targeted}
    has_regions = any(listed != [region] for listed in regions.values())
    if not is_list and not has_regions:
        return None
    targets = [
        Target(
            cloud,
            name if has_regions else None,
            _of_target(settings, cloud, name),
            has_regions,
            asks_regions=region == ALL and name is None,
        )
        for cloud, listed in regions.items()
        for name in listed
    ]
    return Selection(tuple(targets))


def of_run(settings: Settings) -> Selection:
    """The clouds and regions of a run: those that settings list, or the one that they name."""
    single = Target(settings.cloud_name, None, settings)
    return several(settings) or Selection((single,))


def _listed(text: str, names: Sequence[str]) -> Iterator[str]:
    """The clouds that one text means."""
    if text in names or not may_list(text):
        yield text
    elif text == ALL:
        yield from names
    else:
        yield from _parts(text, 'cloud')


def _regions(settings: Settings, cloud: str | None, text: str | None) -> list[str | None]:
    """The regions of a cloud that a text means; ``[text]`` where it is not a list."""
    if text is None or not may_list(text):
        return [text]
    names = regions_in_file(settings, cloud)
    if text in names:
        return [text]
    if text == ALL:
        # Where no file lists regions, the service catalog has them.
        return [*names] or [None]
    return [*_parts(text, 'region')]


def regions_in_file(settings: Settings, cloud: str | None) -> tuple[str, ...]:
    """Return the regions that a file lists of a cloud; a broken file is reported at its use."""
    environment = settings.environment
    if cloud is None:
        return ()
    from novaclient_mv.clouds import files

    try:
        entry = files.find(environment.variables, cloud, cwd=environment.cwd)
    except files.CloudFileError:
        return ()
    return () if entry is None else entry.regions


def _parts(text: str, kind: str) -> list[str]:
    parts = list(dict.fromkeys(part.strip() for part in text.split(',') if part.strip()))
    if not parts:
        raise errors.CommandError(f'{text!r} names no {kind}.')
    return parts


def _of_target(settings: Settings, cloud: str | None, region: str | None) -> Settings:
    options = dict(settings.options)
    if cloud is not None:
        options['os_cloud'] = cloud
    if region is not None or settings.region_name is not None:
        # An empty one is none, also where a variable names one.
        options['os_region_name'] = region or ''
    return settings.with_options(options, settings.table)
