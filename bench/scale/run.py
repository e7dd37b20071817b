#!/usr/bin/env python3
"""Models that are large in one respect: nesting, formulas, agents, variables, values, lines. Whole runs of `gnomon
check` at growing sizes, and the exponent e of the growth between two sizes, as if the time were size^e."""
import functools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, Row, measure_row, parser  # noqa: E402
from common.figures import growth_exponent  # noqa: E402
from common.sources import Generated  # noqa: E402
from common.tables import Column, Table, seconds  # noqa: E402

SIZES = {"nesting": (4000, 5000, 100000), "conjuncts": (1000, 10000, 100000), "formulas": (100, 1000, 10000),
         "agents": (100, 300, 1000), "switches_apart": (100, 1000, 10000), "switches_in_turn": (100, 300, 1000),
         "range_values": (1000, 10000, 100000), "names": (1000, 10000, 100000), "lines": (1000, 10000, 100000)}
ROWS = [Row(Generated(name, size)) for name, sizes in SIZES.items() for size in sizes]


def exponents(rows):
    """Row by row, the growth since the row before of the same family."""
    before = {}
    for row in rows:
        size, smaller = int(row["parameters"][0]), before.get(row["family"])
        row["exponent"] = growth_exponent(smaller[0], smaller[1], size, row["seconds"]) if smaller else None
        before[row["family"]] = (size, row["seconds"])
        yield row


def columns():
    return [Column("large in", -20, "family"), Column("size", 8, lambda row: row["parameters"][0]),
            Column("seconds", 9, lambda row: seconds(row["seconds"])),
            Column("MB", 6, lambda row: f"{row['megabytes']:.0f}"),
            Column("exponent", 8, lambda row: None if row["exponent"] is None else f"{row['exponent']:.2f}")]


def main():
    family = Family("scale", parser("scale", __doc__, timeout=60).parse_args())
    table = Table(columns(), out=family.out)
    for row in exponents(family.in_order(functools.partial(measure_row, family, "check"), family.selected(ROWS))):
        table.add(row, row["faults"])
        family.keep(row)
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
