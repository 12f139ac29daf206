"""The name of each command leads to the one module that holds its function."""

from __future__ import annotations

import ast
import json

import pytest

from novaclient_mv.cli.reading import aliases, commands, tree
from novaclient_mv.clouds import options
from novaclient_mv.services import SERVICES, Service
from unit_tests import source


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines: a function, or names that are assigned."""
    if isinstance(node, ast.Assign):
        return [each.id for each in node.targets if isinstance(each, ast.Name)]
    return [node.name] if isinstance(node, ast.FunctionDef) else []


FUNCTIONS = [
    (service, file, name)
    for service in SERVICES
    for package in service.command_packages
    for file in source.paths(source.ROOT.joinpath(*package.split('.')))
    for node in source.tree_of(file).body
    for name in names_of(node)
    if name.startswith('do_')
]
"""The functions of commands: service, file and name; those of several variants more than once."""


def command_name(service: Service, function: str) -> str:
    return service.prefix + function.removeprefix('do_').replace('_', '-')


def modules_of(service: Service) -> set[str]:
    """The names of a service's command modules."""
    folders = [source.ROOT.joinpath(*package.split('.')) for package in service.command_packages]
    return {file.stem for folder in folders for file in folder.glob('*.py')} - {'__init__'}


def test_every_command_lies_where_the_rule_looks() -> None:
    for service, file, function in FUNCTIONS:
        modules = modules_of(service)
        words = function.removeprefix('do_').split('_')
        runs = ['_'.join(words[:count]) for count in range(len(words), 0, -1)]
        assert next(run for run in runs if run in modules) == file.stem, function
        name = command_name(service, function)
        command = commands.find(name)
        assert (command.name, command.function.__name__) == (name, function)
        assert command.service is service


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_no_module_of_commands_is_empty(service: Service) -> None:
    assert modules_of(service) == {file.stem for owner, file, _ in FUNCTIONS if owner is service}


def test_no_command_is_hidden_behind_an_older_name() -> None:
    names = {command_name(service, function) for service, _, function in FUNCTIONS}
    assert names & set(aliases.ALIASES) == set()


PROBE = """
import json, sys
from novaclient_mv import exceptions
from novaclient_mv.cli.reading import aliases, commands
from novaclient_mv.services import SERVICES
prefixes = tuple(f'{package}.' for service in SERVICES for package in service.command_packages)
loaded_by = {}
for name in sys.argv[1:]:
    for module in [module for module in sys.modules if module.startswith(prefixes)]:
        del sys.modules[module]
    commands.close_to = lambda name: []
    try:
        commands.find(name)
    except exceptions.UnknownName:
        loaded_by[name] = None
    else:
        loaded = [module for module in sys.modules if module.startswith(prefixes)]
        loaded_by[name] = [module for module in loaded if '.commands.parts' not in module]
print(json.dumps(loaded_by))
"""


def test_every_name_loads_exactly_one_module() -> None:
    names = [command_name(service, function) for service, _, function in FUNCTIONS]
    loaded_by = json.loads(source.python(PROBE, *dict.fromkeys((*names, *aliases.ALIASES))))
    assert {name: modules for name, modules in loaded_by.items() if len(modules or ()) != 1} == {}


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
