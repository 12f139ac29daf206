"""The identity of a user on a cloud, and the endpoints of its services."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from novaclient_mv.values import NamedTuple, Protocol
from novaclient_mv.wire.logins.token_facts import TokenFacts


class Endpoint(NamedTuple):
    """An endpoint as the service catalog lists it."""

    service_type: str
    region: str
    interface: str
    url: str
    service_name: str = ''


class EndpointFilter(NamedTuple):
    """The endpoint to find; ``None`` leaves the choice to the catalog."""

    service_type: str
    interface: str
    region_name: str | None = None
    service_name: str | None = None


class Access(Protocol):
    """A login, or what stands in for one."""

    def headers(self) -> Mapping[str, str]:
        """The headers that say who we are; a login is made when there is none.

        :raises LoginError: the cloud refuses it.
        :raises CloudError: it cannot be made, or its answer cannot be read.
        """

    def renew(self, refused: Mapping[str, str]) -> bool:
        """Whether there are, or can be, other headers than the ones that were refused."""

    def endpoints_may_differ(self) -> bool:
        """Whether remembered endpoints may differ from those of a login, which replace them now."""

    def endpoint(
        self, service_type: str, interface: str, region: str | None, name: str | None = None
    ) -> str:
        """The URL of a service.

        :raises CloudError: there is no such endpoint; it names those that exist.
        """

    def places(self, service_types: Sequence[str]) -> list[Endpoint] | None:
        """Every endpoint of some types in the catalog; ``None`` where a login has no catalog.

        :raises LoginError: the login is for no project, so that it sees no endpoints.
        """

    def project_id(self) -> str | None:
        """Id of the project that the login is for."""

    def user_id(self) -> str | None:
        """Id of the user that is logged in."""

    def token_facts(self) -> TokenFacts | None:
        """Return the token's user, scope and roles; ``None`` for a token without a login. A login
        is the only request sent.
        """


def __getattr__(name: str) -> object:
    if name != 'Place':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    # Imported when asked for: each run imports this module.
    from novaclient_mv import deprecation

    deprecation.warn(f'{__name__}.Place', f'{__name__}.Endpoint')
    return Endpoint
