"""What goes over the wire: requests and answers as values, and the one path that sends them."""

import novaclient_mv

APP_NAME = 'nova-mv'
"""What requests say that they come from."""


def user_agent() -> str:
    """How requests say it, before what else they are sent with: ``nova-mv/1.0.0``."""
    return f'{APP_NAME}/{novaclient_mv.__version__}'
