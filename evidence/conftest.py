"""The process of these tests, and a user with a sandbox of their own."""

from __future__ import annotations

from functional_tests.conftest import own
from unit_tests.testing_process import pytest_collection_finish, pytest_configure

__all__ = ['own', 'pytest_collection_finish', 'pytest_configure']
