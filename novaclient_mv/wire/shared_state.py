"""What connections that are made of one another share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.services import Service
from novaclient_mv.wire.advertised_versions import AdvertisedVersions
from novaclient_mv.wire.history import History

if TYPE_CHECKING:
    from novaclient_mv.wire.filter_notices import FilterNotices


class KnownEndpoints:
    """The URLs of a service and of its supporting services, by what they were looked up by."""

    def __init__(self) -> None:
        self.urls: dict[tuple[str | None, ...], str] = {}
        self.used_as_is: set[str] = set()
        """Types of supporting services whose URL is used as it is, though it has no version."""
        self.takes_catalog_as_is = False
        self.has_answered = False
        """Whether the service itself has answered at the present endpoint."""

    def note_answer(self) -> None:
        """Remember that the service itself has answered."""
        self.has_answered = True

    def try_without_version(self) -> bool:
        """Use the catalog's URL as it is, or no more where that failed, too; whether it is used."""
        # Where both fail, the next request begins with the version again.
        self.takes_catalog_as_is = not self.takes_catalog_as_is
        self.urls.clear()
        return self.takes_catalog_as_is


class SharedState:
    """What connections that are made of one another have in common, whichever of them learns it.

    :param history: of requests at other services of the same cloud.
    """

    def __init__(self, service: Service, history: History | None = None) -> None:
        self.history = history or History()
        self.known_versions = AdvertisedVersions(service)
        self.endpoints = KnownEndpoints()
        self._filter_notices: FilterNotices | None = None

    def filter_notices(self) -> FilterNotices:
        """Warnings of filters that the cloud ignores for the login, which go to a program."""
        if self._filter_notices is None:
            from novaclient_mv.wire import filter_notices

            self._filter_notices = filter_notices.FilterNotices()
        return self._filter_notices
