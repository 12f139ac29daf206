"""The declarations of a command and of its arguments."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.cli.reading import declarations


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
