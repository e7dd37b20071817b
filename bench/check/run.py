#!/usr/bin/env python3
"""CTLK formulas of every scenario: whole runs of `gnomon check`, beside the times that MCMAS 1.3.0 took elsewhere."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, parser, run_rows, scenario  # noqa: E402
from common.plots import peer_plot  # noqa: E402

ROWS = [scenario("dining_cryptographers", size, logic="CTLK", peer=peer, goal=goal)
        for size, peer, goal in ((10, 4.8, None), (12, 2.6, None), (15, 5.6, None), (18, 130, None), (50, None, None),
                                 (100, None, 1.5), (200, None, None))]
ROWS += [scenario("prisoners", size, logic="CTLK", peer=peer, goal=goal)
         for size, peer, goal in ((10, 0.6, None), (20, 30, None), (25, 105, None), (30, 360, None), (50, None, 5))]
ROWS += [scenario("counter", size, logic="CTLK", peer=peer)
         for size, peer in ((4096, 3.5), (16384, 51), (65536, 826), ("2^20", None))]
ROWS += [
    scenario("bit_transmission", 500, logic="CTLK"), scenario("bit_transmission", 10000, logic="CTLK", goal=0.02),
    scenario("train_gate", 3, 20, 10, 2, logic="CTLK", peer=0.65), scenario("train_gate", 5, 20, 10, 2, logic="CTLK"),
    scenario("train_gate", 8, 20, 10, 2, logic="CTLK", goal=3),
    scenario("go_back_n", 4, 7, logic="CTLK"),
]


def main():
    options = parser("check", __doc__)
    options.add_argument("--plot", help="measure only what MCMAS was measured on, and write a plot (SVG)")
    args = options.parse_args()
    family = Family("check", args)
    run_rows(family, "check", [row for row in ROWS if row.peer is not None] if args.plot else ROWS)
    if args.plot:
        pathlib.Path(args.plot).write_text(peer_plot(family.rows), encoding="utf-8")
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
