"""Services that other packages bring: what is taken up, and what is left out and does no harm."""

from __future__ import annotations

import os
import pathlib
import textwrap

import pytest

from novaclient_mv.services import SERVICES, registry
from unit_tests import processes
from unit_tests.fictional import installed
from unit_tests.fictional.clouds import Orchestra
from unit_tests.fictional.depot import DEPOT
from unit_tests.fictional.orchestra import ORCHESTRA
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

ROOT = pathlib.Path(__file__).parents[2]
NOTHING = 'nothing_of_this_name'

FAILS, TAKEN = ' cannot be loaded: ', 'version option or version variable is taken.'
BAD = {
    'not_there': (f'import {NOTHING}', f'{FAILS}No module named {NOTHING!r}'),
    'raises': ('raise RuntimeError("broken")', f'{FAILS}broken'),
    'asserts': ('assert False, "broken"', f'{FAILS}broken'),
    'exits': ('raise SystemExit(3)', f'{FAILS}3'),
    'no_service': ('SERVICE = 5', ': it is not a Service.'),
    'fields': ('SERVICE = ORCHESTRA._replace(range=None)', "no attribute 'service'."),
    'major': ('SERVICE = ORCHESTRA._replace(name="other")', 'are not bound to other.'),
    'our_name': ('SERVICE = other("other")._replace(name="compute")', 'are not bound to compute.'),
    'our_prefix': ('SERVICE = other("other", prefix="")', ": '' is not a prefix of names."),
    'open': (
        'SERVICE = other("other", range=VersionRange(APIVersion("1.1", "other")))',
        'it speaks 1.1 and later.',
    ),
    'our_option': ('SERVICE = other("other", version_option=COMPUTE.version_option)', TAKEN),
    'global_option': (
        'SERVICE = other("other", version_option="--os-cloud")',
        "'--os-cloud' is not a version option.",
    ),
    'our_variable': ('SERVICE = other("other", version_variable=COMPUTE.version_variable)', TAKEN),
    'name_of_others': ('SERVICE = ORCHESTRA._replace(prefix="other-")', TAKEN),
    'prefix_of_others': ('SERVICE = other("other", prefix=ORCHESTRA.prefix)', TAKEN),
    'odd_prefix': (
        'SERVICE = other("other", prefix="server")',
        "'server' is not a prefix of names.",
    ),
    'how': (
        'SERVICE = other("other", learned_by="guess")',
        "'guess' is not a way to learn versions.",
    ),
}
"""Modules whose service is left out, and how the reason ends."""

HEAD = """
from novaclient_mv.services import COMPUTE
from novaclient_mv.versions import APIVersion, VersionRange
from unit_tests.fictional.orchestra import ORCHESTRA


def other(name, **changes):
    own = {
        'name': name,
        'range': VersionRange(APIVersion('1.1', name), APIVersion('1.24', name)),
        'without': APIVersion('1.0', name),
        'prefix': name + '-',
        'version_option': f'--os-{name}-api-version',
        'version_variable': f'OS_{name.upper()}_API_VERSION',
    }
    return ORCHESTRA._replace(**{**own, **changes})


"""


def package(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch, code: str, name: str) -> None:
    """Install another package, whose module has a service."""
    module = f'fictional_module_{name}'
    places = {f'z_{name}': f'{module}:SERVICE', **installed.FICTIONAL}
    installed.install(folder, places)
    (folder / f'{module}.py').write_text(HEAD + code + '\n')
    monkeypatch.syspath_prepend(str(folder))


def test_the_services_of_a_package_come_behind_ours() -> None:
    assert registry.outside() == (DEPOT, ORCHESTRA)
    assert [each.name for each in registry.every()] == [
        *(service.name for service in SERVICES),
        *('depot', 'orchestra'),
    ]
    assert registry.named('orchestra') == ORCHESTRA
    assert registry.named('orchestrav1') == ORCHESTRA
    assert registry.named('choir') is None


