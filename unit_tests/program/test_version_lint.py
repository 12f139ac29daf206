"""``version-lint`` reads files, holds them against its target, and tells with its status."""

from __future__ import annotations

import json
import os
import pathlib
import shlex
import subprocess
import sys
from subprocess import CompletedProcess
from typing import Any

import pytest
import yaml
from pydantic_sarif import model

from novaclient_mv.knowledge.lint import CODES
from unit_tests import processes
from unit_tests.nova import Nova
from unit_tests.scripted import StartCloud

ROOT = pathlib.Path(__file__).parents[2]
SCRIPT = 'nova boot --hostname x --flavor m --image i web\nnova-mv floating-ip-list\n'


@pytest.fixture
def script(tmp_path: pathlib.Path) -> str:
    path = tmp_path / 'script.sh'
    path.write_text(SCRIPT)
    return str(path)


def codes(out: str) -> list[tuple[int, str, str]]:
    return [(row['line'], row['code'], row['severity']) for row in json.loads(out)]


def test_findings_of_each_target(nova: Nova, script: str) -> None:
    result = nova('version-lint', script, '--release', 'pike', '-f', 'json')
    removed = (2, 'command-removed', 'note')
    assert result.status == 1
    assert codes(result.out) == [(1, 'option-too-new', 'error'), removed]
    assert json.loads(result.out)[0]['file'] == script
    result = nova('version-lint', script, '--range', '2.1..2.89', '-f', 'json')
    assert codes(result.out) == [(1, 'option-too-new', 'error'), removed]
    for words in (('--range', '2.1..2.90'), (), ('--os-cloud', 'sandbox')):
        result = nova('version-lint', script, *words, '-f', 'json')
        assert (result.status, codes(result.out)) == (0, [removed]), words


def test_the_cloud_of_the_environment_is_no_target(nova: Nova, script: str) -> None:
    result = nova('version-lint', script, cloud='no-such-cloud')
    assert result.status == 0


def test_annotations_for_workflows(nova: Nova, script: str) -> None:
    result = nova('version-lint', script, '--release', 'pike', '-f', 'github')
    assert result.status == 1
    assert [line.split(' ')[0] for line in result.lines] == ['::error', '::notice']
    result = nova('server-list', '-f', 'github', cloud='sandbox')
    assert (result.status, result.out) == (2, '')


def logged(nova: Nova, *words: str, status: int = 0) -> dict[str, Any]:
    """The only run of a log, which the schema of SARIF allows."""
    result = nova('version-lint', *words, '--release', 'pike', '-f', 'sarif')
    assert result.status == status, result.err
    model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(result.out)
    (run,) = json.loads(result.out)['runs']
    return {**run}


def test_logs_of_sarif(nova: Nova, script: str) -> None:
    pathlib.Path(script).write_text(f'{SCRIPT}# nova-mv: ignore\nnova floating-ip-list\n')
    run = logged(nova, script, status=1)
    assert [(row['ruleId'], row['level'], row.get('suppressions')) for row in run['results']] == [
        ('option-too-new', 'error', None),
        ('command-removed', 'note', None),
        ('command-removed', 'error', [{'kind': 'inSource'}]),
    ]
    rules = [rule['id'] for rule in run['tool']['driver']['rules']]
    assert [rules[row['ruleIndex']] for row in run['results']] == [
        row['ruleId'] for row in run['results']
    ]
    assert tuple(rules) == CODES
    place = run['results'][0]['locations'][0]['physicalLocation']
    assert place['artifactLocation'] == {'uri': f'file://{script}'}
    assert place['region'] == {'startLine': 1, 'startColumn': 11}
    assert run['results'][0]['properties']['needs'] == {'start': '2.90', 'end': None}
    # A log is written whatever cannot be read, so that a later step has one.
    run = logged(nova, 'a b/../no: such', status=2)
    assert (run['results'], run['invocations'][0]['executionSuccessful']) == ([], False)
    assert (
        'No such file' in run['invocations'][0]['toolExecutionNotifications'][0]['message']['text']
    )
    (nova.home / 'ä b.sh').write_text(SCRIPT)
    uris = {
        row['locations'][0]['physicalLocation']['artifactLocation']['uri']
        for row in logged(nova, './ä b.sh', status=1)['results']
    }
    assert uris == {'%C3%A4%20b.sh'}
    refused = nova('version-lint', script, '-f', 'sarif', '--count')
    assert (refused.status, refused.out) == (2, '')


