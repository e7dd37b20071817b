#!/usr/bin/env python3
"""Path logics: scenarios in LTLK, CTL*K, LDLK, CDL*K on infinite and finite traces; the price of writing a CTLK
property in another logic; where explicit automata give way to symbolic ones; and bounds on the number of steps."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from common.family import Family, Row, parser, run_rows, scenario  # noqa: E402
from common.process import Limits  # noqa: E402
from common.sources import Expectation, Scenario  # noqa: E402
from common.tables import Column, Table, ratio, seconds  # noqa: E402

ROWS = [
    scenario("bit_transmission", 7, logic="LTLK", spec=2, peer=1.7),
    scenario("bit_transmission", 9, logic="LTLK", spec=2, peer=220),
    scenario("bit_transmission", 200, logic="LTLK", spec=2, goal=0.02),
    scenario("bit_transmission", 200, logic="LDLK", spec=2, goal=0.02),
    scenario("bit_transmission", 10000, logic="CTL*K", spec=1, goal=0.02),
    scenario("bit_transmission", 10000, logic="CDL*K", spec=1, goal=0.02),
    scenario("counter", "2^16", logic="CDL*K"), scenario("counter", "2^20", logic="CDL*K", goal=4),
    scenario("counter", "2^20", goal=4, note="all logics"),
    scenario("go_back_n", 2, 4, logic="LTLK"), scenario("go_back_n", 3, 6, logic="LTLK", goal=1.5),
]
ROWS += [scenario("go_back_n", 4, 7, logic=logic, goal=15) for logic in ("LTLK", "LDLK", "CDL*K", "LDLfK", "CDL*fK")]
ROWS += [
    scenario("dining_cryptographers", 50, logic="LTLK"), scenario("dining_cryptographers", 100, logic="LTLK", goal=1.5),
    scenario("dining_cryptographers", 100, logic="LDLK", goal=1.5),
    scenario("iterated_cryptographers", 10, logic="CTL*K", spec=1, peer=0.4),
    scenario("iterated_cryptographers", 15, logic="CTL*K", spec=1, peer=4.6),
    scenario("iterated_cryptographers", 50, logic="CTL*K", spec=1),
    scenario("iterated_cryptographers", 100, logic="CTL*K", spec=1),
    scenario("prisoners", 20, logic="CDL*K"), scenario("prisoners", 30, logic="CDL*K"),
    scenario("prisoners", 50, logic="CDL*K", goal=5),
]

# The same statement in CTLK and in another logic, one run after the other, several times.
OVERHEAD = [("dining_cryptographers", 60, spec, logic) for spec in (1, 2, 3)
            for logic in ("LTLK", "CTL*K", "LDLK", "CDL*K")]
OVERHEAD += [("prisoners", 18, spec, logic) for spec in (1, 2) for logic in ("LTLK", "CTL*K", "LDLK", "CDL*K")]
OVERHEAD += [("counter", "2^14", 1, "LDLK"), ("counter", "2^14", 3, "LTLK"), ("counter", "2^14", 3, "CDL*K")]
OVERHEAD_GOAL = 1.2


def overhead(family):
    table = Table([Column("the same statement as in CTLK", -52, "name"),
                   Column("CTLK", 8, lambda row: seconds(row["plain"])),
                   Column("here", 8, lambda row: seconds(row["seconds"])),
                   Column("ratio", 6, lambda row: ratio(row["ratio"])),
                   Column("goal", 8,
                          lambda row: f"{OVERHEAD_GOAL} {'yes' if (row['ratio'] or 99) <= OVERHEAD_GOAL else 'NO'}")],
                  title="The price of a logic", out=family.out)
    rows = [Row(Scenario(name, size, logic=logic, spec=spec)) for name, size, spec, logic in OVERHEAD]
    for row in family.selected(rows):
        source = row.source
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            in_ctlk = Scenario(source.family, *source.parameters, logic="CTLK", spec=source.spec)
            plain = in_ctlk.write(family.program, one)
            other = source.write(family.program, two)
            best = {plain: None, other: None}
            faults = []
            for _ in range(max(3, family.args.repeat)):
                for path in (plain, other):
                    answer = family.program.ask("check", path, [], family.limits)
                    faults.append(Expectation(path).wrong(answer) if answer.document else "no answer")
                    best[path] = min(answer.seconds, best[path] or answer.seconds)
        known = not any(faults)
        table.add({"name": f"overhead of {row.name()}", "parameters": source.parameters, "options": [],
                   "plain": best[plain], "seconds": best[other] if known else None,
                   "ratio": best[other] / max(best[plain], 0.001) if known else None, "ok": known},
                  "; ".join(sorted(set(faults) - {""})))
        family.keep(table.rows[-1])


CROSSING_MODEL = """Agent Environment
  Vars: x : 0 .. {n}; end Vars
  Actions = {{up, reset}};
  Protocol: x < {n} : {{up, reset}}; Other : {{reset}}; end Protocol
  Evolution: x = x + 1 if Action = up; x = 0 if Action = reset; end Evolution
