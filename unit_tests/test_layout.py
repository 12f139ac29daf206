"""The rooms, walls and names of the package, as the page on the architecture says."""

from __future__ import annotations

import ast
import functools
import json
import pathlib
import subprocess
import sys
from collections.abc import Iterator

import pytest

from novaclient_mv.cli.reading import aliases, commands, tree
from novaclient_mv.clouds import options

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / 'novaclient_mv'
COMMANDS = PACKAGE / 'v2' / 'commands'
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 500, 50

PURE = (
    *('version.py', 'variants.py', 'api_versions.py', 'error.py', 'answer_errors.py'),
    *('exceptions.py', 'services.py', 'operations.py', 'discovery.py', 'shell.py'),
    *('cli/arguments.py', 'cli/commands.py', 'cli/aliases.py', 'cli/tokens.py', 'cli/tree.py'),
    *('cli/window.py', 'cli/globals.py', 'cli/settings.py', 'cli/types.py', 'cli/releases.py'),
    *('cli/help.py', 'cli/completion.py', 'cli/output.py', 'cli/environment.py'),
)
"""Modules whose import must bring in nothing but the standard library and our own."""


def paths(*folders: pathlib.Path) -> list[pathlib.Path]:
    """The Python files below some folders of the repository."""
    return sorted(file for folder in folders for file in folder.rglob('*.py'))


def name_of(file: pathlib.Path) -> str:
    return file.relative_to(ROOT).as_posix()


def module_of(file: pathlib.Path) -> str:
    parts = file.relative_to(ROOT).with_suffix('').parts
    return '.'.join(parts[:-1] if parts[-1] == '__init__' else parts)


@functools.cache
def tree_of(file: pathlib.Path) -> ast.Module:
    return ast.parse(file.read_text(encoding='utf-8'))


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and 'TYPE_CHECKING' in ast.unparse(node.test)


def imported(file: pathlib.Path, top_only: bool = False) -> Iterator[str]:
    """Dotted names of what a file imports when it runs; imports for type checkers left out.

    :param top_only: leave out what functions import.
    """
    waiting: list[ast.AST] = [tree_of(file)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f'{node.module}.{alias.name}' for alias in node.names)
        elif _is_for_types(node):
            waiting += node.orelse  # type: ignore[attr-defined]
        elif not (top_only and isinstance(node, ast.FunctionDef | ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def own_imports(file: pathlib.Path) -> set[str]:
    """Modules of this package that a file imports, as ``cli.output`` or ``http``."""
    found = set()
    for name in imported(file):
        if name.split('.')[0] == 'novaclient_mv':
            parts = name.split('.')[1:]
            while parts and not (PACKAGE.joinpath(*parts[:-1], parts[-1] + '.py').exists()):
                if PACKAGE.joinpath(*parts).is_dir():
                    break
                parts.pop()
            found.add('.'.join(parts))
    return found


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


def test_pure_modules_and_commands_load_the_standard_library_only() -> None:
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
    files = [PACKAGE / name for name in PURE] + paths(COMMANDS)
    found = json.loads(python(code, *map(module_of, files)))
    assert {name: names for name, names in found.items() if names} == {}


def test_pure_modules_never_import_third_parties_even_in_functions() -> None:
    allowed = {
        # What finds other packages' commands, and what writes YAML and reads expressions.
        'novaclient_mv/cli/commands.py': {'stevedore'},
        'novaclient_mv/cli/output.py': {'yaml', 'prettytable', 'jmespath'},
    }
    for name in PURE:
        file = PACKAGE / name
        assert others(imported(file)) <= allowed.get(name_of(file), set()), name
    for file in paths(COMMANDS):
        assert others(imported(file)) == set(), name_of(file)


def test_managers_know_nothing_of_the_command_line() -> None:
    files = [each for each in paths(PACKAGE / 'v2') if COMMANDS not in each.parents]
    files += [PACKAGE / f'{name}.py' for name in ('base', 'http', 'client', 'request_ids')]
    for file in files:
        found = {each for each in own_imports(file) if each.split('.')[0] in ('cli', 'shell')}
        assert found == set(), name_of(file)


def test_commands_know_nothing_of_http() -> None:
    for file in paths(COMMANDS):
        assert own_imports(file) & {'http', 'client', 'discovery', 'operations'} == set(), file
        assert others(imported(file)) & {'requests', 'keystoneauth1', 'urllib3'} == set(), file
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Attribute):
                assert node.attr not in ('http_code', 'status_code', 'ver_minor', 'matches'), file


def test_command_modules_do_not_import_each_other() -> None:
    for file in paths(COMMANDS):
        found = {each for each in own_imports(file) if each.startswith('v2.commands.')}
        assert found == set(), name_of(file)


def test_the_sandbox_knows_the_versions_only_and_has_one_door() -> None:
    # The fixture of pytest hands out clients.
    allowed = {PACKAGE / 'sandbox' / 'pytest_plugin.py': {'client'}}
    for file in paths(PACKAGE / 'sandbox'):
        found = {each for each in own_imports(file) if each.split('.')[0] != 'sandbox'}
        assert found <= {'api_versions'} | allowed.get(file, set()), name_of(file)
    doors = [
        name_of(file)
        for file in paths(PACKAGE)
        if PACKAGE / 'sandbox' not in file.parents
        and any(each.split('.')[0] == 'sandbox' for each in own_imports(file))
    ]
    assert doors == ['novaclient_mv/cli/builtin_cloud.py']


def test_only_the_output_writes_to_stdout() -> None:
    for file in paths(PACKAGE):
        if name_of(file) == 'novaclient_mv/cli/output.py':
            continue
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                where = f'{name_of(file)}:{node.lineno}'
                assert called != 'print', where
                assert not called.endswith(('stdout.write', 'stdout.writelines')), where
                given = [ast.unparse(each) for each in node.args if called != 'getattr']
                assert not any(each.endswith('.stdout') for each in given), where


def test_only_the_program_ends_the_process() -> None:
    for file in paths(PACKAGE):
        if name_of(file) == 'novaclient_mv/__main__.py':
            continue
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Call | ast.Raise | ast.Name | ast.Attribute):
                text = ast.unparse(node).split('(')[0]
                assert text not in ('sys.exit', 'os._exit', 'exit', 'quit'), name_of(file)


