"""The words that OpenStack's services take for true and false; capitals do not matter."""

from __future__ import annotations

TRUE = ('1', 't', 'true', 'on', 'y', 'yes')
FALSE = ('0', 'f', 'false', 'off', 'n', 'no')
