"""Declarations of commands: arguments with versions, ends, columns, and what passes them on."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from novaclient_mv import api_versions
from novaclient_mv.api_versions import APIVersion
from novaclient_mv.cli import arguments
from novaclient_mv.cli.arguments import arg


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


def test_declarations_that_overlap_refuse_to_import() -> None:
    with pytest.raises(TypeError, match=r'do_it: --nic is declared twice for 2\.32 to 2\.36'):

        @arg('--nic', end_version='2.36')
        @arg('--nic', start_version='2.32')
        def do_it(client: Any, args: Any) -> None: ...


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


@pytest.mark.parametrize(
    ('action', 'takes'),
    [
        (None, True),
        ('store', True),
        ('append', True),
        ('store_true', False),
        ('store_const', False),
        ('count', False),
    ],
)
def test_an_argument_knows_whether_a_value_follows(action: str | None, takes: bool) -> None:
    options = {'action': action} if action else {}

    @arg('--it', **options)
    def do_it(client: Any, args: Any) -> None: ...

    assert arguments.arguments_of(do_it)[0].takes_value is takes


def test_declarations_are_found_above_and_below_wraps() -> None:
    @arguments.returns_resource('v2.servers:Server', 'id')
    @api_versions.wraps('2.5')
    @arguments.ends_in('ACTIVE', 'SHUTOFF', fault=None)
    def do_it(client: Any, args: Any) -> None: ...

    end = arguments.declared(do_it, 'end')
    assert (end.states, end.fault, end.field) == (('ACTIVE', 'SHUTOFF'), None, 'status')
    assert arguments.declared(do_it, 'resource') == ('v2.servers:Server', ('id',))
    assert arguments.declared(do_it, 'is_offline') is None
    assert arguments.declared(do_it, 'is_offline', False) is False


def test_given_passes_on_what_was_given_and_known() -> None:
    class File:
        def read(self) -> str:
            return 'content'

    args = argparse.Namespace(a=1, b=None, c=[], d='', e=0, f=False, file=File())
    found = arguments.set_arguments(
        args, 'a', 'b', 'c', 'd', 'e', 'f', 'absent', key='file', other='a'
    )
    assert found == {'a': 1, 'd': '', 'e': 0, 'f': False, 'key': 'content', 'other': 1}
