"""Features of clouds' offers, compared with asking every version."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from novaclient_mv import errors, services, versions
from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.knowledge import capabilities
from novaclient_mv.knowledge.capabilities import Offer
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import APIVersion, VersionRange

COMPUTE = services.COMPUTE


def every_version(service: Service) -> Iterator[APIVersion]:
    """The versions that this client speaks, the one without a header first."""
    if service.unversioned not in service.range:
        yield service.unversioned
    version = service.range.start
    while version <= service.range.end:
        yield version
        version = versions.next_version(version)


def offer(service: Service, start: str, end: str) -> Offer:
    return Offer(
        f'{start}-{end}',
        None,
        capabilities.OK,
        None,
        VersionRange(start, end).bound_like(service.range),
    )


def has_option(name: str, flag: str | None, version: APIVersion) -> bool:
    """Whether the parser of a version has a command with an option."""
    command = commands.find(name)
    arguments = tree.arguments_at(command, version)
    if arguments is None:
        return False
    return flag is None or any(argument.name == flag for argument in arguments)


def is_served(version: APIVersion, cloud: VersionRange, service: Service) -> bool:
    """Whether a cloud answers at a version; without a header at its first one."""
    if version == service.unversioned and version not in service.range:
        return cloud.start <= service.range.start
    return version in cloud


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_features_equal_what_the_parsers_of_all_versions_have(service: Service) -> None:
    random_choice = random.Random(7)
    numbers = list(every_version(service))[1:]
    clouds = []
    for _ in range(3):
        start, end = sorted(random_choice.sample(numbers, 2))
        clouds.append(offer(service, str(start), str(end)))
    features = list(capabilities.declared(service))
    for feature in random_choice.sample(features, min(len(features), 40)):
        name, _, flag = feature.text.partition(' ')
        having = [
            version for version in every_version(service) if has_option(name, flag or None, version)
        ]
        for cloud in clouds:
            assert cloud.range is not None
            expected = any(is_served(version, cloud.range, service) for version in having)
            assert cloud.has(feature.ranges, service) is expected, (feature.text, cloud.name)


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_what_differs_is_all_that_differs(service: Service) -> None:
    low, high = service.range.start, service.range.end
    clouds = [offer(service, str(low), str(low)), offer(service, str(low), str(high))]
    texts = {feature.text for feature in capabilities.differing(service, clouds)}
    for feature in capabilities.declared(service):
        values = {cloud.has(feature.ranges, service) for cloud in clouds}
        assert (feature.text in texts) is (len(values) > 1)
    assert capabilities.differing(service, clouds[:1]) == []


@pytest.mark.parametrize(
    ('text', 'version', 'before', 'at'),
    [
        ('server-create --hostname', '2.90', False, True),
        ('nova-mv server-create --hostname', '2.90', False, True),
        ('server-create --nic auto', '2.37', False, True),
        ('server-create --block-device "id=x,tag=y"', '2.42', False, True),
        ('flavor-update', '2.55', False, True),
        ('floating-ip-list', '2.36', True, False),
        ('openstack server list --locked', '2.73', False, True),
        ('nova list --locked true', '2.73', False, True),
        ('server set --description x --property a=b y', '2.19', False, True),
    ],
)
def test_features_begin_and_end_at_their_version(
    text: str, version: str, before: bool, at: bool
) -> None:
    feature = capabilities.feature(text)
    number = COMPUTE.version(version)
    below = versions.previous_version(number)
    has = [
        offer(COMPUTE, str(only), str(only)).has(feature.ranges, COMPUTE)
        for only in (below, number)
    ]
    assert (has, feature.text) == ([before, at], text)


@pytest.mark.parametrize(
    'text',
    [
        *('nope', 'server-create --nope', '', '"server-list', '--hostname'),
        *('server-create --nic nope', 'server-create --block-device no=x,tag=y'),
    ],
)
def test_what_is_no_feature_is_refused(text: str) -> None:
    with pytest.raises(errors.CommandError):
        capabilities.feature(text)


def test_features_of_another_service_are_refused() -> None:
    with pytest.raises(errors.CommandError, match='baremetal, not to compute'):
        capabilities.matrix(COMPUTE, (), [capabilities.feature('baremetal-node-list')])


def test_a_cloud_without_microversions_has_the_features_of_the_first_version() -> None:
    cloud = Offer('old', None, capabilities.NO_MICROVERSIONS)
    for feature in capabilities.declared(COMPUTE):
        first = any(COMPUTE.unversioned in span for span in feature.ranges)
        assert cloud.has(feature.ranges, COMPUTE) is first
