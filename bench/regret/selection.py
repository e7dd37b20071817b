"""The models of `./dev bench regret` without files: scenarios, the papers' wording, irregular models, examples."""
from check.run import ROWS as CHECK_ROWS
from common.sources import Generated, examples
from path.run import ROWS as PATH_ROWS
from published.run import ROWS as PUBLISHED_ROWS
from reach.run import ROWS as REACH_ROWS

# Rows that take minutes in every setting.
TOO_LARGE = {"dining_cryptographers 300 spec 1", "prisoners 70 spec 1", "prisoners 100 spec 1",
             "published dining 300", "published prisoners 50", "published prisoners 100",
             "published go_back_n 4 7 LDLK"}

IRREGULAR_SIZES = {
    "office": [(3, 3), (4, 3), (4, 3, 2), (3, 5, 3)],
    "lossy_queue": [(5, 8), (7, 12), (9, 16)],
    "grid_robots": [(5, 5, 3), (6, 5, 3, 2), (5, 3, 4, 3)],
    "ring_election": [(8,), (12,), (12, 2)],
    "crash_election": [(7, 4), (9, 6), (12, 8)],
    "card_game": [(4, 2), (5, 2), (5, 4)],
    "auction": [(4, 6), (4, 10), (6, 5)],
    "elevator": [(6, 2), (8, 2), (5, 3)],
    "caches": [(4, 3), (6, 4), (8, 3)],
    "workshop": [(8,), (12,), (16,), (16, 2)],
    "twin_circuits": [(16,), (20,), (20, 2)],
    "gossip": [(6,), (7,), (7, 2)],
    "castles": [(1,), (2,)],
    "noughts": [(3,)],
}


def default_models():
    """All sources, each once; those of `reach` only in sizes that no other family has."""
    found = {row.source.name(): row.source for row in CHECK_ROWS + PATH_ROWS + PUBLISHED_ROWS}
    sizes = {(source.family, *source.parameters) for source in found.values()}
    for row in REACH_ROWS:
        if (row.source.family, *row.source.parameters) not in sizes:
            found[row.source.name()] = row.source
    for family, parameters in IRREGULAR_SIZES.items():
        for source in (Generated(family, *size) for size in parameters):
            found[source.name()] = source
    found.update((source.name(), source) for source in examples())
    return [source for name, source in found.items() if name not in TOO_LARGE]
