"""``python -m functional_tests.trust PART ...``: the whole of a part, with its figures."""

from __future__ import annotations

import sys

from functional_tests.trust import frame

if __name__ == '__main__':
    sys.exit(frame.main(sys.argv[1:]))