def test_no_module_asks_which_service_it_works_for() -> None:
    names = {'compute', 'baremetal'}
    for file in paths(PACKAGE):
        if PACKAGE / 'sandbox' in file.parents:
            continue
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Compare):
                constants = {
                    each.value for each in ast.walk(node) if isinstance(each, ast.Constant)
                }
                assert not constants & names, f'{name_of(file)}:{node.lineno}'


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
        assert first[:1].isupper() or first.startswith('``'), name_of(file)
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
    assert {name: count for name, count in counts.items() if count > MOST_LINES} == {}


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


# -- names --


def functions() -> list[tuple[str, str]]:
    """Module and name of every function of a command."""
    return sorted(
        {
            (file.stem, node.name)
            for file in paths(COMMANDS)
            for node in tree_of(file).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith('do_')
        }
    )


def test_every_command_lies_where_the_rule_looks() -> None:
    modules = [file.stem for file in paths(COMMANDS) if file.stem != '__init__']
    for module, function in functions():
        name = function.removeprefix('do_').replace('_', '-')
        words = name.split('-')
        runs = ['_'.join(words[:count]) for count in range(len(words), 0, -1)]
        assert next(run for run in runs if run in modules) == module, function
        assert commands.find(name).name == name
        assert commands.find(name).function.__name__ == function


def test_no_module_of_commands_is_empty() -> None:
    modules = {module for module, _ in functions()}
    assert {file.stem for file in paths(COMMANDS)} - {'__init__'} == modules


def test_no_command_is_hidden_behind_an_older_name() -> None:
    names = {function.removeprefix('do_').replace('_', '-') for _, function in functions()}
    assert names & set(aliases.ALIASES) == set()


PROBE = """
import json, sys
from novaclient_mv import exceptions
from novaclient_mv.cli import aliases, commands
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
        found[name] = [each.removeprefix(prefix) for each in sys.modules if each.startswith(prefix)]
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
