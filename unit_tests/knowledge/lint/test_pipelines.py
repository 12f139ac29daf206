"""Scripts inside YAML are read like others, at their places in the file."""

from __future__ import annotations

import pytest

from novaclient_mv import errors
from novaclient_mv.knowledge.lint import lint
from unit_tests.knowledge.lint.places import PIKE, Place, places

WORKFLOW = """\
name: ci
on: [push]
env:
  OS_COMPUTE_API_VERSION: "2.90"
jobs:
  boot:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: {fetch-depth: 0}
      - name: nova boot --hostname x
        run: |
          set -e
          nova boot --hostname ${{ matrix.name }} \\
            --flavor m web

      - run: nova list --locked yes
      - shell: python
        run: |
          nova list --locked yes
      - shell: bash -e {0}
        run: >
          nova boot
          --hostname x
          --flavor m web
      - run: "nova boot --flavor \\"a b\\" --hostname x web"
      - run: 'nova boot --flavor ''a b'' --hostname x web'
"""

PLAYBOOK = """\
- hosts: all
  tasks:
    - name: boot
      ansible.builtin.shell: nova boot --hostname {{ name }} --flavor m web
    - command:
        cmd: nova server-tag-list {{ item }}
      environment:
        OS_COMPUTE_API_VERSION: "2.10"
    - command:
        argv: [nova, boot, --hostname, "{{ a }} b", web]
    - shell: |
        {% if old %}
        nova floating-ip-list
        {% endif %}
      args:
        chdir: /tmp
    - debug:
        msg: nova list --locked yes
    - block:
        - raw: !unsafe nova list --locked yes
"""


def test_run_blocks_of_pipelines_are_scripts() -> None:
    assert places(WORKFLOW, name='ci.yml') == [
        Place(4, 'OS_COMPUTE_API_VERSION:', 'pin-outside'),
        Place(14, '--hostname', 'option-too-new'),
        Place(17, '--locked', 'option-too-new'),
        Place(24, '--hostname', 'option-too-new'),
        Place(26, '--hostname', 'option-too-new'),
        Place(27, '--hostname', 'option-too-new'),
    ]


def test_tasks_of_ansible_are_scripts() -> None:
    assert places(PLAYBOOK, name='site.yaml') == [
        Place(4, '--hostname', 'option-too-new'),
        Place(6, 'server-tag-list', 'command-too-new'),
        Place(10, '--hostname,', 'option-too-new'),
        Place(13, 'floating-ip-list', 'command-removed'),
        Place(20, '--locked', 'option-too-new'),
    ]


def test_lists_of_lines_are_one_script() -> None:
    text = 'job:\n  script:\n    - V=2.90\n    - nova --os-compute-api-version $V list\n'
    assert places(text, name='a.yml') == [Place(4, '$V', 'pin-outside')]


def test_what_is_no_script_is_not_read() -> None:
    text = 'name: nova list --locked yes\nrun:\n  - {a: nova list --locked yes}\n'
    assert places(text, name='a.yml') == []


def test_aliases_are_read_once_and_may_be_circles() -> None:
    text = '- &a\n  run: nova list --locked yes\n  next: *a\n- *a\n'
    assert places(text, name='a.yml') == [Place(2, '--locked', 'option-too-new')]


@pytest.mark.parametrize('text', ['a: [', '{{ x }}: : y', 'a: b: c', '\t- x', '[' * 3000])
def test_what_is_no_yaml_is_refused(text: str) -> None:
    with pytest.raises(errors.CommandError, match=r'^This is no YAML: (?!None)'):
        lint(text, PIKE, 'a.yml')


def test_a_file_that_begins_like_yaml_is_yaml() -> None:
    assert places('---\n- shell: nova list --locked yes\n', name='-') == [
        Place(2, '--locked', 'option-too-new')
    ]
