"""What is computed from the measurements of one model: who decided what, who was best, and how far the portfolio was from it."""

KNOWN = ("true", "false")


def decided(verdicts):
    """The places of the formulas that were decided."""
    return {place for place, verdict in enumerate(verdicts or []) if verdict in KNOWN}


def union(runs):
    """What some engine decided; `runs` are verdicts by engine."""
    return set().union(*(decided(verdicts) for verdicts in runs.values())) if runs else set()


def best(times, runs):
    """The fastest of the engines that decided all that any decided; None if none did so alone."""
    everything = union(runs)
    able = [name for name in times if decided(runs.get(name)) == everything and everything]
    return min(able, key=lambda name: times[name]) if able else None


LEAST = 0.05  # seconds: less is not told apart


def times_slower(taken, fastest):
    """How many times as long as the fastest; None if there is none."""
    return None if fastest is None else max(taken, LEAST) / max(fastest, LEAST)


def contradictions(runs):
    """Sentences about formulas with two verdicts."""
    found = []
    for place in sorted(union(runs)):
        answers = {name: verdicts[place] for name, verdicts in runs.items() if place in decided(verdicts)}
        if len(set(answers.values())) > 1:
            found.append(f"formula {place + 1}: " + ", ".join(f"{name} says {v}" for name, v in sorted(answers.items())))
    return found


def missing(runs, portfolio):
    """How many formulas some engine decided and the portfolio did not."""
    return len(union(runs) - decided(portfolio))
