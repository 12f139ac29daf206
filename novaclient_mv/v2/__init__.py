"""The Compute API, version 2: one manager module for each kind of resource."""

# typing is not imported for its constant of this name, which each start of the program would pay.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from novaclient_mv.v2.client import Client

__all__ = ['Client']


def __getattr__(name: str) -> object:
    if name != 'Client':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    import importlib

    client: object = importlib.import_module('novaclient_mv.v2.client').Client
    return client