@pytest.mark.parametrize('name', BAD)
def test_a_service_that_cannot_be_taken_up_is_left_out(
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    nova: Nova,
    name: str,
) -> None:
    code, reason = BAD[name]
    package(tmp_path / 'bad', monkeypatch, code, name)
    monkeypatch.syspath_prepend(str(tmp_path / 'nowhere'))
    assert [each.name for each in registry.outside()] == ['depot', 'orchestra']
    (line,) = [each.message for each in caplog.records if each.name == 'novaclient_mv']
    assert line.startswith(f'The service of the entry point z_{name} is left out') or FAILS in line
    assert f' entry point z_{name} ' in line
    assert line.endswith(reason)
    plain = nova('help')
    assert plain.status == 0
    assert nova('help', 'orchestra-player-list').status == 0
    assert plain.out.count('--os-compute-api-version <version>') == 1


def test_a_service_whose_commands_cannot_be_imported_does_no_harm(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, nova: Nova, cloud: ScriptedCloud
) -> None:
    code = 'SERVICE = other("choir", commands_package="nothing.of.this.name")'
    package(tmp_path / 'bad', monkeypatch, code, 'choir')
    assert nova('server-list', cloud=cloud).status == 0
    page = nova('help')
    assert page.status == 0
    assert 'orchestra-player-list' in page.out
    result = nova('choir-singer-list')
    assert (result.status, result.err) == (
        1,
        "nova-mv: The command choir-singer-list cannot be loaded: No module named 'nothing'.\n",
    )


def test_a_name_of_ours_stays_ours_whatever_prefix_is_registered(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, nova: Nova, cloud: ScriptedCloud
) -> None:
    commands = tmp_path / 'taken' / 'fictional_takers'
    commands.mkdir(parents=True)
    (commands / '__init__.py').write_text('')
    (commands / 'list.py').write_text(
        textwrap.dedent("""
            def do_list(client, args):
                '''Take the place of another command.'''
                raise AssertionError
        """)
    )
    code = (
        'SERVICE = other("choir", prefix="server-", version_option="--os-choir-api-version", '
        'commands_package="fictional_takers")'
    )
    package(tmp_path / 'taken', monkeypatch, code, 'taker')
    assert nova('server-list', cloud=cloud).status == 0
    page = nova('help').out
    assert page.count('\n  server-list ') == 1
    assert 'Take the place' not in page


def test_a_single_command_of_another_package_may_be_one_of_its_service(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, nova: Nova, cloud: ScriptedCloud
) -> None:
    folder = tmp_path / 'single'
    place = {'orchestra-count': 'fictional_single:do_count'}
    installed.install(folder, installed.FICTIONAL, place)
    (folder / 'fictional_single.py').write_text(
        textwrap.dedent("""
            from novaclient_mv.cli.running import results


            def do_count(client, args):
                '''Count the players.'''
                return results.Text(f'{len(client.players.list())} at {client.api_version}')
        """)
    )
    monkeypatch.syspath_prepend(str(folder))
    orchestra = Orchestra(cloud)
    assert nova('orchestra-count', cloud=cloud).out == '1 at 1.24\n'
    assert orchestra.wire == ['1.24 GET /players']


def test_services_are_found_by_a_process_of_its_own_and_only_where_needed(
    packages: pathlib.Path, tmp_path: pathlib.Path, cloud: ScriptedCloud, orchestra: Orchestra
) -> None:
    code = (
        'import sys; from novaclient_mv import shell; status = shell.main(sys.argv[1:]); '
        'print(status, "unit_tests.fictional.orchestra" in sys.modules)'
    )
    path = os.pathsep.join([str(ROOT), str(packages)])
    for line, expected in (('server-list', '0 False'), ('orchestra-player-list', '0 True')):
        done = processes.python(
            '-c',
            code,
            line,
            env={'HOME': str(tmp_path), 'PYTHONPATH': path, **cloud.environ()},
            check=True,
        )
        assert done.stdout.splitlines()[-1] == expected, done.stderr
    assert orchestra.wire == ['1.24 GET /players']
