"""The rooms, walls and names of the package, as the page on the architecture says."""

from __future__ import annotations

import ast
import functools
import json
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from novaclient_mv.cli.reading import aliases, commands, tree
from novaclient_mv.clouds import options

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / 'novaclient_mv'
SERVICES = {
    'v2': PACKAGE / 'v2' / 'commands',
    'baremetal.v1': PACKAGE / 'baremetal' / 'v1' / 'commands',
    'placement.v1': PACKAGE / 'placement' / 'v1' / 'commands',
}
"""The library of each service, and the folder of its commands."""

COMMANDS = SERVICES['v2']
PARTS = ('v2.commands.parts',)
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 50

FLOORS = (
    ('errors',),
    ('versions',),
    ('services', 'data'),
    ('wire',),
    ('resources',),
    ('v2', 'baremetal', 'placement'),
    ('clouds',),
    ('cli.reading',),
    ('knowledge',),
    ('cli.running',),
    ('cli.showing',),
    ('v2.commands', 'baremetal.v1.commands', 'placement.v1.commands'),
)
"""The rooms from the ground up: a module imports from its own floor and from those below."""

FACES = (
    *('api_versions', 'base', 'client', 'crypto', 'exceptions', 'extension', 'utils', 'compat'),
    *('cli.arguments', 'cli.output', 'shell', '__main__'),
)
"""Names for programs, and the program itself. They import any floor; no floor imports them."""

OPEN_FLOORS: dict[str, set[str]] = {}
"""Imports that go up, with the reason; there should be none."""

PURE = ('errors', 'versions', 'services', 'cli.reading', 'knowledge', 'v2.commands')
"""Rooms that import the standard library and our rooms below, even inside functions."""

THIRD_PARTIES = {
    # The transport and the access of keystoneauth1, and the sessions that we make for them.
    'wire/keystone.py': {'keystoneauth1'},
    # What a session answers is an answer like any other from here on.
    'wire/sessions.py': {'keystoneauth1', 'requests'},
    'wire/client_keywords.py': {'keystoneauth1'},
    # Tell what keystoneauth1 raises.
    'wire/connection_errors.py': {'keystoneauth1'},
    'wire/login_refusals.py': {'keystoneauth1'},
    'wire/translation.py': {'keystoneauth1'},
    'wire/masking.py': {'oslo_utils'},
    # The plugin of a login.
    'clouds/plugins.py': {'keystoneauth1'},
    # Cloud files, and files of a command's arguments.
    'clouds/files.py': {'yaml'},
    'cli/running/document_files.py': {'yaml'},
    # Scripts inside YAML.
    'knowledge/lint/pipelines.py': {'yaml'},
    # Checks an expression.
    'cli/reading/queries.py': {'jmespath'},
    'cli/showing/renderer.py': {'yaml'},
    # Lays out what is not in ASCII.
    'cli/showing/grid.py': {'prettytable'},
}
"""The packages of others that a file may import inside functions, and for types."""

LONG_FILES = {
    'novaclient_mv/clouds/files.py': 'One merge of cloud files as openstacksdk does it.',
    'novaclient_mv/cli/reading/types/__init__.py': 'The types of arguments, one after the other.',
    'novaclient_mv/errors/tree.py': 'The tree of errors, drawn and defined at one place.',
    'novaclient_mv/clouds/options.py': 'The table of global options, one after the other.',
    'novaclient_mv/wire/sender.py': 'The one path on which requests are sent.',
}
"""Files above 400 lines with the reason; none is above 500."""


def paths(*folders: pathlib.Path) -> list[pathlib.Path]:
    """The Python files below some folders of the repository."""
    return sorted(file for folder in folders for file in folder.rglob('*.py'))


def name_of(file: pathlib.Path) -> str:
    return file.relative_to(ROOT).as_posix()


def module_of(file: pathlib.Path) -> str:
    parts = file.relative_to(ROOT).with_suffix('').parts
    return '.'.join(parts[:-1] if parts[-1] == '__init__' else parts)


