"""Tests of variants picked by version, and of versioned parameters."""

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


class Holder:
    """What the first argument of a versioned function must be: something with a version."""

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


# -- variants of one name

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
        ('2.104', 'c from 2.35'),
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
    assert caught.value.details() == {'needs_version': needed}


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


def test_nested_functions_have_variants_of_their_own(define: Any) -> None:
    module = define("""
        @wraps('2.50')
        def inner(holder): return 'module'

        def outer(word):
            @wraps('2.1', '2.9')
            def inner(holder): return word + ' old'

            @wraps('2.10')
            def inner(holder): return word + ' new'

            return inner
    """)
    first, second = module.outer('first'), module.outer('second')
    assert first(Holder('2.9')) == 'first old'
    assert second(Holder('2.10')) == 'second new'
    assert len(module.inner.variants) == 1


def test_same_name_in_two_classes_is_two_families(define: Any) -> None:
    module = define("""
        class One:
            @wraps('2.1')
            def get(self): return 'one'

        class Two:
            @wraps('2.1')
            def get(self): return 'two'
    """)
    assert module.One.get(Holder('2.1')) == 'one'
    assert module.Two.get(Holder('2.1')) == 'two'


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


def test_marks_above_and_below_wraps_all_reach_the_variant(define: Any) -> None:
    act = define(
        textwrap.dedent(MARK)
        + "@mark('a')\n@wraps('2.1')\n@mark('b')\n@mark('c')\ndef act(holder): pass\n"
    ).act
    variant = api_versions.variant_at(act, APIVersion('2.1'))
    assert variant is not None
    assert variant.func.marks == ['a', 'b', 'c']  # type: ignore[attr-defined]


def test_plain_function_is_one_variant_for_every_version() -> None:
    def act(holder: Any) -> None: ...

    (variant,) = api_versions.variants_of(act)
    assert variant.func is act
    assert variant.range.is_everything
    for version in ('2.0', '2.104', '1.90'):
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


# -- versioned parameters


class Keypairs:
    """A manager with every kind of versioned parameter."""

    def __init__(self, version: str) -> None:
        self.api_version = APIVersion(version)

    @api_versions.parameters(key_type='2.2..', user='2.10..', personality='..2.56')
    def create(
        self,
        name: str,
        key_type: str = 'ssh',
        personality: str | None = None,
        user: str | None = None,
    ) -> dict[str, Any]:
        """Create one."""
        return {k: v for k, v in locals().items() if k != 'self'}

    @api_versions.parameters(host='2.10..', zone='2.20..')
    def move(
        self, server: str, host: Any = api_versions.REQUIRED, *, zone: Any = api_versions.REQUIRED
    ) -> tuple[Any, ...]:
        """Move one."""
        return server, host, zone

    @api_versions.parameters(tag='2.32,2.42..')
    def attach(self, server: str, *, tag: str | None = None) -> tuple[Any, ...]:
        """Attach one."""
        return server, tag


def test_parameters_are_passed_by_name_and_by_position() -> None:
    assert Keypairs('2.10').create('n', 'x509', user='u') == {
        'name': 'n',
        'key_type': 'x509',
        'personality': None,
        'user': 'u',
    }
    assert Keypairs('2.10').create(name='n') == Keypairs('2.10').create('n')
    assert Keypairs('2.10').create('n', 'x509', 'p', 'u')['user'] == 'u'


def test_position_counts_only_the_parameters_of_the_version() -> None:
    assert Keypairs('2.1').create('n', 'p')['personality'] == 'p'
    assert Keypairs('2.57').create('n', 'x509', 'u')['user'] == 'u'


@pytest.mark.parametrize(
    ('version', 'positional', 'named', 'refused'),
    [
        ('2.1', ('n',), {'key_type': 'ssh'}, 'key_type'),
        ('2.9', ('n',), {'user': 'u'}, 'user'),
        ('2.57', ('n',), {'personality': None}, 'personality'),
        ('2.9', ('n', 'ssh', 'p', 'u'), {}, 'user'),
        ('2.57', ('n', 'ssh', 'p', 'u'), {}, 'personality'),
        ('2.1', ('n', 'p', 'x'), {}, 'key_type'),
    ],
)
def test_parameter_outside_its_versions_is_refused(
    version: str, positional: tuple[str, ...], named: dict[str, Any], refused: str
) -> None:
    with pytest.raises(exceptions.UnsupportedAttribute) as caught:
        Keypairs(version).create(*positional, **named)
    assert caught.value.argument_name == refused
    assert isinstance(caught.value, AttributeError)


