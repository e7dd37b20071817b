#!/usr/bin/env python3
"""The diagram engine against BuDDy on the same work, alternating; ratios of medians.

Further arguments: [--reps N] [--buddy-cache-ratio N] [ROW-PREFIX...], see bench/bdd/README.md."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common import native  # noqa: E402

if __name__ == "__main__":
    sys.exit(native.run("bdd", __doc__))
