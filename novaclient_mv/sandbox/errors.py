"""Why the sandbox cannot be used as asked."""

from __future__ import annotations

INSTALL = 'pip install "nova-mv[sandbox]"'
"""What brings the packages that the sandbox needs and the client does not."""


class SandboxError(Exception):
    """The sandbox cannot be used as asked; the message says why."""
