"""Writes a model to standard output; see catalogue.py."""
import argparse
import inspect
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from models import catalogue  # noqa: E402


def main():
    parser = argparse.ArgumentParser(prog="python3 bench/models", description=__doc__)
    parser.add_argument("name", nargs="?", help="the generator")
    parser.add_argument("parameters", nargs="*", help="its parameters, numbers")
    parser.add_argument("--logic", help="formulas of this logic (generators of published scenarios)")
    parser.add_argument("--list", action="store_true", help="list the generators")
    args = parser.parse_args()
    if args.list or args.name is None:
        for title, family in (("published", catalogue.PUBLISHED), ("irregular", catalogue.IRREGULAR),
                              ("large in one respect", catalogue.CLIFFS)):
            print(f"{title}:")
            for name, generator in family.items():
                summary = (inspect.getdoc(generator) or inspect.getmodule(generator).__doc__).splitlines()[0]
                print(f"  {catalogue.usage(name)}\n      {summary}")
        return 0
    try:
        print(catalogue.build(args.name, args.parameters, args.logic).text(), end="")
    except ValueError as problem:
        parser.error(str(problem))
    return 0


if __name__ == "__main__":
    sys.exit(main())
