"""Findings on a target: their codes, severities and bounds."""

from __future__ import annotations

import pathlib

import pytest
import yaml

from novaclient_mv import errors
from novaclient_mv.knowledge.lint import lint, targets

PIKE = targets.of_release('pike')


def test_variables_that_name_each_other_are_not_known() -> None:
    doubling = '\n'.join(f'V{place}="$V{place + 1}$V{place + 1}"' for place in range(60))
    script = f'A=$B\nB=$A\n{doubling}\nV60=xx\nnova --os-compute-api-version $A$V0 list'
    assert lint(script, PIKE) == []


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
    (finding,) = lint(f'x={begin * 60} nova floating-ip-list', PIKE)
    assert (finding.code, finding.severity) == ('not-judged', 'warning')


def test_nothing_is_run(tmp_path: pathlib.Path) -> None:
    target = tmp_path / 'made'
    script = f'touch {target}\nx=$(touch {target})\n`touch {target}`\nnova list'
    assert lint(script, PIKE) == []
    assert not target.exists()


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
