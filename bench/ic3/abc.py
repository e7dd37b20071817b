"""ABC's `pdr` on the circuits that `gnomon export --aiger` writes for invariants: seconds and verdicts."""
import json
import pathlib
import shutil
import subprocess

from common.process import fastest

PROGRAM = "berkeley-abc"
LEAST = 0.05  # seconds: starting a program and reading the model; less is not told apart


def available():
    return shutil.which(PROGRAM) is not None


def verdict_in(text):
    """What ABC says about the one property of a file: "true", "false", or None if it did not decide it."""
    if "Property proved" in text:
        return "true"
    return "false" if "was asserted in frame" in text else None


def is_invariant(formula):
    """Whether a formula, as the map of an export describes it, became one bad state."""
    properties = formula.get("properties", [])
    return len(properties) == 1 and properties[0].startswith("b")


def times_abc(seconds, of_abc):
    """How many times as long as ABC; None if one of the two did not decide the row."""
    return None if seconds is None or of_abc is None else max(seconds, LEAST) / max(of_abc, LEAST)


def measure(program, path, formulas, limits, repeat):
    """Processor seconds of ABC for these formulas, one after the other, and its verdicts. None, and no verdicts, if one of
    them is no invariant without knowledge, or was not decided within the limits."""
    seconds, verdicts = 0, []
    folder = pathlib.Path(path).parent
    for number in formulas:
        circuit, where = folder / "circuit.aig", folder / "map.json"
        command = [program.path, "export", str(path), "-q", "--aiger", "-f", str(number), "--output", str(circuit), "--map",
                   str(where)]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None, []
        if not all(map(is_invariant, json.loads(where.read_text(encoding="utf-8"))["formulas"])):
            return None, []
        outcome = fastest([PROGRAM, "-c", f"read {circuit}; pdr"], limits, repeat)
        seconds += outcome.seconds
        verdicts.append(verdict_in(outcome.output.decode(errors="replace")))
        if verdicts[-1] is None:
            return None, []
    return seconds, verdicts
