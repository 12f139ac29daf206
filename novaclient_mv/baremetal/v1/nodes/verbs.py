"""Verbs of the provision state, each with its versions and with what it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypedDict, get_args

from novaclient_mv import versions

Steps = Sequence[Mapping[str, Any]]
"""Deploy, clean or service steps: mappings with ``interface``, ``step`` and the like."""

Configdrive = str | Mapping[str, Any]
"""A gzipped image in base64, or what the cloud makes one of: ``meta_data``, ``user_data`` ..."""

# fmt: off
Verb = Literal[
    'active', 'deploy', 'rebuild', 'deleted', 'undeploy', 'manage', 'provide', 'inspect', 'abort',
    'clean', 'adopt', 'rescue', 'unrescue', 'unhold', 'service',
]
# fmt: on
NAMES: tuple[Verb, ...] = get_args(Verb)
"""All verbs."""


class Arguments(TypedDict, total=False):
    """The arguments of verbs."""

    configdrive: Configdrive | None
    deploy_steps: Steps | None
    clean_steps: Steps | None
    service_steps: Steps | None
    rescue_password: str | None
    disable_ramdisk: bool | None
    runbook: str | None


class At(Protocol):
    """The version of a request."""

    @property
    def api_version(self) -> versions.APIVersion: ...


def request(at: At, verb: Verb, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The body of the request for a verb; a verb or an argument that its version lacks is refused.

    :param arguments: what it is given.
    :raises ValueError: unknown verb.
    :raises TypeError: the verb takes no such argument.
    """
    if verb not in NAMES:
        raise ValueError(f'{verb!r} is not a provisioning verb: {", ".join(NAMES)}.')
    body: dict[str, Any] = globals()[verb](at, **arguments)
    return {'target': verb, **body}


@versions.parameters(deploy_steps='1.69..')
def active(
    at: At, configdrive: Configdrive | None = None, deploy_steps: Steps | None = None
) -> dict[str, Any]:
    """Deploy a node."""
    return _deployment(at, configdrive, deploy_steps)


@versions.wraps('1.73')
def deploy(
    at: At, configdrive: Configdrive | None = None, deploy_steps: Steps | None = None
) -> dict[str, Any]:
    """Deploy a node, as ``active`` does."""
    return _deployment(at, configdrive, deploy_steps)


@versions.parameters(configdrive='1.35..', deploy_steps='1.69..')
def rebuild(
    at: At, configdrive: Configdrive | None = None, deploy_steps: Steps | None = None
) -> dict[str, Any]:
    """Deploy an active node again."""
    return _deployment(at, configdrive, deploy_steps)


def deleted(at: At) -> dict[str, Any]:
    """Undeploy a node."""
    return {}


@versions.wraps('1.73')
def undeploy(at: At) -> dict[str, Any]:
    """Undeploy a node, as ``deleted`` does."""
    return {}


@versions.wraps('1.4')
def manage(at: At) -> dict[str, Any]:
    """Make a node manageable."""
    return {}


@versions.wraps('1.4')
def provide(at: At) -> dict[str, Any]:
    """Make a node available."""
    return {}


@versions.wraps('1.6')
def inspect(at: At) -> dict[str, Any]:
    """Inspect the hardware of a node."""
    return {}


@versions.wraps('1.13')
def abort(at: At) -> dict[str, Any]:
    """Abort what a node waits for."""
    return {}


@versions.wraps('1.15')
@versions.parameters(disable_ramdisk='1.70..', runbook='1.92..')
def clean(
    at: At,
    clean_steps: Steps | None = None,
    disable_ramdisk: bool | None = None,
    runbook: str | None = None,
) -> dict[str, Any]:
    """Clean a node by steps, or by a runbook."""
    return _steps('clean_steps', clean_steps, disable_ramdisk, runbook)


@versions.wraps('1.17')
def adopt(at: At) -> dict[str, Any]:
    """Adopt a node that is already deployed."""
    return {}


@versions.wraps('1.38')
def rescue(at: At, rescue_password: str) -> dict[str, Any]:
    """Boot a node into the rescue ramdisk."""
    return {'rescue_password': rescue_password}


@versions.wraps('1.38')
def unrescue(at: At) -> dict[str, Any]:
    """End the rescue of a node."""
    return {}


@versions.wraps('1.85')
def unhold(at: At) -> dict[str, Any]:
    """Go on with a node that is held."""
    return {}


@versions.wraps('1.87')
@versions.parameters(runbook='1.92..', disable_ramdisk='1.108..')
def service(
    at: At,
    service_steps: Steps | None = None,
    disable_ramdisk: bool | None = None,
    runbook: str | None = None,
) -> dict[str, Any]:
    """Service an active node by steps, or by a runbook."""
    return _steps('service_steps', service_steps, disable_ramdisk, runbook)


def _deployment(
    at: At, configdrive: Configdrive | None, deploy_steps: Steps | None
) -> dict[str, Any]:
    body: dict[str, Any] = {}
    if isinstance(configdrive, Mapping):
        drive = dict(configdrive)
        # Refused by name below their versions.
        _check_contents(at, **{'configdrive_contents': drive, **_vendor_data(drive)})
        body['configdrive'] = drive
    elif configdrive is not None:
        body['configdrive'] = configdrive
    if deploy_steps is not None:
        body['deploy_steps'] = [*deploy_steps]
    return body


@versions.parameters(configdrive_contents='1.56..', vendor_data='1.59..')
def _check_contents(
    at: At,
    configdrive_contents: Mapping[str, Any] | None = None,
    vendor_data: Any = None,  # noqa: ANN401 - whatever JSON can say
) -> None:
    """A configdrive that the cloud builds of its contents."""


def _vendor_data(drive: Mapping[str, Any]) -> dict[str, Any]:
    return {'vendor_data': drive['vendor_data']} if 'vendor_data' in drive else {}


def _steps(
    name: str, steps: Steps | None, disable_ramdisk: bool | None, runbook: str | None
) -> dict[str, Any]:
    body: dict[str, Any] = {}
    if steps is not None:
        body[name] = [*steps]
    if disable_ramdisk is not None:
        body['disable_ramdisk'] = disable_ramdisk
    if runbook is not None:
        body['runbook'] = runbook
    return body
