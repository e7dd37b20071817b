#!/usr/bin/env python3
"""Scenarios in the wording of the papers, on which MCMAS 1.3.0 was measured (on another machine)."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, Row, parser, run_rows  # noqa: E402
from common.sources import Generated  # noqa: E402


def published(generator, *parameters, logic=None, **known):
    return Row(Generated(generator, *parameters, logic=logic), **known)


# Sizes with the seconds of MCMAS 1.3.0 and those of the papers.
ROWS = [published("dining", size, peer=peer, paper=paper)
        for size, peer,
        paper in ((10, 4.8, 6.6), (12, 2.6, 3.4), (15, 5.6, 26.5), (18, 130, 67.6), (22, None, 1641), (60, None, None))]
ROWS += [published("dining", 22, logic=logic, paper=paper) for logic, paper in (("LTLK", 1715), ("LDLK", 1685))]
ROWS += [published("iterated", size, peer=peer, paper=paper)
         for size, peer, paper in ((10, 0.4, 2.7), (15, 4.6, 32), (50, None, 1043))]
ROWS += [published("prisoners", size, peer=peer, paper=paper)
         for size, peer, paper in ((10, 0.6, 1.1), (20, 30, 43), (25, 105, 112), (30, 360, 330), (50, None, 4875))]
ROWS += [published("counter", size, peer=peer, paper=paper)
         for size, peer, paper in ((4096, 3.5, 1.9), (16384, 51, 28), (65536, 826, 489))]
ROWS += [published("counter", 524288, logic="LDLK", paper=49738)]
ROWS += [published("bit_transmission", size, logic="LTLK", peer=peer, paper=paper)
         for size, peer, paper in ((7, 1.7, 2.0), (9, 220, 215), (200, None, None))]
ROWS += [published("bit_transmission", size, logic="LDLK", paper=paper) for size,
         paper in ((9, 4654), (10, 70085), (200, None))]
ROWS += [published("bit_transmission", 500, logic="CTLK", paper=0.004)]
ROWS += [published("go_back_n", *size, logic="LTLK", peer=peer, paper=paper)
         for size, peer, paper in (((2, 4), 3.4, 2.7), ((2, 5), 9.4, 10), ((3, 6), 500, 368))]
ROWS += [published("go_back_n", 4, 7, logic="LDLK", paper=2931)]
ROWS += [published("train_gate", 3, 20, 10, kind, peer=0.65 if kind == 2 else None) for kind in (1, 2, 3)]
ROWS += [published("train_gate", 6, 20, 10, 2)]


def main():
    family = Family("published", parser("published", __doc__).parse_args())
    run_rows(family, "check", ROWS)
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
