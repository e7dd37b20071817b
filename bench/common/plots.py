"""The plots of the families: what is drawn against what."""
from .plot import Plot


def kind_of(row):
    """The kind of a model, by its name."""
    for kind, sign in (("irregular models", "irregular "), ("wording of the papers", "published "),
                       ("examples and files", ".ispl")):
        if sign in row["name"]:
            return kind
    return "scenarios"


def by_kind(rows, point):
    kinds = {}
    for row in rows:
        kinds.setdefault(kind_of(row), []).append(point(row))
    return sorted(kinds.items())


def short_name(row):
    return row["name"].removeprefix("irregular ").removeprefix("published ").removeprefix("examples/")


def regret_plot(rows, labelled_above=1.5):
    """Default against best time, for all models with a regret; those above the goal have their names beside them."""
    known = [row for row in rows if row["regret"] is not None and row["best"] is not None]

    def default(row):
        return row["seconds"] if row["seconds"] is not None else row["stopped_after"]

    plot = Plot("Default settings against the best fixed choice", "best fixed choice, seconds", "default, seconds",
                by_kind(known, lambda row: (row["best"], default(row),
                                            f"{row['name']}: {row['regret']:.2f} ({row['choice']})")))
    plot.guide(1, "equal")
    plot.guide(1.5, "1.5 times")
    for row in known:
        if row["regret"] > labelled_above:
            plot.label(row["best"], default(row), short_name(row))
    return plot.svg()


def peer_plot(rows):
    """Our times against those of MCMAS, where it was measured."""
    known = [row for row in rows if row["peer"] is not None and row["seconds"] is not None]
    families = {}
    for row in known:
        families.setdefault(row["family"], []).append((row["peer"], max(row["seconds"], 0.001), row["name"]))
    plot = Plot("Seconds, and those of MCMAS 1.3.0 on another machine", "MCMAS 1.3.0, seconds", "Gnomon, seconds",
                sorted(families.items()))
    plot.guide(1, "equal")
    plot.guide(0.01, "100 times faster")
    return plot.svg()
