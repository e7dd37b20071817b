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
MODELS = (("models", "go_back_n", "4", "5"), ("gen", "train_gate", "6", "12"), ("gen", "dining_cryptographers", "12"),
          ("gen", "prisoners", "12"))
CLUSTERED = (("models", "go_back_n", "4", "5"), ("gen", "train_gate", "6", "12"))
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


def write(program, source, folder):
    path = pathlib.Path(folder) / "model.ispl"
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
