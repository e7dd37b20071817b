"""Games with hidden hands: a card game with tricks, and an auction."""
import math

from .ispl import Agent, Model, conjunction, disjunction, numbers


def card_player(name, other, cards, hand):
    plays = [f"play{c}" for c in numbers(cards)]
    turn = f"Environment.turn = {name.lower()}"
    evolution = [(f"has{c} = 0", f"has{c} = 1 and Action = play{c}") for c in numbers(cards)]
    point = "points = points + 1"
    evolution += [(point, f"{turn} and Environment.lead > 0 and Environment.lead < {c} and Action = play{c}")
                  for c in numbers(cards, first=2)]
    evolution += [(point, f"Environment.turn = {other.lower()} and Environment.lead > {c} and {other}.Action = play{c}")
                  for c in numbers(cards - 1)]
    return Agent(name, variables=[(f"has{c}", "0 .. 1") for c in numbers(cards)] + [("points", f"0 .. {hand}")],
                 sees=["turn", "lead"], actions=plays + ["wait"],
                 protocol=[(f"{turn} and has{c} = 1", [f"play{c}"]) for c in numbers(cards)] + [("Other", ["wait"])],
                 evolution=evolution)


def card_game(hand, kitty):
    """Two players with `hand` cards each, `kitty` cards face down; the higher card of two takes the trick and leads.

    The deals are the initial states. Hands are given by sums, and a played card can be seen by everybody.
    """
    cards = 2 * hand + kitty
    evolution = [(f"out{c} = true", f"One.Action = play{c} or Two.Action = play{c}") for c in numbers(cards)]
    for c in numbers(cards):
        evolution.append((f"lead = {c}", f"lead = 0 and (One.Action = play{c} or Two.Action = play{c})"))
        evolution.append(("lead = 0", f"lead > 0 and (One.Action = play{c} or Two.Action = play{c})"))
        for mine, other in (("one", "Two"), ("two", "One")):
            evolution.append((f"turn = {other.lower()}",
                              f"turn = {mine} and lead = 0 and {mine.capitalize()}.Action = play{c}"))
            if c < cards:
                evolution.append((f"turn = {other.lower()}",
                                  f"turn = {mine} and lead > {c} and {mine.capitalize()}.Action = play{c}"))
    environment = Agent("Environment", public=[(f"out{c}", "boolean") for c in numbers(cards)],
                        variables=[("turn", "{one, two}"), ("lead", f"0 .. {cards}")], actions=["none"],
                        protocol=[("Other", ["none"])], evolution=evolution)
    initial = ["Environment.turn = one", "Environment.lead = 0"]
    for player in ("One", "Two"):
        initial.append(" + ".join(f"{player}.has{c}" for c in numbers(cards)) + f" = {hand}")
        initial.append(f"{player}.points = 0")
    for c in numbers(cards):
        initial += [f"!(One.has{c} = 1 and Two.has{c} = 1)", f"Environment.out{c} = false"]
    empty = conjunction(f"{player}.has{c} = 0" for player in ("One", "Two") for c in numbers(cards))
    in_kitty = "One.has1 = 0 and Two.has1 = 0 and Environment.out1 = false"
    propositions = [("start", conjunction(f"Environment.out{c} = false" for c in numbers(cards))), ("over", empty),
                    ("complete", f"One.points + Two.points = {hand}"), ("grand_slam", f"One.points = {hand}"),
                    ("two_has_top", f"Two.has{cards} = 1"), ("kitty1", in_kitty)]
    return Model(f"Card game: {hand} cards each, {kitty} face down", semantics="SingleAssignment",
                 agents=[environment, card_player("One", "Two", cards, hand), card_player("Two", "One", cards, hand)],
                 propositions=propositions, initial=initial,
                 formulas=[("AG (over -> complete)", True), ("AG EF over", True),
                           ("AG (!(over and grand_slam))", False),
                           ("AG (start -> !K(One, two_has_top))", kitty > 0),
                           ("AG (over -> (K(One, kitty1) or K(One, !kitty1)))", True)])


def deals(hand, kitty):
    """The number of initial states of the card game."""
    cards = 2 * hand + kitty
    return math.comb(cards, hand) * math.comb(cards - hand, hand)


def auction(bidders, top):
    """An auction with rising prices: each bidder has a limit of his own, and bids while the price is below it.

    In each round one of those who bid gets the next bid; if nobody bids, the last one wins.
    """
    evolution = [(f"price = price + 1 and holder = {i}", f"state = open and price < {top} and Bidder{i}.Action = bid")
                 for i in numbers(bidders)]
    evolution.append(("state = sold", "state = open and "
                      + conjunction(f"Bidder{i}.Action = pass" for i in numbers(bidders))))
    environment = Agent("Environment", public=[("price", f"0 .. {top}"), ("state", "{open, sold}")],
                        variables=[("holder", f"0 .. {bidders}")], actions=["none"], protocol=[("Other", ["none"])],
                        evolution=evolution)
    agents = []
    for i in numbers(bidders):
        wants = f"Environment.state = open and Environment.holder <> {i} and limit > Environment.price"
        agents.append(Agent(f"Bidder{i}", sees=["holder"],
                            variables=[("limit", f"1 .. {top}"), ("bids", f"0 .. {top}")],
                            actions=["bid", "pass"], protocol=[(wants, ["bid"]), ("Other", ["pass"])],
                            evolution=[("bids = bids + 1", f"Action = bid and bids < {top}")]))
    fair_price = conjunction(f"(Environment.holder <> {i} or Bidder{i}.limit >= Environment.price)"
                             for i in numbers(bidders))
    best_bidder = conjunction(f"(Environment.holder = {i} or Bidder{i}.limit <= Environment.price)"
                              for i in numbers(bidders))
    propositions = [("sold", "Environment.state = sold"), ("fair_price", fair_price), ("best_bidder", best_bidder),
                    ("one_holds", "Environment.holder = 1"), ("low2", f"Bidder2.limit <= {top // 2}"),
                    ("cheap", f"Environment.price <= {top // 2}"), ("one_is_top", f"Bidder1.limit = {top}")]
    return Model(f"Auction: {bidders} bidders, prices to {top}", agents=[environment] + agents,
                 propositions=propositions,
                 initial=["Environment.price = 0", "Environment.state = open", "Environment.holder = 0"]
                 + [f"Bidder{i}.bids = 0" for i in numbers(bidders)],
                 formulas=[("AF sold", True), ("AG fair_price", True), ("AG (sold -> best_bidder)", True),
                           ("AG ((sold and one_holds and cheap) -> K(Bidder1, low2))", True),
                           ("AG (sold -> (K(Bidder2, one_is_top) or K(Bidder2, !one_is_top)))", False)])
