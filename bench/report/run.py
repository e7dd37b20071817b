#!/usr/bin/env python3
"""Measures the families that docs/benchmarks.md shows, and writes its tables and plots.

Tables stand in the document between `<!-- NAME -->` and `<!-- end -->`; everything else there is written by hand and
stays as it is. With --render nothing is measured, and the results of the last measurement are used."""
import argparse
import pathlib
import re
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCH))
from common import plots, results  # noqa: E402
from common.family import goal_cell, times_faster  # noqa: E402
from common.sources import RELEASE, ROOT  # noqa: E402
from common.tables import Column, count, markdown, ratio, seconds  # noqa: E402
from regret.run import columns as regret_columns  # noqa: E402
from regret.run import summary as regret_summary  # noqa: E402
from regret.figures import FLOOR  # noqa: E402
from scale.run import columns as scale_columns  # noqa: E402

DOCUMENT = ROOT / "docs/benchmarks.md"
IMAGES = ROOT / "docs/images"
# Limits that keep the whole report within ten minutes of two processors.
FAMILIES = {"published": ["--timeout", "30"], "check": ["--timeout", "40"], "path": ["--timeout", "40"],
            "scale": ["--timeout", "20"], "regret": ["--timeout", "8"]}


def measure(program, jobs, folder):
    """Runs the families one after the other; a failed row does not stop the report, for it is part of it."""
    for family, options in FAMILIES.items():
        print(f"\n{family}", flush=True)
        output = folder / f"{family}.json"
        subprocess.run([sys.executable, str(BENCH / family / "run.py"), "--program", program, "--jobs", str(jobs),
                        "--output", str(output), *options], check=False)


def answer(row):
    return row["faults"] or seconds(row["seconds"])


def measured_columns():
    return [Column("model", -1, "name"), Column("states", 1, lambda row: count(row["states"], 9)),
            Column("seconds", 1, answer), Column("MB", 1, lambda row: f"{row['megabytes']:.0f}")]


def elsewhere(title, key):
    """A column of seconds that others have measured."""
    return Column(title, 1, lambda row: None if row[key] is None else f"{row[key]:g}")


def peer_columns():
    return measured_columns() + [elsewhere("MCMAS 1.3.0", "peer"), Column("faster", 1, times_faster),
                                 elsewhere("papers", "paper")]


def goal_columns():
    return measured_columns() + [Column("goal", 1, goal_cell)]


def overhead_columns():
    return [Column("formula", -1, lambda row: row["name"].removeprefix("overhead of ")),
            Column("CTLK", 1, lambda row: seconds(row["plain"])),
            Column("here", 1, lambda row: seconds(row["seconds"])), Column("ratio", 1, lambda row: ratio(row["ratio"]))]


def origin(document):
    """One line about where the results of a family come from."""
    built = f"commit {document['commit']}" if document["commit"] else f"the program {document['program']}"
    return (f"Measured on {document['date']} with {document['version']}, {built}, on {document['machine']}, "
            f"{document['processors']} processors.")


def published_part(rows):
    return [*markdown(peer_columns(), rows), "", "![Seconds against those of MCMAS](images/peers.svg)"]


def path_part(rows):
    return [*markdown(goal_columns(), [row for row in rows if "states" in row]), "",
            "The same statement in CTLK and in another logic:", "",
            *markdown(overhead_columns(), [row for row in rows if "plain" in row])]


def regret_part(rows):
    notable = [row for row in rows if (row["seconds"] or row["stopped_after"]) >= FLOOR]
    return [f"{regret_summary(rows)}. The table leaves out models that take less than {FLOOR:g} s.", "",
            *markdown(regret_columns(), notable), "",
            "![Default settings against the best fixed choice](images/regret.svg)"]


def scale_part(rows):
    return [*markdown(scale_columns(), rows), "", "![Seconds by size](images/scale.svg)"]


PARTS = {"published": published_part, "check": lambda rows: markdown(goal_columns(), rows), "path": path_part,
         "regret": regret_part, "scale": scale_part}
PLOTS = {"published": ("peers", plots.peer_plot), "regret": ("regret", plots.regret_plot),
         "scale": ("scale", plots.scale_plot)}


def blocks(found):
    """The generated parts of the document, as lines. `found`: the results of the families that have been measured."""
    missing = ["Not measured yet: `./dev bench report` fills this in."]
    return {family: [origin(found[family]), "", *part(found[family]["rows"])] if family in found else missing
            for family, part in PARTS.items()}


def filled(text, parts):
    """The document with its generated parts replaced; every part must have its place, and every place its part."""
    places = re.findall(r"^<!-- (\w+) -->$", text, flags=re.M)
    places = [place for place in places if place != "end"]
    if sorted(places) != sorted(parts):
        raise ValueError(f"the document has places for {sorted(places)}, and the report has {sorted(parts)}")
    for name, lines in parts.items():
        part = "\n".join([f"<!-- {name} -->", "", *lines, "", "<!-- end -->"])
        text = re.sub(rf"^<!-- {name} -->$.*?^<!-- end -->$", lambda _, new=part: new, text, flags=re.M | re.S)
    return text


def main():
    parser = argparse.ArgumentParser(prog="./dev bench report", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(RELEASE),
                        help="the program to measure (default: the release)")
    parser.add_argument("--jobs", type=int, default=2, help="rows measured at the same time (default 2)")
    parser.add_argument("--results", default=str(ROOT / "build/bench"), help="folder of the results")
    parser.add_argument("--render", action="store_true", help="measure nothing, use the results that are there")
    args = parser.parse_args()
    folder = pathlib.Path(args.results)
    if not args.render:
        measure(args.program, args.jobs, folder)
    found = {family: results.read(folder / f"{family}.json") for family in FAMILIES
             if (folder / f"{family}.json").exists()}
    DOCUMENT.write_text(filled(DOCUMENT.read_text(encoding="utf-8"), blocks(found)), encoding="utf-8")
    IMAGES.mkdir(exist_ok=True)
    for family, (name, draw) in PLOTS.items():
        if family in found:
            (IMAGES / f"{name}.svg").write_text(draw(found[family]["rows"]), encoding="utf-8")
    print(f"written: {DOCUMENT.relative_to(ROOT)}, {IMAGES.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
