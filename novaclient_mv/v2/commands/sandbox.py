"""Commands on the sandbox, the cloud that is built in."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli import builtin_cloud, output, types
from novaclient_mv.cli.arguments import arg, offline


@offline
def do_sandbox_reset(run: Any, args: Any) -> Any:
    """Throw the sandbox's state away; the next command finds it as new."""
    builtin_cloud.open_sandbox().reset(builtin_cloud.state_file(run.environment))
    return output.Done(['The sandbox is as new.'], {'reset': True})


@offline
@arg('--host', metavar='<address>', default='127.0.0.1', help='Address to listen on (127.0.0.1).')
@arg(
    '--port',
    metavar='<port>',
    type=types.port,
    default=8774,
    help='Port to listen on (8774); 0 for any.',
)
def do_sandbox_serve(run: Any, args: Any) -> Any:
    """Serve the sandbox over HTTP, and show the settings to use it."""
    sandbox = builtin_cloud.open_sandbox()
    renderer = output.Renderer(run.environment)

    def ready(base_url: str) -> None:
        settings = sandbox.settings(base_url)
        lines = [f'export OS_{name.upper()}={value}' for name, value in settings.items()]
        renderer.write('\n'.join([*lines, f'# Sandbox on {base_url}; Ctrl-C ends it.']))
        run.environment.stdout.flush()

    sandbox.serve(
        builtin_cloud.state_file(run.environment),
        host=args.host,
        port=args.port,
        clock=run.environment.clock.now,
        ready=ready,
    )
