"""Calls of python-openstackclient 6.0: the last whose commands of servers call novaclient."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
import shlex
from typing import Any

from evidence.dependents import names, rendering
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

VERSION = '2.79'
_PATIENCE = 20

_CHANGING = (
    (re.compile(r'("?adminPass"?\s*[|:] *)[^,\s]+'), r'\1PASSWORD'),
    (
        re.compile(r'(host_time|uptime|current_workload|cpu0_time|vd\w+|vnet\w+)("?\s*[|:]).*'),
        r'\1\2',
    ),
    # Numbers of ports count everything that the sandbox has made.
    (re.compile(r'\b(?:\d{1,3}\.){3}\d{1,3}\b'), 'IP'),
    (re.compile(r'\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b'), 'MAC'),
    (re.compile(r'\d+\.\d+\b'), 'USAGE'),
    (re.compile(r'\| \d+ +(?=\| ID )'), '| NUMBER '),
    (re.compile(r'[ -]{2,}'), '  '),
    (re.compile(r' +\|'), ' |'),
)
"""Parts that differ from run to run, in addition to those of rendering; they widen columns."""

CREATE = f'server create --image {names.IMAGE} --flavor m1.tiny'
LINES = (
    'server list',
    'server list --long',
    'server list --all-projects -f json',
    'server show web-1',
    'server show web-1 -f json',
    'server show no',
    f'{CREATE} --nic none --wait o1 -f json',
    f'{CREATE} --network {names.NETWORK} --wait o2 -f json',
    f'server create --image {names.IMAGE} --flavor no o3',
    f'{CREATE} --nic auto --property a=b --tag t o4',
    'server set --property x=y web-1',
    'server unset --property x web-1',
    'server set --name web-1 web-1',
    'server pause web-1',
    'server unpause web-1',
    'server stop web-2',
    'server start web-2',
    'server reboot web-1',
    'server reboot --hard --wait web-1',
    'server lock web-1',
    'server unlock web-1',
    'server rescue web-2',
    'server unrescue web-2',
    'server suspend web-2',
    'server resume web-2',
    'server shelve web-2',
    'server unshelve web-2',
    'server resize --flavor m1.small --wait web-2',
    'server resize confirm web-2',
    'server migrate --wait web-2',
    'server resize revert web-2',
    'server migrate --live-migration web-1',
    'server migration list',
    f'server rebuild --image {names.IMAGE} o2',
    'server event list web-1',
    'server image create --name im1 web-1',
    'server backup create --name im2 web-1',
    'console log show web-1',
    'console url show web-1',
    'console url show --spice web-1',
    'server group create --policy affinity g1',
    'server group list',
    'server group show g1',
    'server group delete g1',
    'server volume list web-1',
    'server add volume web-1 no',
    f'server add fixed ip o2 {names.NETWORK}',
    'server add network o1 private',
    'server add security group web-1 default',
    'server remove security group web-1 default',
    'server delete o1',
    'server delete no',
    'flavor list',
    'flavor show m1.tiny',
    'aggregate create a1',
    'aggregate list --long',
    f'aggregate add host a1 {names.HOST}',
    'aggregate show a1',
    'aggregate set --property x=y a1',
    'aggregate unset --property x a1',
    f'aggregate remove host a1 {names.HOST}',
    'aggregate delete a1',
    'aggregate show no',
    'availability zone list --compute',
    'availability zone list --long',
    'compute service list',
    'compute service list --long',
    f'compute service set --disable --disable-reason r {names.OTHER_HOST} nova-compute',
    f'compute service set --enable {names.OTHER_HOST} nova-compute',
    f'compute service set --up {names.OTHER_HOST} nova-compute',
    'compute agent list',
    'hypervisor list',
    'hypervisor list --long',
    f'hypervisor show {names.HOST}',
    'hypervisor stats show',
    'host list',
    f'host show {names.HOST}',
    'keypair create k1',
    'keypair list',
    'keypair show k1',
    'keypair show --public-key k1',
    'keypair delete k1',
    'keypair show k1',
    'limits show --absolute',
    'limits show --rate',
    'quota show',
    'quota show --class default',
    f'quota set --cores 30 {names.PROJECT}',
    'quota list --compute',
    'usage list',
    'usage show',
    '2.1 server show web-1',
    f'2.1 {CREATE} o9',
    '2.1 server set --description d web-1',
    '2.1 server migration list',
    '2.1 server group create --policy affinity g2',
    '2.1 hypervisor stats show',
    '2.1 quota show',
    '2.1 server evacuate web-1',
    '2.60 server list --tags x',
    f'2.90 hypervisor show {names.HOST}',
    f'2.90 {CREATE} --hostname h --nic none o10',
    '2.93 server show web-1',
    '9.9 server list',
    'server dump create web-1',
    'server set --root-password x web-1',
    'server migration show web-1 1',
    'server migration abort web-1 1',
    'server list --changes-before 2026-13',
    'server list --marker no',
    'server list --limit 1',
    'server list --deleted',
    f'server list --host {names.HOST} --status ACTIVE --name web --sort-column name',
    'server list --locked',
    'server list --no-name-lookup',
    f'server list --project {names.MEMBER} --all-projects',
)
"""Command lines; the version of Compute stands before those that want another one."""


def every(cloud: Cloud) -> list[Any]:
    """All servers, as they are now."""
    servers: list[Any] = cloud.nova.servers.list(search_opts={'all_tenants': True})
    return servers


def _is_busy(server: Any) -> bool:
    """Whether something is under way with a server."""
    return getattr(server, 'OS-EXT-STS:task_state') is not None or server.status == 'BUILD'


def run(cloud: Cloud, line: str, newest: str = VERSION) -> list[object]:
    """Run a command line in this process: exit status, output, whether there are messages.

    :param newest: the version of Compute where the line says none.
    """
    shell = importlib.import_module('openstackclient.shell')
    words = shlex.split(line)
    version = words.pop(0) if words[0][0].isdigit() else newest
    login = [
        word
        for name, text in {**cloud.login, 'region_name': cloud.region}.items()
        for word in (f'--os-{name.replace("_", "-")}', text)
    ]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = shell.main([*login, '--os-compute-api-version', version, *words])
        except SystemExit as stop:
            status = stop.code
    printed = rendering.text(out.getvalue())
    for pattern, word in _CHANGING:
        printed = pattern.sub(word, printed)
    # What goes on after the answer is to be done when the next command begins.
    cloud.until(lambda: not any(_is_busy(server) for server in every(cloud)), _PATIENCE)
    # What messages say is this library's own.
    return [status, printed, bool(err.getvalue())]


def calls(cloud: Cloud, call: Calls) -> None:
    """Run the command lines, one after another."""
    for line in LINES:
        call(line, lambda line=line: run(cloud, line))  # type: ignore[misc]
