"""What goes over the wire: requests and answers as values, and the one path that sends them."""

APP_NAME = 'nova-mv'
"""What requests say that they come from."""