end Agent
Agent A Vars: b : boolean; end Vars Actions = {{a}}; Protocol: Other : {{a}}; end Protocol end Agent
Evaluation
{propositions}
end Evaluation
InitStates Environment.x = 0 and A.b = true; end InitStates
Formulae
  CTL* E ({formula});  -- true
end Formulae
"""


def crossing_row(family, n, engine):
    propositions = "\n".join(f"  p{i} if Environment.x = {i};" for i in range(1, n + 1))
    formula = " and ".join(f"F p{i}" for i in range(1, n + 1))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.ispl"
        path.write_text(CROSSING_MODEL.format(n=n, propositions=propositions, formula=formula), encoding="utf-8")
        answer = family.program.ask("check", path, ["--path-engine", engine], Limits(60))
        faults = Expectation(path).wrong(answer) if answer.document else "no answer"
    used = " ".join(answer.document["formulas"][0].get("explanation", [])) if answer.document else ""
    return {"name": f"{n} eventualities, {engine}", "parameters": [str(n)], "options": ["--path-engine", engine],
            "seconds": None if faults else answer.seconds, "faults": faults, "ok": not faults,
            "gave_up": engine == "explicit" and "too large" in used}


def crossing_cell(row):
    return "-" if row["faults"] else "too large" if row["gave_up"] else seconds(row["seconds"])


def crossing(family):
    """A conjunction of n eventualities: the explicit automaton has 2^n states, the symbolic ones n variables."""
    engines = ("explicit", "tableau", "symbolic")
    table = Table([Column("n", 4, "n")] + [Column(engine, 9, engine) for engine in engines],
                  title="E (F p1 and ... and F pn)", out=family.out)
    for n in (2, 4, 6, 8, 9, 10, 12, 16):
        rows = [crossing_row(family, n, engine) for engine in engines]
        table.add({"n": n, **{engine: crossing_cell(row) for engine, row in zip(engines, rows)}},
                  "; ".join(sorted({row["faults"] for row in rows} - {""})))
        family.keep(*rows)


# Bounds on the number of steps: formula, verdict, and what it may cost: seconds, or a factor and another formula, whose
# time may be exceeded by the factor and 0.05 s.
TWO_LOG = 2 * 10  # evaluations for an optimum of about a thousand
BOUNDS = [
    ("counter", "1024", "AG (even -> EF<=1000000 max)", "true", (1.2, "AG (even -> EF max)")),
    ("counter", "1024", "EF<=1000000 max", "true", (1.2, "EF max")),
    ("counter", "1024", "AG (max -> AF<=1000000 !max)", "true", (1.2, "AG (max -> AF !max)")),
    ("counter", "1024", "LTL G (max -> F<=1000000 !max)", "true", (1.2, "LTL G (max -> F !max)")),
    ("ladder", "1000", "<climber>F<=1000000 top", "true", (1.2, "<climber>F top")),
    ("ladder", "1000", "AG (low -> AF<=1000000 top)", "false", (1.2, "AG (low -> AF top)")),
    ("counter", "1024", "EX[1000000] max", "true", 1),
    ("counter", "1024", "EF[999000,1000000] max", "true", 1),
    ("counter", "1048576", "EF<=10000 max", "false", 2),
    ("counter", "1024", "EF<=x max", "true", (2, "EF<=1024 max")),
    ("ladder", "1000", "<climber>F<=x top", "true", (2, "<climber>F<=1000 top")),
    ("counter", "1024", "min(max)", "true", (2, "EF<=1024 max")),
    ("ladder", "1000", "CTL* E (F<=x (top and X top))", "true", (3 + TWO_LOG, "CTL* E (F<=1000 (top and X top))")),
    ("counter", "1024", "LTL (G F max) -> F<=x (max and X !max)", "false", None),
    ("free", "3", "CTL* E (G F p and G (p -> F<=10000 (q and X r)))", "true", 5),
    ("free", "3", "CDL* E ([true*](p -> <true{0,10000}>q))", "true", 5),
    ("free", "3", "CDL* p -> E <(p;q)*>[10000,20000] r", "true", 1),
    ("free", "3", "LDL [(p;q){100000}]r", "false", 1),
    ("free", "3", "CTL* E (G F p and G (p -> F<=x (q and X r)))", "true",
     (3, "CTL* E (G F p and G (p -> F<=1 (q and X r)))")),
]

# Someone who climbs a step or rests.
LADDER = """Agent Environment
  Vars: noise : boolean; end Vars
  Actions = {{none}}; Protocol: Other : {{none}}; end Protocol
  Evolution: noise = true if noise = false; noise = false if noise = true; end Evolution
