"""What the tests of exported models share: the program, random models, verdicts."""
import json
import os
import pathlib
import subprocess

GNOMON = os.environ["GNOMON"]
SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"])
SECONDS = 120


def run(*arguments, stdin=None):
    """The finished process; its output as bytes."""
    return subprocess.run([GNOMON, *map(str, arguments)], input=stdin, capture_output=True, timeout=SECONDS)


def random_models(folder, first, count, states):
    """The paths of so many models with at most so many states each."""
    subprocess.run([os.environ["GNOMON_RANDOM_MODELS"], folder, str(first), str(count), str(states)], check=True,
                   timeout=SECONDS)
    return [pathlib.Path(folder) / f"{seed}.ispl" for seed in range(first, first + count)]


def verdicts(path):
    """By number of the formula: True or False. None for a model that has no initial state."""
    done = run("check", "-q", "--json", path)
    document = json.loads(done.stdout)
    if any(one["severity"] == "error" for one in document["diagnostics"]):
        return None
    return {one["index"]: one["verdict"] == "true" for one in document["formulas"]}


def export(path, folder, *options):
    """The exported text, and its map."""
    output, where = pathlib.Path(folder) / "exported", pathlib.Path(folder) / "map.json"
    done = run("export", path, "-q", "--output", output, "--map", where, *options)
    assert done.returncode == 0, done.stderr.decode()
    return output.read_bytes(), json.loads(where.read_text())


def codes(kind):
    """The values of a variable of this type, as they are written, in the order of their codes."""
    if kind == "boolean":
        return ["false", "true"]
    if kind.startswith("{"):
        return [value.strip() for value in kind.strip("{}").split(",")]
    low, high = (int(end) for end in kind.split(".."))
    return [str(value) for value in range(low, high + 1)]


def components(successors):
    """The strongly connected components of a graph given as a dictionary of lists (Tarjan, without recursion)."""
    number, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in successors:
        if root in number:
            continue
        work = [(root, iter(successors[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for child in rest:
                if child not in number:
                    number[child] = low[child] = len(number)
                    stack.append(child)
                    on_stack.add(child)
                    work.append((child, iter(successors[child])))
                    break
                if child in on_stack:
                    low[node] = min(low[node], number[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    members = set()
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        members.add(member)
                        if member == node:
                            break
                    found.append(members)
    return found
