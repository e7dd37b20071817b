"""Regret: how much slower the default is than the best fixed choice, from measured times alone.

A time is a pair (seconds, finished); of a run that was stopped only a lower bound is known, the seconds it had taken.
Times below FLOOR count as FLOOR: down there the start of the program is all there is to see.
"""
FLOOR = 0.05


def counted(seconds):
    return max(seconds, FLOOR)


def best_choice(times):
    """The name of the fastest choice that finished, or None. `times`: name to (seconds, finished)."""
    finished = {name: seconds for name, (seconds, ended) in times.items() if ended}
    return min(finished, key=finished.get) if finished else None


def regret(default, times):
    """Default divided by best; None if nothing finished. A lower bound if the default did not finish.

    If no choice finished and the default did, the choices were at least as slow as their limits: 1 at most, said as 1.
    """
    seconds, finished = default
    best = best_choice(times)
    if best is None:
        return 1.0 if finished else None
    return counted(seconds) / counted(times[best][0])


def disagreement(answers):
    """What the settings disagree about, as words. `answers`: name to (states, verdicts); unknown is no verdict."""
    faults = []
    counts = {states for states, _ in answers.values() if states is not None}
    if len(counts) > 1:
        faults.append("DISAGREEMENT about the number of states: " + ", ".join(sorted(counts)))
    seen = {}
    for name, (_, verdicts) in sorted(answers.items()):
        for index, verdict in enumerate(verdicts or [], start=1):
            if verdict == "unknown":
                continue
            first, where = seen.setdefault(index, (verdict, name))
            if first != verdict:
                faults.append(f"DISAGREEMENT about formula {index}: {first} ({where}), {verdict} ({name})")
    return "; ".join(faults)

