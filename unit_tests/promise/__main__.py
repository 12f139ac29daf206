"""Records anew what scripts may rely on."""

from __future__ import annotations

from unit_tests.promise import declared

if __name__ == '__main__':
    declared.record()
