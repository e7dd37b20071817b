"""Counters: from 1 to N as the papers write it down, one agent that goes up or down and keeps the parity apart; and one of
several digits, whose states are more than any range has."""
from .ispl import Agent, Model, conjunction, numbers


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


def odometer(digits, base):
    """A counter of several digits, up by one in every step, and a flag that changes every time; the base must be even."""
    if base % 2 or base < 4:
        raise ValueError("the base of an odometer is an even number, 4 or more")
    names = [f"d{i}" for i in numbers(digits)]
    evolution = []
    for i, name in enumerate(names):
        carried = names[:i]
        evolution.append((conjunction([f"{lower} = 0" for lower in carried] + [f"{name} = {name} + 1"]),
                          conjunction([f"{lower} = {base - 1}" for lower in carried] + [f"{name} < {base - 1}"])))
    evolution.append((conjunction(f"{name} = 0" for name in names), conjunction(f"{name} = {base - 1}" for name in names)))
    count = Agent("Count", variables=[(name, f"0 .. {base - 1}") for name in names], actions=["go"],
                  protocol=[("Other", ["go"])], evolution=evolution)
    flag = Agent("Flag", variables=[("even", "boolean")], actions=["go"], protocol=[("Other", ["go"])],
                 evolution=[("even = false", "even = true"), ("even = true", "even = false")])
    return Model(f"An odometer of {digits} digits in base {base}", agents=[count, flag],
                 propositions=[("even", "Flag.even = true"), ("zero", "Count.d1 = 0"), ("last", f"Count.d1 = {base - 1}"),
                               ("three", "Count.d1 = 3")],
                 initial=[f"Count.{name} = 0" for name in names] + ["Flag.even = true"],
                 formulas=[("AG (zero -> even)", True), ("AG (last -> !even)", True), ("AG !three", False)],
                 states=base**digits)
