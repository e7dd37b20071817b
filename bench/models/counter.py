"""The counter from 1 to N as the papers write it down: one agent that goes up or down and keeps the parity apart."""
from .ispl import Agent, Model


def counter(size, *, logic="CTLK"):
    """A counter up to an even number; in LDLK and CDL*K the third formula is false, for the maximum may be left."""
    if logic not in ("CTLK", "LDLK", "CDL*K"):
        raise ValueError(f"the counter has no formulas of the logic `{logic}`")
    evolution = []
    for sign, action, possible in (("+", "up", f"n < {size}"), ("-", "down", "n > 1")):
        evolution += [(f"n = n {sign} 1 and even = {new}", f"Action = {action} and {possible} and even = {old}")
                      for old, new in (("false", "true"), ("true", "false"))]
    agent = Agent("Count", variables=[("n", f"1 .. {size}"), ("even", "boolean")], actions=["up", "down"],
                  protocol=[("n = 1", ["up"]), (f"n = {size}", ["down"]), ("Other", ["up", "down"])],
                  evolution=evolution)
    if logic != "CTLK":
        formulas = [("LDL [(tt;tt)*]even", True), ("LDL [tt;(tt;tt)*]!even", True),
                    ("LDL [tt*](max -> [(tt;tt)*]max)", False),
                    ("CDL* A ([tt*](even -> E (<(even;!even)*>max)))", True),
                    ("CDL* near_max -> E ([tt*]<tt*>(!near_max) and [(tt;tt;tt)*]near_max)", True)]
    else:
        formulas = [("AG (even -> AX !even)", True), ("AG EF max", True)]
    return Model(f"Counter, wording of the papers: 1 to {size}", agents=[agent],
                 propositions=[("even", "Count.even = true"), ("max", f"Count.n = {size}"),
                               ("near_max", f"Count.n >= {size - 1}"),
                               ("tt", "Count.even = true or Count.even = false")],
                 initial=["Count.n = 2", "Count.even = true"], formulas=formulas, states=size)
