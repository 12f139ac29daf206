"""Tests of variants of one name, picked by version."""

from __future__ import annotations

import itertools
import sys
import textwrap
import types
from collections.abc import Iterator
from typing import Any

import pytest

from novaclient_mv import api_versions, exceptions
from novaclient_mv.api_versions import APIVersion
from unit_tests.newest import NEWEST


class Holder:
    """A first argument of versioned functions: an object with a version."""

    def __init__(self, version: str) -> None:
        self.api_version = APIVersion(version)


@pytest.fixture
def define() -> Iterator[Any]:
    """Import a module from its text."""
    prelude = (
        'from novaclient_mv.api_versions import *\nfrom novaclient_mv.api_versions import wraps\n'
    )
    numbers = itertools.count()
    names: list[str] = []

    def define_module(source: str) -> Any:
        name = f'module_of_test_{next(numbers)}'
        module = types.ModuleType(name)
        sys.modules[name] = module
        names.append(name)
        exec(compile(prelude + textwrap.dedent(source), name, 'exec'), module.__dict__)
        return module

    yield define_module
    for name in names:
        del sys.modules[name]


THREE_VARIANTS = """
    @wraps('2.2', '2.9')
    def act(holder, word='a'):
        return f'{word} from 2.2'

    @wraps('2.10', '2.34')
    def act(holder, word='b'):
        return f'{word} from 2.10'

    @wraps('2.35')
    def act(holder, word='c', more=None):
        return f'{word} from 2.35'
"""


@pytest.mark.parametrize(
    ('version', 'answer'),
    [
        ('2.2', 'a from 2.2'),
        ('2.9', 'a from 2.2'),
        ('2.10', 'b from 2.10'),
        ('2.34', 'b from 2.10'),
        ('2.35', 'c from 2.35'),
        (NEWEST, 'c from 2.35'),
        ('2.latest', 'c from 2.35'),
    ],
)
def test_call_goes_to_the_variant_of_the_version(define: Any, version: str, answer: str) -> None:
    assert define(THREE_VARIANTS).act(Holder(version)) == answer


def test_call_below_the_first_variant_is_refused_with_the_ranges(define: Any) -> None:
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod) as caught:
        define(THREE_VARIANTS).act(Holder('2.1'))
    assert str(caught.value) == (
        "API version '2.1' is not supported on 'act' method. "
        'It exists in 2.2 to 2.9, 2.10 to 2.34, 2.35 and later.'
    )
    needed = '2.2 to 2.9, 2.10 to 2.34, 2.35 and later'
    assert caught.value.facts() == {'needs_version': needed}


def test_method_variants_pass_on_arguments_and_keep_the_name(define: Any) -> None:
    module = define("""
        class Manager:
            api_version = APIVersion('2.5')

            @wraps('2.1', '2.5')
            def get(self, one, *, two=2):
                "The old one."
                return 'old', one, two

            @wraps('2.6')
            def get(self, one):
                "The new one."
                return 'new', one
    """)
    manager = module.Manager()
    assert manager.get(1, two=3) == ('old', 1, 3)
    manager.api_version = APIVersion('2.6')
    assert manager.get(one=1) == ('new', 1)
    with pytest.raises(TypeError):
        manager.get(1, two=3)
    assert (manager.get.__name__, manager.get.__doc__) == ('get', 'The new one.')
    assert api_versions.variant_at(manager.get, APIVersion('2.5')).start_version.ver_minor == 1  # type: ignore[union-attr]


def test_subclass_inherits_variants_and_its_own_replace_them(define: Any) -> None:
    module = define("""
        class Base:
            @wraps('2.1', '2.9')
            def get(self): return 'base 2.1'

            @wraps('2.10')
            def get(self): return 'base 2.10'

        class Heir(Base):
            pass

        class Own(Base):
            @wraps('2.5')
            def get(self): return 'own, ' + super().get()
    """)
    heir, own = module.Heir(), module.Own()
    heir.api_version = own.api_version = APIVersion('2.10')
    assert heir.get() == 'base 2.10'
    assert own.get() == 'own, base 2.10'
    own.api_version = APIVersion('2.4')
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
        own.get()
    assert len(module.Base.get.variants) == 2


@pytest.mark.parametrize(
    ('first', 'second', 'said'),
    [
        ("'2.1', '2.10'", "'2.10'", 'overlap'),
        ("'2.1'", "'2.10'", 'overlap'),
        ("'2.10', '2.20'", "'2.1', '2.5'", 'overlap'),
        ("'2.1', '2.9'", "'2.1', '2.9'", 'overlap'),
        ("'2.1', '2.9'", "'2.11'", 'between 2.9 and 2.11'),
        ("'2.1', '2.9', gap=True", "'2.9'", 'overlap'),
        ("'2.1', '2.9'", "'2.10', '2.9'", 'empty'),
    ],
)
def test_variants_that_do_not_adjoin_refuse_to_import(
    define: Any, first: str, second: str, said: str
) -> None:
    with pytest.raises(TypeError, match=f'act: .*{said}'):
        define(f"""
            @wraps({first})
            def act(holder): return 1

            @wraps({second})
            def act(holder): return 2
        """)


