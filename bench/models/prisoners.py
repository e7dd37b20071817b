"""The prisoners and the light bulb as the papers write them down.

In one step the prison chooses a prisoner, in the next this prisoner acts. Prisoner 0 counts: he switches the light off
whenever he finds it on; everybody else switches it on once. The scheduler is a variable of the Environment with a value
for each prisoner, and each prisoner is an agent of one Boolean.
"""
from .ispl import Agent, Model, always, conjunction, eventually, numbers


def room(count):
    evolution = [("bulb = off", "chosen = p0 and Counter.Action = darken")]
    evolution += [("bulb = on", f"chosen = p{i} and Prisoner{i}.Action = light") for i in numbers(count - 1)]
    for i in range(count):
        evolution += [(f"chosen = p{i}", f"chosen = nobody and Prison.Action = call{i}"),
                      ("chosen = nobody", f"chosen = p{i}")]
    names = ", ".join([f"p{i}" for i in range(count)] + ["nobody"])
    return Agent("Environment", variables=[("bulb", "{on, off}"), ("chosen", "{" + names + "}")], actions=["none"],
                 protocol=[("Other", ["none"])], evolution=evolution)


def prison(count):
    calls = [f"call{i}" for i in range(count)]
    everybody = conjunction(f"heard{i} = true" for i in range(count))
    announced = "verdict = open and Counter.Action = announce"
    return Agent("Prison", sees=["chosen"],
                 variables=[(f"heard{i}", "boolean") for i in range(count)] + [("verdict", "{open, free, dead}")],
                 actions=calls + ["wait"],
                 protocol=[("verdict = open and Environment.chosen = nobody", calls), ("Other", ["wait"])],
                 evolution=[(f"heard{i} = true", f"Action = call{i}") for i in range(count)]
                 + [("verdict = free", f"{announced} and ({everybody})"),
                    ("verdict = dead", f"{announced} and !({everybody})")])


def counting_prisoner(count):
    """He announces at the last light, without switching it off."""
    lit = "announced = false and Environment.chosen = p0 and Environment.bulb = on"
    return Agent("Counter", sees=["bulb", "chosen"],
                 variables=[("lights", f"0 .. {count - 1}"), ("announced", "boolean")],
                 actions=["darken", "announce", "none"],
                 protocol=[(f"{lit} and lights < {count - 2}", ["darken"]),
                           (f"{lit} and lights >= {count - 2}", ["announce"]),
                           ("Other", ["none"])],
                 evolution=[("lights = lights + 1", f"Action = darken and lights < {count - 1}"),
                            ("announced = true", "Action = announce")])


def prisoner(i):
    return Agent(f"Prisoner{i}", sees=["bulb", "chosen"], variables=[("done", "boolean")], actions=["light", "none"],
                 protocol=[(f"done = false and Environment.chosen = p{i} and Environment.bulb = off", ["light"]),
                           ("Other", ["none"])],
                 evolution=[("done = true", "Action = light")])


def prisoners(count, *, logic="CTLK"):
    everybody = range(count)
    informed = "announced -> K(Counter, " + conjunction(f"heard{i}" for i in everybody) + ")"
    formulas = [(eventually("free", logic), True), (always(informed, logic), True)]
    if logic == "LDLK":
        formulas.append(("LDL <tt;(tt;tt)*>(!announced and [tt]announced)", True))
    if logic == "CDL*K":
        formulas.append(("CDL* E (<(!on;!on;on;on)*>free)", True))
    propositions = [("free", "Prison.verdict = free"), ("dead", "Prison.verdict = dead"),
                    ("announced", "Counter.announced = true"), ("on", "Environment.bulb = on"),
                    ("tt", "Environment.bulb = on or Environment.bulb = off")]
    for i in everybody:
        propositions += [(f"heard{i}", f"Prison.heard{i} = true"), (f"called{i}", f"Environment.chosen = p{i}")]
    initial = ["Environment.bulb = off", "Environment.chosen = nobody", "Prison.verdict = open", "Counter.lights = 0",
               "Counter.announced = false"]
    initial += [f"Prison.heard{i} = false" for i in everybody]
    initial += [f"Prisoner{i}.done = false" for i in numbers(count - 1)]
    return Model(f"Prisoners and a light bulb, wording of the papers: {count} prisoners", semantics="SingleAssignment",
                 agents=[room(count), prison(count), counting_prisoner(count)]
                 + [prisoner(i) for i in numbers(count - 1)],
                 propositions=propositions, initial=initial, fairness=[f"called{i} or free or dead" for i in everybody],
                 formulas=formulas)
