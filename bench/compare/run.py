#!/usr/bin/env python3
"""Compares two results of a family, row by row.

Ratios are new divided by old seconds. The exit status is 1 if a row has become slower by more than the factor and by
more than the seconds given, or lost its answer, or has a fault that it had not. Rows that only one of the files has are
listed and do not count."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common import results  # noqa: E402
from common.figures import geometric_mean  # noqa: E402
from common.tables import Column, Table, ratio, seconds  # noqa: E402

LEAST = 0.001  # seconds below this are not told apart


def compared(old, new):
    """The rows that both documents have, with the seconds of both and their ratio."""
    before = {row["name"]: row for row in old["rows"]}
    rows = []
    for row in new["rows"]:
        if row["name"] in before:
            was = before[row["name"]]
            a, b = was["seconds"], row["seconds"]
            rows.append({"name": row["name"], "old": a, "new": b, "old_ok": was["ok"], "ok": row["ok"],
                         "ratio": None if a is None or b is None else max(b, LEAST) / max(a, LEAST)})
    return rows


def problem(row, factor, difference):
    """Why a row counts as worse, or nothing."""
    if row["old_ok"] and not row["ok"]:
        return "FAILS"
    if row["old"] is not None and row["new"] is None:
        return "NO ANSWER"
    if row["ratio"] is not None and row["ratio"] > factor and row["new"] - row["old"] > difference:
        return "SLOWER"
    return ""


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="./dev bench compare", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="results of the code before")
    parser.add_argument("new", help="results of the code after")
    parser.add_argument("--factor", type=float, default=1.3, help="so much slower may a row become (default 1.3)")
    parser.add_argument("--seconds", type=float, default=0.05, help="a smaller difference never counts (default 0.05)")
    args = parser.parse_args(arguments)
    old, new = results.read(args.old), results.read(args.new)
    for name, document in (("old", old), ("new", new)):
        print(f"{name}: {document['family']}, {document['version']}, commit {document['commit'] or 'unknown'}, "
              f"{document['date']}, {document['machine']}")
    table = Table([Column("row", -58, "name"), Column("old", 9, lambda row: seconds(row["old"])),
                   Column("new", 9, lambda row: seconds(row["new"])),
                   Column("ratio", 7, lambda row: ratio(row["ratio"]))])
    for row in compared(old, new):
        table.add(row, problem(row, args.factor, args.seconds))
    names = {row["name"] for row in table.rows}
    for name, document in (("old", old), ("new", new)):
        for row in document["rows"]:
            if row["name"] not in names:
                print(f"only in {name}: {row['name']}")
    ratios = [row["ratio"] for row in table.rows if row["ratio"] is not None]
    if ratios:
        print(f"\n{len(ratios)} rows, geometric mean of the ratios {geometric_mean(ratios):.2f}")
    worse = sum(bool(problem(row, args.factor, args.seconds)) for row in table.rows)
    if worse:
        print(f"{worse} rows are worse", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
