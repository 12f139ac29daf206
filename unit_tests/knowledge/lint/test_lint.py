"""Findings on a target: their codes, severities and bounds."""

from __future__ import annotations

import pathlib

import pytest
import yaml

from novaclient_mv import errors
from novaclient_mv.knowledge.lint import lint, targets
from novaclient_mv.services import SERVICES
from unit_tests.knowledge.lint.places import PIKE, Place, of_range, places

OLD = of_range('2.1..2.20')
BOOT = 'boot --flavor m --image i'


def test_boundaries_are_exact() -> None:
    script = f'nova {BOOT} --hostname x web'
    assert [place.code for place in places(script, of_range('2.1..2.89'))] == ['option-too-new']
    assert places(script, of_range('2.1..2.90')) == []
    script = f'nova {BOOT} --file a=b web'
    assert places(script, of_range('2.1..2.56')) == []
    assert [place.code for place in places(script, of_range('2.1..2.57'))] == ['option-removed']


def test_a_named_version_is_the_one_that_counts() -> None:
    newest = targets.newest_release
    call = f'nova {BOOT} --file a=b web'
    assert [place.code for place in places(call, newest)] == ['option-removed']
    assert places(f'OS_COMPUTE_API_VERSION=2.56 {call}', newest) == []
    assert places(f'export OS_COMPUTE_API_VERSION=2.56\n{call}', newest) == []
    script = f'nova --os-compute-api-version 2.53 {BOOT} --hostname x web'
    assert [place.code for place in places(script, newest)] == ['option-too-new']
    script = f'export OS_COMPUTE_API_VERSION=2.56\nunset OS_COMPUTE_API_VERSION\n{call}'
    assert [place.code for place in places(script, newest)] == ['option-removed']


def test_versions_named_one_after_the_other_count_up_to_the_next() -> None:
    call = f'nova {BOOT} --file a=b web'
    script = (
        f'export OS_COMPUTE_API_VERSION=2.56\n{call}\nexport OS_COMPUTE_API_VERSION=2.60\n{call}'
    )
    assert [place[:1] for place in places(script, targets.newest_release)] == [(4,)]
    script = f'if x; then export OS_COMPUTE_API_VERSION=2.60; fi\n{call}'
    assert places(script, targets.newest_release) == []


def test_variables_that_name_each_other_are_not_known() -> None:
    doubling = '\n'.join(f'V{place}="$V{place + 1}$V{place + 1}"' for place in range(60))
    assert places(f'A=$B\nB=$A\n{doubling}\nV60=xx\nnova --os-compute-api-version $A$V0 list') == []


@pytest.mark.parametrize(
    ('script', 'word', 'service'),
    [
        ('nova delete ' + 'x ' * 6000, 'nova', 'compute'),
        ('nova list ' + '--debug ' * 600, 'nova', 'compute'),
    ],
)
def test_a_call_that_is_too_long_is_not_judged(script: str, word: str, service: str) -> None:
    (finding,) = lint(script, PIKE, 'script.sh')
    assert (finding.code, finding.severity, finding.service) == ('not-judged', 'warning', service)
    assert not finding.message.startswith('None')
    assert script[finding.column - 1 :].startswith(word)


@pytest.mark.parametrize('begin', ['$(', '${x:-', '$((', '"$('])
def test_what_nests_too_deeply_is_not_judged(begin: str) -> None:
    (place,) = places(f'x={begin * 60} nova floating-ip-list')
    assert (place.code, place.severity) == ('not-judged', 'warning')


@pytest.mark.parametrize(
    ('words', 'word'),
    [
        ('list --limit abc', 'abc'),
        ('list --limit', '--limit'),
        ('show', 'show'),
        ('aggregate-update a b', 'b'),
    ],
)
def test_a_line_that_no_version_takes_is_a_conflict(words: str, word: str) -> None:
    for target in (PIKE, targets.newest_release):
        assert places(f'nova {words}', target) == [Place(1, word, 'conflict')]


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_every_service_is_judged_by_its_own_versions(service: object) -> None:
    assert service in SERVICES
    chosen = next(each for each in SERVICES if each is service)
    above = f'{chosen.range.end.ver_major}.{int(chosen.range.end.ver_minor) + 1}'
    script = (
        f'export {chosen.version_variable}={above}\n'
        f'openstack {chosen.version_option} {above} x\n'
        f'curl -H "OpenStack-API-Version: {chosen.header_name} {above}" u\n'
    )
    results = lint(script, targets.newest_release)
    assert [(row.line, row.code, row.service) for row in results] == [
        (line, 'pin-outside', chosen.name) for line in (1, 2, 3)
    ]


def test_nothing_is_run(tmp_path: pathlib.Path) -> None:
    target = tmp_path / 'made'
    assert places(f'touch {target}\nx=$(touch {target})\n`touch {target}`\nnova list') == []
    assert not target.exists()


def test_line_ends_of_windows_make_no_difference() -> None:
    script = (
        'nova boot \\\n  --flavor m\\\n --hostname x web\nsh <<E\nx\nE\nnova list --locked yes\n'
    )
    script = script.replace('\n', '\r\n')
    assert [place[:2] for place in places(script)] == [(3, '--hostname'), (7, '--locked')]


def test_yaml_that_nests_too_deeply_is_refused() -> None:
    for depth, words in (
        (120, '^This YAML is nested too deeply\\.$'),
        # The scanner of newer PyYAML comes to a limit of its own first.
        (
            3000,
            '^This is not valid YAML: (?!None)'
            if _scanner_has_a_limit()
            else '^This YAML is nested',
        ),
    ):
        with pytest.raises(errors.CommandError, match=words):
            lint('[' * depth, PIKE, 'a.yml')


def _scanner_has_a_limit() -> bool:
    try:
        return not [*yaml.scan('[' * 3000, yaml.CSafeLoader)]
    except yaml.YAMLError as error:
        return 'nesting depth' in str(error)
