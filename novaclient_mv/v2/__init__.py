"""The Compute API, version 2: one manager module for each kind of resource."""

# typing is not imported for its constant of this name, which each start of the program would pay.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from novaclient_mv.v2.client import Client

__all__ = ['Client']


def __getattr__(name: str) -> object:
    import sys

    # Without importlib, which a start of the program may not need otherwise.
    if name == 'Client':
        __import__('novaclient_mv.v2.client')
        client: object = sys.modules['novaclient_mv.v2.client'].Client
        return client
    module = f'{__name__}.{name}'
    try:
        # Programs reach the modules of resources from here, whichever of them they imported.
        if not name.startswith('_'):
            __import__(module)
            return sys.modules[module]
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
