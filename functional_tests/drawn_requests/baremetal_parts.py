"""Operations of Bare Metal on parts of nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functional_tests.drawn_requests import baremetal_pools as pools
from functional_tests.drawn_requests.baremetal_pools import Version
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.service import Operation, Parts
from novaclient_mv.sandbox.baremetal import views

Make = Callable[[Draw, Version], Parts]


def _part(
    *variables: tuple[str, tuple[str, ...]], body: Callable[[Draw], Any] | None = None
) -> Make:
    def made(draw: Draw, version: Version) -> Parts:
        named = {'id': pools.node(draw, version)}
        named |= {name: draw.one_of(values) for name, values in variables}
        return Parts(named, body=None if body is None else body(draw))

    return made


def _listed(table: dict[str, int], marker: str) -> Make:
    def made(draw: Draw, version: Version) -> Parts:
        # By UUID: by name it is another operation.
        ident = draw.one_of(pools.NODES) if draw.chance(0.8) else pools.node(draw, version)
        return Parts({'id': ident}, pools.paging(draw, table, version, marker))

    return made


def _called(draw: Draw, version: Version) -> Parts:
    methods = ('first_method', 'second_method', 'third_method_sync', 'nosuch')
    body = draw.one_of(({}, {'bar': 'meow'}, {'bar': 'x'}))
    return Parts({'id': pools.node(draw, version)}, [('method', draw.one_of(methods))], body)


def _bios(draw: Draw, version: Version) -> Parts:
    query = [('detail', 'true')] if version[1] >= 74 and draw.chance(0.3) else []
    return Parts({'id': pools.node(draw, version)}, query)


def _vif(draw: Draw) -> Any:
    return {'id': draw.one_of(pools.VIFS)} | draw.optional(
        port_uuid=lambda: draw.one_of(pools.PORTS)
    )


def _vmedia(draw: Draw) -> Any:
    device = draw.one_of(('cdrom', 'disk', 'floppy'))
    return {'device_type': device, 'image_url': 'http://example.com/x.iso'} | draw.optional(
        image_download_source=lambda: draw.one_of(('http', 'local', 'swift'))
    )


def _traits(draw: Draw) -> Any:
    return {'traits': draw.some_of(pools.TRAITS, 0, 3)}


def _device(draw: Draw) -> Any:
    return {'boot_device': draw.one_of(('pxe', 'pxe', 'disk'))} | draw.optional(
        persistent=lambda: draw.chance(0.5)
    )


_N = '/v1/nodes/{id}'
_TRAIT = ('trait', pools.TRAITS)
_SETTING = ('setting', ('virtualization', 'x'))
_INDICATOR = ('name', ('led-0@chassis', 'led@system', 'nosuch'))
OPERATIONS = (
    Operation(f'GET {_N}/management/boot_device', _part(), 0.4),
    Operation(f'PUT {_N}/management/boot_device', _part(body=_device), 0.6),
    Operation(f'GET {_N}/management/boot_device/supported', _part(), 0.3),
    Operation(
        f'PUT {_N}/management/inject_nmi', _part(body=lambda draw: draw.one_of(({}, {'x': 1}))),
        0.3, (1, 29),
    ),
    Operation(f'GET {_N}/management/indicators', _part(), 0.3, (1, 63)),
    Operation(f'GET {_N}/management/indicators/{{name}}', _part(_INDICATOR), 0.3, (1, 63)),
    Operation(
        f'PUT {_N}/management/indicators/{{name}}',
        _part(_INDICATOR, body=lambda draw: {'state': draw.one_of(('on', 'off', 'OFF'))}),
        0.4, (1, 63),
    ),
    Operation(f'GET {_N}/vendor_passthru/methods', _part(), 0.3),
    Operation(f'POST {_N}/vendor_passthru', _called, 0.5),
    Operation(f'GET {_N}/traits', _part(), 0.8, (1, 37)),
    Operation(f'PUT {_N}/traits', _part(body=_traits), 1, (1, 37)),
    Operation(f'DELETE {_N}/traits', _part(), 0.4, (1, 37)),
    Operation(f'PUT {_N}/traits/{{trait}}', _part(_TRAIT), 0.8, (1, 37)),
    Operation(f'DELETE {_N}/traits/{{trait}}', _part(_TRAIT), 0.5, (1, 37)),
    Operation(f'GET {_N}/vifs', _part(), 0.5, (1, 28)),
    Operation(f'POST {_N}/vifs', _part(body=_vif), 0.6, (1, 28)),
    Operation(f'DELETE {_N}/vifs/{{vif}}', _part(('vif', pools.VIFS)), 0.4, (1, 28)),
    Operation(f'GET {_N}/vmedia', _part(), 0.3, (1, 93)),
    Operation(f'POST {_N}/vmedia', _part(body=_vmedia), 0.5, (1, 89)),
    Operation(f'DELETE {_N}/vmedia', _part(), 0.4, (1, 89)),
    Operation(f'GET {_N}/bios', _bios, 0.5, (1, 40)),
    Operation(f'GET {_N}/bios/{{setting}}', _part(_SETTING), 0.3, (1, 40)),
    Operation(f'GET {_N}/firmware', _part(), 0.4, (1, 86)),
    Operation(f'GET {_N}/inventory', _part(), 0.4, (1, 81)),
    Operation(f'GET {_N}/history', _part(), 0.7, (1, 78)),
    Operation(f'GET {_N}/volume', _part(), 0.3, (1, 32)),
    Operation(
        f'GET {_N}/volume/connectors', _listed(views.VOLUME_CONNECTOR, pools.CONNECTORS[0]), 0.4,
        (1, 32),
    ),
    Operation(
        f'GET {_N}/volume/targets', _listed(views.VOLUME_TARGET, pools.TARGETS[0]), 0.4, (1, 32)
    ),
    Operation(f'GET {_N}/ports', _listed(views.PORT, pools.PORTS[0]), 0.6),
    Operation(f'GET {_N}/ports/detail', _part(), 0.2),
    Operation(f'GET {_N}/portgroups', _listed(views.PORTGROUP, pools.PORTGROUPS[0]), 0.4, (1, 24)),
    Operation(f'GET {_N}/portgroups/detail', _part(), 0.2, (1, 24)),
    Operation(f'GET {_N}/allocation', _part(), 0.5, (1, 52)),
    Operation(f'DELETE {_N}/allocation', _part(), 0.4, (1, 52)),
)  # fmt: skip
