"""What each request of a run took."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novaclient_mv.cli.running import escapes
from novaclient_mv.clouds.environment import Environment


def show(environment: Environment, timings: Iterable[Any]) -> None:
    """Write what each request took to stderr."""
    import prettytable

    from novaclient_mv.wire import masking

    table = prettytable.PrettyTable(['Request', 'Seconds'])
    table.align = 'l'
    total = 0.0
    for timing in timings:
        seconds = timing.elapsed.total_seconds()
        total += seconds
        table.add_row(
            [escapes.safe(masking.masked(f'{timing.method} {timing.url}')), f'{seconds:.3f}']
        )
    table.add_row(['Total', f'{total:.3f}'])
    environment.stderr.write(table.get_string() + '\n')
