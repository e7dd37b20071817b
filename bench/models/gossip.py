"""Gossip: everybody has a secret, and in a call two friends tell each other all secrets they know.

Who may call whom is a connected graph by the seed. The state is a matrix of Booleans that only grows.
"""
import random

from .ispl import Agent, Model, conjunction, numbers, shuffled


def friendships(people, seed):
    """A random tree and a few more edges."""
    choice = random.Random(seed)
    order = shuffled(numbers(people), seed)
    edges = {tuple(sorted((order[i], choice.choice(order[:i])))) for i in range(1, people)}
    for _ in range(people // 2):
        edges.add(tuple(sorted(choice.sample(range(1, people + 1), 2))))
    return sorted(edges)


def gossip(people, seed=1):
    """Everybody has a secret, and friends tell each other all they know; three people or more.

    Who collects all secrets has left somebody behind who told only his own, so an expert may be alone.
    """
    edges = friendships(people, seed)
    evolution = []
    for a, b in edges:
        for secret in numbers(people):
            for one, other in ((a, b), (b, a)):
                if one != secret:
                    evolution.append((f"knows{one}_{secret} = true",
                                      f"Action = call{a}_{b} and knows{other}_{secret} = true"))
    variables = [(f"knows{i}_{s}", "boolean") for i in numbers(people) for s in numbers(people)]
    calls = [f"call{a}_{b}" for a, b in edges]
    environment = Agent("Environment", variables=variables, actions=calls, protocol=[("Other", calls)],
                        evolution=evolution)
    agents = [Agent(f"Friend{i}", sees=[f"knows{i}_{s}" for s in numbers(people)], actions=["none"],
                    protocol=[("Other", ["none"])])
              for i in numbers(people)]
    initial = [f"Environment.knows{i}_{s} = {'true' if i == s else 'false'}" for i in numbers(people)
               for s in numbers(people)]
    propositions = [(f"expert{i}", conjunction(f"Environment.knows{i}_{s} = true" for s in numbers(people)))
                    for i in numbers(people)]
    told = " or ".join(f"Environment.knows{i}_1 = true" for i in numbers(people, first=2))
    propositions.append(("told", told))
    experts = conjunction(f"expert{i}" for i in numbers(people))
    return Model(f"Gossip: {people} people, seed {seed}", semantics="SingleAssignment", agents=[environment] + agents,
                 propositions=propositions, initial=initial,
                 formulas=[(f"AG EF ({experts})", True), (f"AF ({experts})", False),
                           ("AG (expert1 -> AG expert1)", True),
                           ("AG (expert1 -> K(Friend1, told))", True),
                           (f"AG (expert1 -> K(Friend1, {experts}))", False)])
