"""Queries of URLs from names and values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode


def prepare_query_string(params: Mapping[Any, Any] | None) -> str:
    """``?`` and the parameters in order of their names; empty without any."""
    if not params:
        return ''
    return f'?{urlencode(sorted(params.items(), key=lambda pair: pair[0]))}'


def get_url_with_filter(url: str, filters: Mapping[Any, Any] | None) -> str:
    """A URL with filters as its query."""
    return url + prepare_query_string(filters)
