#!/usr/bin/env python3
"""Knowledge with memory: how the effort grows with chains, children, and alternation between agents.

Further arguments: the tables that are wanted (chain, muddy, alternation); all if there are none."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common import native  # noqa: E402

if __name__ == "__main__":
    sys.exit(native.run("recall", __doc__))
