"""The command line: ``python -m evidence.differential placement --pairs 2000 --seed 1``."""

from __future__ import annotations

import argparse
import importlib
import signal
import sys

from evidence.differential import report, shrinking
from evidence.differential.running import Runner
from evidence.differential.session import Clouds
from functional_tests.drawn_requests.service import Service

SERVICES = ('placement', 'compute', 'baremetal')


def service_of(name: str) -> Service:
    """A service by its name."""
    module = importlib.import_module(f'functional_tests.drawn_requests.{name}')
    service: Service = getattr(module, name.capitalize())()
    return service


def main() -> int:
    """Run sessions and tell what differs."""
    parser = argparse.ArgumentParser(prog='python -m evidence.differential')
    parser.add_argument('service', choices=SERVICES)
    parser.add_argument('--pairs', type=int, default=1000, help='requests to both clouds')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--most', type=int, default=60, help='groups of differences to show')
    parser.add_argument('--only', help='draw only operations with this in their name')
    parser.add_argument('--length', type=int, help='steps of a session')
    parser.add_argument('--shrink', type=int, default=0, metavar='N',
                        help='shorten the sessions of the first N groups')  # fmt: skip
    parser.add_argument('--class', dest='kind', help='tell differences of this class only')
    given = parser.parse_args()
    # What was started is to be stopped then, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    service = service_of(given.service)
    with Clouds(service) as clouds:
        runner = Runner(service, clouds)
        found = runner.run(given.pairs, given.seed, given.only, given.length, _progress)
        if given.kind:
            found.groups = {
                key: group for key, group in found.groups.items() if key[0] == given.kind
            }
        for group in found.ranked()[: given.shrink]:
            group.shortest = shrinking.shrunk(
                group.session,
                lambda session, key=group.key: any(
                    (each.kind, each.where) == key for each in runner.replay(session)
                ),
            )
        for line in found.lines(given.most):
            sys.stdout.write(f'{line}\n')
        for entry in runner.acceptance.unused():
            sys.stdout.write(f'not seen: {entry.operation} {entry.kind} {entry.where}\n')
    return 0


def _progress(found: report.Report) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f'\r{next(found.figures())}')
        sys.stderr.flush()


if __name__ == '__main__':
    sys.exit(main())
