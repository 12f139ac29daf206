"""Declarations of commands: arguments with versions, ends, columns, and what passes them on."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from novaclient_mv import api_versions
from novaclient_mv.api_versions import APIVersion
from novaclient_mv.cli import arguments
from novaclient_mv.cli.arguments import arg
from novaclient_mv.cli.reading import declarations


def names_at(function: Any, version: str) -> list[str]:
    variant = api_versions.variant_at(function, APIVersion(version))
    assert variant is not None
    return [each.name for each in arguments.arguments_of(variant.func, APIVersion(version))]


def test_arguments_keep_the_order_in_which_they_are_written() -> None:
    @arg('first')
    @arg('second')
    @arg('--third')
    def do_it(client: Any, args: Any) -> None: ...

    assert names_at(do_it, '2.1') == ['<first>', '<second>', '--third']


def test_wraps_and_arg_stack_in_any_order() -> None:
    @arg('above')
    @api_versions.wraps('2.5')
    @arg('below')
    def do_it(client: Any, args: Any) -> None: ...

    assert names_at(do_it, '2.5') == ['<above>', '<below>']
    assert api_versions.variant_at(do_it, APIVersion('2.4')) is None


def test_an_argument_above_wraps_belongs_to_the_newest_variant_only() -> None:
    @api_versions.wraps('2.0', '2.4')
    @arg('old')
    def do_it(client: Any, args: Any) -> None: ...

    @arg('--more')
    @api_versions.wraps('2.5')
    @arg('new')
    def do_it(client: Any, args: Any) -> None: ...  # noqa: F811

    assert names_at(do_it, '2.4') == ['<old>']
    assert names_at(do_it, '2.5') == ['--more', '<new>']


def test_declarations_that_adjoin_are_one_option_with_values_by_version() -> None:
    @arg('--nic', choices=('a',), end_version='2.31')
    @arg('--nic', choices=('a', 'b'), start_version='2.32')
    def do_it(client: Any, args: Any) -> None: ...

    (old,) = arguments.arguments_of(do_it, APIVersion('2.31'))
    (new,) = arguments.arguments_of(do_it, APIVersion('2.32'))
    assert (old.options['choices'], new.options['choices']) == (('a',), ('a', 'b'))


@pytest.mark.parametrize(
    ('flags', 'options', 'dest', 'name'),
    [
        (('server',), {}, 'server', '<server>'),
        (('server',), {'metavar': '<name>'}, 'server', '<name>'),
        (('--key-name',), {}, 'key_name', '--key-name'),
        (('-k', '--key-name'), {}, 'key_name', '--key-name'),
        (('-k',), {}, 'k', '-k'),
        (('--file',), {'dest': 'files'}, 'files', '--file'),
        (('X-file',), {}, 'X_file', '<X-file>'),
    ],
)
def test_names_and_places_follow_from_the_flags(
    flags: tuple[str, ...], options: dict[str, Any], dest: str, name: str
) -> None:
    @arg(*flags, **options)
    def do_it(client: Any, args: Any) -> None: ...

    (found,) = arguments.arguments_of(do_it)
    assert (found.dest, found.name) == (dest, name)
    assert found.is_positional is not flags[0].startswith('-')


def test_given_passes_on_what_was_given_and_known() -> None:
    class File:
        def read(self) -> str:
            return 'content'

    args = argparse.Namespace(a=1, b=None, c=[], d='', e=0, f=False, file=File())
    found = arguments.set_arguments(
        args, 'a', 'b', 'c', 'd', 'e', 'f', 'absent', key='file', other='a'
    )
    assert found == {'a': 1, 'd': '', 'e': 0, 'f': False, 'key': 'content', 'other': 1}


# -- what declarations say --


def test_declarations_stand_on_the_function_by_name() -> None:
    @declarations.offline
    @declarations.without_version
    @declarations.speaks_to('service')
    @declarations.checked_by(print)
    @declarations.returns_resource('v2.keypairs:Keypair')
    @declarations.ends_in('A', 'B', fault='C', field='state')
    def do_it(client: Any, args: Any) -> None: ...

    end = declarations.declared(do_it, 'end')
    assert (end.states, end.fault, end.field) == (('A', 'B'), 'C', 'state')
    names = ('is_offline', 'is_without_version', 'service_argument', 'check', 'resource')
    assert [declarations.declared(do_it, name) for name in names] == [
        True,
        True,
        'service',
        print,
        ('v2.keypairs:Keypair', ()),
    ]

    @declarations.ends_in('A')
    def do_other(client: Any, args: Any) -> None: ...

    assert declarations.declared(do_other, 'end').fault == 'ERROR'
    assert declarations.declared(do_other, 'end').field == 'status'


def test_argument_keeps_what_is_declared_of_it() -> None:
    @declarations.arg(
        '-k',
        '--kind',
        help='A kind.',
        group='kinds',
        hidden_flags=['--sort'],
        hidden=True,
        variable='KIND',
        choices=('a',),
    )
    @declarations.arg('plain')
    def do_it(client: Any, args: Any) -> None: ...

    kind, plain = declarations.arguments_of(do_it)
    assert (kind.flags, kind.help, kind.group) == (('-k', '--kind'), 'A kind.', 'kinds')
    assert (kind.hidden_flags, kind.is_hidden, kind.variable) == (('--sort',), True, 'KIND')
    assert kind.options == {'choices': ('a',), 'metavar': '<kind>'}
    assert (kind.dest, kind.name) == ('kind', '--kind')
    assert (plain.help, plain.group, plain.hidden_flags, plain.is_hidden) == ('', None, (), False)
    assert (plain.variable, plain.options) == (None, {'metavar': '<plain>'})
    assert plain.name == '<plain>'
    spelt = kind.also_spelt(('--type',))
    assert (spelt.hidden_flags, kind.hidden_flags) == (('--sort', '--type'), ('--sort',))
    assert kind.also_spelt(()) is kind


def test_arguments_declared_twice_for_a_version_are_named_with_it() -> None:
    with pytest.raises(TypeError) as caught:

        @declarations.arg('-k', '--kind', end_version='2.10')
        @declarations.arg('--kind', '-k', '-l', start_version='2.5')
        def do_it(client: Any, args: Any) -> None: ...

    assert str(caught.value) == 'do_it: --kind/-k is declared twice for 2.5 to 2.10'


@pytest.mark.parametrize(('limit', 'given'), [(-1, {}), (0, {'limit': 0}), (None, {})])
def test_limit_of_all_is_none(limit: int | None, given: dict[str, int]) -> None:
    args = declarations.Args(limit=limit, name='x')
    assert declarations.within_limit(args, 'limit') == given
    assert declarations.within_limit(args, 'name', 'limit') == {'name': 'x', **given}
