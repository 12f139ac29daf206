"""Says which of our errors a failed connection or login is, and whether anything was sent."""

from __future__ import annotations

from typing import Any

from novaclient_mv import exceptions

# Below these nothing has reached the cloud, so that even a write may be sent again.
_NEVER_SENT = {'NewConnectionError', 'NameResolutionError', 'ConnectTimeoutError', 'ConnectTimeout'}


def is_before_sending(error: BaseException | None) -> bool:
    """Whether a connection failed before anything of the request was sent."""
    seen: set[int] = set()
    waiting: list[Any] = [error]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, BaseException) or id(each) in seen:
            continue
        seen.add(id(each))
        if (
            type(each).__name__ in _NEVER_SENT
            and type(each).__module__ != 'keystoneauth1.exceptions.connection'
        ):
            return True
        waiting += [each.__cause__, each.__context__, getattr(each, 'reason', None), *each.args]
    return False


def translated(error: Exception) -> Exception:
    """Our error for one of keystoneauth1's; other errors stay what they are."""
    from keystoneauth1 import exceptions as ks

    text = str(error)
    if isinstance(error, ks.SSLError):
        return lasting(f'{text}. See --os-cacert and --insecure.')
    if isinstance(error, ks.ConnectFailure | ks.UnknownConnectionError | ks.ConnectionError):
        return exceptions.CloudError(text)
    if isinstance(error, ks.Unauthorized):
        return exceptions.LoginError(f'The login was refused: {text}')
    if isinstance(error, ks.MissingRequiredOptions | ks.NoMatchingPlugin | ks.AuthPluginException):
        return exceptions.LoginError(text)
    if isinstance(error, ks.AuthorizationFailure):
        return exceptions.LoginError(text)
    if isinstance(error, ks.EmptyCatalog):
        return lasting('The service catalog is empty: the login is for no project.')
    if isinstance(error, ks.EndpointNotFound | ks.CatalogException | ks.DiscoveryFailure):
        return lasting(text or 'The service catalog has no such endpoint.')
    if isinstance(error, ks.HttpError):
        return lasting(f'{text} ({error.method} {error.url})')
    if isinstance(error, ks.ClientException):
        return lasting(text)
    return error


def senseless_login(auth: object, error: Exception) -> exceptions.CloudError:
    """The error for a login, or a service catalog, whose values have other types than the API has.

    :param error: what came of working with them.
    """
    url = getattr(auth, 'auth_url', None)
    where = f' of {url}' if url else ''
    what = str(error).rstrip('.') or type(error).__name__
    return lasting(f'The answer{where} to the login makes no sense: {what}.', url)


def last(error: exceptions.CloudError) -> exceptions.CloudError:
    """The same error, as one that another try would only meet again."""
    error.retryable = False
    return error


def lasting(message: str, url: str | None = None) -> exceptions.CloudError:
    """A failure that another try would only meet again."""
    return last(exceptions.CloudError(message, url=url))
