"""Client for the OpenStack Compute API, with API microversions at its heart."""

# typing is not imported for its constant of this name: a third of what the package itself takes.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from novaclient_mv import api_versions
    from novaclient_mv.api_versions import API_MAX_VERSION, API_MIN_VERSION

__all__ = ['API_MAX_VERSION', 'API_MIN_VERSION', '__version__', 'api_versions']

__version__ = '1.0.0'

_FACES = (
    *('api_versions', 'base', 'client', 'crypto', 'exceptions', 'extension', 'i18n', 'utils'),
    'v2',
)
"""Modules that a program reaches from here once it has imported any other one."""


def __getattr__(name: str) -> object:
    # Imported when asked for: each start of the program imports this package, and few need them.
    if name in _FACES:
        return _module(name)
    if name in ('API_MAX_VERSION', 'API_MIN_VERSION'):
        return getattr(_module('api_versions'), name)
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def _module(name: str) -> object:
    import sys

    # Without importlib, which would cost a start more than what it imports.
    __import__(f'{__name__}.{name}')
    return sys.modules[f'{__name__}.{name}']
