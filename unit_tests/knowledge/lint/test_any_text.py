"""Reading any file ends, raises nothing, and stays inside the file."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from novaclient_mv import errors
from novaclient_mv.knowledge.lint import CODES, SEVERITIES, lint, targets

PIKE = targets.of_release('pike')
WORDS = """
    nova nova-mv openstack curl boot list server-create baremetal-node-list --hostname --locked
    --nic auto --os-compute-api-version 2.90 -- - OS_COMPUTE_API_VERSION=2.90 export unset X=1
    A=( $X "$X" ${X:- $( ` )) ) ( (( $(( { } {{ }} ${{ [[ ]] " ' $' # <<EOF EOF <<- <<< <( >
    2>&1 | || && ; ;; & if then fi for in do done case esac function f() while sudo env xargs -I
    timeout sh -c bash eval ssh read -H
"""
ODD = (
    *('\\', '\n', '\r\n', 'OpenStack-API-Version: compute 2.90', 'run: |', '- shell:'),
    *('\n  ', '\x00', '\ufffc', 'é'),
)
PIECES = st.sampled_from([*WORDS.split(), *ODD])
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(PIECES, max_size=40).map(' '.join),
    st.lists(PIECES, max_size=40).map(''.join),
)


def check(text: str, name: str) -> None:
    lines = text.split('\n')
    try:
        results = lint(text, PIKE, name)
    except errors.CommandError:
        assert name.endswith('.yml') or text.startswith('---\n')
        return
    for finding in results:
        assert finding.code in CODES
        assert finding.severity in SEVERITIES
        assert 1 <= finding.line <= len(lines)
        assert 1 <= finding.column <= max(1, len(lines[finding.line - 1]) + 1)
        assert '\ufffc' not in finding.message or '\ufffc' in text
        finding.as_annotation()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS)
def test_any_script_is_read(text: str) -> None:
    check(text, 'script.sh')


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS, st.sampled_from(['run: |\n  ', '- shell: ', 'script:\n- ', 'run: "', '']))
def test_any_yaml_is_read(text: str, before: str) -> None:
    check(before + text, 'script.yml')


PATTERNS = (
    *('$(', '${', '`', '"$(', '$((', '(', '{ ', 'if ', 'case x in ', '<<A ', '"', "'", '\\'),
    *(
        '${{',
        '{{',
        '{%',
        'A=(',
        "$'",
        '[[ ',
        '<(',
        '|',
        'nova ',
        'x=$x',
        'sh -c "',
        'eval ',
        'sudo ',
    ),
    *('a[', 'a[;', '"{{', '{{ x ', '((', 'w=$(( 1', 'export a=1 ', 'local a '),
    *('$(nova list ', '`\\`', '${x:-"', 'f() { ', 'nova --x ', 'nova boot -', 'nova list; '),
)


PARTS = pytest.mark.parametrize(
    'part', [pytest.param(4, id='short'), pytest.param(1, id='long', marks=pytest.mark.slow)]
)
"""A quarter of the length shows what grows fast; the whole takes minutes on a busy machine."""


@PARTS
@pytest.mark.parametrize('pattern', PATTERNS)
def test_time_grows_with_the_length_of_a_script(pattern: str, part: int) -> None:
    grows_with_length(lambda count: pattern * count, 10_000 // len(pattern) // part)


def numbered(form: str, count: int) -> str:
    return ''.join(form.replace('#', str(number)) for number in range(count))


@PARTS
@pytest.mark.parametrize(
    ('before', 'form', 'count', 'name'),
    [
        # Calls that repeat are read once, and so many that differ have bounds of their own.
        ('', 'nova list\n', 500, 'script.sh'),
        ('', 'nova boot --hostname x --flavor m y\n', 100, 'script.sh'),
        ('', 'nova show x#\n', 30, 'script.sh'),
        ('', 'nova x#\n', 12, 'script.sh'),
        ('nova boot ', '--x# ', 3000, 'script.sh'),
        ('nova ', '--x# ', 3000, 'script.sh'),
        ('nova boot ', '--poll ', 200, 'script.sh'),
        ('nova boot ', '--meta a=b ', 1000, 'script.sh'),
        ('nova delete ', 'x# ', 1000, 'script.sh'),
        ('nova ', 'A', 100_000, 'script.sh'),
        ('nova list --', 'A', 100_000, 'script.sh'),
        ('nova boot --nic ', 'tag=a,', 20_000, 'script.sh'),
        ('curl ', '-H "OpenStack-API-Version: compute 2.90" ', 500, 'script.sh'),
        ('cat ', 'w <<A ', 5000, 'script.sh'),
        ('', 'a#=$a1#\n', 2000, 'script.sh'),
        (f'L="{"x " * 3000}"\n', 'nova show $L\n', 300, 'script.sh'),
        ('env:\n', '  OS_COMPUTE_API_VERSION: "2.90"\n', 100, 'script.yml'),
        ('', '- env: {OS_COMPUTE_API_VERSION: "2.90"}\n  run: nova list\n', 50, 'script.yml'),
        ('run: |\n  ', '{{', 5000, 'script.yml'),
    ],
)
def test_time_grows_with_the_number_of_calls_options_and_words(
    before: str, form: str, count: int, name: str, part: int
) -> None:
    grows_with_length(lambda count: before + numbered(form, count), count // part, name)


def grows_with_length(text: Callable[[int], str], count: int, name: str = 'script.sh') -> None:
    """Reading twice as much takes twice the time; what takes no time at all is not measured."""
    check(text(1), name)
    if seconds(text(2 * count), name) > 0.15:
        once, fourfold = (
            min(seconds(text(times * count), name) for _ in range(3)) for times in (1, 4)
        )
        # The square would take sixteen times as long; a busy machine is not exact.
        assert fourfold < 2.5**2 * 2 * once, (once, fourfold)


def seconds(text: str, name: str) -> float:
    """Return the processor time of reading a script."""
    start = time.process_time()
    check(text, name)
    return time.process_time() - start


@pytest.mark.parametrize('begin', ['sh -c "$( ', 'eval "$( ', 'eval `', 'sh <<A\n$(', '${x:-$('])
def test_scripts_inside_scripts_are_read_once(begin: str) -> None:
    check(begin * 40 + 'nova list', 'script.sh')