@functools.cache
@functools.cache
def tree_of(file: pathlib.Path) -> ast.Module:
    return ast.parse(file.read_text(encoding='utf-8'))


def imported(file: pathlib.Path, top_only: bool = False) -> Iterator[str]:
    """Dotted names of what a file imports, for type checkers too.

    :param top_only: what runs when the file is imported: not in functions, not for type checkers.
    """
    waiting: list[ast.AST] = [tree_of(file)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f'{node.module}.{alias.name}' for alias in node.names)
        elif top_only and isinstance(node, ast.If) and 'TYPE_CHECKING' in ast.unparse(node.test):
            waiting += node.orelse
        elif not (top_only and isinstance(node, ast.FunctionDef | ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def own_imports(file: pathlib.Path) -> set[str]:
    """Modules of this package that a file imports, as ``cli.showing.help`` or ``wire``."""
    found = set()
    for name in imported(file):
        if name.split('.')[0] == 'novaclient_mv':
            parts = name.split('.')[1:]
            while parts and not PACKAGE.joinpath(*parts[:-1], parts[-1] + '.py').exists():
                if PACKAGE.joinpath(*parts).is_dir():
                    break
                parts.pop()
            found.add('.'.join(parts))
    return found


def lies_in(module: str, rooms: tuple[str, ...]) -> bool:
    """Whether a module, as ``cli.showing.help``, lies in one of some rooms."""
    return any(module == room or module.startswith(f'{room}.') for room in rooms)


def inside(file: pathlib.Path) -> str:
    """The name of a file of the package as a module in it, as ``cli.showing.help``."""
    return module_of(file).removeprefix('novaclient_mv').removeprefix('.')


def floor_of(module: str) -> int | None:
    """The number of a module's floor; commands stand above the library that holds their folder."""
    floors = [number for number, rooms in enumerate(FLOORS) if lies_in(module, rooms)]
    return max(floors, default=None)


def others(names: Iterator[str]) -> set[str]:
    """Third parties among imported names."""
    roots = {name.split('.')[0] for name in names}
    return roots - sys.stdlib_module_names - {'novaclient_mv'}


def python(code: str, *words: str, **variables: str) -> str:
    """What a program prints, in a process of its own."""
    done = subprocess.run(
        [sys.executable, '-c', code, *words],
        env={'PYTHONPATH': str(ROOT), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# -- walls --


def test_no_module_imports_third_parties_before_they_are_needed() -> None:
    for file in paths(PACKAGE):
        if PACKAGE / 'sandbox' not in file.parents:
            assert others(imported(file, top_only=True)) == set(), name_of(file)


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
    files = in_rooms((*PURE, *FACES))
    found = json.loads(python(code, *map(module_of, files)))
    assert {name: names for name, names in found.items() if names} == {}


def test_third_parties_are_known_to_named_files_only() -> None:
    found = {
        file.relative_to(PACKAGE).as_posix(): others(imported(file))
        for file in paths(PACKAGE)
        if PACKAGE / 'sandbox' not in file.parents
    }
    assert {name: packages for name, packages in found.items() if packages} == THIRD_PARTIES


def test_answers_of_requests_are_known_to_one_file() -> None:
    """Whatever carried it, an answer is a ``WireAnswer`` above the session that sent for it."""
    knowing = {
        file.relative_to(PACKAGE).as_posix()
        for file in paths(PACKAGE)
        if PACKAGE / 'sandbox' not in file.parents and 'requests' in others(imported(file))
    }
    assert knowing == {'wire/sessions.py'}


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
    assert {module: above for module, above in up.items() if above} == OPEN_FLOORS


def test_no_room_imports_a_face() -> None:
    for file in paths(PACKAGE):
        if not lies_in(inside(file), ('sandbox', *FACES)) and inside(file):
            found = {each for each in own_imports(file) if lies_in(each, FACES)}
            assert found == set(), name_of(file)


def test_root_shows_faces_only() -> None:
    modules = {file.stem for file in PACKAGE.glob('*.py')} - {'__init__'}
    assert modules <= set(FACES)
    modules = {file.stem for file in (PACKAGE / 'cli').glob('*.py')} - {'__init__'}
    assert {f'cli.{name}' for name in modules} <= set(FACES)


def test_commands_know_nothing_of_http() -> None:
    for file in paths(COMMANDS):
        assert {each for each in own_imports(file) if lies_in(each, ('wire',))} == set(), file
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Attribute):
                assert node.attr not in ('http_code', 'status_code', 'ver_minor', 'matches'), file


def test_command_modules_do_not_import_each_other() -> None:
    for file in paths(COMMANDS):
        found = {each for each in own_imports(file) if each.startswith('v2.commands.')}
        assert {each for each in found if not lies_in(each, PARTS)} == set(), name_of(file)


def test_the_sandbox_has_one_door() -> None:
    doors = [
        name_of(file)
        for file in paths(PACKAGE)
        if PACKAGE / 'sandbox' not in file.parents
        and any(lies_in(each, ('sandbox',)) for each in own_imports(file))
    ]
    assert doors == ['novaclient_mv/clouds/builtin.py']


def test_only_what_shows_writes_to_stdout() -> None:
    for file in paths(PACKAGE):
        if PACKAGE / 'cli' / 'showing' in file.parents:
            continue
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                where = f'{name_of(file)}:{node.lineno}'
                assert called != 'print', where
                assert not called.endswith(('stdout.write', 'stdout.writelines')), where
                given = [ast.unparse(each) for each in node.args if called != 'getattr']
                assert not any(each.endswith('.stdout') for each in given), where


def test_only_the_program_tells_a_failure_and_its_status() -> None:
    callers = [
        name_of(file)
        for file in paths(PACKAGE)
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == 'failure.report'
    ]
    assert set(callers) == {'novaclient_mv/shell.py'}


def test_only_the_program_ends_the_process() -> None:
    for file in paths(PACKAGE):
        if name_of(file) == 'novaclient_mv/__main__.py':
            continue
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Call | ast.Raise | ast.Name | ast.Attribute):
                text = ast.unparse(node).split('(')[0]
                assert text not in ('sys.exit', 'os._exit', 'exit', 'quit'), name_of(file)


def test_a_command_loads_one_command_module(tmp_path: pathlib.Path) -> None:
    code = """
import sys
from novaclient_mv import shell
status = shell.main(sys.argv[1:])
prefix = 'novaclient_mv.v2.commands.'
print(status, *sorted(each for each in sys.modules if each.startswith(prefix)))
"""
    home = {'HOME': str(tmp_path), 'XDG_STATE_HOME': str(tmp_path / 'state')}
    out = python(code, '--os-cloud', 'sandbox', 'server-list', **home)
    assert out.splitlines()[-1] == '0 novaclient_mv.v2.commands.server_list'
    out = python(code, '--os-cloud', 'sandbox', 'list', '--limit', '1', **home)
    assert out.splitlines()[-1] == '0 novaclient_mv.v2.commands.server_list'


# -- rooms --


def test_every_module_says_what_it_owns() -> None:
    for file in paths(PACKAGE, ROOT / 'unit_tests', ROOT / 'functional_tests'):
        text = ast.get_docstring(tree_of(file)) or ''
        first = text.split('\n\n')[0]
        assert first[:1].isupper() or first.startswith(('``', 'python-novaclient')), name_of(file)
        assert first.endswith(('.', ':')), name_of(file)
        assert len(first.splitlines()) <= 3, name_of(file)


def test_no_module_is_a_drawer_for_anything() -> None:
    names = {'utils', 'util', 'common', 'helpers', 'helper', 'misc', 'tools'}
    assert [name_of(each) for each in paths(PACKAGE) if each.stem in names] == []


def test_files_stay_short() -> None:
    counts = {
        name_of(file): len(file.read_text(encoding='utf-8').splitlines())
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
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                count = (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
                if count > MOST_LINES_OF_A_FUNCTION:
                    found[f'{name_of(file)}:{node.name}'] = count
    assert found == {}


def test_imports_are_of_modules_in_one_way() -> None:
    for file in paths(PACKAGE):
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f'{name_of(file)}:{node.lineno}'
                assert node.names[0].name != '*', f'{name_of(file)}:{node.lineno}'


def test_names_in_the_drawings_of_the_architecture_are_there() -> None:
    page = ROOT / 'doc' / 'source' / 'contributor' / 'architecture.rst'
    drawn = re.findall(r'(novaclient_mv/\S+\.py): (\w+)', page.read_text(encoding='utf-8'))
    assert len(drawn) > 15
    for name, defined in drawn:
        found = {getattr(node, 'name', None) for node in tree_of(ROOT / name).body}
        assert defined in found, (name, defined)


# -- names --

MODULES = sorted(file for file in COMMANDS.glob('*.py') if file.stem != '__init__')


def functions() -> list[tuple[str, str]]:
    """Module and name of every function of a command."""
    return sorted(
        {
            (file.stem, node.name)
            for file in MODULES
            for node in tree_of(file).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith('do_')
        }
    )


def test_every_command_lies_where_the_rule_looks() -> None:
    modules = [file.stem for file in MODULES]
    for module, function in functions():
        name = function.removeprefix('do_').replace('_', '-')
        words = name.split('-')
        runs = ['_'.join(words[:count]) for count in range(len(words), 0, -1)]
        assert next(run for run in runs if run in modules) == module, function
        assert commands.find(name).name == name
        assert commands.find(name).function.__name__ == function


def test_no_module_of_commands_is_empty() -> None:
    modules = {module for module, _ in functions()}
    assert {file.stem for file in MODULES} == modules


def test_no_command_is_hidden_behind_an_older_name() -> None:
    names = {function.removeprefix('do_').replace('_', '-') for _, function in functions()}
    assert names & set(aliases.ALIASES) == set()


PROBE = """
import json, sys
from novaclient_mv import exceptions
from novaclient_mv.cli.reading import aliases, commands
prefix = 'novaclient_mv.v2.commands.'
found = {}
for name in sys.argv[1:]:
    for each in [each for each in sys.modules if each.startswith(prefix)]:
        del sys.modules[each]
    commands.close_to = lambda name: []
    try:
        commands.find(name)
    except exceptions.UnknownName:
        found[name] = None
    else:
        loaded = [each.removeprefix(prefix) for each in sys.modules if each.startswith(prefix)]
        found[name] = [each for each in loaded if not each.startswith('parts')]
print(json.dumps(found))
"""


def test_every_name_loads_exactly_one_module() -> None:
    names = [function.removeprefix('do_').replace('_', '-') for _, function in functions()]
    found = json.loads(python(PROBE, *names, *aliases.ALIASES))
    assert {name for name in names if found[name] is None} == set()
    assert {name: len(each) for name, each in found.items() if each and len(each) != 1} == {}
    missing = sorted(name for name in aliases.ALIASES if found[name] is None)
    if missing:
        pytest.skip(f'older names whose command does not exist yet: {", ".join(missing)}')


def test_no_option_of_a_command_is_a_global_one() -> None:
    table = options.OptionTable()
    dests = {option.dest for option in options.OPTIONS}
    for command in commands.our_commands():
        for argument, _ in tree.every_argument(command):
            for flag in (*argument.flags, *argument.hidden_flags):
                assert flag not in table.by_flag, (command.name, flag)
                assert not flag.startswith('--os-'), (command.name, flag)
            # A positional has no flag, and its value stands in a namespace of its own.
            assert argument.is_positional or argument.dest not in dests, (command.name, argument)


def test_every_command_and_shown_argument_has_help() -> None:
    for command in commands.our_commands():
        assert command.summary.endswith('.'), command.name
        assert command.summary[:1].isupper(), command.name
        for argument, _ in tree.every_argument(command):
            if not argument.is_hidden:
                assert argument.help.strip(), (command.name, argument.name)
