"""Tests of what a client says of its methods: whether its version takes a call, and which would."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv import client, exceptions
from novaclient_mv.knowledge import calls
from novaclient_mv.v2.servers import ServerManager
from unit_tests.scripted import ScriptedCloud


def at(version: str) -> Any:
    """A client that no cloud stands behind."""
    return client.Client(version, session=object(), endpoint_override='http://nowhere.invalid')


@pytest.mark.parametrize(
    ('version', 'keywords', 'answer'),
    [
        ('2.89', {'hostname': ...}, False),
        ('2.90', {'hostname': ...}, True),
        ('2.89', {'name': 'web', 'key_name': 'mine'}, True),
        ('2.56', {'files': {'/a': 'b'}}, True),
        ('2.57', {'files': {'/a': 'b'}}, False),
        ('2.57', {}, True),
        ('2.90', {'hostname': 'a', 'tags': ['a']}, True),
        ('2.51', {'tags': ['a']}, False),
    ],
)
def test_keyword_is_supported_at_its_versions(
    version: str, keywords: dict[str, Any], answer: bool
) -> None:
    library = at(version)
    assert library.supports(library.servers.create, **keywords) is answer
    assert library.supports(ServerManager.create, **keywords) is answer
    # The versions that are needed say the same.
    ranges = library.needs(library.servers.create, **keywords)
    assert any(library.api_version in span for span in ranges) is answer


def test_arguments_by_position_and_methods_of_resources() -> None:
    library = at('2.90')
    assert library.supports(library.servers.lock, 'server', reason='why')
    assert not at('2.72').supports(ServerManager.lock, 'server', reason='why')
    assert library.supports(library.servers.resource_class.lock, reason='why')
    assert not library.supports(library.servers.create, 'web', 'image', 'flavor', {}, *range(40))


def test_argument_of_no_version_is_a_mistake_of_the_program() -> None:
    library = at('2.90')
    for ask in (library.supports, library.needs):
        with pytest.raises(TypeError, match="has no argument 'hostnam'"):
            ask(library.servers.create, hostnam='web')


def test_needed_versions_are_values() -> None:
    library = at('2.60')
    (span,) = library.needs(library.servers.create, hostname='web')
    assert (str(span.start), span.is_open, str(span)) == ('2.90', True, '2.90 and later')
    assert library.needs(library.servers.create, hostname='a', files={'/a': 'b'}) == ()
    known = calls.requirements_of(ServerManager.create, hostname='web')
    assert library.needs(library.servers.create, hostname='web') == known.windows


def test_nothing_is_asked_of_the_cloud(cloud: ScriptedCloud) -> None:
    from unit_tests.test_client import session_of

    library = client.Client('2.53', session=session_of(cloud))
    assert not library.supports(library.servers.create, hostname='web')
    assert cloud.requests == []


# -- errors have the same values ---------------------------------------------


def test_errors_of_versions_tell_what_is_needed_as_values() -> None:
    library = at('2.60')
    with pytest.raises(exceptions.UnsupportedAttribute) as argument:
        library.servers.create('web', None, '1', hostname='web')
    assert [str(span) for span in argument.value.ranges] == ['2.90 and later']
    assert argument.value.needed == argument.value.ranges[0]
    assert argument.value.offered is None
    assert (argument.value.argument_name, argument.value.start_version) == ('hostname', '2.90')
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod) as method:
        at('2.22').server_migrations.list('server')
    assert [str(span) for span in method.value.ranges] == ['2.23 and later']
    assert str(method.value.needed) == '2.23 and later'
    assert method.value.version == '2.22'
