#!/usr/bin/env python3
"""Writes docs/benchmarks.md from the results that the families left in build/bench.

It measures nothing. A family without results is left out, with a word; results of different commits are told apart on
the page."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common import results  # noqa: E402
from common.family import goal_cell, times_faster  # noqa: E402
from common.figures import geometric_mean  # noqa: E402
from common.sources import ROOT  # noqa: E402
from common.tables import Column, count, markdown, ratio, seconds  # noqa: E402

HEAD = """# Benchmarks

What Gnomon takes, beside what is known of others, and beside what it could take. `./dev bench FAMILY` measures,
[bench/README.md](../bench/README.md) lists the families; `./dev bench page` makes this page of their results. Seconds are
processor time of the whole run, from the file to the last verdict, with default options where nothing else is said. The
machines are shared: trust ratios more than seconds. Every row also checks its verdicts and counts.
"""


def peer(row):
    return None if row["peer"] is None else f"{row['peer']:g}"


def paper(row):
    return None if row["paper"] is None else f"{row['paper']:g}"


def scenario_columns():
    return [Column("model", -1, "name"), Column("states", 1, lambda row: count(row["states"])),
            Column("seconds", 1, lambda row: seconds(row["seconds"])),
            Column("MB", 1, lambda row: f"{row['megabytes']:.0f}"),
            Column("goal", 1, goal_cell), Column("MCMAS 1.3.0", 1, peer), Column("times faster", 1, times_faster),
            Column("papers", 1, paper)]


def regret_columns():
    return [Column("model", -1, "name"), Column("states", 1, lambda row: count(row["states"])),
            Column("default", 1, lambda row: seconds(row["seconds"])), Column("best", 1, lambda row: seconds(row["best"])),
            Column("regret", 1, lambda row: ratio(row["regret"])), Column("best choice", -1, lambda row: row["choice"] or "-")]


def diagram_columns():
    return [Column("work", -1, "name"), Column("nodes", 1, lambda row: count(int(row["nodes"]))),
            Column("Gnomon", 1, lambda row: seconds(row["seconds"])),
            Column("BuDDy", 1, lambda row: seconds(row["buddy_seconds"])),
            Column("ratio", 1, lambda row: ratio(row["ratio"])),
            Column("bytes per node", 1, lambda row: f"{row['bytes_per_node']:.0f}"),
            Column("of BuDDy", 1, lambda row: f"{row['buddy_bytes_per_node']:.0f}")]


def regret_summary(rows):
    regrets = [row["regret"] for row in rows if row["regret"] is not None]
    if not regrets:
        return "No model was decided in any setting."
    return (f"{len(regrets)} models: geometric mean {geometric_mean(regrets):.2f}, largest {max(regrets):.2f}, "
            f"{sum(value > 1.5 for value in regrets)} above the goal of 1.5.")


def goal_summary(rows):
    cells = [cell for cell in map(goal_cell, rows) if cell]
    return f"Goals: {sum(cell.endswith('yes') for cell in cells)} of {len(cells)} are reached."


# Family, title, what it shows, columns, a sentence about the rows.
SECTIONS = [
    ("published", "The scenarios of the papers, in their wording",
     "The seconds of MCMAS 1.3.0 were measured on another machine, those of the papers are printed there. A goal is what "
     "we want to stay below.", scenario_columns(), goal_summary),
    ("check", "The scenarios in our own wording", "`gnomon check` on the CTLK formulas of each. "
     "![Points far below the line of equal times](benchmark.svg)", scenario_columns(), goal_summary),
    ("regret", "Default settings against the best fixed choice",
     "Regret is the time of the default settings divided by that of the best fixed choice of order, reordering and "
     "exploration for this model; times below 0.05 s count as 0.05 s.", regret_columns(), regret_summary),
    ("bdd", "The diagram engine against BuDDy", "The same work in both, alternating; ratios of medians, without the time "
     "to set up. Bytes per node are those of the process at its peak.", diagram_columns(), None),
]


def section(family, title, text, columns, summary, document):
    """The lines of one section."""
    rows = document["rows"]
    lines = [f"## {title}", "", text, ""]
    if summary:
        lines += [summary(rows), ""]
    lines += markdown(columns, rows)
    commit = f", commit {document['commit']}" if document["commit"] else ""
    lines += ["", f"`./dev bench {family}`, {document['date']}{commit}, {document['machine']}, "
              f"{document['processors']} processors.", ""]
    return lines


def page(documents):
    """The text of the page, from results by family."""
    lines = HEAD.splitlines() + [""]
    for family, *rest in SECTIONS:
        if family in documents:
            lines += section(family, *rest, documents[family])
    return "\n".join(lines).rstrip() + "\n"


def main():
    options = argparse.ArgumentParser(prog="./dev bench page", description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--results", default=str(ROOT / "build/bench"), help="the folder of the results")
    options.add_argument("--output", default=str(ROOT / "docs/benchmarks.md"), help="the page")
    args = options.parse_args()
    documents = {}
    for family, *_ in SECTIONS:
        path = pathlib.Path(args.results) / f"{family}.json"
        if path.exists():
            documents[family] = results.read(path)
        else:
            print(f"no results of {family} ({path}): left out", file=sys.stderr)
    if not documents:
        print("there is nothing to show: run the families first", file=sys.stderr)
        return 1
    pathlib.Path(args.output).write_text(page(documents), encoding="utf-8")
    print(f"written: {args.output}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
