"""A session: steps on both clouds, each with its own ids for what the steps make."""

from __future__ import annotations

import json
import re
import urllib.parse
from collections.abc import Iterable, Mapping
from typing import Any

from evidence.differential.clouds import Running, Sandbox
from functional_tests.comparison import Answer
from functional_tests.drawn_requests.service import Service, Step

_PLACEHOLDER = re.compile(r'\{([a-z_]+):([^{}]*)\}')
_SAFE = "/%:;=@!$&'()*+,~[]"


class Clouds:
    """The sandbox and the running service.

    :ivar things: the ids of what the steps have made, by kind, on either cloud.
    :ivar is_new: whether the running service has not been used yet.
    :ivar has_parted: whether one has done something that the other has refused.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.running = Running(service.name)
        try:
            self.sandbox = Sandbox(
                service.prefix,
                service.contents,
                service.callers.values(),
                service.prepare,
                **service.options,
            )
        except BaseException:
            self.running.close()
            raise
        self.things: dict[str, list[tuple[str, str]]] = {}
        self.has_parted = False
        self.is_new = True

    def __enter__(self) -> Clouds:
        return self

    def __exit__(self, *_: object) -> None:
        self.sandbox.close()
        self.running.close()

    @property
    def both(self) -> tuple[Sandbox, Running]:
        """Both of them."""
        return self.sandbox, self.running

    def begin(self) -> None:
        """Begin a session: both clouds are as new."""
        self.things = {}
        self.service.begin(self)
        self.is_new = False

    def restart(self) -> None:
        """Replace the running service with a new one."""
        self.running.close()
        self.running = Running(self.service.name)
        self.is_new = True

    def keep(self, kind: str, ours: Any, theirs: Any) -> None:
        """Keep the ids of what both clouds have made."""
        self.things.setdefault(kind, []).append((str(ours), str(theirs)))

    def labels(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The labels of each cloud's ids in a comparison."""
        labels: tuple[dict[str, str], dict[str, str]] = ({}, {})
        for kind, pairs in self.things.items():
            for number, pair in enumerate(pairs):
                for side, id in zip(labels, pair, strict=True):
                    side[id] = f'<{kind} {number}>'
        return labels

    def run(self, step: Step) -> tuple[Answer, Answer]:
        """Send a step to both."""
        self.service.await_readiness(step)
        ours, theirs = (self.send(index, step) for index in (0, 1))
        self.service.observe(self, step, (ours, theirs))
        return ours, theirs

    def send(self, index: int, step: Step) -> Answer:
        """Send a step to one."""
        cloud = self.both[index]
        path = urllib.parse.quote(self.filled(step.path, index), safe=_SAFE)
        if step.query:
            pairs = [(name, str(self.filled(value, index))) for name, value in step.query]
            path = f'{path}?{urllib.parse.urlencode(pairs)}'
        headers: list[tuple[str, str]] = []
        named = {name.lower() for name, _ in step.headers}
        caller = self.service.callers.get(step.role)
        if caller is not None:
            token = self.service.token(caller, is_sandbox=index == 0)
            if token is not None:
                headers.append(('X-Auth-Token', token))
        if step.version is not None:
            headers.append(self.service.version_header(step.version))
        if 'accept' not in named:
            headers.append(('Accept', 'application/json'))
        body: bytes | None = None
        if isinstance(step.body, bytes):
            body = step.body
        elif step.body is not None:
            body = json.dumps(self.filled(step.body, index)).encode()
        if body is not None and 'content-type' not in named:
            headers.append(('Content-Type', 'application/json'))
        if body is not None and ('Content-Type', '') in step.headers:
            headers.extend(self.service.untyped)
        headers.extend(pair for pair in step.headers if pair != ('Content-Type', ''))
        return cloud.connection.ask(step.method, cloud.prefix + path, headers, body)

    def ask(
        self,
        index: int,
        method: str,
        path: str,
        version: str,
        body: Any = None,
        role: str = 'admin',
    ) -> Answer:
        """Send a request besides the steps, to one cloud."""
        path, _, query = path.partition('?')
        pairs = tuple(urllib.parse.parse_qsl(query))
        return self.send(index, Step('', method, path, pairs, version, role, (), body))

    def filled(self, value: Any, index: int) -> Any:
        """A value with the ids of one cloud; a text that is all placeholder may become a number."""
        if isinstance(value, str):
            whole = _PLACEHOLDER.fullmatch(value)
            if whole is not None:
                return self._thing(index, whole[1], whole[2])
            return _PLACEHOLDER.sub(lambda each: str(self._thing(index, each[1], each[2])), value)
        if isinstance(value, list):
            return [self.filled(each, index) for each in value]
        if isinstance(value, dict):
            return {
                str(self.filled(key, index)): self.filled(each, index)
                for key, each in value.items()
            }
        return value

    def _thing(self, index: int, kind: str, text: str) -> Any:
        pairs = self.things.get(kind)
        if pairs and text.isdigit():
            return pairs[int(text) % len(pairs)][index]
        return self.service.resolve(self, index, kind, text)


def told(step: Step) -> str:
    """A step as a line."""
    query = urllib.parse.urlencode(step.query, safe='{}:,!')
    words: Iterable[str] = (
        step.method,
        step.path + (f'?{query}' if query else ''),
        f'@{step.version}',
        '' if step.role == 'admin' else f'as {step.role}',
        ' '.join(f'{name}: {value}' for name, value in step.headers),
        '' if step.body is None else _shown(step.body),
    )
    return ' '.join(filter(None, words))


def _shown(body: Any) -> str:
    return repr(body) if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False)