def test_severities_decide_on_the_status(nova: Nova, tmp_path: pathlib.Path) -> None:
    note, warning = 'nova-mv floating-ip-list\n', 'ironic node-list\n'
    path = tmp_path / 'script.sh'
    statuses = {}
    for name, text in (('note', note), ('warning', note + warning), ('error', warning + SCRIPT)):
        path.write_text(text)
        results = [
            nova('version-lint', str(path), '--release', 'pike', '--fail-on', each)
            for each in ('error', 'warning', 'note')
        ]
        statuses[name] = [result.status for result in results]
    assert statuses == {'note': [0, 0, 1], 'warning': [0, 1, 1], 'error': [1, 1, 1]}
    assert results[-1].err == 'nova-mv: 1 error, 1 warning, 1 note in 1 file.\n'
    assert results[0].err == 'nova-mv: 1 error in 1 file.\n'


def test_comments_ignore_findings_which_are_counted(nova: Nova, tmp_path: pathlib.Path) -> None:
    path = tmp_path / 'script.sh'
    path.write_text('ironic node-list # nova-mv: ignore[not-judged]\n')
    words = ('version-lint', str(path), '--strict', '--fail-on', 'note')
    result = nova(*words)
    assert (result.status, result.lines) == (
        0,
        ['1 call: 1 ironic; 0 not judged, 1 ignored by comments'],
    )
    assert nova(*words, '-f', 'json').out == '[]\n'
    assert json.loads(nova(*words, '--count', '-f', 'json').out)['ignored'] == 1


def _steps() -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = yaml.safe_load((ROOT / 'action.yml').read_text())['runs']['steps']
    return steps


def _run_in(folder: pathlib.Path, script: str, **variables: str) -> CompletedProcess[str]:
    """Run a script in a folder, as a workflow does."""
    path = f'{pathlib.Path(sys.executable).parent}:{os.environ["PATH"]}'
    line = ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script]
    env = {'PATH': path, 'HOME': str(folder.parent), **variables}
    return processes.run(line, env=env, cwd=folder, stdin=subprocess.DEVNULL)


ODD_NAMES = ('-', '--', '--help', '--release=x', '--version', '-f.sh', '-h', 'a b.sh', 'pike')


