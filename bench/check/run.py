#!/usr/bin/env python3
"""CTLK formulas of every scenario: whole runs of `gnomon check`, beside the times that MCMAS 1.3.0 took elsewhere."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from scenarios import Row, arguments, print_table  # noqa: E402

ROWS = [
    Row("dining_cryptographers", 10, logic="CTLK", peer=4.8), Row("dining_cryptographers", 12, logic="CTLK", peer=2.6),
    Row("dining_cryptographers", 15, logic="CTLK", peer=5.6), Row("dining_cryptographers", 18, logic="CTLK", peer=130),
    Row("dining_cryptographers", 50, logic="CTLK"), Row("dining_cryptographers", 100, logic="CTLK", goal=5),
    Row("dining_cryptographers", 200, logic="CTLK"),
    Row("prisoners", 10, logic="CTLK", peer=0.6), Row("prisoners", 20, logic="CTLK", peer=30),
    Row("prisoners", 25, logic="CTLK", peer=105), Row("prisoners", 30, logic="CTLK", peer=360),
    Row("prisoners", 50, logic="CTLK", goal=10),
    Row("counter", 4096, logic="CTLK", peer=3.5), Row("counter", 16384, logic="CTLK", peer=51),
    Row("counter", 65536, logic="CTLK", peer=826), Row("counter", "2^20", logic="CTLK"),
    Row("bit_transmission", 500, logic="CTLK"), Row("bit_transmission", 10000, logic="CTLK", goal=1),
    Row("train_gate", 3, 20, 10, 2, logic="CTLK", peer=0.65), Row("train_gate", 5, 20, 10, 2, logic="CTLK"),
    Row("train_gate", 8, 20, 10, 2, logic="CTLK", goal=10),
    Row("go_back_n", 4, 7, logic="CTLK"),
]

if __name__ == "__main__":
    sys.exit(print_table("check", ROWS, arguments(__doc__).parse_args(), check_verdicts=True))
