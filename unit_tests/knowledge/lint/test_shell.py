"""Calls in shell scripts, as distinct from text that only looks like them."""

from __future__ import annotations

import pytest

from unit_tests.knowledge.lint.places import Place, places

CALL = 'nova boot --hostname x --flavor m --image i web'
"""Breaks at Pike, at ``--hostname``."""


@pytest.mark.parametrize(
    'script',
    [
        CALL,
        f'  {CALL}',
        f'true; {CALL}',
        f'true && {CALL} || exit 1',
        f'! {CALL}',
        f'{CALL} | grep -c x',
        f'cat flavors | {CALL}',
        f'{CALL} >/dev/null 2>&1 &',
        f'>log {CALL}',
        f'id=$({CALL})',
        f'id="$({CALL})"',
        f'id="a $(b "$({CALL})")"',
        f'id=`{CALL}`',
        f'echo "${{X:-$({CALL})}}"',
        f'if {CALL}; then echo; fi',
        f'if true; then {CALL}; else true; fi',
        f'for i in 1 2; do {CALL}; done',
        f'for ((i=0; i<3; i++)); do {CALL}; done',
        f'while {CALL}; do sleep 1; done',
        f'until {CALL}; do sleep 1; done',
        f'case $1 in start|go) {CALL};; *) exit 1;; esac',
        f'case $1 in (start) {CALL} ;; esac',
        f'x=$(case $1 in a) {CALL};; esac)',
        f'start() {{ {CALL}; }}',
        f'function start {{ {CALL}; }}',
        f'start() ( {CALL} )',
        f'( cd /tmp; {CALL} )',
        f'{{ {CALL}; }} > log',
        f'diff <({CALL}) other',
        f'[[ -n "$({CALL})" ]]',
        f'[[ a < b ]] && {CALL}',
        f'(( a < b )) && {CALL}',
        f'X=1 Y="2 3" {CALL}',
        f'time {CALL}',
        f'sudo {CALL}',
        f'sudo -u stack -E {CALL}',
        f'sudo OS_CLOUD=a {CALL}',
        f'env -i A=b {CALL}',
        f'/usr/bin/env {CALL}',
        f'timeout -k 5 30s {CALL}',
        f'timeout 30 sudo -n env A=b nice -n 5 {CALL}',
        f'nohup {CALL}',
        f'exec {CALL}',
        f'command {CALL}',
        f'xargs -n 1 {CALL}',
        f'cat names | xargs -I % {CALL}',
        f'/usr/local/bin/{CALL}',
        f'"nova" {CALL.removeprefix("nova ")}',
        f"sh -c '{CALL}'",
        f'bash -ec "{CALL}"',
        f"sudo bash -c '{CALL}'",
        f"eval '{CALL}'",
        f'eval {CALL}',
        f"trap '{CALL}' EXIT",
        f'bash <<EOF\n{CALL}\nEOF',
        f"sh <<'EOF'\n{CALL}\nEOF",
        f'bash -s <<-EOF\n\t{CALL}\n\tEOF',
        f'cat <<EOF | bash\n{CALL}\nEOF',
        f'ssh controller <<EOF\n{CALL}\nEOF',
        f'bash <<< "{CALL}"',
        f'cat <<EOF\n$({CALL})\nEOF',
        f'cat <<A <<B\n{CALL}\nA\n{CALL}\nB\n{CALL}',
        f'PROGRAM=nova\n$PROGRAM {CALL.removeprefix("nova ")}',
        f'# a comment: it\'s "open\n{CALL}',
        f'echo a#b; {CALL}',
        f'echo a) \n{CALL}',
        f'echo `echo \\`date\\` \\$x`; {CALL}',
        f'echo \\" ; {CALL}',
        f"echo 'a'\\''b'; {CALL}",
        f"echo $'it\\'s'; {CALL}",
        f'echo ${{#x}} ${{x#y}} ${{x##"}}"}}; {CALL}',
        f'echo $((1 << 3)); {CALL}',
        f'a=(1 2 "3 4"); {CALL}',
        f'\ufeff{CALL}'.removeprefix('\ufeff'),
    ],
)
def test_calls_are_read_wherever_a_shell_would_run_them(script: str) -> None:
    results = places(script)
    assert [place[1:] for place in results] == [('--hostname', 'option-too-new', 'error')]


@pytest.mark.parametrize(
    'script',
    [
        f'# {CALL}',
        f'true # {CALL}',
        f'echo "{CALL}"',
        f"echo '{CALL}'",
        f'echo {CALL}',
        f'cat <<EOF\n{CALL}\nEOF',
        f"cat <<'EOF' > script\n$({CALL})\nEOF",
        f'cat <<-EOF\n\t{CALL}\n\tEOF',
        f'command -v {CALL}',
        f'which {CALL}',
        f'apt-get install {CALL}',
        f'x="{CALL}"',
        f'case {CALL} in nova) ;; esac',
        f'for {CALL.split()[0]} in {CALL}; do true; done',
        'nova-manage cell_v2 discover_hosts --hostname x',
        'nova',
        'nova --version',
        'nova help boot',
        'nova boot --help',
        '$UNKNOWN boot --hostname x',
        'nova_boot() { true; }',
    ],
)
def test_what_no_shell_would_run_is_no_call(script: str) -> None:
    assert places(script) == []


def test_positions_are_those_of_the_word_itself() -> None:
    script = (
        '#!/bin/bash\n'
        'nova boot --flavor m1 \\\n'
        '    --image "$IMAGE" \\\n'
        '    --hostname "$NAME" web\n'
        'x=$(nova  "server-list" --locked yes)\n'
    )
    assert places(script) == [
        Place(4, '--hostname', 'option-too-new'),
        Place(5, '--locked', 'option-too-new'),
    ]


def test_positions_inside_strings_and_documents_are_those_of_the_file() -> None:
    call = 'nova list --locked yes'
    script = f'bash -c "true; {call}"\ncat <<-EOF | sh\n\t\t{call}\n\tEOF\n'
    assert places(script) == [
        Place(1, '--locked', 'option-too-new'),
        Place(3, '--locked', 'option-too-new'),
    ]


def test_line_ends_of_windows_make_no_difference() -> None:
    script = 'nova boot \\\r\n  --flavor m\\\r\n --hostname x web\r\nnova list --locked yes\r\n'
    assert [place[:2] for place in places(script)] == [(3, '--hostname'), (4, '--locked')]


def test_commands_inside_arithmetic_and_groups_that_look_like_it_are_read() -> None:
    for script in (
        'n=$(( $(nova floating-ip-list | wc -l) + 1 ))',
        'n=$((nova floating-ip-list) | wc -l)',
        '((nova floating-ip-list); true)',
        '(( n += `nova floating-ip-list | wc -l` ))',
    ):
        assert [place.code for place in places(script)] == ['command-removed'], script
    assert places('n=$(( 1 + (2 * 3) )); m=$((nova - list))') == []
