"""Machines with shared parts: elevators, caches on a bus, workers who share tools, and two copies of a circuit."""
import random

from .ispl import Agent, Model, conjunction, disjunction, numbers, shuffled


def elevator(floors, cars):
    """Cars go where a button is pressed; a button goes out when a car opens its door there."""
    top = floors - 1
    environment_lines = []
    for f in range(floors):
        environment_lines.append((f"call{f} = true", f"Action = press{f}"))
        served = disjunction(f"Car{c}.Action = open{f}" for c in numbers(cars))
        environment_lines.append((f"call{f} = false", f"Action <> press{f} and ({served})"))
    presses = [f"press{f}" for f in range(floors)] + ["nobody"]
    environment = Agent("Environment", variables=[(f"call{f}", "boolean") for f in range(floors)], actions=presses,
                        protocol=[("Other", presses)], evolution=environment_lines)
    agents = []
    for c in numbers(cars):
        protocol = []
        for f in range(floors):
            here = f"at = {f} and door = shut"
            above = disjunction([f"Environment.call{g} = true" for g in range(f + 1, floors)]) or "false"
            below = disjunction([f"Environment.call{g} = true" for g in range(f)]) or "false"
            protocol += [(f"{here} and Environment.call{f} = true", [f"open{f}"])]
            quiet = f"{here} and Environment.call{f} = false"
            if f < top:
                protocol.append((f"{quiet} and ({above})", ["up"]))
            if f > 0:
                protocol.append((f"{quiet} and ({below})", ["down"]))
        protocol += [("door = opened", ["shut"]), ("Other", ["rest"])]
        agents.append(Agent(f"Car{c}", sees=[f"call{f}" for f in range(floors)],
                            variables=[("at", f"0 .. {top}"), ("door", "{opened, shut}"), ("trips", "0 .. 3")],
                            actions=[f"open{f}" for f in range(floors)] + ["up", "down", "shut", "rest"],
                            protocol=protocol,
                            evolution=[("door = opened", f"Action = open{f}") for f in range(floors)]
                            + [("door = shut", "Action = shut"), ("at = at + 1", "Action = up"),
                               ("at = at - 1", "Action = down"),
                               ("trips = trips + 1", "Action = shut and trips < 3"),
                               ("trips = 0", "Action = shut and trips = 3")]))
    propositions = [("call_top", f"Environment.call{top} = true"), ("at_top", f"Car1.at = {top}"),
                    ("open_top", f"Car1.at = {top} and Car1.door = opened"),
                    ("served", disjunction(f"(Car{c}.at = {top} and Car{c}.door = opened)" for c in numbers(cars)))]
    initial = [f"Environment.call{f} = false" for f in range(floors)]
    for c in numbers(cars):
        initial += [f"Car{c}.at = 0", f"Car{c}.door = shut", f"Car{c}.trips = 0"]
    return Model(f"Elevators: {floors} floors, {cars} cars", semantics="SingleAssignment",
                 agents=[environment] + agents,
                 propositions=propositions, initial=initial,
                 formulas=[("AG (call_top -> EF served)", True), ("AG (call_top -> AF served)", False),
                           ("EF open_top", True),
                           ("AG (call_top -> K(Car1, call_top))", True),
                           ("AG (!at_top -> K(Car1, !served))", cars == 1)])


