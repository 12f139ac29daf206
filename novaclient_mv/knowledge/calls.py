"""The requirements of a library call: its method, and its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge.needs import Requirements
from novaclient_mv.services import Service, registry
from novaclient_mv.services.calls import Call


def requirements_of(method: Callable[..., Any], /, *args: object, **kwargs: object) -> Requirements:
    """Return the requirements of a manager's method with arguments, without a call or a client.

    ::

        requirements_of(ServerManager.create, 'web', image, flavor, hostname='web', tags=['a'])

    Only arguments that are given count; required ones may be left out.

    :param method: a method of a manager or of a resource, from its class or bound.
    :param args: arguments by position, without the manager.
    :raises TypeError: the method has an argument at no version, or belongs to no service.
    """
    method = getattr(method, '__func__', method)
    call = Call(method, args, kwargs, service_of(method))
    windows, name = call.windows(), method.__qualname__
    served = [variant.range for variant in call.variants]
    needs = shapes.restricting((name, served), [*call.named(), *call.placed()], call.service)
    refusal = f'{name} does not take these arguments.'
    conflict = None if windows else shapes.conflict_among(needs) or refusal
    return Requirements(name, call.service, windows, needs, conflict)


def service_of(method: Callable[..., Any]) -> Service:
    """The service whose library a method belongs to."""
    for service in registry.every():
        library = service.client_class.rpartition('.')[0]
        if f'{method.__module__}.'.startswith(f'{library}.'):
            return service
    raise TypeError(f'{method.__module__}.{method.__qualname__} is not a method of a service.')
