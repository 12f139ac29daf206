"""Scripts do in the page's shell what they do in another one."""

from __future__ import annotations

import importlib
import pathlib
import subprocess
from typing import Any

import pytest

shell: Any = importlib.import_module('page_terminal.shell')


class Page:
    """A terminal that keeps what is written."""

    can_ask = False

    def __init__(self) -> None:
        self.text = ''

    def show(self, text: str) -> None:
        self.text += text

    def sleep(self, seconds: float) -> None:
        raise AssertionError('Nothing sleeps.')

    def line(self) -> None:
        return None


SCRIPTS = [
    'x=$(false); echo $?; x=$(echo a; exit 3) y=2; echo "$? $x$y"; z=1; echo $?',
    """echo 'a "$b" c' | sed 's/ "$b"//'; echo ab | grep 'b$'; echo 'a$b' | grep -c '$b'""",
    'for each in a "b c" d; do echo "<$each>"; done | tail -n 2',
    'for each in $(echo b; echo a) c; do echo $each; done | sort -r',
    'if [ a = b ]; then echo yes; elif [ -n x ]; then echo second; else echo no; fi; echo $?',
    'if false; then echo yes; fi; echo $?',
    'case abc in x|y) echo 1;; a*) echo 2; false;; *) echo 3;; esac; echo $?',
    'false; case $? in\n0) echo zero ;;\n1) ;;\n*) echo more ;;\nesac; echo "$? ${none:-default}"',
    'x=1; y="$x$x"; echo $y ${y}z; unset y; echo "<$y>"',
    'echo "b 2\na 10\nc 3" | cat > file; sort file | head -1; sort -k 2 -n file | tail -n +2',
    'echo one > f; echo two >> f; cat < f | grep -v one | wc -l; ls; rm f; ls | wc -l',
    'echo a.b | sed "s/\\./-/"; echo aXbX | sed s/X/y/g; echo "a:b:c" | cut -d : -f 2-',
    'true && echo 1 || echo 2',
    'false && echo 1 || echo 2; echo "a" | xargs echo b; cat lost 2>/dev/null || echo no file',
    'echo "exit 3" > s.sh; sh s.sh; echo $?; echo "echo \\$1 \\$# \\${2:-two}" > t.sh; sh t.sh x',
    'echo "a\na\nb" | uniq -c | grep -c 2; echo abc | grep -o "[bc]*"; [ 2 -gt 1 ] && echo more',
]


@pytest.mark.parametrize('script', SCRIPTS)
def test_script_prints_what_dash_prints(
    script: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / 'ours', tmp_path / 'theirs']
    for folder in folders:
        folder.mkdir()
    monkeypatch.chdir(folders[0])
    page = Page()
    shell.Shell(page, {'HOME': str(tmp_path)}, {}).run(script.replace('\\n', '\n'))
    done = subprocess.run(
        ['sh', '-c', script.replace('\\n', '\n')],
        cwd=folders[1],
        env={'PATH': '/usr/bin:/bin'},
        capture_output=True,
        text=True,
        check=False,
    )
    assert page.text == done.stdout


def test_line_that_is_refused_is_told() -> None:
    page = Page()
    assert shell.Shell(page, {}, {}).run('while true; do x; done') == shell.MISUSED
    assert page.text == 'shell: "while" is not understood here: this shell is a small one.\n'
