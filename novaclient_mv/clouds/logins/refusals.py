"""Refusals by policy that runs met on a cloud, for those who ask later what a login may do."""

from __future__ import annotations

from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.logins.cached_login import Entries

SECONDS = 7 * 24 * 3600.0
"""The time for which a refusal is remembered."""


def remember_refusal(cloud: Cloud, rule: str) -> None:
    """Remember, with a cached login, that a rule refused it something of its own."""
    entries = cloud.login.entries
    if entries is not None:
        name, now = _name(cloud, entries), entries.cache.now()
        entries.cache.write('refusals', name, {**_read(entries, name), rule: now}, now + SECONDS)


def remembered(cloud: Cloud) -> dict[str, float]:
    """The rules that refused this login in its region, with the seconds since they last did."""
    entries = cloud.login.entries
    if entries is None:
        return {}
    now = entries.cache.now()
    refused = _read(entries, _name(cloud, entries))
    return {rule: now - then for rule, then in refused.items() if now - then < SECONDS}


def _read(entries: Entries, name: str) -> dict[str, float]:
    entry = entries.cache.read('refusals', name)
    if not isinstance(entry, dict):
        return {}
    return {rule: then for rule, then in entry.items() if isinstance(then, float)}


def _name(cloud: Cloud, entries: Entries) -> str:
    facts = cloud.login.access.token_facts()
    roles = sorted(facts.roles or ()) if facts is not None else []
    return entries.name(region=cloud.settings.get('os_region_name'), roles=roles)
