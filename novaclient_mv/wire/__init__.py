"""Requests and answers as values, and the one path that sends them."""

# That of threading, which short runs have no other use for.
from _thread import RLock

import novaclient_mv

APP_NAME = 'nova-mv'
"""The application's name in the header User-Agent."""

LOADING = RLock()
"""Held to import keystoneauth1 and what it needs: its modules import each other in circles, so that
threads which begin at several ends would meet them half loaded. Ours have no circles.
"""


def user_agent() -> str:
    """Return the first part of the header User-Agent: ``nova-mv/1.0.0``."""
    return f'{APP_NAME}/{novaclient_mv.__version__}'
