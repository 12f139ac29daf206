"""Declarations of a program's own: lists that are iterated, methods of resources, fields."""

from __future__ import annotations

import inspect
import types
from typing import Any

import pytest

from novaclient_mv import resources, versions
from novaclient_mv.resources import fields
from novaclient_mv.resources.resource import Resource
from novaclient_mv.versions import APIVersion, VersionRange
from unit_tests.resources.test_managers import Things


def test_iterate_is_declared_by_list() -> None:
    class Boxes:
        def whole(self) -> list[int]:
            """Boxes.

            There are few.
            """
            return [1, 2]

        def bare(self) -> list[int]:
            return []

        @resources.by_page
        def paged(self, limit: int) -> resources.Listing[int]:
            """Pages of boxes.

            Many.
            """
            return resources.Listing(lambda: [limit], lambda: iter([limit, 2]))

        iterate = resources.every_row(whole)
        iterate_bare = resources.every_row(bare)
        iterate_paged = resources.every_page(paged)

    names = [(each.__name__, each.__qualname__) for each in (Boxes.iterate, Boxes.iterate_paged)]
    where = f'{test_iterate_is_declared_by_list.__name__}.<locals>.Boxes.iterate'
    assert names == [('iterate', where), ('iterate', where)]
    first = 'All rows of :meth:`list`, one after the other.\n\n'
    docstrings = [each.__doc__ or '' for each in (Boxes.iterate, Boxes.iterate_bare)]
    assert docstrings[0].startswith(first)
    assert docstrings[0].rstrip().endswith('There are few.')
    assert docstrings[1] == first
    paged: Any = Boxes.iterate_paged
    assert 'the first ``limit``, if that is given.\n\n' in paged.__doc__
    assert paged.__doc__.rstrip().endswith('Many.')
    whole: Any = Boxes.iterate
    assert whole.whole_list is Boxes.whole
    boxes = Boxes()
    assert (list(boxes.iterate()), boxes.paged(7), list(paged(boxes, 7))) == ([1, 2], [7], [7, 2])
    assert inspect.signature(Boxes.paged).parameters.keys() == {'self', 'limit'}


def test_method_of_a_resource_is_its_managers() -> None:
    class Lamps(Things):
        @versions.wraps('2.1', '2.5')
        def light(self, lamp: Any, bulbs: int) -> Any:
            """Light it."""
            return ('old', lamp, bulbs)

        @versions.wraps('2.6')  # type: ignore[no-redef]
        def light(self, lamp: Any, bulbs: int, color: str = 'white') -> Any:  # noqa: F811
            """Light it in a color."""
            return ('new', lamp, bulbs, color)

        @versions.parameters(slowly='2.4..')
        def put_out(self, lamp: Any, slowly: bool = False) -> Any:
            """Put it out."""
            return ('out', lamp, slowly)

    put_out: Any = resources.manager_method(Lamps.put_out)
    lamp = types.SimpleNamespace(manager=Lamps())
    vars(lamp.manager.api)['api_version'] = APIVersion('2.6')
    assert put_out(lamp, slowly=True) == ('out', lamp, True)
    assert (put_out.__name__, put_out.__doc__, put_out.__module__) == (
        'put_out', 'Put it out.', __name__,
    )  # fmt: skip
    assert put_out.__qualname__ == Lamps.put_out.__qualname__
    assert put_out.manager_method is Lamps.put_out
    assert [*inspect.signature(put_out).parameters] == ['self', 'slowly']
    assert put_out.parameter_ranges == {'slowly': (VersionRange('2.4'),)}
    for version, names in (('2.1', ['self']), ('2.4', ['self', 'slowly'])):
        assert [*put_out.signature_at(APIVersion(version)).parameters] == names
    with pytest.raises(TypeError, match=r'^This only tells a signature\.$'):
        put_out.__wrapped__()

    light: Any = resources.manager_method(Lamps.light)
    spans = [(str(each.start_version), str(each.end_version)) for each in light.variants]
    theirs = versions.variants_of(Lamps.light)
    assert spans == [(str(each.start_version), str(each.end_version)) for each in theirs]
    assert [each.name for each in light.variants] == ['light', 'light']
    assert [each.gap for each in light.variants] == [each.gap for each in theirs]
    for each, names in zip(light.variants, ([], ['color']), strict=True):
        assert each.func(lamp, 3) == ('new', lamp, 3, 'white')
        newest = each.func.signature_at(APIVersion('2.6'))
        assert [*newest.parameters] == ['self', 'bulbs', *names]
    for version, names in (('2.1', ['self', 'bulbs']), ('2.6', ['self', 'bulbs', 'color'])):
        assert [*light.signature_at(APIVersion(version)).parameters] == names
    always: Any = resources.manager_method(Lamps.light, at_every_version=True)
    assert not {'variants', 'signature_at'} & {*dir(always)}


@pytest.mark.parametrize(
    ('annotation', 'type'),
    [
        ('str', 'str'),
        ('str | None', 'str'),
        ('dict[str, int] | None', 'dict'),
        ('resources.Time | None', 'time'),
        ('list[resources.Time]', 'list'),
    ],
)
def test_type_of_a_field_is_that_of_its_annotation(annotation: str, type: str) -> None:
    declaration = resources.field('Shown', start_version='2.3', end_version='2.9')
    made = declaration.field('_size', annotation)
    assert (made.key, made.title, made.name, made.type) == ('size', 'Shown', 'size', type)
    assert made.range == VersionRange('2.3', '2.9')
    assert (made.uses, made.cell, made.read({'size': 3})) == (('size',), None, 3)


def test_fields_of_nested_values_and_of_functions() -> None:
    nested = fields.Field('a_b', path=('a', 'b'), cell=str)
    assert [nested.read(each) for each in ({'a': {'b': 1}}, {'a': None}, {})] == [1, None, None]
    assert (nested.title, nested.uses, nested.name, nested.cell) == ('A B', ('a',), None, str)
    made = fields.Field('sum', path=lambda info: info['x'] + 1, uses=('x',))
    assert (made.read({'x': 1}), made.uses, made.name) == (2, ('x',), None)
    own = fields.Field('x', path='y', uses=('z',))
    assert (own.uses, own.name, own.type) == (('z',), 'y', 'str')

    class Wide(Resource):
        a: str = resources.field()
        b: str = resources.field()

    class Wider(Wide):
        c: str = resources.field(before='b')
        shape: int = resources.field(path=lambda info: 3)

    assert [each.key for each in Wider.fields] == ['a', 'c', 'b', 'shape']
    assert Wider.fields[3].uses == ('shape',)
