"""The types of the keywords that clients are made with, so that type checkers find a wrong one.

Nothing imports this when a program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    import logging

    from novaclient_mv.compat import client_keywords


class RequestKeywords(TypedDict, total=False):
    """Options of every request, beside ``timeout``; see
    :class:`novaclient_mv.compat.caller_options.CallerOptions`.
    """

    global_request_id: str | None
    additional_headers: Mapping[str, str] | None
    user_agent: str | None
    client_name: str | None
    client_version: str | None
    logger: logging.Logger | None
    connect_retries: int | None
    connect_retry_delay: float | None
    status_code_retries: int | None
    status_code_retry_delay: float | None
    retriable_status_codes: Collection[int] | None
    min_version: str | None
    max_version: str | None
    allow: Mapping[str, Any] | None
    allow_version_hack: bool | None
    default_microversion: str | None
    rate_limit: float | None
    concurrency: int | None


class ConnectionKeywords(TypedDict, total=False):
    """Keywords of a connection; see :class:`novaclient_mv.wire.connection.Connection`."""

    endpoint_override: str | None
    completes_url: bool
    service_type: str | None
    service_name: str | None
    interface: str
    region_name: str | None
    sleep: Callable[[float], None]
    monotonic: Callable[[], float]
    warn: Callable[[str], None] | None
    additional_headers: Mapping[str, str] | None
    supporting_endpoints: Mapping[str, str] | None
    lock_timeout: float | None


class OlderKeywords(TypedDict, total=False):
    """Older names of keywords of a Compute client, and what python-novaclient takes without an
    effect.
    """

    api_key: str | None
    bypass_url: str | None
    interface: str | None
    no_cache: bool
    tenant_id: str | None
    tenant_name: str | None
    auth_plugin: object
    auth_system: object
    connection_pool: object
    proxy_tenant_id: object
    proxy_token: object
    raise_exc: bool
    volume_service_name: object


class ComputeKeywords(RequestKeywords, OlderKeywords, total=False):
    """The keywords of :func:`novaclient_mv.client.Client`; see
    :class:`novaclient_mv.v2.client.Client`.
    """

    auth: client_keywords.Plugin | None
    auth_token: str | None
    cacert: str | None
    cert: str | tuple[str, str] | None
    direct_use: bool
    endpoint_override: str | None
    endpoint_type: str
    extensions: Iterable[Any] | None
    http_log_debug: bool
    insecure: bool
    os_cache: bool
    project_domain_id: str | None
    project_domain_name: str | None
    project_name: str | None
    region_name: str | None
    service_name: str | None
    service_type: str
    timeout: float | None
    session: client_keywords.Session | None
    timings: bool
    user_domain_id: str | None
    user_domain_name: str | None
    user_id: str | None
