"""Answers of the sandbox to requests, word by word.

A file has stories, each told to a new sandbox::

    == A port goes with its node
    one= POST /v1/nodes {"driver": "fake-hardware"}
      201 {"uuid": "$one", ...}
    +10
    demo@1.50 GET /v1/nodes/$one

The lines at the margin are written by hand: a request of a user (the administrator, where none is
named) at a version (the newest); seconds that pass; a comment. ``one=`` names the UUID of what is
created. The lines below them are what was answered, and are recorded.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from unit_tests.sandbox.caller import HOST, Answer, Caller

FOLDER = Path(__file__).parent
NAMES = 'baremetal', 'placement'
_LINE = re.compile(
    r'(?:(?P<name>\w+)= )?(?P<user>[a-z]*)(?:@(?P<version>\S+))? ?'
    r'(?P<method>[A-Z]+) (?P<path>\S+)(?: (?P<body>.+))?'
)
_UUID = re.compile(r'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
_HEADERS = 'Location', 'Allow', 'Cache-Control'


def stories(name: str) -> dict[str, str]:
    """The stories of a file by their titles."""
    texts = (FOLDER / f'{name}.txt').read_text().split('== ')[1:]
    return {text.partition('\n')[0]: text.partition('\n')[2] for text in texts}


def record() -> None:
    """Write the answers of today below the requests."""
    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            told = [
                f'== {title}\n{replay(name, story, Path(folder) / f"{number}.db")}'
                for number, (title, story) in enumerate(stories(name).items())
            ]
        (FOLDER / f'{name}.txt').write_text(''.join(told))


def replay(service: str, story: str, path: Path) -> str:
    """A story as the sandbox tells it now.

    :param path: where the state will be.
    """
    return ''.join(f'{line}\n' for line in _Teller(service, path).lines(story))


class _Teller:
    """Sends the requests of a story, and knows the UUIDs in it by names."""

    def __init__(self, service: str, path: Path) -> None:
        self.service = service
        self.admin = Caller(path)
        self.users = {'': self.admin}
        self.ids: dict[str, str] = {}

    def lines(self, story: str) -> Iterator[str]:
        """The lines at the margin, each with what was answered below it."""
        for line in story.splitlines():
            if line.startswith('  '):
                continue
            yield line
            if line.startswith('+'):
                self.admin.now += float(line)
            elif line and not line.startswith('#'):
                match = _LINE.fullmatch(line)
                assert match is not None, line
                yield from self._told(self._answer(match), match['name'])

    def _answer(self, match: re.Match[str]) -> Answer:
        user, version = match['user'], match['version'] or 'latest'
        if user not in self.users:
            self.users[user] = self.admin.other(user)
        if self.service == 'placement':
            headers = {'OpenStack-API-Version': f'placement {version}'}
        else:
            headers = {'X-OpenStack-Ironic-API-Version': version}
        own = {name: id for id, name in self.ids.items()}
        path, body = (
            re.sub(r'\$\w+', lambda name: own.get(name[0], name[0]), match[group] or '')
            for group in ('path', 'body')
        )
        return self.users[user](
            match['method'],
            f'/{self.service}{path}',
            body=body.encode() or None,
            headers=headers,
        )

    def _told(self, answer: Answer, name: str | None) -> Iterator[str]:
        body = answer.body
        if isinstance(body, dict) and set(body) == {'error_message'}:
            # The service writes its errors as JSON in JSON.
            body = json.loads(body['error_message'])
        if name is not None:
            self.ids[body['uuid']] = f'${name}'
        text = body.decode() if isinstance(body, bytes) else json.dumps(body)
        yield f'  {answer.status} {self._named(text)}'.rstrip()
        for header in _HEADERS:
            if header in answer.headers:
                yield f'  {header}: {self._named(answer.headers[header] or "")}'

    def _named(self, text: str) -> str:
        def name_of(match: re.Match[str]) -> str:
            return self.ids.setdefault(match[0], f'${len(self.ids) + 1}')

        text = re.sub(r'req-[0-9a-f-]{36}', 'req', text).replace(HOST, '')
        return _UUID.sub(name_of, text)