def caches(count, values):
    """Caches on a bus keep a line modified, shared or not at all; data must never be stale."""
    evolution, variables = [], [("memory", f"0 .. {values - 1}"), ("latest", f"0 .. {values - 1}")]
    for i in numbers(count):
        variables += [(f"line{i}", "{modified, shared, invalid}"), (f"data{i}", f"0 .. {values - 1}")]
    for i in numbers(count):
        others = [j for j in numbers(count) if j != i]
        reads = f"Action = grant{i} and Cache{i}.Action = read and line{i} = invalid"
        evolution.append((f"line{i} = shared", reads))
        for j in others:
            evolution += [(f"data{i} = data{j}", f"{reads} and line{j} = modified"),
                          (f"memory = data{j}", f"{reads} and line{j} = modified"),
                          (f"line{j} = shared", f"{reads} and line{j} = modified")]
        clean = conjunction(f"line{j} <> modified" for j in others)
        evolution.append((f"data{i} = memory", f"{reads} and {clean}"))
        for v in range(values):
            writes = f"Action = grant{i} and Cache{i}.Action = write{v}"
            evolution += [(f"data{i} = {v}", writes), (f"line{i} = modified", writes), (f"latest = {v}", writes)]
            evolution += [(f"line{j} = invalid", writes) for j in others]
        evicts = f"Action = grant{i} and Cache{i}.Action = evict"
        evolution += [(f"line{i} = invalid", f"{evicts} and line{i} <> invalid"),
                      (f"memory = data{i}", f"{evicts} and line{i} = modified")]
    grants = [f"grant{i}" for i in numbers(count)]
    bus = Agent("Environment", variables=variables, actions=grants, protocol=[("Other", grants)], evolution=evolution)
    actions = ["read", "evict"] + [f"write{v}" for v in range(values)]
    agents = [Agent(f"Cache{i}", sees=[f"line{i}", f"data{i}"], actions=actions, protocol=[("Other", actions)])
              for i in numbers(count)]
    fresh = conjunction(f"(Environment.line{i} = invalid or Environment.data{i} = Environment.latest)"
                        for i in numbers(count))
    alone = conjunction(f"!(Environment.line{i} = modified and Environment.line{j} <> invalid)"
                        for i in numbers(count) for j in numbers(count) if i != j)
    propositions = [("fresh", fresh), ("alone", alone), ("modified1", "Environment.line1 = modified"),
                    ("invalid2", "Environment.line2 = invalid"), ("shared1", "Environment.line1 = shared"),
                    ("memory_fresh", "Environment.memory = Environment.latest")]
    initial = ["Environment.memory = 0", "Environment.latest = 0"]
    for i in numbers(count):
        initial += [f"Environment.line{i} = invalid", f"Environment.data{i} = 0"]
    return Model(f"Caches on a bus: {count} caches, {values} values", semantics="SingleAssignment",
                 agents=[bus] + agents,
                 propositions=propositions, initial=initial,
                 formulas=[("AG fresh", True), ("AG alone", True), ("AG (modified1 -> K(Cache1, invalid2))", True),
                           ("AG (shared1 -> K(Cache1, memory_fresh))", True),
                           ("AG (shared1 -> K(Cache1, invalid2))", False)])


