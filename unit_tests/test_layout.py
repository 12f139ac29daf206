"""The rooms and walls of the package, as the page on the architecture says."""

from __future__ import annotations

import ast
import functools
import json
import pathlib
import re
import sys
from collections.abc import Iterator

import pytest

from novaclient_mv.services import SERVICES
from unit_tests.source import (
    PACKAGE,
    ROOT,
    calls_in,
    docstring_of,
    dotted,
    imported,
    inside,
    lies_in,
    module_of,
    name_of,
    nodes_of,
    own_imports,
    paths,
    python,
    text_of,
    tree_of,
)

LIBRARIES = {
    service.commands_package.removeprefix('novaclient_mv.').removesuffix('.commands'): service
    for service in SERVICES
}
"""The library of each service, as ``baremetal.v1``; its commands are the room inside it."""

COMMANDS = ('program.commands', *(f'{library}.commands' for library in LIBRARIES))
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 50

COMPAT_OF_THE_LIBRARY = (
    *('caller_options', 'client_keywords', 'keyword_types', 'manager_names'),
    *('query_strings', 'recorded_times', 'request_ids', 'session_client', 'session_connection'),
    'verbs',
)

FLOORS = (
    ('values', 'deprecation'),
    ('errors', 'user_files'),
    ('versions',),
    ('policies',),
    ('services', 'data'),
    ('wire',),
    tuple(f'compat.{name}' for name in COMPAT_OF_THE_LIBRARY),
    ('resources',),
    ('v2', 'baremetal', 'placement'),
    ('clouds',),
    ('cli.reading',),
    ('knowledge',),
    ('cli.running',),
    ('cli.showing',),
    ('cli.completing',),
    ('cli.terminal',),
    ('cli.main',),
    ('program', *COMMANDS),
)
"""The rooms from the ground up: a module imports from its own floor and from those below."""

FACES = (
    *('api_versions', 'base', 'client', 'crypto', 'exceptions', 'extension', 'i18n', 'utils'),
    'compat',
    *('cli.arguments', 'cli.output', 'hook', 'shell', '__main__'),
)
"""Names for programs, and the program itself. They import any floor; no floor imports them."""

WITH_A_SESSION = {'compat/session_client.py'}
"""Subclasses of keystoneauth1's; they are imported where a session is made or given."""

PURE = ('errors', 'versions', 'policies', 'services', 'cli.reading', 'knowledge', *COMMANDS)
"""Rooms that import the standard library and our rooms below, even inside functions."""

THIRD_PARTIES = {
    # The transport and the access of keystoneauth1, and the sessions that we make for them.
    'wire/logins/keystone.py': {'keystoneauth1'},
    # What a session answers is an answer like any other from here on.
    'wire/sessions.py': {'keystoneauth1', 'requests'},
    # What sends the requests of our sessions.
    'wire/session_adapter.py': {'keystoneauth1', 'requests', 'urllib3'},
    'compat/client_keywords.py': {'keystoneauth1'},
    'compat/session_connection.py': {'keystoneauth1'},
    # The connection that programs know is an adapter.
    'compat/session_client.py': {'keystoneauth1'},
    # Tell what keystoneauth1 raises.
    'wire/connection_errors.py': {'keystoneauth1'},
    'wire/logins/refusals.py': {'keystoneauth1'},
    'wire/session_errors.py': {'keystoneauth1'},
    # Evaluates an operator's policy file.
    'policies/operator_file.py': {'oslo_config', 'oslo_policy', 'yaml'},
    # What other packages bring.
    'services/entry_points.py': {'stevedore'},
    # Words for true and false, and times.
    'v2/flavor_arguments.py': {'oslo_utils'},
    'v2/servers/new_servers.py': {'oslo_utils'},
    # The plugin of a login.
    'clouds/logins/plugins.py': {'keystoneauth1', 'stevedore'},
    # Cloud files, and files of a command's arguments.
    'clouds/file_texts.py': {'yaml'},
    'clouds/file_lines.py': {'yaml'},
    'user_files/yaml_documents.py': {'yaml'},
    'cli/running/document_files.py': {'yaml'},
    # Scripts inside YAML.
    'knowledge/lint/pipelines.py': {'yaml'},
    # Checks an expression.
    'cli/reading/queries.py': {'jmespath'},
    'cli/showing/formats/yaml_format.py': {'yaml'},
    # Long lists in less time.
    'cli/showing/json_text.py': {'orjson'},
    # Lays out what is not in ASCII.
    'cli/showing/grid.py': {'prettytable'},
}
"""The packages of others that a file may import inside functions, and for types."""

