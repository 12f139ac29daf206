"""Commands on agents in guests."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    success_message,
    writes,
)
from novaclient_mv.cli.running import results

_AGENT = 'v2.agents:Agent'


@arg('--hypervisor', help='Builds for this hypervisor.')
@returns_resource(_AGENT)
def do_agent_list(client: v2.Client, args: Args) -> results.Shown:
    """List builds of the agent in guests (administrators; up to Nova 21)."""
    columns = [field.key for field in v2.agents.Agent.fields]
    return results.Table(
        v2.agents.Agent, client.agents.list(**set_arguments(args, 'hypervisor')), columns
    )


@arg('os', help='Operating system of the guest.')
@arg('architecture', help='Architecture of the guest.')
@arg('version', help='Version of the build.')
@arg('url', help='URL of the file.')
@arg('md5hash', help='MD5 checksum of the file.')
@arg('hypervisor', help='Hypervisor of the build.')
@returns_resource(_AGENT)
@writes
def do_agent_create(client: v2.Client, args: Args) -> results.Shown:
    """Register a build of the agent in guests (administrators; up to Nova 21)."""
    agent = client.agents.create(
        args.os, args.architecture, args.version, args.url, args.md5hash, args.hypervisor
    )
    return results.Record(agent)


@arg('id', help='Id of the build.')
@arg('version', help='Version of the new file.')
@arg('url', help='URL of the file.')
@arg('md5hash', help='MD5 checksum of the file.')
@returns_resource(_AGENT)
@success_message('Updated agent build {id}.')
@writes
def do_agent_modify(client: v2.Client, args: Args) -> results.Shown:
    """Update a build of the agent in guests (administrators; up to Nova 21)."""
    return results.Record(client.agents.update(args.id, args.version, args.url, args.md5hash))


@arg('id', help='Id of the build.')
@success_message('Deleted agent build {id}.')
@writes
def do_agent_delete(client: v2.Client, args: Args) -> None:
    """Delete a build of the agent in guests (administrators; up to Nova 21)."""
    client.agents.delete(args.id)
