"""One model in slices on this machine: what each slice costs. The critical path is the processor time if every slice had a
processor of its own; with fewer processors than slices only it can show a gain."""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
from common.tables import Column, Table, count, ratio, seconds  # noqa: E402

SLICES = ("off", "1", "2", "4")
# The generators of bench/models, or scenarios of the program.
MODELS = (("models", "go_back_n", "4", "5"), ("gen", "go_back_n", "5", "8"), ("gen", "train_gate", "6", "12"),
          ("gen", "dining_cryptographers", "12"), ("gen", "prisoners", "12"))
CLUSTERED = (("models", "go_back_n", "4", "5"), ("gen", "train_gate", "6", "12"), ("gen", "dining_cryptographers", "12"),
             ("gen", "prisoners", "12"))
SWAPS = 9  # values that change places with their neighbours: every part has most nodes of the whole
MEGABYTE = 1e6
COLUMNS = [Column("model", -28, "name"), Column("slices", 6, "slices"), Column("states", 12, lambda row: count(row["states"])),
           Column("seconds", 9, lambda row: seconds(row["seconds"])),
           Column("critical", 9, lambda row: seconds(row["critical"])),
           Column("MB a slice", 10, lambda row: f"{row['megabytes']:.1f}"),
           Column("MB sent", 8, lambda row: f"{row['sent']:.1f}"), Column("exchanges", 9, "exchanges")]
CLUSTER_COLUMNS = [Column("model", -28, "name"), Column("slices", 6, "slices"), Column("workers", 8, "workers"),
                   Column("processor", 9, lambda row: seconds(row["processor"])),
                   Column("to local", 9, lambda row: ratio(row["overhead"])),
                   Column("seconds", 9, lambda row: seconds(row["seconds"])),
                   Column("critical", 9, lambda row: seconds(row["critical"])),
                   Column("MB a slice", 10, lambda row: f"{row['megabytes']:.1f}")]


def swaps(size):
    """Values in a row, two neighbours of which change places in each step."""
    places = range(1, size + 1)
    return f"""\
Semantics = SingleAssignment;
Agent Row
  Vars: {" ".join(f"p{i} : 1 .. {size};" for i in places)} end Vars
  Actions = {{{", ".join(f"s{i}" for i in places[:-1])}}};
  Protocol: Other : {{{", ".join(f"s{i}" for i in places[:-1])}}}; end Protocol
  Evolution:
    {" ".join(f"p{i} = p{i + 1} if Action = s{i}; p{i + 1} = p{i} if Action = s{i};" for i in places[:-1])}
  end Evolution
end Agent
Evaluation sorted if {" and ".join(f"Row.p{i} = {i}" for i in places)}; end Evaluation
InitStates {" and ".join(f"Row.p{i} = {size + 1 - i}" for i in places)}; end InitStates
Formulae AG EF sorted; end Formulae
"""


def write(program, source, folder):
    path = pathlib.Path(folder) / "model.ispl"
    if source[0] == "swaps":
        path.write_text(swaps(SWAPS), encoding="utf-8")
        return path
    words = [sys.executable, str(ROOT / "bench/models"), *source[1:]] if source[0] == "models" else [program, *source]
    path.write_text(subprocess.run(words, capture_output=True, text=True, check=True).stdout, encoding="utf-8")
    return path


def ask(program, path, slices, timeout, *more):
    """The document of a check, and all of it that does not depend on slices."""
    done = subprocess.run([program, "check", "-q", "--exit-zero", "--json", "--slices", slices, "--timeout",
                           str(timeout), *more, str(path)], capture_output=True, text=True, check=False)
    document = json.loads(done.stdout)
    told = (document["model"], [formula["verdict"] for formula in document["formulas"]])
    return document, told


def measure(family):
    """Rows for each model in one piece and in slices; answers must be the same, and no state may be held twice."""
    table = Table(COLUMNS, title="one model in slices", out=family.out)
    for source in MODELS:
        name = " ".join(source[1:])
        if family.args.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = write(family.args.program, source, folder)
            right = None
            for slices in SLICES:
                document, told = ask(family.args.program, path, slices, family.args.timeout)
                right = right or told
                statistics = document["statistics"]
                slicing = statistics.get("slicing", {"slices": [], "exchanges": 0})
                parts = slicing["slices"]
                row = {"name": name, "slices": slices, "parameters": [slices], "options": ["--slices", slices],
                       "states": document["model"].get("reachable_states"), "seconds": statistics["seconds"]["total"],
                       "critical": slicing.get("critical_seconds"),
                       "megabytes": max([part["peak_memory_bytes"] for part in parts],
                                        default=statistics["peak_memory_bytes"]) / MEGABYTE,
                       "sent": sum(part["bytes_sent"] for part in parts) / MEGABYTE,
                       "exchanges": slicing["exchanges"],
                       "ok": told == right and slicing.get("duplicated_states", "0") == "0"}
                table.add(row, "" if row["ok"] else "other answers than in one piece")
                family.keep(row)


def measure_refusal(family):
    """A model that slices would not make smaller stays in one piece."""
    if family.args.only not in "swaps":
        return
    with tempfile.TemporaryDirectory() as folder:
        path = write(family.args.program, ("swaps",), folder)
        document, told = ask(family.args.program, path, "auto", family.args.timeout)
        _, right = ask(family.args.program, path, "off", family.args.timeout)
        why = document["statistics"].get("not_cut", "it was cut")
        row = {"name": f"swaps {SWAPS}", "slices": "auto", "parameters": ["auto"], "options": ["--slices", "auto"],
               "seconds": document["statistics"]["seconds"]["total"], "not_cut": why,
               "ok": told == right and "not_cut" in document["statistics"]}
        family.out(f"swaps {SWAPS}, --slices auto: {why}")
        family.keep(row)


def processor_seconds():
    """Of all processes that have ended, of those that they started, and so on."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure_cluster(family, url, start_worker):
    """Slices at workers with one place each, against the same slices in one process. Processor seconds are those of the
    coordinator and of all workers, without the server."""
    table = Table(CLUSTER_COLUMNS, title="one model in slices at workers", out=family.out)
    for source in CLUSTERED:
        name = " ".join(source[1:])
        if family.args.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = write(family.args.program, source, folder)
            for slices in ("1", "2", "4"):
                local = right = None
                for workers in (0, int(slices)):
                    before = processor_seconds()
                    processes = [start_worker() for _ in range(workers)]
                    place = ["--cluster", url] if workers else ["--jobs", "1"]
                    document, told = ask(family.args.program, path, slices, family.args.timeout, *place)
                    for process in processes:
                        process.terminate()
                        process.wait()
                    used = processor_seconds() - before
                    local, right = local or used, right or told
                    slicing = document["statistics"]["slicing"]
                    row = {"name": name, "slices": slices, "workers": workers or "local", "parameters": [slices, workers],
                           "options": ["--slices", slices], "processor": used, "overhead": used / local,
                           "seconds": document["statistics"]["seconds"]["total"], "critical": slicing["critical_seconds"],
                           "megabytes": max(part["peak_memory_bytes"] for part in slicing["slices"]) / MEGABYTE,
                           "ok": told == right and slicing.get("duplicated_states") == "0"}
                    table.add(row, "" if row["ok"] else "other answers than in one process")
                    family.keep(row)
