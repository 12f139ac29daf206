"""A service to compare: its operations, its versions, and its callers."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from functional_tests.comparison import Answer, Difference
from functional_tests.drawn_requests import drawing
from functional_tests.drawn_requests.drawing import Draw
from novaclient_mv.sandbox.state import seed

Query = list[tuple[str, str]]


class Caller(NamedTuple):
    """Somebody who sends requests."""

    user: str
    project: str
    roles: tuple[str, ...]

    @property
    def token(self) -> str:
        """The token on the sandbox; it is the same on services that read tokens so."""
        return f'{self.user}:{self.project}:{",".join(self.roles)}'


@dataclass(frozen=True)
class Step:
    """A request; ``{kind:number}`` in it stands for what earlier steps have made.

    :ivar body: sent as JSON; bytes as they are; ``None`` for none.
    :ivar spoiled: what was made bad, if anything.
    :ivar unspoiled: the step before the last thing about it was made bad.
    """

    operation: str
    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    version: str | None = None
    role: str = 'admin'
    headers: tuple[tuple[str, str], ...] = ()
    body: Any = None
    spoiled: str = ''
    unspoiled: Step | None = None


@dataclass
class Parts:
    """Path variables, query and body of a request."""

    variables: dict[str, str] = field(default_factory=dict)
    query: Query = field(default_factory=list)
    body: Any = None


@dataclass(frozen=True)
class Operation:
    """An operation.

    :ivar name: method and path, with variables in braces; an action stands behind.
    :ivar make: draws what is valid at a version.
    :ivar weight: how often it is drawn.
    :ivar versions: first and last version that it is drawn at mostly.
    :ivar role: who may do it, where that is not the first caller.
    """

    name: str
    make: Callable[[Draw, tuple[int, int]], Parts]
    weight: float = 1.0
    since: tuple[int, int] = (0, 0)
    until: tuple[int, int] = (99, 999)
    role: str | None = None

    @property
    def method(self) -> str:
        """The HTTP method."""
        return self.name.split()[0]

    @property
    def path(self) -> str:
        """The path, with variables in braces."""
        return self.name.split()[1]


class Service:
    """A service; subclasses say which.

    :cvar name: as its command line and its module are called.
    :cvar prefix: the path of the service in the sandbox.
    :cvar contents: what a new sandbox contains.
    :cvar callers: who calls it, by role; the first one most.
    :cvar free_order: keys of lists whose order means nothing.
    :cvar own_ids: ids that clients choose.
    :cvar length: steps of a session.
    :cvar parameters: names in queries of all operations.
    :cvar untyped: headers of a request with a body and without its media type.
    :cvar strangers: callers without a token.
    :cvar body_edges: values at the edge of what is valid, by their key in bodies.
    :cvar query_edges: the same for parameters, by how their names begin.
    :cvar spoils: how often a step is made bad in which way.
    """

    name: ClassVar[str]
    prefix: ClassVar[str]
    contents: ClassVar[Mapping[str, Any]] = {}
    options: ClassVar[Mapping[str, Any]] = {}
    callers: ClassVar[Mapping[str, Caller]]
    versions: ClassVar[Sequence[tuple[int, int]]]
    free_order: ClassVar[frozenset[str]] = frozenset()
    own_ids: ClassVar[frozenset[str]] = frozenset()
    length: ClassVar[int] = 40
    operations: Sequence[Operation]
    parameters: Sequence[str] = ('limit', 'marker')
    untyped: ClassVar[Sequence[tuple[str, str]]] = ()
    strangers: ClassVar[Sequence[str]] = ()
    body_edges: ClassVar[Mapping[str, Sequence[Any]]] = {}
    query_edges: ClassVar[Mapping[str, Sequence[str]]] = {}
    spoils: ClassVar[Mapping[str, float]] = {
        'version': 1.2, 'role': 1.2, 'segment': 2.0, 'query': 1.5, 'parameter': 1.0,
        'media type': 0.4, 'accept': 0.4, 'raw body': 0.6, 'method': 0.4, 'path': 0.2,
        'gate': 1.0, 'body': 6.0,
    }  # fmt: skip

    def version_header(self, version: str) -> tuple[str, str]:
        """The header that asks for a version."""
        raise NotImplementedError

    def token(self, caller: Caller, is_sandbox: bool) -> str | None:
        """The token of somebody."""
        return caller.token

    def message(self, body: Any) -> str | None:
        """The words of an error."""
        raise NotImplementedError

    def readable(self, body: Any) -> Any:
        """A body whose parts can be compared."""
        return body

    def masked(self, text: str) -> str:
        """A text without what cannot be the same on both clouds."""
        return text

    def prepare(self, session: Any) -> None:
        """Change the new state of the sandbox, once.

        :param session: on its state.
        """

    def begin(self, clouds: Any) -> None:
        """Make both clouds equal, before a session."""

    def opening(self, draw: Draw) -> list[Step]:
        """The steps that a session begins with."""
        return []

    def resolve(self, clouds: Any, index: int, kind: str, number: int) -> Any:
        """The value of a placeholder on one cloud, where no step has made it."""
        return drawing.MISSING_UUID

    def await_readiness(self, step: Step) -> None:
        """Wait until both clouds can answer a step alike."""

    def observe(self, clouds: Any, step: Step, answers: tuple[Answer, Answer]) -> None:
        """Keep what a step has made, and wait until it is there."""

    def is_certain(self, clouds: Any, step: Step, difference: Difference) -> bool:
        """Whether a difference cannot come from an earlier session."""
        return True

    # -- drawing

    def draw_step(self, draw: Draw, only: str | None = None) -> Step:
        """Draw a step, valid in about half of all cases.

        :param only: the beginning of the names of the operations to draw from.
        """
        operations = [each for each in self.operations if only is None or only in each.name]
        operation = draw.weighted(operations, [each.weight for each in operations])
        step = self.valid_step(draw, operation, self._version(draw, operation))
        if draw.chance(0.5):
            step = self.spoil(draw, step)
            if draw.chance(0.15):
                step = self.spoil(draw, step)
        return step

    def valid_step(
        self, draw: Draw, operation: Operation, version: tuple[int, int], role: str | None = None
    ) -> Step:
        """A step as it should be."""
        parts = operation.make(draw, version)
        path = operation.path
        for name, value in parts.variables.items():
            path = path.replace(f'{{{name}}}', value)
        return Step(
            operation.name,
            operation.method,
            path,
            tuple(parts.query),
            f'{version[0]}.{version[1]}',
            role or self._role(draw, operation),
            (),
            parts.body,
        )

    def _version(self, draw: Draw, operation: Operation) -> tuple[int, int]:
        fitting = [each for each in self.versions if operation.since <= each <= operation.until]
        choice = draw.random.random()
        if not fitting or choice < 0.05:
            return draw.one_of(self.versions)
        if choice < 0.25:
            return fitting[-1]
        if choice < 0.35:
            return fitting[0]
        return draw.one_of(fitting)

    def _role(self, draw: Draw, operation: Operation) -> str:
        names = list(self.callers)
        return operation.role or names[0] if draw.chance(0.85) else draw.one_of(names)

    def spoil(self, draw: Draw, step: Step) -> Step:
        """A step with one thing about it changed."""
        kinds = dict(self.spoils)
        if step.body is None:
            del kinds['body']
        kind = draw.weighted(list(kinds), list(kinds.values()))
        spoiled = getattr(self, f'_spoil_{kind.replace(" ", "_")}')(draw, step)
        kinds_of_it = ', '.join(filter(None, (step.spoiled, kind)))
        return replace(spoiled, spoiled=kinds_of_it, unspoiled=step)

    def _spoil_version(self, draw: Draw, step: Step) -> Step:
        low, high = self.versions[0], self.versions[-1]
        around = (f'{low[0]}.{low[1] - 1}', f'{high[0]}.{high[1] + 1}', 'latest', None)
        choices = (*drawing.MALFORMED_VERSIONS, *around, *around)
        return replace(step, version=draw.one_of(choices))

    def _spoil_gate(self, draw: Draw, step: Step) -> Step:
        major, minor = draw.one_of(self.versions)
        return replace(step, version=f'{major}.{minor}')

    def _spoil_role(self, draw: Draw, step: Step) -> Step:
        return replace(step, role=draw.one_of([*self.callers, *self.strangers]))

    def _spoil_segment(self, draw: Draw, step: Step) -> Step:
        segments = step.path.split('/')
        at = draw.number(1, len(segments) - 1)
        variable = [i for i, text in enumerate(segments) if text[:1] == '{']
        if variable and draw.chance(0.8):
            at = draw.one_of(variable)
        segments[at] = draw.one_of(drawing.BAD_SEGMENTS)
        return replace(step, path='/'.join(segments))

    def _spoil_path(self, draw: Draw, step: Step) -> Step:
        changed = (step.path + '/', step.path + '/nosuch', step.path.rpartition('/')[0])
        return replace(step, path=draw.one_of(changed) or '/')

    def _spoil_query(self, draw: Draw, step: Step) -> Step:
        """A parameter that is not known, or bad."""
        if step.query and draw.chance(0.7):
            pairs = list(step.query)
            at = draw.number(0, len(pairs) - 1)
            pairs[at] = (pairs[at][0], draw.one_of(drawing.BAD_PARAMETERS))
            if draw.chance(0.2):
                pairs.append((pairs[at][0], draw.one_of(drawing.BAD_PARAMETERS)))
        else:
            pairs = [*step.query, (draw.one_of(('unknown', 'limit', 'marker', 'x y')), 'x')]
        return replace(step, query=tuple(pairs))

    def _spoil_parameter(self, draw: Draw, step: Step) -> Step:
        """A parameter of another operation, with a bad value."""
        name = draw.one_of(self.parameters)
        pair = (name, draw.one_of(drawing.BAD_PARAMETERS))
        return replace(step, query=(*step.query, pair))

    def _spoil_media_type(self, draw: Draw, step: Step) -> Step:
        header = ('Content-Type', draw.one_of(drawing.MEDIA_TYPES))
        return replace(step, headers=(*step.headers, header))

    def _spoil_accept(self, draw: Draw, step: Step) -> Step:
        header = ('Accept', draw.one_of(drawing.ACCEPTED_TYPES))
        return replace(step, headers=(*step.headers, header))

    def _spoil_raw_body(self, draw: Draw, step: Step) -> Step:
        if step.method in ('GET', 'HEAD') and draw.chance(0.9):
            return replace(step, query=(*step.query, ('x', '1')))
        return replace(step, body=draw.one_of(drawing.RAW_BODIES))

    def _spoil_method(self, draw: Draw, step: Step) -> Step:
        return replace(step, method=draw.one_of(drawing.METHODS))

    def _spoil_edge(self, draw: Draw, step: Step) -> Step:
        """A value at the edge of what is valid, for one that is there or that may be."""
        body = copy.deepcopy(step.body)
        places = [(owner, key) for owner, key in drawing.places_of(body) if key in self.body_edges]
        if places and draw.chance(0.8):
            owner, key = draw.one_of(places)
            owner[key] = draw.one_of(self.body_edges[key])
            return replace(step, body=body)
        if not step.query:
            return self.spoil(draw, step)
        pairs = list(step.query)
        at = draw.number(0, len(pairs) - 1)
        name = pairs[at][0]
        edges = [values for start, values in self.query_edges.items() if name.startswith(start)]
        if edges:
            pair = (name, draw.one_of(edges[0]))
            # Once more, or in the place of what is there.
            pairs[at : at + draw.number(0, 1)] = [pair]
        return replace(step, query=tuple(pairs))

    def _spoil_body(self, draw: Draw, step: Step) -> Step:
        if isinstance(step.body, bytes):
            return step
        return replace(step, body=draw.spoiled(copy.deepcopy(step.body)))


def wait_for(condition: Callable[[], bool], message: str, seconds: float = 120.0) -> None:
    """Wait until a condition holds.

    :raises TimeoutError: it does not in that time.
    """
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(message)
        time.sleep(0.05)


def project_id(name: str) -> str:
    """The id of a project of the sandbox."""
    return seed.fixed_hex(f'project {name}')
