"""A business process with hand-offs: cases wander between clerks who have different skills.

A case is checked, signed, paid, and nobody may sign what he checked. The Environment keeps the files and decides who
works next; a clerk takes a case from the tray, works on it, hands it to a colleague or puts it back. Who has which
skill, and the order of the declarations, depend on the seed.
"""
import random

from .ispl import Agent, Model, conjunction, numbers, shuffled

STAGES = ["fresh", "checked", "signed", "paid"]


def skills(clerks, seed):
    """For each stage that can be reached by work, the clerks who can do it: at least two of them."""
    choice = random.Random(seed)
    return {stage: sorted(choice.sample(range(1, clerks + 1), choice.randint(2, clerks))) for stage in STAGES[1:]}


def files(cases, clerks, able, seed):
    variables = []
    evolution = []
    for i in numbers(cases):
        variables += [(f"stage{i}", "{" + ", ".join(STAGES) + "}"), (f"owner{i}", f"0 .. {clerks}"),
                      (f"checker{i}", f"0 .. {clerks}")]
        for c in numbers(clerks):
            mine = f"Action = turn{c} and owner{i} = {c} and Clerk{c}.Action"
            free = conjunction(f"owner{k} <> {c}" for k in numbers(cases))
            evolution.append((f"owner{i} = {c}",
                              f"Action = turn{c} and owner{i} = 0 and {free} and Clerk{c}.Action = take{i}"))
            evolution.append((f"owner{i} = 0", f"{mine} = return"))
            if c in able["checked"]:
                evolution.append((f"stage{i} = checked", f"{mine} = work and stage{i} = fresh"))
                evolution.append((f"checker{i} = {c}", f"{mine} = work and stage{i} = fresh"))
            if c in able["signed"]:
                evolution.append((f"stage{i} = signed", f"{mine} = work and stage{i} = checked and checker{i} <> {c}"))
            if c in able["paid"]:
                evolution.append((f"stage{i} = paid", f"{mine} = work and stage{i} = signed"))
            for other in numbers(clerks):
                if other != c:
                    idle = conjunction(f"owner{k} <> {other}" for k in numbers(cases))
                    evolution.append((f"owner{i} = {other}", f"{mine} = pass{other} and {idle}"))
    turns = [f"turn{c}" for c in numbers(clerks)]
    return Agent("Environment", variables=shuffled(variables, seed), actions=turns, protocol=[("Other", turns)],
                 evolution=shuffled(evolution, seed))


def clerk(c, cases, clerks):
    handing = [f"pass{other}" for other in numbers(clerks) if other != c]
    busy = "(" + " or ".join(f"Environment.owner{i} = {c}" for i in numbers(cases)) + ")"
    return Agent(f"Clerk{c}", sees=[f"owner{i}" for i in numbers(cases)] + [f"stage{i}" for i in numbers(cases)],
                 actions=[f"take{i}" for i in numbers(cases)] + ["work", "return"] + handing,
                 protocol=[(busy, ["work", "return"] + handing), (f"!{busy}", [f"take{i}" for i in numbers(cases)])])


def office(cases, clerks, seed=1):
    """At least two clerks have each skill, so every case can be paid, and nobody can be sure who checked it."""
    able = skills(clerks, seed)
    checkers = [f"Environment.checker1 = {c}" for c in able["checked"]]
    propositions = [(f"paid{i}", f"Environment.stage{i} = paid") for i in numbers(cases)]
    propositions += [("checked1", "Environment.checker1 > 0"), ("first_checked", checkers[0]),
                     ("two_hold_one", "Environment.owner1 > 0 and "
                                                           "Environment.owner1 = Environment.owner2")]
    all_paid = conjunction(f"paid{i}" for i in numbers(cases))
    watcher = next(c for c in numbers(clerks) if c != able["checked"][0])
    initial = []
    for i in numbers(cases):
        initial += [f"Environment.stage{i} = fresh", f"Environment.owner{i} = 0", f"Environment.checker{i} = 0"]
    return Model(f"Office: {cases} cases, {clerks} clerks, seed {seed}", semantics="SingleAssignment",
                 agents=[files(cases, clerks, able, seed)]
                 + [clerk(c, cases, clerks) for c in shuffled(numbers(clerks), seed)],
                 propositions=propositions, initial=initial,
                 formulas=[(f"EF ({all_paid})", True), (f"AG EF ({all_paid})", True), ("AG (!two_hold_one)", True),
                           (f"AG (paid1 -> K(Clerk{watcher}, checked1))", True),
                           (f"AG (paid1 -> K(Clerk{watcher}, first_checked))", False)])
