"""Where models come from: `gnomon gen`, the generators of bench/models, files. Each knows what command writes it."""
import pathlib
import re
import subprocess

from models import catalogue

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RELEASE = ROOT / "build/release/gnomon"


class Scenario:
    """A model of `gnomon gen`."""

    def __init__(self, scenario, *parameters, logic=None, spec=None):
        self.family = scenario
        self.parameters = [str(p) for p in parameters]
        self.logic = logic
        self.spec = spec

    def name(self):
        words = [self.family, *self.parameters]
        if self.logic:
            words.append(self.logic)
        if self.spec:
            words.append(f"spec {self.spec}")
        return " ".join(words)

    def arguments(self):
        words = ["gen", self.family, *self.parameters]
        if self.logic:
            words += ["--logic", self.logic]
        if self.spec:
            words += ["--spec", str(self.spec)]
        return words

    def command(self):
        return " ".join(["gnomon", *(f"'{word}'" if "*" in word else word for word in self.arguments())])

    def write(self, program, folder):
        path = pathlib.Path(folder) / "model.ispl"
        with open(path, "w", encoding="utf-8") as out:
            subprocess.run([program.path, *self.arguments()], stdout=out, check=True)
        return path


class Generated:
    """A model of a generator in bench/models."""

    def __init__(self, generator, *parameters, logic=None):
        self.family = generator
        self.parameters = [str(p) for p in parameters]
        self.logic = logic

    def name(self):
        words = [catalogue.kind(self.family), self.family, *self.parameters]
        return " ".join(words + ([self.logic] if self.logic else []))

    def command(self):
        words = ["python3 bench/models", self.family, *self.parameters]
        return " ".join(words + (["--logic", f"'{self.logic}'"] if self.logic else []))

    def write(self, _, folder):
        path = pathlib.Path(folder) / "model.ispl"
        path.write_text(catalogue.build(self.family, self.parameters, self.logic).text(), encoding="utf-8")
        return path


class File:
    """A model that is there: an example, or anybody's."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.family = self.path.stem
        self.parameters = []

    def name(self):
        return str(self.path.relative_to(ROOT)) if self.path.is_relative_to(ROOT) else str(self.path)

    def command(self):
        return f"cat {self.name()}"

    def write(self, _, __):
        return self.path


def examples():
    return [File(path) for path in sorted((ROOT / "examples").glob("*.ispl"))]


class Expectation:
    """What a file says about itself: `-- true` and `-- false` behind its formulas, and `-- Reachable states: N`."""

    def __init__(self, path):
        text = pathlib.Path(path).read_text(encoding="utf-8")
        formulas = re.search(r"^\s*Formulae\b(.*?)^\s*end\s+Formulae\b", text, flags=re.M | re.S)
        body = formulas.group(1) if formulas else ""
        self.verdicts = re.findall(r"--[ \t]*(true|false)[ \t]*$", body, flags=re.M)
        states = re.search(r"^--[ \t]*Reachable states: (\d+)[ \t]*$", text, flags=re.M)
        self.states = states.group(1) if states else None

    def wrong(self, answer):
        """What is wrong with an answer, as words; empty if nothing is. Files without comments expect nothing."""
        faults = []
        verdicts = answer.verdicts()
        if verdicts and self.verdicts:
            count = sum(a != b for a, b in zip(verdicts, self.verdicts)) + abs(len(verdicts) - len(self.verdicts))
            if count:
                faults.append(f"{count} WRONG VERDICTS")
        states = answer.model("reachable_states")
        if self.states and states and states != self.states:
            faults.append(f"WRONG COUNT, {self.states} expected")
        return "; ".join(faults)
