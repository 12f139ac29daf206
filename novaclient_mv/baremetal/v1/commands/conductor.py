"""Commands on conductors."""

from __future__ import annotations

from novaclient_mv.baremetal.v1 import conductors
from novaclient_mv.baremetal.v1.commands.parts import collections

_COMMANDS = collections.Commands(conductors.ConductorManager)

do_conductor_list = _COMMANDS.list(('hostname', 'conductor_group', 'alive'))
do_conductor_show = _COMMANDS.show()
