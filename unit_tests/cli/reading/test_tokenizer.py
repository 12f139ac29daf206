"""The words of a command line, told apart before any parser."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.cli.reading import tokenizer
from novaclient_mv.clouds import options

TABLE = options.OptionTable()


@pytest.mark.parametrize(
    ('argv', 'given'),
    [
        ('x --debug --os-region-name a', {'debug': True, 'os_region_name': 'a'}),
        ('x --os-region-name --debug', {'debug': True}),
        ('x --os-region-name', {}),
        ('x --os-region-name -- a', {}),
        ('x --os-region-name -1', {'os_region_name': '-1'}),
        ('x --os-region-name=', {'os_region_name': ''}),
        ('x --os-region-name a --os-region-name b', {'os_region_name': 'b'}),
        ('x -c a -cb --column=c', {'columns': ['a', 'b', 'c']}),
        ('x --os-reg a --form json', {'os_region_name': 'a'}),
        ('x --os_region_name a --os_reg b', {'os_region_name': 'b'}),
        ('x -fjson --nope a --debug', {'format': 'json', 'debug': True}),
        ('x -- --debug', {}),
        ('--form json x', {'format': 'json'}),
        ('--os-passcode --debug x', {'debug': True}),
    ],
)
def test_global_options_are_known_before_any_parser(argv: str, given: dict[str, Any]) -> None:
    assert tokenizer.tokenize(argv.split(), TABLE).options(TABLE) == given


def test_option_where_the_value_of_another_is_missing_is_not_given() -> None:
    walked = tokenizer.tokenize(
        ['x', '--name', '--debug', '--host=h', '--os-region-name', 'a'], TABLE
    )
    assert walked.options(TABLE, {'--name', '--host'}) == {'os_region_name': 'a'}
    assert walked.options(TABLE, {'--other'}) == {'debug': True, 'os_region_name': 'a'}


@pytest.mark.parametrize(
    ('text', 'flag', 'value'),
    [
        ('--a=b=c', '--a', 'b=c'),
        ('--a=', '--a', ''),
        ('--a', '--a', None),
        ('-a', '-a', None),
        ('-ab', '-a', 'b'),
        ('-a=b', '-a', 'b'),
        ('-ab=c', '-a', 'b=c'),
        ('-a b', '', None),
        ('--a b=c', '', None),
        ('--a=b c', '--a', 'b c'),
        ('-', '', None),
        ('--', '', None),
        ('', '', None),
        ('a', '', None),
        ('-1', '', None),
        ('-.5', '', None),
        ('-1.5', '', None),
        ('-1x', '-1', 'x'),
    ],
)
def test_word_is_an_option_as_a_parser_sees_it(text: str, flag: str, value: str | None) -> None:
    assert tokenizer.token(text) == tokenizer.Token(text, flag, value)


@pytest.mark.parametrize(
    ('argv', 'fault'),
    [
        (['--os-cloud'], '--os-cloud needs a value.'),
        (['--os-cloud', '--debug', 'x'], '--os-cloud needs a value.'),
        (['--os-cloud', '--', 'x'], '--os-cloud needs a value.'),
        (['--nope', '--nope2', 'x'], 'There is no option --nope.'),
        (['--nope', '--os-cloud'], 'There is no option --nope.'),
        (['--ti', '1', 'x'], '--ti may mean --timeout, --timings.'),
        (['--formt', 'x'], 'There is no option --formt. Did you mean --format?'),
    ],
)
def test_first_fault_before_the_command_is_told(argv: list[str], fault: str) -> None:
    assert str(tokenizer.tokenize(argv, TABLE).fault) == fault
