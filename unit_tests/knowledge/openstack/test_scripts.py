"""Calls of other clients in scripts are replaced, and every other character stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novaclient_mv.knowledge import lint
from novaclient_mv.knowledge.lint.client_calls import Reading
from novaclient_mv.knowledge.openstack import openstack_programs
from novaclient_mv.knowledge.openstack.openstack_scripts import Script
from novaclient_mv.knowledge.openstack.translation import Translation

_CASES = [
    ('openstack server show web\n', 'nova-mv server-show web\n'),
    ('/usr/bin/openstack server show $ID | cat', 'nova-mv server-show $ID | cat'),
    ('x=$(openstack server show "$ID")', 'x=$(nova-mv server-show "$ID")'),
    ('openstack server list --name="$A"x', 'nova-mv server-list --name "$A"x'),
    ('openstack server show \\\n  "a b" > out', 'nova-mv server-show "a b" > out'),
    ('openstack server 2>&1 show \\\n web', 'nova-mv server-show web 2>&1'),
    (
        'openstack server show $(openstack server list --name x)',
        'nova-mv server-show $(nova-mv server-list --name x)',
    ),
    ('xargs openstack server show < ids', 'xargs nova-mv server-show < ids'),
    (
        'A=1 sudo openstack server set --name "$B" --property k=v web || exit',
        '{ A=1 sudo nova-mv server-meta web set k=v && '
        'A=1 sudo nova-mv server-update web --name "$B"; } || exit',
    ),
    ("bash -c 'openstack server show web'", "bash -c 'nova-mv server-show web'"),
    ('cat <<E | sh\nopenstack server show web\nE\n', 'cat <<E | sh\nnova-mv server-show web\nE\n'),
    (
        'nova boot --poll --flavor 1 --image i "$N" \\\n # c',
        'nova-mv server-create --wait --flavor 1 --image i "$N" \\\n # c',
    ),
    ('nova interface-attach --net_id n web', 'nova-mv server-interface-attach --net-id n web'),
    # Not in this place, not only these words, not this program.
    ('bash -c \'openstack server list --name="x y"\'', None),
    ('xargs openstack server set --name x --property a=b web', None),
    ('openstack network agent list', None),
    ('openstack server frobnicate', None),
    ('nova frobnicate', None),
    ('$CLIENT server list; "$@"; open stack', None),
]


def _replaced(text: str, name: str = '') -> tuple[str, list[str]]:
    whole, calls = Script(text, openstack_programs.translations({}, False), name).replaced()
    return whole, [call.reason for call in calls if call.reason is not None]


def test_calls_are_replaced_and_the_rest_stays() -> None:
    results = {text: _replaced(text)[0] for text, _ in _CASES}
    assert results == {text: text if whole is None else whole for text, whole in _CASES}
    assert [bool(_replaced(text)[1]) for text, whole in _CASES if whole is None] == [
        *[True] * 5,
        False,
    ]


@pytest.mark.parametrize('order', [(1, 0), (0, 1), (1, 1, 0, 1), (0, 0)])
def test_only_calls_that_would_be_read_otherwise_stay(order: tuple[int, ...]) -> None:
    staying = 'bash -c \'openstack server list --name="x y"\'\n'
    others = ('openstack server show web\n', 'openstack server list --name="x y"\n')
    for fitting, translated in zip(others, map(_replaced, others), strict=True):
        lines = [fitting if fits else staying for fits in order]
        whole, reasons = _replaced(''.join(lines))
        assert whole == ''.join(translated[0] if line is fitting else line for line in lines)
        assert len(reasons) == order.count(0)


@pytest.mark.parametrize(
    'step', ['\'openstack server list --name="x y"\'', '"openstack server show \\"x y\\""']
)
def test_step_whose_translation_would_be_no_yaml_stays_alone(step: str) -> None:
    before, behind = ('  - run: openstack server show web\n' * count for count in (3, 8))
    text = f'a:\n{before}  - run: {step}\n{behind}'
    whole, reasons = _replaced(text, 'ci.yml')
    assert whole == text.replace('openstack server show web', 'nova-mv server-show web')
    assert len(reasons) == 1


def test_calls_that_stay_are_found_in_few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    readings = lint.readings

    def counted(text: str, name: str) -> list[Reading]:
        looks.append(name)
        return readings(text, name)

    monkeypatch.setattr(lint, 'readings', counted)
    staying = ''.join(f'bash -c \'openstack server list --name="x {n % 3}"\'\n' for n in range(300))
    assert _replaced(staying)[0] == staying
    alike = 'openstack server list --name="x 1"\n'
    assert len(_replaced(staying + alike)[1]) == 300
    assert len(looks) < 10


@given(st.text('openstack server show web $\'"`();|\n\\#{}<', max_size=60))
def test_text_without_a_translated_call_stays(noise: str) -> None:
    text = f'{noise}\n'
    whole, calls = Script(text, openstack_programs.translations({}, False)).replaced()
    if not any(call.lines for call in calls):
        assert whole == text


def test_words_that_may_be_several_are_noted_where_each_takes_a_line() -> None:
    def translate(words: Sequence[str], pins: Mapping[str, str]) -> Translation:
        return Translation([['delete', word] for word in words], [])

    for word, is_noted in (('$IDS', True), ('"${IDS[@]}"', True), ('"$ID"', False)):
        [call] = Script(f'openstack {word}', {'openstack': translate}).translated()
        note = f'{word} is taken for one word; for each more there is to be a line'
        assert call.warnings == ((note,) if is_noted else ())