LONG_FILES = {
    'novaclient_mv/cli/reading/types/__init__.py': 'The types of arguments, one after the other.',
    'novaclient_mv/errors/tree.py': 'The tree of errors, drawn and defined at one place.',
}
"""Files above 400 lines with the reason; none is above 500."""


def is_face(module: str) -> bool:
    """Whether a module is for programs only; what rooms need of ``compat`` has a floor."""
    return lies_in(module, FACES) and floor_of(module) is None


@functools.cache
def floor_of(module: str) -> int | None:
    """The number of a module's floor; commands stand above the library that holds their folder."""
    floors = [number for number, rooms in enumerate(FLOORS) if lies_in(module, rooms)]
    return max(floors, default=None)


def others(names: Iterator[str]) -> set[str]:
    """Third parties among imported names."""
    roots = {name.split('.')[0] for name in names}
    return roots - sys.stdlib_module_names - {'novaclient_mv'}


# -- walls --


def test_no_module_imports_third_parties_before_they_are_needed() -> None:
    for file in paths(PACKAGE):
        is_late = file.relative_to(PACKAGE).as_posix() in WITH_A_SESSION
        if PACKAGE / 'sandbox' not in file.parents and not is_late:
            assert others(imported(file, top_only=True, typed=False)) == set(), name_of(file)


def test_no_wall_is_passed_by_a_name_that_is_imported_as_text() -> None:
    names = [
        (name_of(file), word.value)
        for file in paths(PACKAGE)
        for function, call in calls_in(file)
        if function.endswith('import_module')
        for word in ast.walk(call)
        if isinstance(word, ast.Constant) and str(word.value).startswith('novaclient_mv')
    ]
    assert names == []


def in_rooms(rooms: tuple[str, ...]) -> list[pathlib.Path]:
    return [file for file in paths(PACKAGE) if lies_in(inside(file), rooms)]


def test_pure_rooms_load_the_standard_library_only() -> None:
    code = """
import importlib, json, sys
found = {}
for name in sys.argv[1:]:
    before = set(sys.modules)
    importlib.import_module(name)
    new = {each.split('.')[0] for each in set(sys.modules) - before}
    found[name] = sorted(new - sys.stdlib_module_names - {'novaclient_mv'})
print(json.dumps(found))
"""
    late = {PACKAGE / name for name in WITH_A_SESSION}
    files = [file for file in in_rooms((*PURE, *FACES)) if file not in late]
    found = json.loads(python(code, *map(module_of, files)))
    assert {name: names for name, names in found.items() if names} == {}


def test_third_parties_are_known_to_named_files_only() -> None:
    found = {
        file.relative_to(PACKAGE).as_posix(): others(imported(file))
        for file in paths(PACKAGE)
        if PACKAGE / 'sandbox' not in file.parents
    }
    assert {name: packages for name, packages in found.items() if packages} == THIRD_PARTIES


def test_each_package_that_is_asked_for_is_imported() -> None:
    text = (ROOT / 'setup.py').read_text(encoding='utf-8')
    asked = re.findall(r"'([\w.]+)>=", text.partition('install_requires=[')[2].partition(']')[0])
    imported = set().union(*THIRD_PARTIES.values())
    names = {'PyYAML': 'yaml', 'oslo.utils': 'oslo_utils'}
    assert asked
    assert [name for name in asked if names.get(name, name) not in imported] == []


def test_answers_of_requests_are_known_to_sessions_only() -> None:
    """Every transport returns a ``WireAnswer`` to the layers above."""
    knowing = {
        file.relative_to(PACKAGE).as_posix()
        for file in paths(PACKAGE)
        if PACKAGE / 'sandbox' not in file.parents and 'requests' in others(imported(file))
    }
    assert knowing == {'wire/sessions.py', 'wire/session_adapter.py'}


def test_every_module_has_a_floor_or_is_a_face() -> None:
    without = [
        inside(file)
        for file in paths(PACKAGE)
        if floor_of(inside(file)) is None and not lies_in(inside(file), ('sandbox', *FACES))
    ]
    assert without == ['', 'cli']


def test_imports_go_down_only() -> None:
    up = {}
    for file in paths(PACKAGE):
        floor = floor_of(inside(file))
        if floor is not None:
            above = {each for each in own_imports(file) if (floor_of(each) or 0) > floor}
            up[inside(file)] = above
    assert {module: above for module, above in up.items() if above} == {}


def test_no_room_imports_a_face() -> None:
    for file in paths(PACKAGE):
        is_room = not is_face(inside(file)) and not lies_in(inside(file), ('sandbox',))
        if is_room and inside(file):
            found = {each for each in own_imports(file) if is_face(each)}
            assert found == set(), name_of(file)