def tool_graph(workers, seed):
    """Tools lie between workers: a ring in a random order, and some chords."""
    choice = random.Random(seed)
    ring = shuffled(numbers(workers), seed)
    edges = {tuple(sorted((a, b))) for a, b in zip(ring, ring[1:] + ring[:1])}
    while len(edges) < workers + max(1, workers // 3):
        edges.add(tuple(sorted(choice.sample(range(1, workers + 1), 2))))
    return shuffled(sorted(edges), seed)


def workshop(workers, seed=1):
    """Workers share tools with neighbours in a graph, and take theirs in the order of the tools' numbers.

    Taking in one order prevents deadlocks: somebody can always go on.
    """
    edges = tool_graph(workers, seed)
    tools = list(numbers(len(edges)))
    needs = {w: [t for t in tools if w in edges[t - 1]] for w in numbers(workers)}
    environment_lines = []
    agents = {}
    for w in numbers(workers):
        held = {t: f"Environment.tool{t} = w{w}" for t in needs[w]}
        protocol = [("mood = rest", ["rest", "begin"])]
        for position, t in enumerate(needs[w]):
            before = [held[s] for s in needs[w][:position]]
            protocol.append((conjunction(["mood = want"] + before + [f"!({held[t]})"]), [f"take{t}", "rest"]))
            environment_lines.append((f"tool{t} = w{w}",
                                      f"Action = turn{w} and Worker{w}.Action = take{t} and tool{t} = free"))
            environment_lines.append((f"tool{t} = free",
                                      f"Action = turn{w} and Worker{w}.Action = finish and tool{t} = w{w}"))
        everything = conjunction(held.values())
        protocol.append((f"mood = want and {everything}", ["finish", "rest"]))
        mine = f"Environment.Action = turn{w}"
        agents[w] = Agent(f"Worker{w}", sees=[f"tool{t}" for t in needs[w]], variables=[("mood", "{rest, want}")],
                          actions=["rest", "begin", "finish"] + [f"take{t}" for t in needs[w]], protocol=protocol,
                          evolution=[("mood = want", f"{mine} and Action = begin"),
                                     ("mood = rest", f"{mine} and Action = finish")])
    turns = [f"turn{w}" for w in numbers(workers)]
    kinds = [(f"tool{t}", "{free, " + ", ".join(f"w{w}" for w in edges[t - 1]) + "}") for t in tools]
    environment = Agent("Environment", variables=kinds, actions=turns, protocol=[("Other", turns)],
                        evolution=environment_lines)
    busy = {w: conjunction(f"Environment.tool{t} = w{w}" for t in needs[w]) for w in numbers(workers)}
    first, second = edges[0]
    propositions = [(f"busy{w}", busy[w]) for w in (first, second)]
    idle = [f"Environment.tool{t} = free" for t in tools] + [f"Worker{w}.mood = rest" for w in numbers(workers)]
    propositions.append(("idle", conjunction(idle)))
    return Model(f"Workshop: {workers} workers, {len(tools)} tools, seed {seed}", semantics="SingleAssignment",
                 agents=[environment] + [agents[w] for w in shuffled(numbers(workers), seed)],
                 propositions=propositions, initial=idle,
                 formulas=[(f"AG (!(busy{first} and busy{second}))", True), ("AG EF idle", True),
                           (f"AG EF busy{first}", True),
                           (f"AG (busy{first} -> K(Worker{first}, !busy{second}))", True), (f"AF busy{first}", False)])


def twin_circuits(gates, seed=1):
    """Two copies of a random circuit that get the same input, the second with its gates declared in another order.

    Each gate looks at the one before it (the first at the input) and at another one of its own copy; corresponding
    gates always agree.
    """
    choice = random.Random(seed)
    exclusive = "({a} and !({b})) or (!({a}) and {b})"
    rules = {g: (g - 1, choice.choice([i for i in range(gates + 1) if i != g - 1]),
                 choice.choice([exclusive, exclusive, "{a} or {b}", "{a} and !({b})"])) for g in numbers(gates)}

    def value(copy, g):
        return "input = true" if g == 0 else f"{copy}{g} = true"

    evolution, variables = [], {"left": [], "right": []}
    for copy in ("left", "right"):
        for g in numbers(gates):
            one, two, rule = rules[g]
            condition = rule.format(a=value(copy, one), b=value(copy, two))
            evolution += [(f"{copy}{g} = true", condition), (f"{copy}{g} = false", f"!({condition})")]
            variables[copy].append((f"{copy}{g}", "boolean"))
    evolution += [("input = true", "Action = one"), ("input = false", "Action = zero")]
    environment = Agent("Environment", variables=variables["left"] + [("input", "boolean")]
                        + shuffled(variables["right"], seed),
                        actions=["one", "zero"], protocol=[("Other", ["one", "zero"])], evolution=evolution)
    watcher = Agent("Watcher", sees=[f"left{g}" for g in numbers(gates)], actions=["none"],
                    protocol=[("Other", ["none"])])
    same = conjunction(f"Environment.left{g} = Environment.right{g}" for g in numbers(gates))
    propositions = [("same", same), ("last", f"Environment.right{gates} = true"), ("input", "Environment.input = true")]
    initial = [f"Environment.{copy}{g} = false" for copy in ("left", "right") for g in numbers(gates)]
    initial.append("Environment.input = false")
    return Model(f"Twin circuits: {gates} gates, seed {seed}", semantics="SingleAssignment",
                 agents=[environment, watcher],
                 propositions=propositions, initial=initial,
                 formulas=[("AG same", True), ("AG (K(Watcher, last) or K(Watcher, !last))", True),
                           ("AG (input -> K(Watcher, input))", False)])
