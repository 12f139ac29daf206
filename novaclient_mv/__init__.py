"""Client for the OpenStack Compute API, with API microversions at its heart."""

# typing is not imported for its constant of this name: a third of what the package itself takes.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from novaclient_mv import api_versions
    from novaclient_mv.api_versions import API_MAX_VERSION, API_MIN_VERSION

__all__ = ['API_MAX_VERSION', 'API_MIN_VERSION', '__version__', 'api_versions']

__version__ = '0.1.0'


def __getattr__(name: str) -> object:
    # Imported when asked for: each start of the program imports this package, and few need them.
    if name not in ('API_MAX_VERSION', 'API_MIN_VERSION', 'api_versions'):
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    import importlib

    faces = importlib.import_module('novaclient_mv.api_versions')
    return faces if name == 'api_versions' else getattr(faces, name)
