"""Requests and answers as values, and the one path that sends them."""

import novaclient_mv

APP_NAME = 'nova-mv'
"""The application's name in the header User-Agent."""


def user_agent() -> str:
    """Return the first part of the header User-Agent: ``nova-mv/1.0.0``."""
    return f'{APP_NAME}/{novaclient_mv.__version__}'
