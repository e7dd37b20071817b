"""Models that are large in one respect and simple in all others: where does the effort stop growing in proportion?"""
from .ispl import Agent, Model, conjunction, numbers


def blinker():
    return Agent("Blinker", variables=[("lit", "boolean")],
                 evolution=[("lit = true", "lit = false"), ("lit = false", "lit = true")])


def nesting(size):
    """A formula of `size` nested operators X, about a light that blinks."""
    even = size % 2 == 0
    return Model(f"Nesting: {size} operators", agents=[blinker()], propositions=[("lit", "Blinker.lit = true")],
                 initial=["Blinker.lit = true"], formulas=[("LTL " + "X " * size + "lit", even)], states=2)


def conjuncts(size):
    """A conjunction of `size` parts in one formula, about a light that blinks."""
    parts = " and ".join(["(lit or X lit)"] * size)
    return Model(f"Conjuncts: {size}", agents=[blinker()], propositions=[("lit", "Blinker.lit = true")],
                 initial=["Blinker.lit = true"], formulas=[(f"LTL G ({parts})", True)], states=2)


def formulas(size):
    """`size` different formulas about a wheel of 32 places that turns by one in each step."""
    places = 32
    agent = Agent("Wheel", variables=[("place", f"0 .. {places - 1}")],
                  evolution=[("place = place + 1", f"place < {places - 1}"), ("place = 0", f"place = {places - 1}")])
    found = []
    for number in range(size):
        rest, i = divmod(number, places)
        k, j = divmod(rest, places)
        reachable = (j + 1) % places == k % places
        found.append((f"AG (at{i} -> {'EX ' * (k // places)}EF (at{j} and EX at{k % places}))", reachable))
    return Model(f"Formulas: {size}", agents=[agent],
                 propositions=[(f"at{i}", f"Wheel.place = {i}") for i in range(places)],
                 initial=["Wheel.place = 0"], formulas=found, states=places)


def agents(size):
    """`size` agents of one Boolean each, which they may flip in every step."""
    crowd = [Agent(f"A{i}", variables=[("on", "boolean")], actions=["flip", "keep"],
                   protocol=[("Other", ["flip", "keep"])],
                   evolution=[("on = true", "on = false and Action = flip"),
                              ("on = false", "on = true and Action = flip")])
             for i in numbers(size)]
    everybody = conjunction(f"A{i}.on = true" for i in numbers(size))
    return Model(f"Agents: {size}", agents=crowd, propositions=[("all_on", everybody), ("first_on", "A1.on = true")],
                 initial=[f"A{i}.on = false" for i in numbers(size)],
                 formulas=[("AG EX all_on", True), ("AG (first_on -> K(A1, first_on))", True),
                           ("EX K(A1, all_on)", False)],
                 states=2**size)


def switches(size, semantics, evolution):
    everybody = conjunction(f"Panel.s{i} = true" for i in numbers(size))
    return Model(f"Switches, {semantics}: {size}", semantics=semantics,
                 agents=[Agent("Panel", variables=[(f"s{i}", "boolean") for i in numbers(size)], evolution=evolution)],
                 propositions=[("all_on", everybody), ("first_on", "Panel.s1 = true")],
                 initial=[f"Panel.s{i} = false" for i in numbers(size)],
                 formulas=[("AG EF all_on", True), ("AG (first_on -> EX (!first_on))", True)], states=2**size)


def switches_apart(size):
    """An agent with `size` Booleans that change independently of each other (SingleAssignment)."""
    return switches(size, "SingleAssignment",
                    [(f"s{i} = {value}", "true") for i in numbers(size) for value in ("true", "false")])


def switches_in_turn(size):
    """An agent with `size` Booleans, one of which changes in each step (MultiAssignment)."""
    return switches(size, "MultiAssignment", [(f"s{i} = {v}", f"s{i} = {w}") for i in numbers(size)
                                              for v, w in (("true", "false"), ("false", "true"))])


def range_values(size):
    """A variable with `size` values, counted through one by one."""
    last = size - 1
    agent = Agent("Clock", variables=[("time", f"0 .. {last}")],
                  evolution=[("time = time + 1", f"time < {last}"), ("time = 0", f"time = {last}")])
    return Model(f"Values: {size}", agents=[agent],
                 propositions=[("start", "Clock.time = 0"), ("late", f"Clock.time = {last}")],
                 initial=["Clock.time = 0"], formulas=[("AG EF start", True), ("AG (late -> AX start)", True)],
                 states=size)


def names(size):
    """An enumeration of `size` names; a step leads to the first, the last or the one in the middle."""
    chosen = [0, size // 2, size - 1]
    agent = Agent("Reader", variables=[("word", "{" + ", ".join(f"w{i}" for i in range(size)) + "}")],
                  evolution=[(f"word = w{i}", "word = word") for i in chosen])
    return Model(f"Names: {size}", agents=[agent],
                 propositions=[("first", "Reader.word = w0"), ("last", f"Reader.word = w{size - 1}")],
                 initial=["Reader.word = w1"], formulas=[("AG EX last", True), ("AG (last -> EX first)", True)],
                 states=4)


def lines(size):
    """`size` lines of evolution, one for each value of a variable; all states are initial."""
    agent = Agent("Table", variables=[("entry", f"0 .. {size - 1}")],
                  evolution=[(f"entry = {(7 * i + 3) % size}", f"entry = {i}") for i in range(size)])
    return Model(f"Lines: {size}", agents=[agent],
                 propositions=[("start", "Table.entry = 0"), ("next", "Table.entry = 3")],
                 initial=["Table.entry >= 0"], formulas=[("AG (start -> AX next)", True)], states=size)
