"""Refusals by policy that runs met on a cloud, for those who ask later what a login may do."""

from __future__ import annotations

from novaclient_mv.clouds.cloud import Cloud

SECONDS = 7 * 24 * 3600.0
"""The time for which a refusal is remembered."""


def remember_refusal(cloud: Cloud, rule: str) -> None:
    """Remember that a rule refused this login something of its own on a cloud.

    Nothing is sent. Where nothing is cached of the login, nothing is remembered.
    """
    login = cloud.login
    if login.cache is None:
        return
    now = login.cache.now()
    refused = {**login.remembered_refusals(), rule: now}
    login.keep_refusals(refused, now + SECONDS)


def remembered(cloud: Cloud) -> dict[str, float]:
    """The rules that refused this login on a cloud, with the seconds since they last did."""
    login = cloud.login
    if login.cache is None:
        return {}
    now = login.cache.now()
    refused = login.remembered_refusals()
    return {rule: now - then for rule, then in refused.items() if now - then < SECONDS}
