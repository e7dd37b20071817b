"""Games that coalitions try to win: castles that attack each other, and noughts and crosses."""
import itertools

from .ispl import Agent, Model, conjunction, disjunction, enumeration

CASTLES = (1, 2, 3)
HEALTH = 3


def exactly(conditions, count):
    """Just so many of the conditions hold, written out as people do who have no sums of conditions."""
    def one(chosen):
        return conjunction(c if i in chosen else f"!({c})" for i, c in enumerate(conditions))
    return disjunction(f"({one(chosen)})" for chosen in itertools.combinations(range(len(conditions)), count))


def castles(workers):
    """Three castles with so many workers each, who attack another castle, defend their own, or rest after that.

    A castle loses a point for each attacker more than there are defenders. The environment reads all actions at once.
    """
    names = {castle: [f"Worker{castle}{i}" for i in range(1, workers + 1)] for castle in CASTLES}
    evolution = []
    for castle in CASTLES:
        attackers = [f"{name}.Action = attack{castle}" for other in CASTLES if other != castle for name in names[other]]
        defenders = [f"{name}.Action = defend" for name in names[castle]]
        for loss in range(1, HEALTH + 1):
            ways = [f"({exactly(attackers, a)}) and ({exactly(defenders, d)})"
                    for a in range(1, len(attackers) + 1) for d in range(len(defenders) + 1)
                    if a - d == loss or (loss == HEALTH and a - d > loss)]
            if ways:
                evolution += [(f"health{castle} = {max(0, health - loss)}",
                               f"health{castle} = {health} and ({disjunction(f'({way})' for way in ways)})")
                              for health in range(1, HEALTH + 1)]
    sees = [f"health{castle}" for castle in CASTLES]
    agents = [Agent("Environment", variables=[(name, f"0 .. {HEALTH}") for name in sees], actions=["none"],
                    protocol=[("Other", ["none"])], evolution=evolution)]
    for castle in CASTLES:
        attacks = [f"attack{other}" for other in CASTLES if other != castle]
        standing = f"Environment.health{castle} > 0"
        for name in names[castle]:
            agents.append(Agent(name, variables=[("fresh", "boolean")], sees=sees, actions=["rest", "defend"] + attacks,
                                protocol=[(f"fresh = true and {standing}", ["rest", "defend"] + attacks),
                                          (f"fresh = false and {standing}", ["rest"] + attacks), ("Other", ["rest"])],
                                evolution=[("fresh = false", "Action = defend"),
                                           ("fresh = true", disjunction(f"Action = {a}" for a in ["rest"] + attacks))]))
    propositions = [(f"down{castle}", f"Environment.health{castle} = 0") for castle in CASTLES]
    all_down = conjunction(condition for _, condition in propositions)
    return Model(f"Castles with {workers} workers each", agents=agents,
                 propositions=propositions + [("all_down", all_down)],
                 initial=[f"Environment.health{castle} = {HEALTH}" for castle in CASTLES]
                 + [f"{agent.name}.fresh = true" for agent in agents[1:]],
                 groups=[("two_castles", names[1] + names[2]), ("one_castle", names[1])],
                 formulas=[("<two_castles> F down3", False), ("<one_castle> G !down1", False), ("EF down2", True),
                           (f"AG (down1 -> K({names[3][-1]}, down1))", True), ("EF all_down", False)])


def noughts(size):
    """Noughts and crosses on a square of that size; whoever has a whole line wins, and then nobody moves."""
    cells = [f"c{i}{j}" for i in range(size) for j in range(size)]
    lines = [[f"c{i}{j}" for j in range(size)] for i in range(size)] + [[f"c{i}{j}" for i in range(size)]
                                                                        for j in range(size)]
    lines += [[f"c{i}{i}" for i in range(size)], [f"c{i}{size - 1 - i}" for i in range(size)]]

    def wins(mark):
        return disjunction("(" + conjunction(f"Environment.{c} = {mark}" for c in line) + ")" for line in lines)

    full = conjunction(f"Environment.{c} <> none" for c in cells)
    over = f"({wins('cross')} or {wins('nought')})"
    evolution = []
    for c in cells:
        evolution += [(f"{c} = {mark} and turn = {other}", f"turn = {mark} and {player}.Action = take_{c}")
                      for mark, other, player in (("cross", "nought", "First"), ("nought", "cross", "Second"))]
    environment = Agent("Environment", public=[(c, enumeration(["none", "cross", "nought"])) for c in cells]
                        + [("turn", "{cross, nought}")], actions=["wait"], protocol=[("Other", ["wait"])],
                        evolution=evolution)
    players = [Agent(player, actions=[f"take_{c}" for c in cells] + ["wait"],
                     protocol=[(f"Environment.turn = {mark} and Environment.{c} = none and !{over}", [f"take_{c}"])
                               for c in cells] + [("Other", ["wait"])])
               for player, mark in (("First", "cross"), ("Second", "nought"))]
    draws = size > 2  # on a smaller square the second move of the first player wins
    return Model(f"Noughts and crosses, {size} by {size}", agents=[environment] + players,
                 propositions=[("first_wins", wins("cross")), ("second_wins", wins("nought")), ("full", full)],
                 initial=[f"Environment.{c} = none" for c in cells] + ["Environment.turn = cross"],
                 groups=[("first", ["First"]), ("second", ["Second"])],
                 formulas=[("<first> F first_wins", not draws), ("<first> G !second_wins", True),
                           ("<second> G !first_wins", draws), ("EF (full and !first_wins and !second_wins)", draws),
                           ("AG !(first_wins and second_wins)", True)])
