"""The dining cryptographers as the papers write them down, once and dinner after dinner.

Neighbours share a coin; each says whether her two coins agree, and the payer says the opposite. Parity is a sum of
numbers compared with every even and every odd value in turn, and who pays is a disjunction over all of them: a text of
quadratic size that hides a simple parity.
"""
from .ispl import Agent, Model, always, conjunction, disjunction, numbers


def left_of(i, count):
    return count if i == 1 else i - 1


def somebody_or_nobody_pays(count):
    """One alternative for each payer, and one for the case that there is none."""
    cases = []
    for payer in numbers(count, first=0):
        bills = (f"Diner{i}.payer = {'yes' if i == payer else 'no'}" for i in numbers(count))
        cases.append("(" + conjunction(bills) + ")")
    return "(" + disjunction(cases) + ")"


def table_with_announcements(count):
    total = " + ".join(f"said{i}" for i in numbers(count))
    evolution = []
    for i in numbers(count):
        for value, word in ((0, "agree"), (1, "differ")):
            evolution.append((f"said{i} = {value}", f"parity = open and Diner{i}.Action = {word}"))
    evolution.append(("heard = true", "parity = open and (Diner1.Action = agree or Diner1.Action = differ)"))
    for parity, first in (("even", 0), ("odd", 1)):
        values = disjunction(f"({total} = {value})" for value in range(first, count + 1, 2))
        evolution.append((f"parity = {parity}", f"parity = open and heard = true and ({values})"))
    variables = [(f"coin{i}", "{head, tail}") for i in numbers(count)]
    variables += [(f"said{i}", "0 .. 1") for i in numbers(count)] + [("heard", "boolean")]
    return Agent("Environment", public=[("parity", "{open, even, odd}")], variables=variables, actions=["none"],
                 protocol=[("Other", ["none"])], evolution=evolution)


def diner(i, count):
    """She looks at her coins in the first step and speaks in the second."""
    same = f"Environment.coin{i} = Environment.coin{left_of(i, count)}"
    speech = {("no", "yes"): "differ", ("no", "no"): "agree", ("yes", "yes"): "agree", ("yes", "no"): "differ"}
    protocol = [(f"payer = {payer} and different = {sight}", [word]) for (payer, sight), word in speech.items()]
    return Agent(f"Diner{i}", sees=[f"coin{i}", f"coin{left_of(i, count)}"],
                 variables=[("payer", "{yes, no}"), ("different", "{unseen, yes, no}")],
                 actions=["agree", "differ", "none"], protocol=protocol + [("Other", ["none"])],
                 evolution=[("different = no", f"different = unseen and {same}"),
                            ("different = yes", f"different = unseen and !({same})")])


def dining(count, *, logic="CTLK"):
    """One dinner. Four steps, each with every payer and all coins: coins, sight, announcements, parity."""
    ids = list(numbers(count))
    others = ids[1:]
    secret = (f"(odd and !paid1) -> (K(Diner1, {disjunction(f'paid{j}' for j in others)}) and "
              + conjunction(f"!K(Diner1, paid{j})" for j in others) + ")")
    nobody = "even -> GCK(all, " + conjunction(f"!paid{i}" for i in ids) + ")"
    initial = [somebody_or_nobody_pays(count), "Environment.parity = open", "Environment.heard = false"]
    for i in ids:
        initial += [f"Diner{i}.different = unseen", f"Environment.said{i} = 0"]
    return Model(
        f"Dining cryptographers, wording of the papers: {count} diners", semantics="SingleAssignment",
        agents=[table_with_announcements(count)] + [diner(i, count) for i in ids],
        propositions=[(f"paid{i}", f"Diner{i}.payer = yes") for i in ids]
        + [(parity, f"Environment.parity = {parity}") for parity in ("odd", "even")]
        + [("tt", "Environment.heard = true or Environment.heard = false")],
        initial=initial, groups=[("all", [f"Diner{i}" for i in ids])],
        formulas=[(always(secret, logic), True), (always(nobody, logic), True)],
        states=4 * (count + 1) * 2**count)


def iterated_table(count):
    evolution = [("phase = look", "phase = toss"), ("phase = speak", "phase = look"), ("phase = toss", "phase = speak")]
    for i in numbers(count):
        evolution += [(f"coin{i} = {side}", "phase = toss") for side in ("head", "tail")]
        evolution += [(f"said{i} = agree", f"Diner{i}.Action = agree"),
                      (f"said{i} = differ", f"Diner{i}.Action = differ"),
                      (f"said{i} = nothing", "phase = toss")]
    return Agent("Environment", public=[(f"said{i}", "{nothing, agree, differ}") for i in numbers(count)],
                 variables=[(f"coin{i}", "{head, tail}") for i in numbers(count)] + [("phase", "{toss, look, speak}")],
                 actions=["none"], protocol=[("Other", ["none"])], evolution=evolution)


def iterated_diner(i, count):
    """The payer may say what she likes; `obeys` records whether she followed the protocol."""
    same = f"Environment.coin{i} = Environment.coin{left_of(i, count)}"
    speaking = "Environment.phase = speak"
    return Agent(f"Diner{i}", sees=[f"coin{i}", f"coin{left_of(i, count)}", "phase"],
                 variables=[("payer", "{yes, no}"), ("obeys", "boolean")], actions=["agree", "differ", "none"],
                 protocol=[(f"{speaking} and payer = no and {same}", ["agree"]),
                           (f"{speaking} and payer = no and !({same})", ["differ"]),
                           (f"{speaking} and payer = yes", ["agree", "differ"]), ("Other", ["none"])],
                 evolution=[("obeys = true", f"Action = differ and {same}"),
                            ("obeys = true", f"Action = agree and !({same})"),
                            ("obeys = false", f"Action = agree and {same}"),
                            ("obeys = false", f"Action = differ and !({same})")])


def iterated(count):
    """Dinner after dinner, with a payer who may disobey and wants to stay unknown."""
    ids = list(numbers(count))
    unknown = "(" + conjunction(f"!K(Diner{i}, paid1)" for i in ids[1:]) + ")"
    goal = f"(G F obeys1) and (G F !obeys1) and (G {unknown})"
    initial = [somebody_or_nobody_pays(count), "Environment.phase = toss"]
    for i in ids:
        initial += [f"Diner{i}.obeys = true", f"Environment.said{i} = nothing", f"Environment.coin{i} = head"]
    return Model(
        f"Iterated cryptographers, wording of the papers: {count} diners", semantics="SingleAssignment",
        agents=[iterated_table(count)] + [iterated_diner(i, count) for i in ids],
        propositions=[(f"paid{i}", f"Diner{i}.payer = yes") for i in ids] + [("obeys1", "Diner1.obeys = true")],
        initial=initial, formulas=[(f"CTL* paid1 -> A (G ({unknown} -> E (F ({goal}))))", True)])
