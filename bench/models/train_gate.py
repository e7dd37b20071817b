"""The faulty train-gate-controller as the papers write it down.

Trains share a tunnel behind a light; the controller is the Environment. A train that has made many moves without
service may break down in the tunnel: for good (kind 1), now and then (kind 2), or never (kind 3).
"""
from .ispl import Agent, Model, conjunction, numbers


def controller(trains):
    evolution = [("clock = clock + 1", "clock < 2 and light = red"),
                 ("light = green and clock = 0", "clock = 2 and light = red")]
    evolution += [(f"light = red and waiting{i} = false",
                   f"waiting{i} = true and light = green and Action = admit{i} and Train{i}.Action = enter")
                  for i in numbers(trains)]
    evolution += [(f"waiting{i} = true", f"Action = idle and Train{i}.Action = signal") for i in numbers(trains)]
    return Agent("Environment", variables=[("light", "{red, green}")]
                 + [(f"waiting{i}", "boolean") for i in numbers(trains)]
                 + [("clock", "0 .. 2")], actions=[f"admit{i}" for i in numbers(trains)] + ["idle"],
                 protocol=[(f"light = green and waiting{i} = true", [f"admit{i}"]) for i in numbers(trains)]
                 + [("Other", ["idle"])], evolution=evolution)


def train(i, moves, breaking, kind):
    inside = "place = tunnel"
    behaviour = {
        1: [(f"{inside} and used < {breaking} and broken = false", ["leave"]),
            (f"{inside} and used >= {breaking} and used < {moves} and broken = false", ["leave", "break"]),
            (f"{inside} and broken = true", ["break"]), (f"{inside} and used = {moves} and broken = false", ["break"])],
        2: [(f"{inside} and used < {breaking}", ["leave"]), (f"{inside} and used >= {breaking}", ["leave", "break"])],
        3: [(inside, ["leave"])]}[kind]
    stuck = {1: [(f"{inside} and broken = true", f"{inside} and Action = break")],
             2: [(inside, f"{inside} and Action = break")], 3: []}[kind]
    fit, move = f"used < {moves}", "used = used + 1"
    return Agent(
        f"Train{i}", variables=[("place", "{queue, tunnel, away}"), ("used", f"0 .. {moves}"), ("broken", "boolean")],
        actions=["signal", "enter", "leave", "back", "service", "break"],
        protocol=[(f"used = {moves} and (place = away or place = queue)", ["service"]),
                  (f"place = queue and {fit}", ["signal", "service", "enter"])] + behaviour
        + [(f"place = away and {fit}", ["service", "back"])],
        evolution=[("used = 0", "Action = service")] + stuck
        + [(f"place = queue and {move}", f"{fit} and place = queue and Action = signal"),
           (f"place = queue and {move}", f"{fit} and place = away and Action = back"),
           (f"{inside} and {move}", f"{fit} and place = queue and Action = enter and Environment.Action = admit{i}"),
           (f"place = away and {move}", f"{fit} and {inside} and Action = leave"),
           (f"place = away and used = {moves}", f"used = {moves} and {inside} and Action = leave")])


def train_gate(trains, moves, breaking, kind):
    """All five formulas hold for trains that never break, and fail otherwise (for `breaking` up to `moves`)."""
    others = numbers(trains, first=2)
    sound = kind == 3
    formulas = ["AG (AF (!in1))", "AG (!in1 or !in2)",
                "AG (in1 -> K(Train1, " + conjunction(f"!in{j}" for j in others) + "))", "AG (K(Train1, !in1 or !in2))",
                "AG (in1 -> K(Train1, " + conjunction(f"AX (!in{j})" for j in others) + "))"]
    initial = ["Environment.light = green", "Environment.clock = 0"]
    for i in numbers(trains):
        initial += [f"Environment.waiting{i} = false", f"Train{i}.place = away", f"Train{i}.used = 0",
                    f"Train{i}.broken = false"]
    return Model(f"Train-gate-controller, wording of the papers: {trains} trains, {moves} moves, kind {kind}",
                 agents=[controller(trains)] + [train(i, moves, breaking, kind) for i in numbers(trains)],
                 propositions=[(f"in{i}", f"Train{i}.place = tunnel") for i in numbers(trains)], initial=initial,
                 formulas=[(formula, sound) for formula in formulas])
