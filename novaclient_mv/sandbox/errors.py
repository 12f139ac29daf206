"""Errors of the sandbox's use."""

from __future__ import annotations

INSTALL = 'pip install "nova-mv[sandbox]"'
"""Installs the packages that the sandbox needs and the client does not."""

LACKS_PACKAGE = 'X-Sandbox-Lacks-Package'
"""The header of an answer that says that a package is missing."""


class SandboxError(Exception):
    """The sandbox cannot be used as asked; the message says why."""


class UnusablePolicy(SandboxError):
    """An operator's policy file cannot be used."""
