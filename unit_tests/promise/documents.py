"""The keys of JSON that commands print besides the fields of resources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novaclient_mv import services
from novaclient_mv.cli.reading import read
from novaclient_mv.cli.running import withheld_requests
from novaclient_mv.clouds import cloud_list, selection
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.knowledge import capabilities, command_catalog, spans
from novaclient_mv.program.commands import config
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.transport import WireRequest
from novaclient_mv.wire.withholding import Withheld

Keys = dict[str, Any]


def keys() -> dict[str, Keys]:
    """Command or option to the keys of what it prints."""
    return {
        'command-list': _of_commands(),
        'config-show': _of_settings(),
        'cloud-list': _named(cloud_list.CloudForm.__annotations__),
        'version-matrix': _of_matrix(),
        '--os-cloud': _of_targets(),
        '--dry-run': _named(withheld_requests.as_mapping(None, _withheld())),
    }


def _of_commands() -> Keys:
    whole = command_catalog.command_catalog([services.COMPUTE])
    arguments = [argument for command in whole['commands'] for argument in command['arguments']]
    return {
        **_named(whole),
        'commands': {
            **_named(command_catalog.CommandForm.__annotations__),
            'arguments': _named(name for argument in arguments for name in argument),
            'fields': _named(command_catalog.FieldForm.__annotations__),
            'ranges': _named(spans.SpanForm.__annotations__),
        },
        'options': _named(whole['options'][0]),
    }


def _of_targets() -> Keys:
    settings = Settings({}, OptionTable(), Environment({}))
    return _named(selection.Target('north', 'one', settings, has_region=True).as_mapping())


def _of_matrix() -> Keys:
    return {
        **_named(capabilities.MatrixForm.__annotations__),
        'clouds': _named(capabilities.OfferForm.__annotations__),
        'features': _named(capabilities.FeatureForm.__annotations__),
    }


def _of_settings() -> Keys:
    surroundings = Environment({'OS_CLOUD': 'sandbox'})
    line = read.read(['--os-cloud', 'sandbox', 'config-show'], surroundings)
    warned: Any = config.do_config_show(line, line.args_at(services.COMPUTE.range.end))  # type: ignore[arg-type]
    rows = warned.result.data
    (cloud,) = [row for row in rows if row['setting'] == 'cloud']
    return {**_named(cloud), 'overrides': _named(cloud['overrides'][0])}


def _withheld() -> Withheld:
    call = Request('DELETE /servers/{id}', '/servers/1')
    return Withheld(WireRequest('DELETE', 'http://cloud.example/servers/1', {}, None, call), call)


def _named(names: Iterable[str]) -> Keys:
    return dict.fromkeys(names, 'key')
