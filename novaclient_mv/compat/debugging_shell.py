"""python-novaclient's command line for programs: the switch that logs requests.

The command line itself is another one; see :mod:`novaclient_mv.shell`.
"""

from __future__ import annotations

import logging

_FORMAT = '%(levelname)s (%(module)s:%(lineno)d) %(message)s'


class OpenStackComputeShell:
    """The class of python-novaclient's command line; it has what programs call of it."""

    def setup_debugging(self, debug: bool) -> None:
        """Log everything on stderr.

        :param debug: whether to; nothing is changed otherwise.
        """
        if not debug:
            return
        logging.basicConfig(level=logging.DEBUG, format=_FORMAT)
        # It tells of each time that it parses.
        logging.getLogger('iso8601').setLevel(logging.WARNING)
