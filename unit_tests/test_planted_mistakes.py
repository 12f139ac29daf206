"""Mistakes that are planted in copies of modules are found: by mypy, or by the check of what
commands read of their arguments.
"""

from __future__ import annotations

import importlib
import importlib.resources
import importlib.util
import pathlib
import types
from typing import NamedTuple

import pytest

from novaclient_mv.cli.reading import commands
from novaclient_mv.services import SERVICES, Service
from unit_tests import argument_names, body_names, every_variant

COMMANDS = every_variant.PACKAGE / 'v2' / 'commands'
MODULES = sorted(path.stem for path in COMMANDS.glob('*.py') if path.stem != '__init__')


class Mistake(NamedTuple):
    """A mistake in a module, and the message that it leads to."""

    module: str
    right: str
    wrong: str
    message: str


TYPING_MISTAKES = (
    Mistake('v2/commands/flavor', 'is_public=None', 'is_open=None', 'keyword argument "is_open"'),
    Mistake(
        'v2/commands/keypair',
        "keypair._info.get('private_key')",
        'keypair.fields.get(1)',
        'no attribute',
    ),
    # In the older of two variants.
    Mistake(
        'v2/commands/service',
        "return _service_views(change(*host_and_binary, *more), 'host', 'binary', *columns)",
        'return _service_views(args.service, client)',
        'incompatible type',
    ),
    # The older of two commands calls the older of two methods.
    Mistake(
        'v2/commands/server_group',
        'create(args.name, args.policy)',
        'create(args.name, policy=args.policy)',
        'keyword argument "policy" for "create_from_2_0"',
    ),
    Mistake('v2/commands/quota', 'project_of(client, args)', 'client.project_id', 'expected "str"'),
    Mistake(
        'program/commands/cache',
        'environment.cache_folder,',
        'environment.cache,',
        'no attribute "cache"',
    ),
    # In the older of two variants of a manager's method: a name, a result, an argument.
    Mistake(
        'v2/services',
        "self._change('enable', {'host': host, 'binary': binary})",
        "self._change('enable', {'host': hosts, 'binary': binary})",
        'Name "hosts" is not defined',
    ),
    Mistake(
        'v2/quotas', "kwargs.pop('user_id', None)", "[kwargs.pop('user_id')]", 'to "_set_limits"'
    ),
    Mistake(
        'placement/v1/commands/inventory',
        'client.inventories.delete(provider, args.resource_class)',
        'client.inventories.remove(provider)',
        'no attribute "remove"',
    ),
    # A verb that is none, a keyword that is passed on, what a lambda reads of a resource.
    Mistake(
        'baremetal/v1/commands/node',
        "args, 'manage')",
        "args, 'mange')",
        'incompatible type "Literal[\'mange\']"',
    ),
)

ARGUMENT_MISTAKES = (
    Mistake(
        'keypair', 'args.name, **set_arguments', 'args.nmae, **set_arguments', "no argument 'nmae'"
    ),
    Mistake('keypair', 'public_key=', 'publik_key=', "keypairs.create takes no 'publik_key'"),
    Mistake('server_rebuild', "hasattr(args, 'desc", "hasattr(args, 'disc", "no argument 'disc"),
    Mistake(
        'server_rebuild',
        "getattr(args, 'trusted_image_certificates', None)",
        'args.trusted_image_certificates',
        "no argument 'trusted_image_certificates' at 2.0",
    ),
    Mistake(
        '../../program/commands/sandbox', 'args.min is', 'args.minimum is', "no argument 'minimum'"
    ),
)


BODY_MISTAKES = (
    Mistake('v2/keypairs', 'public_key=public_key or', 'publik_key=public_key or', 'publik_key'),
    Mistake('v2/services', "'binary': binary, 'dis", "'binry': binary, 'dis", 'binry'),
    Mistake('baremetal/v1/nodes/states', "'target': target", "'traget': target", 'traget'),
)


def planted(text: str, mistake: Mistake) -> str:
    assert mistake.right in text, mistake
    return text.replace(mistake.right, mistake.wrong, 1)


@pytest.mark.slow
@pytest.mark.skipif(
    not (importlib.resources.files('stevedore') / 'py.typed').is_file(),
    reason='this stevedore has no types, as others of the libraries that are this old',
)
def test_every_typing_mistake_is_found_and_nothing_else(tmp_path: pathlib.Path) -> None:
    pytest.importorskip('mypy')
    paths = {mistake: every_variant.PACKAGE / f'{mistake.module}.py' for mistake in TYPING_MISTAKES}
    assert len({*paths.values()}) == len(TYPING_MISTAKES), 'one a module, so that they differ'
    changed = {
        path: planted(path.read_text(encoding='utf-8'), mistake) for mistake, path in paths.items()
    }
    cache = every_variant.ROOT / '.mypy_cache' / 'planted_mistakes'
    report = every_variant.check(changed, tmp_path, cache)
    errors = [line for line in report.splitlines() if ': error: ' in line]
    for mistake in TYPING_MISTAKES:
        of_module = [line for line in errors if f'/{mistake.module}.py:' in line]
        assert any(mistake.message in line for line in of_module), (mistake, of_module, report)
        errors = [line for line in errors if line not in of_module]
    assert errors == [], report


@pytest.mark.parametrize('service', SERVICES, ids=lambda each: each.name)
def test_commands_read_only_arguments_that_they_declare(service: Service) -> None:
    mistakes = [
        mistake for module in modules_of(service) for mistake in argument_names.mistakes_of(module)
    ]
    assert mistakes == []


@pytest.mark.parametrize('service', SERVICES, ids=lambda each: each.name)
def test_libraries_send_only_keys_that_the_service_has(service: Service) -> None:
    sources = {path: path.read_text(encoding='utf-8') for path in body_names.modules(service)}
    mistakes = {path: body_names.mistakes_of(text, service) for path, text in sources.items()}
    assert {path: names for path, names in mistakes.items() if names} == {}


@pytest.mark.parametrize('mistake', BODY_MISTAKES, ids=lambda mistake: mistake.message)
def test_mistake_in_a_field_of_a_body_is_found(mistake: Mistake) -> None:
    path = every_variant.PACKAGE / f'{mistake.module}.py'
    text = planted(path.read_text(encoding='utf-8'), mistake)
    found = body_names.mistakes_of(text, every_variant.service_of(path))
    assert found == [mistake.message]


def modules_of(service: Service) -> list[types.ModuleType]:
    """The modules of commands of a service."""
    names = {each.function.__module__ for each in commands.commands_of([service])}
    return [importlib.import_module(name) for name in sorted(names)]


def loaded(path: pathlib.Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(f'planted_{path.stem}', path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize('mistake', ARGUMENT_MISTAKES, ids=lambda mistake: mistake.wrong)
def test_mistake_in_the_name_of_an_argument_is_found(
    mistake: Mistake, tmp_path: pathlib.Path
) -> None:
    path = COMMANDS / f'{mistake.module}.py'
    copy = tmp_path / path.name
    copy.write_text(planted(path.read_text(encoding='utf-8'), mistake), encoding='utf-8')
    messages = argument_names.mistakes_of(loaded(copy))
    assert any(mistake.message in message for message in messages), messages
