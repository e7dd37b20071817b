"""Models as plain data and their text in ISPL: what the generators of this folder have in common.

A generator returns a Model. Each formula carries the verdict that it must have, which the text shows as a comment
behind it, as the files of `gnomon gen` and the examples do. `states` is the number of reachable states where a law
gives it, and None elsewhere.
"""
import random

LOGICS = ("CTLK", "LTLK", "CTL*K", "LDLK", "CDL*K")


def conjunction(parts):
    return " and ".join(parts)


def disjunction(parts):
    return " or ".join(parts)


def enumeration(values):
    return "{" + ", ".join(values) + "}"


def numbers(last, first=1):
    """first, ..., last: the numbers of cryptographers, trains, packets."""
    return range(first, last + 1)


def always(formula, logic):
    """`formula` in every reachable state; `tt` is a proposition that always holds, as the papers write it."""
    return {"CTLK": f"AG ({formula})", "LTLK": f"LTL G ({formula})", "CTL*K": f"CTL* A (G ({formula}))",
            "LDLK": f"LDL [tt*]({formula})", "CDL*K": f"CDL* A ([tt*]({formula}))"}[logic]


def eventually(formula, logic):
    """`formula` at some time, on every path."""
    return {"CTLK": f"AF ({formula})", "LTLK": f"LTL F ({formula})", "CTL*K": f"CTL* A (F ({formula}))",
            "LDLK": f"LDL <tt*>({formula})", "CDL*K": f"CDL* A (<tt*>({formula}))"}[logic]


def shuffled(items, seed):
    """A copy in an order that depends on the seed alone."""
    copy = list(items)
    random.Random(seed).shuffle(copy)
    return copy


class Agent:
    """variables, public: (name, type). protocol: (condition, actions). evolution: (assignments, condition)."""

    def __init__(self, name, variables=(), public=(), sees=(), actions=(), protocol=(), evolution=()):
        self.name = name
        self.variables = list(variables)
        self.public = list(public)
        self.sees = list(sees)
        self.actions = list(actions)
        self.protocol = list(protocol)
        self.evolution = list(evolution)

    def lines(self):
        yield f"Agent {self.name}"
        for title, variables in (("Obsvars", self.public), ("Vars", self.variables)):
            if variables:
                yield f"  {title}:"
                yield from (f"    {name} : {kind};" for name, kind in variables)
                yield f"  end {title}"
        if self.sees:
            yield f"  Lobsvars = {enumeration(self.sees)};"
        if self.actions:
            yield f"  Actions = {enumeration(self.actions)};"
        if self.protocol:
            yield "  Protocol:"
            yield from (f"    {condition} : {enumeration(actions)};" for condition, actions in self.protocol)
            yield "  end Protocol"
        if self.evolution:
            yield "  Evolution:"
            yield from (f"    {assignments} if {condition};" for assignments, condition in self.evolution)
            yield "  end Evolution"
        yield "end Agent"


class Model:
    """initial: conditions that hold together. formulas: (text, verdict). groups: (name, agents)."""

    def __init__(self, title, agents, propositions, initial, formulas, semantics="MultiAssignment", groups=(),
                 fairness=(), states=None):
        self.title = title
        self.agents = list(agents)
        self.propositions = list(propositions)
        self.initial = list(initial)
        self.formulas = list(formulas)
        self.semantics = semantics
        self.groups = list(groups)
        self.fairness = list(fairness)
        self.states = states

    def lines(self):
        yield f"-- {self.title}"
        if self.states is not None:
            yield f"-- Reachable states: {self.states}"
        yield f"Semantics = {self.semantics};"
        for agent in self.agents:
            yield from agent.lines()
        yield "Evaluation"
        yield from (f"  {name} if {condition};" for name, condition in self.propositions)
        yield "end Evaluation"
        yield "InitStates"
        yield "  " + "\n  and ".join(self.initial) + ";"
        yield "end InitStates"
        if self.groups:
            yield "Groups"
            yield from (f"  {name} = {enumeration(agents)};" for name, agents in self.groups)
            yield "end Groups"
        if self.fairness:
            yield "Fairness"
            yield from (f"  {formula};" for formula in self.fairness)
            yield "end Fairness"
        yield "Formulae"
        yield from (f"  {formula};  -- {'true' if verdict else 'false'}" for formula, verdict in self.formulas)
        yield "end Formulae"

    def text(self):
        return "\n".join(self.lines()) + "\n"
