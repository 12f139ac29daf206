"""The page on adding a service: its package, built, installed beside this one, and used."""

from __future__ import annotations

import os
import pathlib
import shlex
import subprocess

import pytest

from unit_tests import processes, recipe
from unit_tests.documentation import console
from unit_tests.documentation.pages import ROOT
from unit_tests.patience import PATIENCE
from unit_tests.scripted import Answer, Request, ScriptedCloud, fault

RECIPE = recipe.Recipe('adding-a-service.rst')
ANIMAL = {'id': 'a1', 'name': 'Bruno', 'species': 'bear'}
HEADER = 'OpenStack-API-Version'


OLD_NAMES = {
    'import Discovery, Service': 'import REFUSAL, Service',
    'unversioned=': 'without=',
    'Discovery.NOT_ACCEPTABLE': 'REFUSAL',
    'arg, returns_resource, set_arguments, writes': 'arg, given, shows, writes',
    'returns_resource(': 'shows(',
    'set_arguments(': 'given(',
}
"""New names of the page to the old ones: packages with these run unchanged."""


@pytest.fixture(scope='module', params=[{}, OLD_NAMES], ids=['page', 'page of before'])
def site(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> pathlib.Path:
    """The folder into which the package of the page is installed."""
    source = tmp_path_factory.mktemp('source')
    for block in RECIPE.blocks:
        if block.caption:
            file = source / block.caption
            file.parent.mkdir(parents=True, exist_ok=True)
            text = block.text
            for name, old in request.param.items():
                text = text.replace(name, old)
            file.write_text(text, encoding='utf-8')
    site = tmp_path_factory.mktemp('site')
    install = ['pip', 'install', '-q', '--no-deps', '--no-index', '--no-build-isolation']
    done = processes.python('-m', *install, '--target', str(site), str(source), timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return site


class Run:
    """Runs the program in a process of its own, with the package of the page."""

    def __init__(self, site: pathlib.Path, home: pathlib.Path, cloud: ScriptedCloud) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith('OS_')}
        paths = os.pathsep.join((str(site), str(ROOT)))
        self.env = {**kept, **cloud.environ(), 'PYTHONPATH': paths, 'HOME': str(home)}

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        return processes.python(*words, env=self.env, timeout=PATIENCE)

    def program(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self('-m', 'novaclient_mv', *words)


class Zoo:
    """A zoo on a scripted cloud."""

    def __init__(self, cloud: ScriptedCloud, maximum: int) -> None:
        self.maximum = maximum
        self.wire: list[str] = []
        for method in ('GET', 'POST'):
            cloud.on(method, '/zoo/v1*', self._answer)

    def _answer(self, request: Request) -> Answer:
        name, _, version = (request.headers[HEADER] or 'zoo 1.1').partition(' ')
        assert name == 'zoo'
        self.wire.append(f'{version} {request.method} {request.path.removeprefix("/zoo/v1")}')
        if int(version.partition('.')[2]) > self.maximum:
            refused = fault(406, 'Too new.')
            refused.headers += [
                ('OpenStack-API-Minimum-Version', 'zoo 1.1'),
                ('OpenStack-API-Maximum-Version', f'zoo 1.{self.maximum}'),
            ]
            return refused
        body: dict[str, object] = {'animals': [ANIMAL]}
        if request.method == 'POST':
            body = {'animal': {'id': 'a2', **request.body['animal']}}
        return Answer(200, body, [(HEADER, f'zoo {version}')])


@pytest.fixture
def cloud(start_cloud: type[ScriptedCloud]) -> ScriptedCloud:
    """A cloud whose catalog has a zoo."""
    return start_cloud(catalog={'zoo': '/zoo/v1'})


@pytest.fixture
def run(site: pathlib.Path, tmp_path: pathlib.Path, cloud: ScriptedCloud) -> Run:
    """Runs the program on that cloud."""
    return Run(site, tmp_path, cloud)


def test_help_shows_the_commands_and_the_option(run: Run) -> None:
    shown = run.program('help').stdout
    for name in ('zoo-animal-list', 'zoo-animal-create', '--os-zoo-api-version', 'server-list'):
        assert name in shown, name


def test_the_page_shows_what_the_program_prints(run: Run) -> None:
    commands = [each for each in RECIPE.commands() if each.line.startswith('nova-mv')]
    assert commands
    for line, output in commands:
        done = run.program(*shlex.split(line)[1:])
        assert console.matches(output, done.stdout), done.stdout


def test_it_negotiates_by_refusals_and_remembers(run: Run, cloud: ScriptedCloud) -> None:
    zoo = Zoo(cloud, maximum=3)
    for _ in range(2):
        done = run.program('zoo-animal-list', '-f', 'value', '-c', 'name')
        assert (done.returncode, done.stdout, done.stderr) == (0, 'Bruno\n', '')
    assert zoo.wire == ['1.12 GET /animals', '1.3 GET /animals', '1.3 GET /animals']


def test_it_refuses_with_its_releases(run: Run, cloud: ScriptedCloud) -> None:
    Zoo(cloud, maximum=3)
    done = run.program('zoo-animal-create', 'Bruno', '--species', 'bear')
    assert (done.returncode, done.stderr) == (
        3,
        'nova-mv: --species needs API version 1.4 (Badger) or later; this cloud offers 1.1 to 1.3 '
        f'(Aardvark). (As reported by {cloud.url}/zoo/v1/.)\n',
    )


def test_the_library_of_the_page_works(run: Run, cloud: ScriptedCloud) -> None:
    Zoo(cloud, maximum=12)
    program = next(
        block.text
        for block in RECIPE.blocks
        if block.language == 'python' and not block.caption and 'Client(' in block.text
    )
    place = f'{cloud.url}/zoo/v1'
    done = run('-c', program.replace('http://zoo.example.org', place))
    assert (done.returncode, done.stdout) == (0, "['Bruno']\n"), done.stderr


def test_page_has_each_name_that_was_another() -> None:
    text = recipe.text_of('adding-a-service.rst')
    assert [name for name in OLD_NAMES if name not in text] == []
