"""The old name of :mod:`novaclient_mv.cli.running.execution`."""

from novaclient_mv import deprecation

__getattr__ = deprecation.names(
    __name__, {'carry_out': 'novaclient_mv.cli.running.execution.execute'}
)
