"""The prompt of Python in the page has a client from the beginning."""

from __future__ import annotations

import importlib
import pathlib
from typing import Any

import pytest

from unit_tests.documentation.site.test_shell import Page

python_prompt: Any = importlib.import_module('page_terminal.python_prompt')


def test_client_is_there_before_the_first_line(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv('XDG_STATE_HOME', str(tmp_path))
    page = Page()
    prompt = python_prompt.PythonPrompt(page)
    assert 'nova' not in prompt.names
    prompt.run('sorted(server.name for server in nova.servers.list())')
    assert page.text.replace('\r', '') == "['db-1', 'web-1', 'web-2']\n"
