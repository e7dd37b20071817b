#!/usr/bin/env python3
"""Scenarios in the wording of the papers, on which MCMAS 1.3.0 was measured (on another machine)."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, Row, parser, run_rows  # noqa: E402
from common.sources import Generated  # noqa: E402


def published(generator, *parameters, logic=None, **known):
    return Row(Generated(generator, *parameters, logic=logic), **known)


# Sizes with the seconds of MCMAS 1.3.0, those of the papers, and those that we want to stay below.
ROWS = [published("dining", size, peer=peer, paper=paper, goal=goal) for size, peer, paper, goal in
        ((10, 4.8, 6.6, None), (12, 2.6, 3.4, None), (15, 5.6, 26.5, None), (18, 130, 67.6, None), (22, None, 1641, None),
         (60, None, None, None), (100, None, None, 1.5), (300, None, None, 60))]
ROWS += [published("dining", 22, logic=logic, paper=paper) for logic, paper in (("LTLK", 1715), ("LDLK", 1685))]
ROWS += [published("iterated", size, peer=peer, paper=paper)
         for size, peer, paper in ((10, 0.4, 2.7), (15, 4.6, 32), (50, None, 1043))]
ROWS += [published("prisoners", size, peer=peer, paper=paper, goal=goal) for size, peer, paper, goal in
         ((10, 0.6, 1.1, None), (20, 30, 43, None), (25, 105, 112, None), (30, 360, 330, None), (50, None, 4875, 5),
          (100, None, None, 60))]
ROWS += [published("counter", size, peer=peer, paper=paper)
         for size, peer, paper in ((4096, 3.5, 1.9), (16384, 51, 28), (65536, 826, 489))]
ROWS += [published("counter", 524288, logic="LDLK", paper=49738)]
ROWS += [published("counter", 1048576, logic=logic, goal=4) for logic in ("CTLK", "LDLK")]
ROWS += [published("bit_transmission", size, logic="LTLK", peer=peer, paper=paper, goal=goal)
         for size, peer, paper, goal in ((7, 1.7, 2.0, None), (9, 220, 215, None), (200, None, None, 0.02))]
ROWS += [published("bit_transmission", size, logic="LDLK", paper=paper, goal=goal)
         for size, paper, goal in ((9, 4654, None), (10, 70085, None), (200, None, 0.02))]
ROWS += [published("bit_transmission", 500, logic="CTLK", paper=0.004)]
ROWS += [published("go_back_n", *size, logic="LTLK", peer=peer, paper=paper, goal=goal) for size, peer, paper, goal in
         (((2, 4), 3.4, 2.7, None), ((2, 5), 9.4, 10, None), ((3, 6), 500, 368, 1.5))]
ROWS += [published("go_back_n", 4, 7, logic="LDLK", paper=2931, goal=15)]
ROWS += [published("train_gate", 3, 20, 10, kind, peer=0.65 if kind == 2 else None) for kind in (1, 2, 3)]
ROWS += [published("train_gate", 6, 20, 10, 2), published("train_gate", 8, 20, 10, 2, goal=3)]


def main():
    family = Family("published", parser("published", __doc__).parse_args())
    run_rows(family, "check", ROWS)
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
