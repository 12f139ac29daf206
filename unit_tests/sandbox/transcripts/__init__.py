"""Answers of the sandbox to requests.

A file has stories, each told to a new sandbox::

    == A port goes with its node
    one= POST /v1/nodes {"driver": "fake-hardware"}
      201 {"uuid": "$one", ...}
    +10
    demo@1.50 GET /v1/nodes/$one -> name, owner

The lines at the margin are written by hand: a request of a user (the administrator, where none is
named) at a version (the newest); seconds that pass; a comment; a line of dashes, below which the
sandbox is new again. ``one=`` names the UUID of what is created; ``$admin`` and ``$demo`` are the
projects, ``$image`` and ``$private`` the image and the network of a new sandbox. The lines below
them are what was answered, and are recorded: with an arrow only the keys behind it.
"""

from __future__ import annotations

import json
import re
import tempfile
import uuid
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

from unit_tests.sandbox.caller import HOST, Answer, Caller

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob('*.txt'))
_LINE = re.compile(
    r'(?:(?P<name>\w+)= )?(?P<user>[a-z]*)(?:@(?P<version>\S+))? ?'
    r'(?P<method>[A-Z]+) (?P<path>\S+)(?: ->(?P<keys>.*)| (?P<body>.+))?'
)
_UUID = re.compile(r'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
# Projects, users, hosts as a project knows them, reservations and passwords.
_COMPUTE_IDS = re.compile(
    rf'{_UUID.pattern}|\b[0-9a-f]{{56}}\b|\b[0-9a-f]{{32}}\b|\br-[0-9a-z]{{8}}\b'
    r'|(?<="adminPass": ")\w{12}(?=")'
)
_VERSION_HEADERS = {
    'baremetal': ('X-OpenStack-Ironic-API-Version', ''),
    'compute': ('OpenStack-API-Version', 'compute '),
    'placement': ('OpenStack-API-Version', 'placement '),
}


def stories(name: str) -> dict[str, str]:
    """The stories of a file by their titles."""
    texts = (FOLDER / f'{name}.txt').read_text().split('== ')[1:]
    return {text.partition('\n')[0]: text.partition('\n')[2] for text in texts}


def titles(*services: str) -> list[tuple[str, str]]:
    """The files of services, each with the titles of its stories."""
    names = [name for name in NAMES if name.partition('_')[0] in services]
    return [(name, title) for name in names for title in stories(name)]


def record() -> None:
    """Write the answers of today below the requests."""
    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            told = [
                f'== {title}\n{replay(name, story, Path(folder) / f"{number}.db")}'
                for number, (title, story) in enumerate(stories(name).items())
            ]
        (FOLDER / f'{name}.txt').write_text(''.join(told))


def replay(name: str, story: str, path: Path) -> str:
    """A story of a file as the sandbox tells it now.

    :param path: where the state will be.
    """
    service = name.partition('_')[0]
    # As in a new state: what is created later has a greater UUID.
    ids = (uuid.UUID(int=number << 80, version=4) for number in count(1))
    told: list[str] = []
    for number, part in enumerate(re.split('^---\n', story, flags=re.MULTILINE)):
        state = path.with_name(f'{path.stem}-{number}.db')
        with mock.patch('uuid.uuid4', side_effect=ids):
            told.append(''.join(f'{line}\n' for line in _Teller(service, state).lines(part)))
    return '---\n'.join(told)


class _Teller:
    """Sends the requests of a story, and knows the UUIDs in it by names."""

    def __init__(self, service: str, path: Path) -> None:
        self.service = service
        self.admin = Caller.of_new_state(path)
        self.users = {'': self.admin}
        self.ids: dict[str, str] = {}
        self.pattern = _UUID
        if service == 'compute':
            self.pattern = _COMPUTE_IDS
            image, project = self.admin.image(), self.admin.project
            private = self.admin('GET', '/network/v2.0/networks?name=private').body['networks'][0]
            self.users['demo'] = demo = self.admin.other('demo')
            self.ids = {image: '$image', private['id']: '$private'}
            self.ids |= {project: '$admin', demo.project: '$demo'}

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
                yield from self._told(self._answer(match), match)

    def _answer(self, match: re.Match[str]) -> Answer:
        user, version = match['user'], match['version'] or 'latest'
        if user not in self.users:
            self.users[user] = self.admin.other(user)
        header, prefix = _VERSION_HEADERS[self.service]
        own = {name: id for id, name in self.ids.items()}
        path, body = (
            re.sub(r'\$\w+', lambda name: own.get(name[0], name[0]), match[group] or '')
            for group in ('path', 'body')
        )
        return self.users[user](
            match['method'],
            path if self.service == 'compute' else f'/{self.service}{path}',
            body=body.encode() or None,
            headers={header: f'{prefix}{version}'},
        )

    def _told(self, answer: Answer, match: re.Match[str]) -> Iterator[str]:
        body = answer.body
        if isinstance(body, dict) and set(body) == {'error_message'}:
            # The service writes its errors as JSON in JSON.
            body = json.loads(body['error_message'])
        if match['name'] is not None:
            resource = next(iter(body.values())) if self.service == 'compute' else body
            self.ids[resource['id' if self.service == 'compute' else 'uuid']] = f'${match["name"]}'
        if match['keys'] is not None and answer.status < 400:
            body = _chosen(body, set(match['keys'].strip().split(', ')))
        text = body.decode() if isinstance(body, bytes) else json.dumps(body)
        yield f'  {answer.status} {self._named(text)}'.rstrip()
        if self.service != 'compute' and answer.status == 201 and 'Location' in answer.headers:
            yield f'  Location: {self._named(answer.headers["Location"] or "")}'

    def _named(self, text: str) -> str:
        def name_of(match: re.Match[str]) -> str:
            return self.ids.setdefault(match[0], f'${len(self.ids) + 1}')

        # Each release of the schema library lays out the rule and the value in its own way.
        text = re.sub(r' *Failed validating(?:[^"\\]|\\.)*', '', text)
        text = re.sub(r'req-[0-9a-f-]{36}', 'req', text).replace(HOST, '')
        return self.pattern.sub(name_of, text)


def _chosen(body: dict[str, Any], keys: set[str]) -> dict[str, Any]:
    """A resource, or each of a list, with some of its keys."""
    chosen: dict[str, Any] = {}
    for name, value in body.items():
        if isinstance(value, dict):
            chosen[name] = {key: value[key] for key in value if key in keys}
        elif isinstance(value, list):
            chosen[name] = [{key: each[key] for key in each if key in keys} for each in value]
    return chosen
