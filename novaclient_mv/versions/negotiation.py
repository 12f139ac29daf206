"""Chooses the one version of a run from what was asked for and what both sides speak."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from novaclient_mv import errors
from novaclient_mv.versions.value import EVERY_VERSION, APIVersion, VersionRange


def negotiate(
    requested: APIVersion,
    client_range: VersionRange,
    server_range: VersionRange | None,
    window: VersionRange = EVERY_VERSION,
    without: APIVersion | None = None,
) -> APIVersion:
    """Choose the one version of a run.

    :param requested: what was asked for; ``X.latest`` lets us choose inside the window.
    :param client_range: what this client speaks.
    :param server_range: what the cloud speaks; ``None`` when it has no microversions.
    :param window: the versions that the command line itself allows.
    :param without: what stands for "no version header"; ``X.0`` of the client's major by default.
    :raises VersionNotOffered: the cloud does not serve what was asked for, or nothing that this
        client speaks.
    """
    if without is None:
        without = client_range.start.at(client_range.start.ver_major, 0)
    # A request without a header is answered as the service's first microversion, so that one must
    # still be served.
    has_without = server_range is None or server_range.start <= client_range.start
    is_ours_to_choose = requested.is_latest()
    exactly = VersionRange(requested, requested)

    def refusal(needed: VersionRange) -> errors.VersionNotOffered:
        return errors.VersionNotOffered(needed, server_range, client_range, without=without)

    if requested == without:
        if not has_without:
            raise refusal(exactly)
        return without
    if server_range is None:
        if is_ours_to_choose and without in window:
            return without
        raise refusal(window if is_ours_to_choose else exactly)
    if not is_ours_to_choose:
        if requested not in server_range:
            raise refusal(exactly)
        return requested
    shared = client_range.intersect(server_range)
    if shared.is_empty:
        raise refusal(client_range)
    usable = shared.intersect(window)
    if not usable.is_empty:
        return usable.end
    if without in window and has_without:
        return without
    raise refusal(window)


def common(
    offers: Iterable[VersionRange | None], client_range: VersionRange, without: APIVersion
) -> VersionRange | None:
    """The versions that several clouds share; ``None`` where they share none.

    :param offers: the versions of each cloud; ``None`` for one that has no microversions, which
        shares with others what stands for "no version header".
    """
    every = list(offers)
    ranges = [offered for offered in every if offered is not None]
    if len(ranges) < len(every):
        has_without = all(offered.start <= client_range.start for offered in ranges)
        return VersionRange(without, without) if has_without else None
    if not ranges:
        return None
    shared = functools.reduce(VersionRange.intersect, ranges)
    return None if shared.is_empty else shared
