"""Elections of a leader: on a ring of nodes with channels, and among nodes that crash and return."""
from .ispl import Agent, Model, conjunction, disjunction, numbers, shuffled


def ring_election(nodes, seed=1):
    """Nodes on a ring send their identities around (Chang and Roberts); identities stand on the ring by the seed.

    A channel holds one identity, 0 if it is empty; the Environment delivers one message at a time. A node drops
    smaller identities than its own and passes on larger ones, and the largest comes home.
    """
    identity = dict(zip(numbers(nodes), shuffled(numbers(nodes), seed)))
    winner = next(i for i, value in identity.items() if value == nodes)
    evolution = []
    for i in numbers(nodes):
        before = nodes if i == 1 else i - 1
        own = identity[i]
        evolution.append((f"line{i} = {own} and woke{i} = true",
                          f"Action = wake{i} and woke{i} = false and line{i} = 0"))
        arrives = f"Action = deliver{i} and line{before}"
        if own > 1:
            evolution.append((f"line{before} = 0", f"{arrives} > 0 and line{before} < {own} and woke{i} = true"))
        if own < nodes:
            passing = f"line{i} = line{before} and line{before} = 0 and woke{i} = true"
            evolution.append((passing, f"{arrives} > {own} and line{i} = 0"))
        evolution.append((f"line{before} = 0 and leader = {i}", f"{arrives} = {own}"))
    variables = [("leader", f"0 .. {nodes}")] + [(f"line{i}", f"0 .. {nodes}") for i in numbers(nodes)]
    variables += [(f"woke{i}", "boolean") for i in numbers(nodes)]
    actions = [f"{what}{i}" for what in ("wake", "deliver") for i in numbers(nodes)]
    environment = Agent("Environment", variables=shuffled(variables, seed), actions=actions,
                        protocol=[("Other", actions)],
                        evolution=evolution)
    agents = [Agent(f"Node{i}", sees=[f"line{i}", f"woke{i}"], actions=["none"], protocol=[("Other", ["none"])])
              for i in numbers(nodes)]
    initial = ["Environment.leader = 0"]
    for i in numbers(nodes):
        initial += [f"Environment.line{i} = 0", f"Environment.woke{i} = false"]
    propositions = [("elected", "Environment.leader > 0"), ("right", f"Environment.leader = {winner}"),
                    ("everybody_woke", conjunction(f"Environment.woke{i} = true" for i in numbers(nodes)))]
    return Model(f"Election on a ring: {nodes} nodes, seed {seed}", agents=[environment] + agents,
                 propositions=propositions,
                 initial=initial,
                 formulas=[("AG (elected -> right)", True), ("AG EF elected", True), ("AF elected", False),
                           ("AG (elected -> everybody_woke)", True),
                           (f"AG (elected -> K(Node{winner}, elected))", False)])


def crash_election(nodes, crashes, seed=1):
    """Nodes that crash and return; the largest that is up makes everybody who is up believe in it.

    At most `crashes` crashes happen. A node that returns believes in nobody.
    """
    order = shuffled(numbers(nodes), seed)
    evolution = []
    for i in order:
        down_above = [f"up{j} = false" for j in numbers(nodes, first=i + 1)]
        rule = conjunction([f"Action = rise{i}", f"Node{i}.Action = claim", f"up{i} = true"] + down_above)
        evolution += [(f"trust{j} = {i}", f"{rule} and up{j} = true") for j in numbers(i)]
        evolution += [(f"up{i} = false and trust{i} = 0", f"Action = crash{i} and up{i} = true and count < {crashes}"),
                      ("count = count + 1", f"Action = crash{i} and up{i} = true and count < {crashes}"),
                      (f"up{i} = true", f"Action = repair{i} and up{i} = false")]
    variables = [("count", f"0 .. {crashes}")]
    for i in order:
        variables += [(f"up{i}", "boolean"), (f"trust{i}", f"0 .. {nodes}")]
    actions = [f"{what}{i}" for what in ("rise", "crash", "repair") for i in numbers(nodes)]
    environment = Agent("Environment", variables=variables, actions=actions, protocol=[("Other", actions)],
                        evolution=evolution)
    agents = [Agent(f"Node{i}", sees=[f"up{i}", f"trust{i}"], actions=["claim", "wait"],
                    protocol=[(f"Environment.up{i} = true", ["claim", "wait"]), ("Other", ["wait"])]) for i in order]
    initial = ["Environment.count = 0"]
    initial += [f"Environment.up{i} = true and Environment.trust{i} = 0" for i in numbers(nodes)]
    agreed = disjunction(
        "(" + conjunction([f"Environment.up{i} = true"]
                          + [f"Environment.up{j} = false" for j in numbers(nodes, first=i + 1)]
                          + [f"(Environment.up{j} = false or Environment.trust{j} = {i})" for j in numbers(nodes)])
        + ")"
        for i in numbers(nodes))
    propositions = [("agreed", agreed), ("ghost", "Environment.up1 = false and Environment.trust1 > 0"),
                    ("self1", "Environment.trust1 = 1"),
                    ("all_up", conjunction(f"Environment.up{i} = true" for i in numbers(nodes))),
                    ("crashed", "Environment.count > 0"), ("trusts_top", f"Environment.trust1 = {nodes}"),
                    ("top_up", f"Environment.up{nodes} = true")]
    return Model(f"Election with crashes: {nodes} nodes, {crashes} crashes, seed {seed}", semantics="SingleAssignment",
                 agents=[environment] + agents, propositions=propositions, initial=initial,
                 formulas=[("AG EF agreed", True), ("AG (!ghost)", True), ("AG (self1 -> K(Node1, crashed))", True),
                           ("AG (trusts_top -> K(Node1, top_up))", crashes == 0),
                           ("EF (crashed and all_up and agreed)", crashes > 0)])
