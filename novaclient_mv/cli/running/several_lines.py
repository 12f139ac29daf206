"""Reads a line of ``openstack``, or one with a multiword command, as our lines for it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import read
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.tokenizer import Tokens
from novaclient_mv.cli.reading.types.owners import Owner
from novaclient_mv.cli.running import line_version, owners
from novaclient_mv.cli.running.failure import RefusedLine
from novaclient_mv.clouds import version_choice
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.knowledge.openstack import multiword_commands
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion

_FORESEEN = (
    *(errors.OutsideVersion, errors.UnsupportedVersion),
    *(errors.ResourceNotFound, errors.NoUniqueMatch),
)
"""Refusals of a line that looking at the cloud tells before it runs."""


def read_all(
    tokens: Tokens,
    environment: Environment,
    refusal: errors.UnknownName,
    auth_options: read.AuthOptions,
) -> Iterator[Invocation]:
    """Read a refused line as our lines, of which each is to run where the one before succeeded.

    :raises RefusedLine: one line writes, and it can be seen that a later one would be refused.
    """
    # All are read before one is run, as they are one change.
    meaning, invocations = multiword_commands.read_meaning(
        tokens,
        environment,
        refusal,
        auth_options,
        lambda service: _version_of(service, tokens, environment),
    )
    meaning.tell(environment, bool(invocations[0].options.get('quiet')))
    if any(invocation.writes for invocation in invocations[:-1]):
        for invocation in invocations[1:]:
            foreseen = _foreseen(invocation)
            if foreseen is not None:
                raise RefusedLine(foreseen, invocation)
    return _in_turn(invocations)


def _in_turn(invocations: Sequence[Invocation]) -> Iterator[Invocation]:
    carried_out = invocations[0].environment.carried_out
    carried_out.clear()
    for invocation in invocations:
        yield invocation
        if invocation.command is not None and invocation.writes:
            carried_out.append(invocation.command.name)


def _foreseen(invocation: Invocation) -> Exception | None:
    """The refusal of a line that has not run yet; ``None`` where nothing tells of one."""
    settings = invocation.settings
    cloud = Cloud(invocation.environment, settings=settings, warn=lambda line: None)
    with contextlib.closing(cloud):
        try:
            _look(invocation, cloud)
            cloud.keep()
        except _FORESEEN as error:
            return error
        except errors.Error:
            # It is told by the line that runs first.
            return None
    return None


def _look(invocation: Invocation, cloud: Cloud) -> None:
    """Look at what a cloud would refuse of a line that is to run later; nothing is written."""
    version = line_version.choose(invocation, cloud).version
    args = invocation.args_at(version)
    if any(isinstance(value, Owner) for value in vars(args).values()):
        owners.require(args, cloud.connection(invocation.service, version))


def _version_of(service: Service, words: Tokens, environment: Environment) -> APIVersion:
    """The version of a service that a line uses; the cloud is asked where none is named."""
    table = OptionTable()
    settings = Settings(words.options(table), table, environment)
    requested = read.requested_of(settings, service)
    if requested.is_named:
        return requested.version
    cloud = Cloud(environment, settings=settings, warn=environment.stderr.tell)
    with contextlib.closing(cloud):
        return version_choice.negotiate(cloud, service, requested)[0]
