"""The generators of this folder by name. `python3 bench/models --list` shows them, `python3 bench/models NAME ...`
writes a model to standard output."""
import inspect

from .cliffs import agents, conjuncts, formulas, lines, names, nesting, range_values, switches_apart, switches_in_turn
from .contests import castles, noughts
from .cryptographers import dining, iterated
from .counter import counter, odometer
from .elections import crash_election, ring_election
from .games import auction, card_game
from .gossip import gossip
from .grid_robots import grid_robots
from .ispl import LOGICS
from .lossy_queue import lossy_queue
from .machines import caches, elevator, twin_circuits, workshop
from .office import office
from .prisoners import prisoners
from .train_gate import train_gate
from .transmission import bit_transmission, go_back_n

PUBLISHED = {"dining": dining, "iterated": iterated, "prisoners": prisoners, "counter": counter,
             "bit_transmission": bit_transmission, "go_back_n": go_back_n, "train_gate": train_gate}
IRREGULAR = {"office": office, "lossy_queue": lossy_queue, "grid_robots": grid_robots, "ring_election": ring_election,
             "crash_election": crash_election, "card_game": card_game, "auction": auction, "elevator": elevator,
             "caches": caches, "workshop": workshop, "twin_circuits": twin_circuits, "gossip": gossip,
             "castles": castles, "noughts": noughts}
CLIFFS = {"nesting": nesting, "conjuncts": conjuncts, "formulas": formulas, "agents": agents,
          "switches_apart": switches_apart, "switches_in_turn": switches_in_turn,
          "range_values": range_values, "names": names, "lines": lines, "odometer": odometer}
ALL = {**PUBLISHED, **IRREGULAR, **CLIFFS}


def kind(name):
    return "published" if name in PUBLISHED else "irregular" if name in IRREGULAR else "large"


def usage(name):
    """The name and its parameters, as they are written on the command line."""
    words = [name]
    for parameter in inspect.signature(ALL[name]).parameters.values():
        if parameter.name == "logic":
            words.append(f"[--logic {'|'.join(LOGICS)}]")
        else:
            word = parameter.name.upper()
            words.append(word if parameter.default is parameter.empty else f"[{word}]")
    return " ".join(words)


def build(name, parameters, logic=None):
    """The model of the generator `name`; raises ValueError if that is no model."""
    if name not in ALL:
        raise ValueError(f"there is no generator `{name}`; `--list` shows them")
    signature = inspect.signature(ALL[name])
    options = {}
    if logic is not None:
        if logic not in LOGICS or "logic" not in signature.parameters:
            raise ValueError(f"`{name}` has no formulas of the logic `{logic}`; usage: {usage(name)}")
        options["logic"] = logic
    try:
        signature.bind(*parameters, **options)
    except TypeError:
        raise ValueError(f"usage: {usage(name)}") from None
    return ALL[name](*(int(p) for p in parameters), **options)
