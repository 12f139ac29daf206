"""The time of each request of a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novaclient_mv.cli.showing import grid
from novaclient_mv.clouds import escapes
from novaclient_mv.clouds.environment import Environment


def show(environment: Environment, timings: Iterable[Any], most: int | None = None) -> None:
    """Write what each request took, at ``most`` the last ones by themselves, to stderr."""
    from novaclient_mv.clouds import line_secrets
    from novaclient_mv.wire import masking

    secrets = line_secrets.of_line(environment.stderr.words)
    rows: list[tuple[str, str]] = []
    total = 0.0
    for timing in timings:
        seconds = timing.elapsed.total_seconds()
        total += seconds
        request = escapes.safe(masking.masked(f'{timing.method} {timing.url}', secrets))
        rows.append((request, f'{seconds:.3f}'))
    if most is not None and len(rows) > most:
        before, rows = rows[:-most], rows[-most:]
        seconds = sum(float(text) for _, text in before)
        rows.insert(0, (f'{len(before):,} requests before', f'{seconds:.3f}'))
    rows.append(('Total', f'{total:.3f}'))
    titles = ('Request', 'Seconds')
    if environment.is_error_terminal:
        # An address that is longer than a line would tear the frame of a table.
        lines = [f'{seconds:>{len(titles[1])}}  {request}' for request, seconds in (titles, *rows)]
        environment.stderr.write('\n'.join(lines) + '\n')
        return
    lines = [*grid.pieces(titles, [*zip(*rows, strict=True)]), '']
    environment.stderr.write('\n'.join(lines))