def test_refused_parameter_names_its_versions() -> None:
    with pytest.raises(exceptions.UnsupportedAttribute, match=r'exists only from version 2\.10\.$'):
        Keypairs('2.9').create('n', user='u')
    with pytest.raises(exceptions.UnsupportedAttribute, match=r'from version 2\.0 to 2\.56\.$'):
        Keypairs('2.57').create('n', personality='p')
    with pytest.raises(
        exceptions.UnsupportedAttribute, match=r'2\.32, 2\.42 and later\.$'
    ) as caught:
        Keypairs('2.37').attach('s', tag='t')
    assert caught.value.details() == {'needs_version': '2.32, 2.42 and later'}


def test_ranges_with_commas_are_all_open() -> None:
    for version in ('2.32', '2.42', '2.104'):
        assert Keypairs(version).attach('s', tag='t') == ('s', 't')
    for version in ('2.31', '2.33', '2.41'):
        with pytest.raises(exceptions.UnsupportedAttribute):
            Keypairs(version).attach('s', tag='t')


def test_required_parameter_must_be_given_where_it_exists() -> None:
    with pytest.raises(TypeError, match="'host'"):
        Keypairs('2.10').move('s')
    with pytest.raises(TypeError, match="'zone'"):
        Keypairs('2.20').move('s', 'h')
    assert Keypairs('2.10').move('s', 'h') == ('s', 'h', None)
    assert Keypairs('2.20').move('s', host='h', zone='z') == ('s', 'h', 'z')


def test_required_parameter_is_none_where_it_does_not_exist() -> None:
    assert Keypairs('2.9').move('s') == ('s', None, None)


@pytest.mark.parametrize(
    ('positional', 'named'),
    [
        (('n', 'ssh', 'p', 'u', 'too many'), {}),
        (('n',), {'name': 'n'}),
        (('n',), {'unknown': 1}),
        ((), {}),
    ],
)
def test_call_that_no_version_allows_is_a_type_error(
    positional: tuple[str, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError):
        Keypairs('2.10').create(*positional, **named)


@pytest.mark.parametrize(
    ('version', 'names'),
    [
        ('2.0', ['self', 'name', 'personality']),
        ('2.1', ['self', 'name', 'personality']),
        ('2.2', ['self', 'name', 'key_type', 'personality']),
        ('2.9', ['self', 'name', 'key_type', 'personality']),
        ('2.10', ['self', 'name', 'key_type', 'personality', 'user']),
        ('2.56', ['self', 'name', 'key_type', 'personality', 'user']),
        ('2.57', ['self', 'name', 'key_type', 'user']),
        ('2.latest', ['self', 'name', 'key_type', 'user']),
    ],
)
def test_signature_at_a_version_is_exact(version: str, names: list[str]) -> None:
    signature = Keypairs.create.signature_at(APIVersion(version))  # type: ignore[attr-defined]
    assert list(signature.parameters) == names


def test_signature_shows_required_parameters_without_default() -> None:
    at = Keypairs.move.signature_at  # type: ignore[attr-defined]
    assert str(at(APIVersion('2.9'))) == "(self, server: 'str') -> 'tuple[Any, ...]'"
    assert at(APIVersion('2.10')).parameters['host'].default is at(APIVersion('2.10')).empty
    assert 'zone' not in at(APIVersion('2.19')).parameters
    assert at(APIVersion('2.20')).parameters['zone'].default is at(APIVersion('2.20')).empty


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


def test_unknown_parameter_name_refuses_to_import() -> None:
    with pytest.raises(TypeError, match='act has no parameter absent'):

        @api_versions.parameters(absent='2.1..')
        def act(self: Any, present: int = 0) -> None: ...


def test_local_variable_is_no_parameter() -> None:
    with pytest.raises(TypeError, match='no parameter inner'):

        @api_versions.parameters(inner='2.1..')
        def act(self: Any) -> int:
            inner = 1
            return inner + 1


@pytest.mark.parametrize(
    ('text', 'error'),
    [
        ('2.36..2.19', TypeError),
        ('2.x', exceptions.InvalidVersion),
        ('', exceptions.InvalidVersion),
    ],
)
def test_wrong_range_of_a_parameter_refuses_to_import(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):

        @api_versions.parameters(present=text)
        def act(self: Any, present: int = 0) -> None: ...