@pytest.fixture
def checkout(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder of files with odd names, and of modules that say when they are imported."""
    folder = tmp_path / 'checkout'
    folder.mkdir()
    for name in ODD_NAMES:
        (folder / name).write_text(SCRIPT)
    for name in ('argparse', 'json', 'novaclient_mv', 'pip', 'sitecustomize', 'yaml'):
        (folder / f'{name}.py').write_text(f"open('{tmp_path}/imported', 'a').write('{name}')")
    return folder


def _files_with_errors(rows: list[dict[str, Any]]) -> set[str]:
    return {row['file'].removeprefix('./') for row in rows if row['severity'] == 'error'}


@pytest.mark.parametrize(
    'words',
    [
        *((), ('--release', 'pike'), ('--release', 'pike', '--'), ('--range=2.1..2.53', '--')),
        ('--fail-on', 'error', '--release', 'train'),
    ],
)
def test_hook_takes_names_of_files_as_such(
    checkout: pathlib.Path, tmp_path: pathlib.Path, words: tuple[str, ...]
) -> None:
    (checkout / 'train').mkdir()
    (checkout / 'error').touch()
    (hook,) = yaml.safe_load((ROOT / '.pre-commit-hooks.yaml').read_text())
    line = [*shlex.split(hook['entry']), *hook.get('args', ()), '-f', 'json', *words, *ODD_NAMES]
    done = _run_in(checkout, shlex.join(line))
    assert _files_with_errors(json.loads(done.stdout)) == ({*ODD_NAMES} if words else set())
    assert (done.returncode, (tmp_path / 'imported').exists()) == (int(bool(words)), False)


@pytest.mark.parametrize('option', ['--release pike', '--release=pike --strict'])
def test_action_takes_names_of_files_as_such(
    checkout: pathlib.Path, tmp_path: pathlib.Path, option: str
) -> None:
    step = _steps()[-1]
    assert step['env'].keys() == {'FILES', 'OPTIONS', 'SARIF'}
    # Options have no patterns, which files could be named for.
    files = '-* *.sh pike'
    refused = _run_in(checkout, step['run'], OPTIONS='--release [p]ike', FILES=files, SARIF='')
    assert (refused.returncode, '[p]ike' in refused.stderr) == (2, True)
    done = _run_in(checkout, step['run'], OPTIONS=option, FILES=files, SARIF='')
    named = {line.partition('file=')[2].partition(',')[0] for line in done.stdout.splitlines()}
    assert {name.removeprefix('./') for name in named if name} == {*ODD_NAMES}
    assert done.returncode == 1
    done = _run_in(checkout, step['run'], FILES='*.sh', OPTIONS='', SARIF='log')
    assert (done.returncode, done.stdout) == (0, '')
    assert len(json.loads((checkout / 'log').read_text())['runs'][0]['results']) == 3
    assert not (tmp_path / 'imported').exists()


def test_action_installs_locked_packages(checkout: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """Nothing is found here, since no index is asked; every file has a hash."""
    script = _steps()[0]['run']
    done = _run_in(checkout, script, ACTION_PATH=str(ROOT), PIP_NO_INDEX='1', PIP_DRY_RUN='1')
    assert done.returncode != 0
    assert not (tmp_path / 'imported').exists()
    installs = [line for line in script.splitlines() if 'pip install' in line]
    assert all('--require-hashes' in line or '"$ACTION_PATH"' in line for line in installs)
    assert all('--no-deps' in line for line in installs)


def test_a_clean_script(nova: Nova, tmp_path: pathlib.Path) -> None:
    path = tmp_path / 'clean.sh'
    path.write_text('nova list\n')
    result = nova('version-lint', str(path))
    assert (result.status, result.lines) == (
        0,
        ['Nothing would break.', '1 call: 1 nova; 0 not judged'],
    )
    assert nova('version-lint', str(path), '-f', 'json').out == '[]\n'
    assert nova('version-lint', str(path), '-f', 'github').out == ''


@pytest.mark.parametrize(
    ('content', 'reason'),
    [
        (b'\x7fELF\0\0', 'This is not a text file'),
        (b'#!/usr/bin/env python3\nprint()\n', 'This is not a shell script'),
        (b'# A program.\n\nimport os\nprint()\n', 'This is not a shell script, but Python'),
        (b'"""A program."""\n', 'This is not a shell script, but Python'),
        (b'---\na: [', 'This is not valid YAML'),
        (None, 'No such file'),
    ],
)
def test_what_cannot_be_read_is_told_beside_what_was_found(
    nova: Nova, script: str, tmp_path: pathlib.Path, content: bytes | None, reason: str
) -> None:
    path = tmp_path / 'other'
    if content is not None:
        path.write_bytes(content)
    result = nova('version-lint', str(path), script, '--release', 'pike', '-f', 'json')
    assert result.status == 2
    assert reason in result.err
    other = [] if content is None else [(1, 'not-judged', 'warning')]
    assert codes(result.out)[2:] == other
    assert nova('version-lint', str(tmp_path)).status == 2


@pytest.mark.parametrize(
    'words',
    [
        ('--release', 'nosuch'),
        ('--range', 'x'),
        ('--range', '2.53..2.1'),
        ('--range', '2.1..2.2', '--release', 'pike'),
        ('--release', 'pike', '--os-cloud', 'sandbox'),
        ('--service', 'baremetal'),
    ],
)
def test_targets_that_are_none_are_refused(nova: Nova, script: str, words: tuple[str, ...]) -> None:
    result = nova('version-lint', script, *words)
    assert (result.status, result.out) == (2, '')


def test_what_is_not_judged_is_told_in_text_json_annotations_and_status(
    nova: Nova, tmp_path: pathlib.Path
) -> None:
    path = tmp_path / 'script.sh'
    path.write_text('nova list\n  ironic node-create\n')
    words = ('version-lint', str(path), '--release', 'pike')
    result = nova(*words)
    assert result.lines[0].startswith(f'{path}:2:3: warning: ironic is not judged')
    assert result.lines[1:] == ['2 calls: 1 nova, 1 ironic; 1 not judged']
    assert (result.status, result.err) == (0, '')
    assert codes(nova(*words, '-f', 'json').out) == [(2, 'not-judged', 'warning')]
    assert nova(*words, '-f', 'github').out.startswith('::warning ')
    counts = json.loads(nova(*words, '--count', '-f', 'json').out)
    assert counts == {'calls': 2, 'programs': {'nova': 1, 'ironic': 1}, 'not_judged': 1}
    strict = nova(*words, '--strict')
    assert (strict.status, strict.out) == (1, result.out)
    assert strict.err == 'nova-mv: 1 not judged.\n'
    path.write_text('nova list\n')
    assert nova(*words, '--strict').status == 0


@pytest.fixture
def fleet(nova: Nova, start_cloud: StartCloud) -> Nova:
    """Clouds ``kilo``, up to 2.12, ``pike``, up to 2.53, whose file names 2.40, and ``down``."""
    kilo, pike = (start_cloud(maximum=maximum) for maximum in ('2.12', '2.53'))
    down = kilo.entry().replace(kilo.url, 'http://127.0.0.1:9')
    named = pike.entry(compute_api_version='2.40')
    nova.cloud_file(f'clouds: {{kilo: {kilo.entry()}, pike: {named}, down: {down}}}')
    return nova


def test_each_cloud_has_findings_of_its_own(fleet: Nova, tmp_path: pathlib.Path) -> None:
    path = tmp_path / 'script.sh'
    path.write_text('nova-mv server-tag-list x\nironic node-list\n')
    words = ('version-lint', str(path), '--os-cloud', 'kilo,pike')
    result = fleet(*words)
    assert [line.partition(': ')[0] for line in result.lines] == ['kilo'] * 3 + ['pike'] * 2
    assert result.lines[0].startswith(f'kilo: {path}:1:9: error: server-tag-list needs API version')
    assert result.lines[2] == 'kilo: 2 calls: 1 nova-mv, 1 ironic; 1 not judged'
    assert (result.status, result.err) == (1, 'nova-mv: 1 error in 1 file on 1 cloud.\n')
    rows = json.loads(fleet(*words, '-f', 'json').out)
    assert [(row['cloud'], row['code']) for row in rows] == [
        ('kilo', 'command-too-new'),
        ('kilo', 'not-judged'),
        ('pike', 'not-judged'),
    ]
    assert ': kilo: ' not in fleet(*words[:-1], 'pike').out
    assert json.loads(fleet(*words[:-1], 'pike', '-f', 'json').out)[0]['cloud'] is None
    result = fleet(*words[:-1], 'pike,down')
    assert result.lines[-1] == 'pike: 2 calls: 1 nova-mv, 1 ironic; 1 not judged'
    assert result.status == 8


def test_version_of_the_cloud_counts_as_in_a_run_there(fleet: Nova, tmp_path: pathlib.Path) -> None:
    path = tmp_path / 'script.sh'
    call = 'nova-mv server-list --changes-before 2026-01-01'
    words = ('version-lint', str(path), '--os-cloud')

    def codes_of(script: str, cloud: str, **variables: str) -> list[str]:
        path.write_text(script)
        rows = json.loads(fleet(*words, cloud, '-f', 'json', env=variables).out)
        return [row['code'] for row in rows]

    tags = 'nova-mv server-create --tags a --flavor m --image i x\n'
    # 2.40 of the file lacks what 2.52 brought; what the script names wins over it.
    assert codes_of(tags, 'pike') == ['option-too-new']
    assert codes_of(f'export OS_COMPUTE_API_VERSION=2.53\n{tags}', 'pike') == []
    # Our own surroundings are not those of the script.
    assert codes_of(tags, 'pike', OS_COMPUTE_API_VERSION='2.53') == ['option-too-new']
    assert 'compute_api_version of cloud pike' in fleet(*words, 'pike').out
    assert codes_of(call, 'kilo') == ['option-too-new']
    # A pin counts as the file's version does, and one that the cloud lacks breaks each call.
    assert fleet('version-pin', '2.3', '--os-cloud', 'kilo').status == 0
    assert codes_of('nova-mv server-list\nnova list\n', 'kilo') == []
    pins = fleet.home / '.config' / 'nova-mv' / 'pins'
    assert 'compute=2.3' in pins.read_text()
    pins.write_text(pins.read_text().replace('2.3', '2.30'))
    assert codes_of('nova-mv server-list\nnova list\n', 'kilo') == ['pin-outside']
