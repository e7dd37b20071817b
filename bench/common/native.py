"""Families that are programs of their own (bench_bdd, bench_recall): their rows get the heading of all results."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from . import results
from .program import Program
from .sources import RELEASE, ROOT


def run(family, description):
    options = argparse.ArgumentParser(prog=f"./dev bench {family}", description=description,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--output", default=str(ROOT / f"build/bench/{family}.json"),
                         help="where the results go as JSON")
    args, own = options.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = pathlib.Path(folder) / "rows.json"
        program = RELEASE.parent / "bench" / family / f"bench_{family}"
        status = subprocess.run([str(program), *own, "--rows", str(rows)], check=False).returncode
        if rows.exists():
            content = results.heading(family, Program(RELEASE))
            results.write(args.output, {**content, "rows": json.loads(rows.read_text(encoding="utf-8"))})
            print(f"results: {args.output}", file=sys.stderr)
    return status