end Agent
Agent Climber
  Vars: x : 0 .. {size}; end Vars
  Actions = {{up, rest}}; Protocol: x < {size} : {{up, rest}}; Other : {{rest}}; end Protocol
  Evolution: x = x + 1 if Action = up; end Evolution
end Agent
Evaluation top if Climber.x = {size}; low if Climber.x = 0; end Evaluation
InitStates Climber.x = 0 and Environment.noise = false; end InitStates
Groups climber = {{Climber}}; end Groups
Formulae EF top; end Formulae
"""

# Three Booleans that change as they like.
FREE = """Semantics = SingleAssignment;
Agent Free
  Vars: p : boolean; q : boolean; r : boolean; end Vars
  Evolution:
""" + "".join(f"    {name} = {value} if true;\n" for name in "pqr" for value in ("true", "false")) + """  end Evolution
end Agent
Evaluation
  p if Free.p = true; q if Free.q = true; r if Free.r = true;
end Evaluation
InitStates Free.p = Free.p; end InitStates
Formulae
  EF p;
end Formulae
"""


def bounds_model(family, name, size, folder):
    own = {"free": FREE, "ladder": LADDER.format(size=size)}
    if name not in own:
        return Scenario(name, size, logic="CTLK").write(family.program, folder)
    path = pathlib.Path(folder) / "model.ispl"
    path.write_text(own[name], encoding="utf-8")
    return path


def bounds(family):
    table = Table([Column("bounds on the number of steps", -52, "name"),
                   Column("other", 8, lambda row: seconds(row["plain"])),
                   Column("here", 8, lambda row: seconds(row["seconds"])),
                   Column("goal", 12, "goal")],
                  title="Counting steps", out=family.out)
    for name, size, formula, verdict, goal in BOUNDS:
        factor, plain = goal if isinstance(goal, tuple) else (None, None)
        title = f"{name} {size}: {formula}"
        if family.args.only and family.args.only not in title:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = bounds_model(family, name, size, folder)
            best = {}
            faults = set()
            for text, expected in ((formula, verdict), (plain, None)):
                for _ in range(max(3, family.args.repeat) if text else 0):
                    answer = family.program.ask("check", path, ["-f", text], family.limits)
                    found = answer.document["formulas"][-1]["verdict"] if answer.document else "no answer"
                    if expected not in (None, found):
                        faults.add(f"{found}, not {expected}")
                    best[text] = min(answer.seconds, best.get(text, answer.seconds))
        most = factor * best[plain] + 0.05 if plain else goal
        met = "" if most is None else f"{most:.2f} {'yes' if best[formula] <= most else 'NO'}"
        table.add({"name": title, "parameters": [size], "options": ["-f", formula], "plain": best.get(plain),
                   "seconds": None if faults else best[formula], "goal": met, "ok": not faults},
                  "; ".join(sorted(faults)))
        family.keep(table.rows[-1])


def main():
    family = Family("path", parser("path", __doc__).parse_args())
    run_rows(family, "check", ROWS)
    overhead(family)
    if not family.args.only or family.args.only in "crossing":
        crossing(family)
    bounds(family)
    return family.finish()


if __name__ == "__main__":
    sys.exit(main())
