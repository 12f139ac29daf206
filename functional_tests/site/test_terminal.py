"""The terminal of the page: lines, pipes, keys, releases, and the prompt of Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from functional_tests.site.browser import Reader, Tab


@pytest.fixture(scope='module')
def terminals(chromium: Any, url: str) -> Iterator[tuple[Tab, Tab]]:
    """The shell and the prompt of Python of one page, which tests share."""
    reader = Reader(chromium, url)
    yield reader.try_it()
    reader.page.close()
    assert reader.hosts() == {url.split('/')[2]}
    assert not reader.mistakes


@pytest.fixture
def shell(terminals: tuple[Tab, Tab]) -> Tab:
    """The shell, as at the beginning."""
    terminals[0].press('Control+C')
    terminals[0].run('reset')
    terminals[0].press('Control+L')
    return terminals[0]


@pytest.fixture
def python(terminals: tuple[Tab, Tab]) -> Iterator[Tab]:
    """The prompt of Python."""
    page = terminals[1]._page
    page.click('role=tab[name="Python"]')
    yield terminals[1]
    page.click('role=tab[name="Shell"]')


def test_program_has_the_looks_of_a_terminal(shell: Tab) -> None:
    shown = shell.run('nova-mv server-list')
    assert '────' in shown
    assert {'db-1', 'web-1', 'web-2'} <= set(shown.split())


def test_what_one_command_changes_is_there_for_the_next(shell: Tab) -> None:
    line = 'nova-mv server-create --flavor m1.tiny --image cirros --nic auto --wait mine'
    assert 'ACTIVE' in shell.run(line)
    assert shell.run('nova-mv server-list -f value -c name --name mine') == 'mine'


def test_pipes_files_and_variables(shell: Tab) -> None:
    shell.run('NAME=web-1; nova-mv server-list -f value -c name > names')
    assert shell.run('grep web names | sort -r | head -1') == 'web-2'
    assert shell.run('wc -l < names') == '3'
    assert shell.run('nova-mv server-show $NAME -f json --query name') == '"web-1"'
    assert shell.run('nova-mv server-show lost 2>/dev/null || echo "status $?"') == 'status 5'
    assert shell.run('echo $(nova-mv server-list -f value -c name | sort | tail -n 1)') == 'web-2'


def test_unknown_program_is_told(shell: Tab) -> None:
    assert 'command not found' in shell.run('vim')
    assert shell.run('echo $?') == '127'


def test_tab_completes_commands_options_and_names(shell: Tab) -> None:
    shell.type('nova-mv server-sho')
    shell.press('Tab')
    shell.shows('$ nova-mv server-show')
    shell.type('db')
    shell.press('Tab')
    shell.shows('nova-mv server-show db-1')
    shell.type('-f js')
    shell.press('Tab')
    shell.type('--query stat')
    shell.press('Home')
    shell.press('End')
    shell.type('us\n')
    shell.wait()
    assert shell.screen().endswith('"SHUTOFF"\n$')


def test_tab_lists_what_there_is(shell: Tab) -> None:
    shell.type('nova-mv flavor-show m1.')
    shell.press('Tab')
    shell.press('Tab')
    shell.shows('m1.medium')
    shell.press('Control+C')
    shell.wait()


def test_keys_edit_and_find_earlier_lines(shell: Tab) -> None:
    shell.run('echo first line')
    shell.type('cho other')
    shell.press('Control+A')
    shell.type('e')
    shell.press('Control+E')
    shell.press('Control+W')
    shell.type('second\n')
    shell.wait()
    assert shell.screen().endswith('\nsecond\n$')
    shell.press('ArrowUp')
    shell.press('ArrowUp')
    shell.type(' again\n')
    shell.wait()
    assert shell.screen().endswith('\nfirst line again\n$')
    shell.press('Control+R')
    shell.type('seco')
    shell.shows("(reverse-i-search)`seco': echo second")
    shell.press('Enter')
    shell.wait()
    assert shell.screen().endswith('\nsecond\n$')


def test_control_c_stops_a_command_that_waits(shell: Tab) -> None:
    shell.run('nova-mv server-create --flavor m1.tiny --image cirros --nic auto mine')
    shell.type('nova-mv server-wait mine --status SHUTOFF || sleep 60; sleep 60\n')
    shell._page.wait_for_timeout(300)
    shell.press('Control+C')
    shell.wait()
    assert shell.run('echo $?') == '130'
    assert 'mine' in shell.run('nova-mv server-list')


def test_control_c_ends_an_interpreter_that_does_not_listen(
    shell: Tab, terminals: tuple[Tab, Tab]
) -> None:
    shell.run('nova-mv server-update web-1 --name renamed; export KEPT=yes')
    page = shell._page
    page.click('role=tab[name="Python"]')
    terminals[1].type('while True: pass\n\n')
    page.wait_for_timeout(300)
    terminals[1].press('Control+C')
    terminals[1].shows('the cloud starts again')
    page.click('role=tab[name="Shell"]')
    assert shell.run('nova-mv server-list -f value -c name | grep renamed; echo $KEPT') == (
        'renamed\nyes'
    )


def test_question_is_answered(shell: Tab) -> None:
    shell.type('cat > notes\n')
    shell._page.wait_for_timeout(200)
    shell.type('one\ntwo\n')
    shell.press('Control+D')
    shell.wait()
    assert shell.run('cat notes') == 'one\ntwo'


@pytest.mark.parametrize(('release', 'newest'), [('pike', '2.53'), ('train', '2.79')])
def test_release_is_played(shell: Tab, release: str, newest: str) -> None:
    assert newest in shell.run(f'release {release}')
    found = shell.run("nova-mv version-list -f json --query '[0].max_version'")
    assert found == f'"{newest}"'
    assert shell._page.input_value('.cloud-release select') == release


def test_release_is_chosen_in_the_page(shell: Tab) -> None:
    shell._page.select_option('.cloud-release select', 'zed')
    shell.shows('microversions 2.1 to 2.93.')
    shell.wait()


def test_python_is_on_the_same_cloud(shell: Tab, python: Tab) -> None:
    assert python.run('1 + 1') == '2'
    python.run(
        "flavor, image = nova.flavors.find(name='m1.tiny'), nova.glance.find_image('cirros')"
    )
    python.run("server = nova.servers.create('of-python', image, flavor, nics='auto')")
    assert python.run("[each.name for each in nova.servers.list(search_opts={'name': 'of-'})]") == (
        "['of-python']"
    )
    assert 'NameError' in python.run('unknown')


def test_width_of_the_terminal_is_that_of_tables(chromium: Any, url: str) -> None:
    reader = Reader(chromium, url)
    reader.page.set_viewport_size({'width': 390, 'height': 800})
    shell, _ = reader.try_it()
    columns = reader.page.evaluate(
        'document.querySelector(".cloud-shell").terminalOfPage.terminal.cols'
    )
    shown = shell.run('nova-mv server-list -c name -c status')
    assert columns < 60
    assert max(map(len, shown.splitlines())) <= columns
    reader.page.close()
