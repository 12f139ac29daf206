"""Our errors for those of keystoneauth1, which they remain."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.wire import connection_errors, dual_errors
from novaclient_mv.wire.logins import refusals


def translated(error: Exception) -> Exception:
    """Our error for one of keystoneauth1's, which the same names catch; others as they are."""
    # What was translated below is of keystoneauth1's classes as well.
    ours = None if isinstance(error, errors.Error) else _in_our_words(error)
    return error if ours is None else dual_errors.caught_as(ours, error)


def _in_our_words(error: Exception) -> errors.Error | None:
    from keystoneauth1 import exceptions as ks

    if type(error).__name__ == 'NoMockAddress':
        # requests_mock raises it in tests of programs, where it has no answer; nothing was sent.
        return connection_errors.permanent(str(error))
    if isinstance(error, ks.ConnectionError):
        return connection_errors.unreachable(error)
    if isinstance(error, ks.EmptyCatalog):
        return refusals.without_project()
    if isinstance(error, ks.EndpointNotFound | ks.CatalogException):
        return connection_errors.permanent(
            str(error) or 'The service catalog has no such endpoint.'
        )
    if isinstance(error, ks.ClientException):
        return refusals.translated(error)
    return None


def of_login(error: Exception, auth: object) -> Exception:
    """Our error for one that a login, or the look into its service catalog, ended in."""
    from keystoneauth1 import exceptions as ks

    url = str(getattr(auth, 'auth_url', 'http') or '')
    if isinstance(error, ks.EndpointNotFound) and not url.startswith('http'):
        return dual_errors.caught_as(refusals.without_url(url), error)
    if type(error) is Exception:
        # What keystoneauth1 raises for credentials that do not suffice.
        return errors.LoginError(f'There is no login: {error}.', settings=('credentials',))
    return translated(error)


def of_request(error: Exception) -> Exception:
    """Our error for one that a request ended in, which says whether it may have arrived."""
    from keystoneauth1 import exceptions as ks

    ours = translated(error)
    # A read that took too long is a ConnectTimeout there too, whatever its name says.
    if (
        isinstance(ours, errors.CloudError)
        and isinstance(error, ks.ConnectionError)
        and not isinstance(error, ks.SSLError)
    ):
        ours.update(may_be_sent=not connection_errors.is_before_sending(error))
    return ours
