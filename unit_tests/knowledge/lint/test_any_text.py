"""Whatever a file holds, reading it ends, raises nothing, and stays inside the file."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from novaclient_mv import errors
from novaclient_mv.knowledge.lint import CODES, SEVERITIES, lint
from unit_tests.knowledge.lint.places import PIKE

PIECES = st.sampled_from(
    [
        *(
            'nova',
            'nova-mv',
            'openstack',
            'curl',
            'boot',
            'list',
            'server-create',
            'baremetal-node-list',
        ),
        *('--hostname', '--locked', '--nic', 'auto', '--os-compute-api-version', '2.90', '--', '-'),
        *(
            'OS_COMPUTE_API_VERSION=2.90',
            'export',
            'unset',
            'X=1',
            'A=(',
            '$X',
            '"$X"',
            '${X:-',
            '$(',
            '`',
        ),
        *(
            '))',
            ')',
            '(',
            '((',
            '$((',
            '{',
            '}',
            '{{',
            '}}',
            '${{',
            '[[',
            ']]',
            '"',
            "'",
            "$'",
            '\\',
            '#',
        ),
        *(
            '<<EOF',
            'EOF',
            '<<-',
            '<<<',
            '<(',
            '>',
            '2>&1',
            '|',
            '||',
            '&&',
            ';',
            ';;',
            '&',
            '\n',
            '\r\n',
        ),
        *(
            'if',
            'then',
            'fi',
            'for',
            'in',
            'do',
            'done',
            'case',
            'esac',
            'function',
            'f()',
            'while',
        ),
        *('sudo', 'env', 'xargs', '-I', 'timeout', 'sh', '-c', 'bash', 'eval', 'ssh', 'read'),
        *(
            '-H',
            'OpenStack-API-Version: compute 2.90',
            'run: |',
            '- shell:',
            '\n  ',
            '\0',
            '\ufffc',
            'é',
        ),
    ]
)
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
    *('$(nova list ', '`\\`', '${x:-"', 'f() { ', 'nova --x ', 'nova boot -', 'nova list; '),
)


@pytest.mark.parametrize('pattern', PATTERNS)
def test_time_grows_with_the_length_of_a_script(pattern: str) -> None:
    times = []
    for count in (40, 320):
        start = time.process_time()
        check(pattern * count, 'script.sh')
        times.append(time.process_time() - start)
    # Eight times the text may not take the square of it, whatever the machine does besides.
    assert times[1] < max(30 * times[0], 2.0)
