"""The first page: ``nova-mv`` alone on a terminal, on one screen, without a request."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv.cli.showing import topics
from novaclient_mv.cli.showing.topics import TOPICS
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud
from unit_tests.terminals import acting

LINES = 24
"""Of a small terminal, one of which is the prompt after the page."""


def page_of(nova: Nova, *words: str, **variables: str) -> str:
    """The first page at 80 columns."""
    result = nova(*words, is_terminal=True, env={'COLUMNS': '80', 'NO_COLOR': '1', **variables})
    assert (result.status, result.err) == (0, '')
    return result.out


def test_first_page_fits_the_smallest_screen_and_names_all_topics(nova: Nova) -> None:
    lines = page_of(nova).splitlines()
    assert len(lines) < LINES
    assert max(map(len, lines)) <= 80
    for topic in TOPICS:
        (line,) = [line for line in lines if line.startswith(f'  {topic.title}  ')]
        assert topic.daily[0] in line


def test_first_page_comes_where_no_command_is_named_on_a_terminal_only(nova: Nova) -> None:
    first = page_of(nova)
    assert page_of(nova, '--quiet') == first
    whole = page_of(nova, 'help')
    assert len(whole.splitlines()) > 700
    for words in (('--help',), ('-h',)):
        assert page_of(nova, *words) == whole
    assert nova('-f', 'json', is_terminal=True).out == nova('-f', 'json').out
    assert nova().out == nova('help').out


def test_cloud_of_the_page_is_the_one_that_a_run_would_use(nova: Nova) -> None:
    assert 'No cloud is named: --os-cloud <name>' in page_of(nova)
    assert 'Cloud sandbox (--os-cloud) is built in.' in page_of(nova, '--os-cloud', 'sandbox')
    assert 'Cloud sandbox (OS_CLOUD) is built in.' in page_of(nova, OS_CLOUD='sandbox')
    assert 'Clouds a,b (OS_CLOUD).' in page_of(nova, OS_CLOUD='a,b')
    assert 'Unknown cloud nope' in page_of(nova, OS_CLOUD='nope')
    by_url = page_of(nova, OS_AUTH_URL='https://me:secret@keystone.test:5000/v3')
    assert 'https://me:***@keystone.test:5000/v3 (OS_AUTH_URL)' in by_url


def test_versions_of_the_cloud_are_those_learned_before(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', {'servers': []})
    variables = cloud.environ()
    assert 'its versions are not known yet' in page_of(nova, **variables)
    assert cloud.requests == []
    assert nova('server-list', cloud=cloud).status == 0
    cloud.requests.clear()
    assert re.search(r'Compute 2\.1 to 2\.\d+ \(\w+\)\.', page_of(nova, **variables))
    assert cloud.requests == []


@settings(max_examples=60)
@given(st.text(st.characters(codec='utf-8', exclude_characters='\0'), min_size=1, max_size=200))
def test_no_name_breaks_the_page(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    nova = Nova(tmp_path_factory.getbasetemp())
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return
    page = page_of(nova, OS_CLOUD=name)
    assert len(page.splitlines()) < LINES
    assert max(map(len, page.splitlines())) <= 80
    assert acting(page) == []


@pytest.mark.parametrize('width', ['60', '100', '200'])
def test_page_fits_other_widths(nova: Nova, width: str) -> None:
    lines = page_of(nova, COLUMNS=width).splitlines()
    assert [line for line in lines if len(line) > int(width) and ' ' in line.strip()] == []


def test_names_of_a_noun_share_it() -> None:
    names = ('server-list', 'server-show', 'server-volume-attach', 'server-volume-detach', 'help')
    assert topics.shortened(names) == 'server-list, -show, server-volume-attach, -detach, help'
    assert topics.shortened(('help', 'api')) == 'help, api'
    assert topics.shortened(()) == ''
