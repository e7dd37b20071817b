"""The program under measurement, and the JSON documents that it prints."""
import json
import re
import subprocess

from .process import fastest


class Answer:
    """What `gnomon check` or `gnomon info` took and said; `document` is None if it was stopped."""

    def __init__(self, outcome):
        self.seconds = outcome.seconds
        self.megabytes = outcome.kilobytes / 1024
        try:
            self.document = json.loads(outcome.output)
        except ValueError:
            self.document = None

    def verdicts(self):
        return [f["verdict"] for f in self.document.get("formulas", [])] if self.document else None

    def model(self, key):
        """A member of the description of the model: reachable_states, depth, state_bits."""
        return self.document["model"].get(key) if self.document else None

    def peak_nodes(self):
        return self.document["statistics"]["peak_nodes"] if self.document else None


class Program:
    def __init__(self, path):
        self.path = str(path)

    def text_of(self, *arguments):
        return subprocess.run([self.path, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout

    def version(self):
        return self.text_of("--version").strip()

    def choices(self, option):
        """The values of an option of `gnomon check`, as its help lists them: `--order ORDER:{force,declaration}`."""
        found = re.search(rf"--{option} \w+:{{([^}}]*)}}", self.text_of("check", "--help"))
        return found.group(1).split(",") if found else []

    def ask(self, command, path, options, limits, repeat=1):
        """The fastest answer of `gnomon COMMAND --json OPTIONS PATH`."""
        return Answer(fastest([self.path, command, "-q", "--json", *options, str(path)], limits, repeat))