def test_root_shows_faces_only() -> None:
    modules = {file.stem for file in PACKAGE.glob('*.py')} - {'__init__', 'deprecation'}
    assert modules <= set(FACES)
    modules = {file.stem for file in (PACKAGE / 'cli').glob('*.py')} - {'__init__'}
    assert {f'cli.{name}' for name in modules} <= set(FACES)


def test_commands_know_nothing_of_http() -> None:
    for file in in_rooms(COMMANDS):
        assert {each for each in own_imports(file) if lies_in(each, ('wire',))} == set(), file
        for node in nodes_of(file):
            if isinstance(node, ast.Attribute):
                assert node.attr not in ('http_code', 'status_code', 'ver_minor', 'matches'), file


@pytest.mark.parametrize('room', COMMANDS)
def test_command_modules_do_not_import_each_other(room: str) -> None:
    for file in in_rooms((room,)):
        imports = {module for module in own_imports(file) if lies_in(module, COMMANDS)}
        others_than_parts = {m for m in imports if not lies_in(m, (f'{room}.parts',))}
        assert others_than_parts == set(), name_of(file)


def test_policies_know_versions_and_how_yaml_is_read_only() -> None:
    rooms = ('policies', 'versions', 'user_files.yaml_documents')
    for file in in_rooms(('policies',)):
        others = {each for each in own_imports(file) if not lies_in(each, rooms)}
        assert others == set(), name_of(file)


@pytest.mark.parametrize('library', LIBRARIES)
def test_services_do_not_know_each_other(library: str) -> None:
    rest = tuple(other for other in LIBRARIES if other != library)
    for file in in_rooms((library,)):
        assert {m for m in own_imports(file) if lies_in(m, rest)} == set(), name_of(file)


def test_the_sandbox_has_one_door() -> None:
    doors = [
        name_of(file)
        for file in paths(PACKAGE)
        if PACKAGE / 'sandbox' not in file.parents
        and any(lies_in(each, ('sandbox',)) for each in own_imports(file))
    ]
    assert doors == ['novaclient_mv/clouds/builtin.py']


WRITES = re.compile(r'[wax]+b?t?\+?')
"""Modes of files that are written."""


def test_files_are_written_in_few_places() -> None:
    """The user's own in one, which keeps what others write at the same time."""
    writing = set()
    for file in paths(PACKAGE):
        for called, node in calls_in(file):
            given = (*node.args[1:], *(keyword.value for keyword in node.keywords))
            modes = [str(each.value) for each in given if isinstance(each, ast.Constant)]
            if (
                called in ('os.replace', 'os.rename')
                or called.endswith(('write_text', 'write_bytes'))
                or (
                    called == 'open' and any(re.fullmatch(r'[wax]+b?t?\+?', mode) for mode in modes)
                )
            ):
                writing.add(name_of(file))
    assert writing == {
        'novaclient_mv/user_files/__init__.py',
        # What can be had anew: a link there is another's, and is put out of the way.
        'novaclient_mv/clouds/logins/cache.py',
        # A folder of its own, which is made once.
        'novaclient_mv/sandbox/http/tls.py',
    }


def test_only_what_shows_writes_to_stdout() -> None:
    for file in paths(PACKAGE):
        if PACKAGE / 'cli' / 'showing' in file.parents:
            continue
        for called, node in calls_in(file):
            where = f'{name_of(file)}:{node.lineno}'
            assert called != 'print', where
            assert not called.endswith(('stdout.write', 'stdout.writelines')), where
            given = [dotted(each) for each in node.args if called != 'getattr']
            assert not any(each.endswith('.stdout') for each in given), where


def test_only_the_program_tells_a_failure_and_its_status() -> None:
    callers = [
        name_of(file)
        for file in paths(PACKAGE)
        for called, _ in calls_in(file)
        if called == 'failure.report'
    ]
    main = 'novaclient_mv/cli/main/'
    assert set(callers) == {f'{main}displays.py', f'{main}exit_statuses.py'}


def test_only_the_program_ends_the_process() -> None:
    for file in paths(PACKAGE):
        if name_of(file) == 'novaclient_mv/__main__.py':
            continue
        for node in nodes_of(file):
            if isinstance(node, ast.Name | ast.Attribute):
                assert dotted(node) not in ('sys.exit', 'os._exit', 'exit', 'quit'), name_of(file)


