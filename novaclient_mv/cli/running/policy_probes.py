"""Looks on a cloud whether policy allows a command line, without writing anything."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator

from novaclient_mv import errors
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import offline_dry_run, results
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.logins import refusals
from novaclient_mv.policies import answers
from novaclient_mv.policies.judgement import Judgement, RoleNeed
from novaclient_mv.resources.permissions import Permission
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest
from novaclient_mv.wire.withholding import Withheld

_RULE = re.compile(r'([\w-]+(?::[\w.-]+)+)')


def probed(
    permission: Permission, line: CommandLine, cloud: Cloud, note: Callable[[str], None]
) -> Permission:
    """The answer, with what a cloud says of the resources that a line names or reads."""
    if permission.version is None or not permission.needs:
        return permission
    connection = cloud.connection(line.service, permission.version).withholding_writes()
    operations = {need.operation for need in permission.needs}
    watched = _Watched(connection.transport, operations)
    connection = connection.replace(transport=watched)
    client = line.service.client().from_connection(connection)
    args = offline_dry_run.harmless(line.arguments_at(permission.version))
    try:
        result = results.unquestioned(line.command.function(client, args))
        if isinstance(result, results.Table):
            list(itertools.islice(result.rows, 1))
    except (_SeenEnough, Withheld, errors.Forbidden, errors.SomeFailed):
        pass
    except errors.Error as error:
        note(str(error))
    for rule in watched.refused_by:
        refusals.remember_refusal(cloud, rule)
    own = permission.who.project_id
    judgements = tuple(_as_seen(judged, watched, own) for judged in permission.judgements)
    return permission._replace(judgements=judgements, probed=watched.summary(own))


class _SeenEnough(Exception):
    """Each operation that is judged was answered."""


class _Watched:
    """Wraps a transport, and notes what policy allowed of some operations, and whose things are."""

    def __init__(self, inner: Transport, operations: set[str]) -> None:
        self.inner = inner
        self.operations = operations
        self.allowed: set[str] = set()
        self.refused: set[str] = set()
        self.refused_by: dict[str, None] = {}
        self.projects: set[str] = set()

    def send(self, request: WireRequest) -> WireAnswer:
        if self.operations and self.operations <= self.allowed:
            raise _SeenEnough
        answer = self.inner.send(request)
        if request.call is None:
            return answer
        if answer.status == 403:
            self.refused.add(request.call.operation)
            rule = _RULE.search(answer.body.decode(errors='replace'))
            if rule is not None:
                self.refused_by[rule[1]] = None
        elif answer.status < 300:
            self.allowed.add(request.call.operation)
            self.projects.update(_projects(answer.body))
        return answer

    def close(self) -> None:
        self.inner.close()

    def summary(self, own: str) -> str:
        """The observations, in words."""
        if self.refused & self.operations:
            return 'this cloud refused it'
        if self.operations and self.operations <= self.allowed:
            return 'this cloud allowed it'
        if not self.projects or not own:
            return ''
        return (
            'what it names is in the project of the login'
            if self.projects == {own}
            else 'not all that it names is in the project of the login'
        )


def _as_seen(judged: Judgement, watched: _Watched, own: str) -> Judgement:
    needs = tuple(_seen(need, watched, own) for need in judged.needs)
    return judged._replace(needs=needs, answer=answers.worst(need.answer for need in needs))


def _seen(need: RoleNeed, watched: _Watched, own: str) -> RoleNeed:
    """A need as the cloud answered it, or as it would for the project of what was looked up."""
    if need.operation in watched.refused:
        is_named = need.rule in watched.refused_by or not watched.refused_by
        return need._replace(answer='no') if is_named else need
    if need.operation in watched.allowed:
        return need._replace(answer='yes')
    if need.answer == 'depends' and need.owned_by == ('project_id',) and own and watched.projects:
        return need._replace(answer='yes' if watched.projects == {own} else 'no')
    return need


def _projects(body: bytes) -> Iterator[str]:
    """The projects of the resources in an answer."""
    try:
        document = json.loads(body)
    except ValueError:
        return
    for value in document.values() if isinstance(document, dict) else ():
        for resource in value if isinstance(value, list) else [value]:
            if isinstance(resource, dict):
                project = resource.get('tenant_id') or resource.get('project_id')
                if isinstance(project, str):
                    yield project
