"""Requirements of command lines: the same windows as version after version, and parts that explain
them.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import versions
from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge import spans
from novaclient_mv.knowledge.command_lines import requirements
from novaclient_mv.services import BAREMETAL, COMPUTE, SERVICES, Service, epochs
from novaclient_mv.versions import VersionRange
from unit_tests.knowledge.random_lines import Lines
from unit_tests.nova import Nova


def windows(form: shapes.RequirementsForm) -> list[tuple[str, str | None]]:
    return [(span['start'], span['end']) for span in form['windows']]


def of(text: str) -> shapes.RequirementsForm:
    return requirements(text.split()).as_mapping()


EVERY = pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)


@EVERY
def test_windows_are_those_of_each_version_alone(service: Service) -> None:
    for command in commands.commands_of([service]):
        lines = Lines(command)
        for words in lines.some(5):
            line = [command.name, *words]
            result = requirements(line)
            if result.missing:
                assert lines.brute_force(words) == [], line
                assert (result.conflict, bool(result.windows)) == (None, True), line
                continue
            assert windows(result.as_mapping()) == lines.brute_force(words), line
            # The parts explain the windows: nothing else restricts them.
            if result.windows:
                everything = VersionRange(service.first, service.latest)
                ranges = [need.ranges for need in result.needs]
                assert spans.intersection([[everything], *ranges]) == result.windows, line
            else:
                assert result.conflict, line


@EVERY
def test_a_line_that_lacks_arguments_has_the_bounds_of_the_rest(service: Service) -> None:
    for command in commands.commands_of([service]):
        result = requirements([command.name])
        required = {
            argument.name
            for argument, span in tree.every_argument(command)
            if any(span.overlaps(window) for window in result.windows)
            if argument.options.get('required')
            or (argument.is_positional and argument.options.get('nargs') not in ('?', '*'))
        }
        assert (set(result.missing), result.conflict) == (required, None), command.name
        variants = [variant.range for variant in versions.variants_of(command.function)]
        served = epochs.merged(variants, service)
        assert spans.intersection([result.windows, served]) == result.windows != (), command.name


def test_what_is_missing_is_named_beside_the_bounds_of_what_is_there(nova: Nova) -> None:
    result = nova('version-requires', '--', 'server-create', '--hostname', 'x', '--flavor', 'm')
    assert (result.status, result.err) == (0, '')
    assert '| missing  | <name> ' in result.out
    assert '| versions | 2.90 (Xena) or later' in result.out


def test_three_parts_may_conflict_where_no_two_do() -> None:
    spans = [('..2.20', '2.40..'), ('2.10..2.50',), ('2.21..2.39', '2.60..'), ('2.2..',)]
    parts = [
        (f'--{number}', [VersionRange.parse(text) for text in texts])
        for number, texts in enumerate(spans)
    ]
    found = shapes.restricting(('it', [VersionRange()]), parts, COMPUTE)
    assert shapes.conflict_among([need for need in found if need.part != '--2']) is None
    sentence = shapes.conflict_among(found) or ''
    assert sentence.startswith('--0, --1 and --2 never exist together: --0 needs API version ')


# -- the command -----------------------------------------------------------------------


def asked(nova: Nova, *line: str) -> dict[str, Any]:
    result = nova('-f', 'json', 'version-requires', '--', *line)
    answer: dict[str, Any] = json.loads(result.out)
    return answer


def test_conflict_is_shown_and_has_status_2(nova: Nova) -> None:
    words = ('server-create', '--file', 'a=b', '--hostname', 'x', 'w')
    result = nova('-f', 'json', 'version-requires', '--', *words)
    answer = json.loads(result.out)
    assert result.status == 2
    assert (answer['windows'], answer['highest']) == ([], None)
    assert json.loads(result.err)['message'] == answer['conflict']


@pytest.mark.parametrize(
    ('words', 'message'),
    [
        (('server-list', '--limit', '5'), 'behind "--"'),
        (('server-list',), 'behind "--"'),
        ((), 'behind "--"'),
        (('--',), 'behind "--"'),
        (('server-list', '--', '--limit', '5'), 'precedes "--"'),
        (('--', 'no-such-command'), 'no-such-command'),
        (('--', 'server-list', '--no-such'), '--no-such'),
    ],
)
def test_wrong_lines_are_refused_with_why(nova: Nova, words: tuple[str, ...], message: str) -> None:
    result = nova('version-requires', *words)
    assert (result.out, result.status) == ('', 2)
    assert message in result.err


def test_settings_of_the_surroundings_do_not_matter(nova: Nova) -> None:
    env = {'OS_COMPUTE_API_VERSION': '2.1', 'OS_CLOUD': 'missing'}
    result = nova('version-requires', '--', 'server-tag-list', 'web', env=env)
    assert (result.status, result.err) == (0, '')
    assert '2.26 (Newton) or later' in result.out


def test_one_text_is_no_command_line() -> None:
    with pytest.raises(TypeError, match='list of words'):
        requirements('server-list --limit 1')


# -- spans --


@pytest.mark.parametrize(
    ('text', 'form'),
    [
        ('2.19..2.36', ('2.19', '2.36', 'Mitaka', 'Newton')),
        ('2.90..', ('2.90', None, 'Xena', None)),
        ('..2.56', ('2.0', '2.56', None, 'Queens')),
        ('2.53', ('2.53', '2.53', 'Pike', 'Pike')),
    ],
)
def test_range_has_its_ends_and_their_releases(
    text: str, form: tuple[str, str | None, str | None, str | None]
) -> None:
    keys = ('start', 'end', 'start_release', 'end_release')
    assert spans.as_mapping(VersionRange.parse(text), COMPUTE) == dict(zip(keys, form, strict=True))


def test_ranges_of_two_services_do_not_mix() -> None:
    with pytest.raises(TypeError):
        spans.as_mappings([BAREMETAL.range], COMPUTE)
