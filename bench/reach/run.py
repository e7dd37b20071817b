#!/usr/bin/env python3
"""Reachable states of every scenario at growing sizes: whole runs of `gnomon info`."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, parser, run_rows, scenario  # noqa: E402

SIZES = [
    ("bit_transmission", [3], 0.01),
    ("dining_cryptographers", [10], None), ("dining_cryptographers", [50], None), ("dining_cryptographers", [100], 2),
    ("dining_cryptographers", [200], None), ("dining_cryptographers", [300], 20),
    ("iterated_cryptographers", [10], None), ("iterated_cryptographers", [50], None),
    ("iterated_cryptographers", [100], None),
    ("prisoners", [10], None), ("prisoners", [20], None), ("prisoners", [30], None), ("prisoners", [50], 5),
    ("prisoners", [70], None), ("prisoners", [100], 60),
    ("counter", ["2^12"], None), ("counter", ["2^16"], None), ("counter", ["2^20"], 20),
    ("go_back_n", [2, 4], None), ("go_back_n", [3, 6], None), ("go_back_n", [4, 7], 10),
    ("train_gate", [3, 20, 10, 2], None), ("train_gate", [5, 20, 10, 2], None), ("train_gate", [8, 20, 10, 2], 10),
    ("muddy_children", [10, 3], None), ("muddy_children", [20, 3], None),
    ("chain", [100000, 1], None),
]
# One formula is enough: info checks none.
ROWS = [scenario(name, *parameters, spec=1, goal=goal) for name, parameters, goal in SIZES]


def main():
    family = Family("reach", parser("reach", __doc__).parse_args())
    run_rows(family, "info", ROWS)
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