@pytest.mark.parametrize(
    ('words', 'module'),
    [
        (('alias-list',), 'program.commands.alias'),
        (('server-list',), 'v2.commands.server_list'),
        (('list', '--limit', '1'), 'v2.commands.server_list'),
        (('baremetal-node-list',), 'baremetal.v1.commands.node_list'),
        (('placement-resource-provider-list',), 'placement.v1.commands.resource_provider'),
    ],
)
def test_a_command_loads_one_command_module(
    words: tuple[str, ...], module: str, tmp_path: pathlib.Path
) -> None:
    code = """
import re, sys
from novaclient_mv import shell
status = shell.main(sys.argv[1:])
command_module = re.compile(r'novaclient_mv[.](.+[.]commands[.](?!parts\\b).+)')
print(status, *(match[1] for name in sorted(sys.modules) if (match := command_module.match(name))))
"""
    home = {'HOME': str(tmp_path), 'XDG_STATE_HOME': str(tmp_path / 'state')}
    out = python(code, '--os-cloud', 'sandbox', *words, **home)
    assert out.splitlines()[-1] == f'0 {module}'


# -- rooms --


def test_every_module_says_what_it_owns() -> None:
    tests = (ROOT / room for room in ('unit_tests', 'functional_tests', 'evidence'))
    for file in paths(PACKAGE, *tests):
        first = docstring_of(file).split('\n\n')[0]
        assert first[:1].isupper() or first.startswith(('``', 'python-novaclient')), name_of(file)
        assert first.endswith(('.', ':')), name_of(file)
        assert len(first.splitlines()) <= 3, name_of(file)


def test_tests_of_the_product_import_no_evidence() -> None:
    for file in paths(ROOT / 'unit_tests', ROOT / 'functional_tests'):
        assert re.search(r'^(from|import) evidence\b', text_of(file), re.MULTILINE) is None, file


def test_no_module_is_a_drawer_for_anything() -> None:
    names = {'utils', 'util', 'common', 'helpers', 'helper', 'misc', 'tools'}
    drawers = [name_of(each) for each in paths(PACKAGE) if each.stem in names]
    # A name of python-novaclient's, with nothing of its own in it.
    assert drawers == ['novaclient_mv/utils.py']


def test_files_stay_short() -> None:
    counts = {
        name_of(file): len(text_of(file).splitlines())
        for file in paths(PACKAGE, ROOT / 'unit_tests')
    }
    long = {name for name, count in counts.items() if count > MOST_LINES}
    # Tests and the sandbox, whose files are many small ones of one kind, may have 100 lines more.
    more = ('unit_tests/', 'novaclient_mv/sandbox/')
    assert {name for name in long if not name.startswith(more)} == set(LONG_FILES)
    assert {name: count for name, count in counts.items() if count > MOST_LINES + 100} == {}


def test_functions_stay_short() -> None:
    found = {}
    for file in paths(PACKAGE):
        for node in nodes_of(file):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                count = (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
                if count > MOST_LINES_OF_A_FUNCTION:
                    found[f'{name_of(file)}:{node.name}'] = count
    assert found == {}


def test_imports_are_of_modules_in_one_way() -> None:
    for file in paths(PACKAGE):
        for node in nodes_of(file):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f'{name_of(file)}:{node.lineno}'
                assert node.names[0].name != '*', f'{name_of(file)}:{node.lineno}'


def test_names_in_the_drawings_of_the_architecture_are_there() -> None:
    page = ROOT / 'doc' / 'source' / 'contributor' / 'architecture.rst'
    drawn = re.findall(r'((?:\w+/)+\w+\.py): (\w+)', page.read_text(encoding='utf-8'))
    assert len(drawn) > 15
    for name, defined in drawn:
        found = {
            getattr(node, 'name', None)
            for node in tree_of(PACKAGE / name.removeprefix('novaclient_mv/')).body
        }
        assert defined in found, (name, defined)


NOT_ROOMS = frozenset({'command_transcripts', 'fictional', 'promise', 'documentation'})
"""Folders of tests that go through all rooms."""


def test_folders_of_tests_mirror_the_rooms() -> None:
    tests = ROOT / 'unit_tests'
    folders = {file.parent.relative_to(tests) for file in tests.rglob('test_*.py')}
    elsewhere = {folder for folder in folders if not NOT_ROOMS & {*folder.parts}}
    assert {folder.as_posix() for folder in elsewhere if not (PACKAGE / folder).is_dir()} == set()
    # Data is tested with what reads it, and most commands by the tests of their library.
    rooms = [*(room for floor in FLOORS[:-1] for room in floor), *LIBRARIES, 'program', 'sandbox']
    folders_of_rooms = [room.replace('.', '/') for room in rooms if room != 'data']
    untested = [
        folder
        for folder in folders_of_rooms
        if (PACKAGE / folder).is_dir() and not [*(tests / folder).rglob('test_*.py')]
    ]
    assert untested == []
