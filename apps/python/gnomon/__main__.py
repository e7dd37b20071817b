"""Pictures from the command line: python3 -m gnomon svg FILE FORMULA"""
from __future__ import annotations

import argparse
import sys

from . import GnomonError, Model


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m gnomon", description="Pictures of witnesses and graphs, as SVG.")
    commands = parser.add_subparsers(dest="command", required=True)
    svg = commands.add_parser("svg", help="why a formula is true or false")
    svg.add_argument("file", metavar="FILE")
    svg.add_argument("formula", metavar="FORMULA", help="its number in the file, or its text")
    graph = commands.add_parser("graph", help="the reachable states")
    graph.add_argument("file", metavar="FILE")
    arguments = parser.parse_args()
    try:
        model = Model.from_file(arguments.file)
        if arguments.command == "graph":
            print(model.graph().svg(), end="")
            return 0
        formula = arguments.formula
        result = model.check(int(formula) if formula.isdigit() else formula)
        if result.witness is None:
            print(f"python3 -m gnomon: no witness: {result.no_witness or result.reason}", file=sys.stderr)
            return 1
        print(result.witness.svg(), end="")
        return 0
    except (GnomonError, OSError, IndexError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