def test_version_with_a_wrong_spelling_refuses_to_import(define: Any) -> None:
    with pytest.raises(exceptions.InvalidVersion):
        define("@wraps('2.01')\ndef act(holder): return 1")


def test_announced_gap_is_served_by_nobody(define: Any) -> None:
    module = define("""
        @wraps('2.1', '2.9', gap=True)
        def act(holder): return 'before'

        @wraps('2.20')
        def act(holder): return 'after'
    """)
    assert module.act(Holder('2.9')) == 'before'
    assert module.act(Holder('2.20')) == 'after'
    for version in ('2.10', '2.19'):
        assert api_versions.variant_at(module.act, APIVersion(version)) is None
        with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
            module.act(Holder(version))


MARK = """
    def mark(word):
        def decorate(func):
            func.__dict__.setdefault('marks', []).insert(0, word)
            return func
        return decorate
"""


@pytest.mark.parametrize(
    ('above', 'below'),
    [
        (['wraps', 'mark'], ['wraps', 'mark']),
        (['mark', 'wraps'], ['mark', 'wraps']),
        (['wraps', 'mark'], ['mark', 'wraps']),
        (['mark', 'wraps'], ['wraps', 'mark']),
    ],
)
def test_wraps_and_marks_stack_in_any_order(
    define: Any, above: list[str], below: list[str]
) -> None:
    lines = {'old': "wraps('2.1', '2.9')", 'new': "wraps('2.10')"}
    source = textwrap.dedent(MARK)
    for name, order in (('old', above), ('new', below)):
        for word in order:
            source += f'@{lines[name] if word == "wraps" else f"mark({name!r})"}\n'
        source += f"def act(holder): return '{name}'\n"
    act = define(source).act
    marks = [variant.func.marks for variant in api_versions.variants_of(act)]  # type: ignore[attr-defined]
    assert marks == [['old'], ['new']]
    assert act(Holder('2.9')) == 'old'
    assert act(Holder('2.10')) == 'new'


def test_plain_function_is_one_variant_for_every_version() -> None:
    def act(holder: Any) -> None: ...

    (variant,) = api_versions.variants_of(act)
    assert variant.func is act
    assert variant.range.is_everything
    for version in ('2.0', NEWEST, '1.90'):
        found = api_versions.variant_at(act, APIVersion(version))
        assert found is not None
        assert found.func is act


def test_get_substitutions_finds_variants_by_qualified_name(define: Any) -> None:
    module = define("""
        class Manager:
            @wraps('2.1', '2.9')
            def list(self): return 'old'

            @wraps('2.10')
            def list(self): return 'new'

            def plain(self): pass
    """)
    name = f'{module.__name__}.Manager.list'
    every = api_versions.get_substitutions(name)
    assert [str(each.range) for each in every] == ['2.1 to 2.9', '2.10 and later']
    assert api_versions.get_substitutions(name, APIVersion()) == every
    assert api_versions.get_substitutions(name, APIVersion('2.10')) == every[1:]
    assert api_versions.get_substitutions(name, APIVersion('2.0')) == []
    assert api_versions.get_substitutions(f'{module.__name__}.Manager.plain') == []
    assert api_versions.get_substitutions(f'{module.__name__}.Absent.list') == []
    assert api_versions.get_substitutions('no.such.module') == []


def test_versioned_method_shows_itself() -> None:
    method = api_versions.VersionedMethod('act', APIVersion('2.2'), APIVersion('2.9'), print)
    assert str(method) == 'Version Method act: min: 2.2, max: 2.9'
    assert repr(method) == '<VersionedMethod act>'
    assert (method.start_version, method.end_version) == (APIVersion('2.2'), APIVersion('2.9'))


def test_signature_of_variants_is_that_of_the_variant_of_the_version(define: Any) -> None:
    act = define("""
        @wraps('2.1', '2.9')
        @parameters(b='2.5..')
        def act(holder, a, b=None): return a, b

        @wraps('2.10')
        def act(holder, c): return c
    """).act
    shown = {v: str(act.signature_at(APIVersion(v))) for v in ('2.4', '2.5', '2.9', '2.10')}
    assert shown == {
        '2.4': '(holder, a)',
        '2.5': '(holder, a, b=None)',
        '2.9': '(holder, a, b=None)',
        '2.10': '(holder, c)',
    }
    with pytest.raises(exceptions.VersionNotFoundForAPIMethod):
        act.signature_at(APIVersion('2.0'))
    with pytest.raises(exceptions.UnsupportedAttribute):
        act(Holder('2.4'), 1, b=2)
