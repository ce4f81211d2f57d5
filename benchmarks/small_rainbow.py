"""Rainbow of two players with hands of one or two cards, solved, and best responses to any play.

A hand of two is always played out within a trick. So whenever a trick begins, and while piles are
taken, neither player knows of a card that the other does not know of: what was played is on the
table, and nobody has looked at the face-down piles. Such a moment is public. What happens from
there on depends on what bears on it alone, however the game came there, and public moments that
agree in it are one node here. Between them the game is a tree.

All that is solved is a share: 1 for a win, half for a shared victory. What player 0 does not get,
player 1 gets.
"""

from dataclasses import dataclass
from functools import cache
from operator import sub
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moonbow.envs.deals import Cards, group_sizes, outcomes
from moonbow.games.game import State, game
from moonbow.games.rainbow import COMBO_RANKS, PLAYING, TAKING

RULES = game("rainbow")
CHANCE, OVER = -1, -2
"""In place of a player: who decides at a node."""

COMBOS = 4
TRICK = 2 * COMBOS + 1
"""Layers of a trick: its start, then the combos played, then the piles taken."""

LAYERS = 2 + 2 * TRICK
"""The deal, two tricks, the end; every edge leads to a later layer."""

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class SmallRainbow:
    """The game as arrays: nodes, edges and information sets lie in the order of their layers.

    A slot is an action of an information set; a policy has a chance for every slot. The edges of a
    node and the slots of an information set lie side by side.
    """

    deals: int  # of all groups of cards, counted by rank
    events: int  # chance events in the tree of dealing them
    decider: NDArray[np.int8]  # by node: a player, CHANCE or OVER
    public: NDArray[np.bool_]  # by node
    worth: Numbers  # by node: at the end, the share of player 0
    stands_for: Places  # by node: how many deals of the face-down piles are one to the players
    nodes: Places  # by layer: its first node; and how many there are
    edges: Places  # by layer: its first edge; and how many there are
    edge: Places  # by node that is not an end: its first edge
    parent: Places  # by edge
    child: Places  # by edge
    chance: Numbers  # by edge: how likely chance takes it; 1 where a player decides
    slot: Places  # by edge: -1 where chance decides
    sets: Places  # by layer: its first information set; and how many there are
    first: Places  # by information set: its first slot; and how many slots there are
    action: NDArray[np.int16]  # by slot
    player: NDArray[np.int8]  # by slot: whose it is
    views: NDArray[np.record]  # by information set: what the player sees

    def slots(self, place: int) -> slice:
        """The slots of an information set."""
        return slice(self.first[place], self.first[place + 1])

    def set_of(self) -> Places:
        """By slot: its information set."""
        sizes = np.diff(self.first)
        return np.repeat(np.arange(len(sizes)), sizes)

    def choices(self) -> Places:
        """The information sets with more than one legal action."""
        return np.flatnonzero(np.diff(self.first) > 1)

    def uniform(self) -> Numbers:
        """The policy by which all legal actions are equally likely."""
        sizes = np.diff(self.first)
        return 1.0 / np.repeat(sizes, sizes)

    def both(self, first: Numbers, second: Numbers) -> Numbers:
        """The policy of player 0 by one, of player 1 by another."""
        return np.where(self.player == 0, first, second)


# The nodes


def bearing(record: Any, seat: int) -> tuple[Any, ...]:
    """What bears on the rest of the game at a public moment, told from a seat."""
    taking, last = bool(record.phase == TAKING), not record.reserve_count.any()
    order = record.combo_player[record.choice[: record.combos]] ^ seat
    gone = played = leads = None
    if not (taking and last):
        gone = tuple((record.won.sum(axis=0) + record.trimmed).tolist())
        played = tuple(COMBO_RANKS[record.combo[: record.combos]].sum(axis=0).tolist())
        leads = int(order[0]) if taking else int(record.leader) ^ seat
    return (
        taking,
        last,
        int(record.scores[seat]) - int(record.scores[1 - seat]),
        tuple(record.singles.tolist()),
        tuple(record.pairs.tolist()),
        tuple(order[record.takings :].tolist()) if taking else (),
        gone,
        played,
        leads,
    )


def asked(view: State) -> tuple[Any, ...]:
    """What a player is asked: equal for views that differ in nothing that bears on the answer."""
    record, seat = view.record, view.current_player
    if record.phase == TAKING:
        return bearing(record, seat)
    played = record.combo[: record.combos].tolist()
    players = (record.combo_player[: record.combos] ^ seat).tolist()
    return (*bearing(record, seat), record.hand[seat].tobytes(), *played, *players)


def unseen(record: Any) -> Cards:
    """The cards, by rank, that lie neither on the table nor in a hand."""
    seen = record.singles + 2 * record.pairs + record.won.sum(axis=0) + record.trimmed
    seen = seen + record.hand.sum(axis=0) + COMBO_RANKS[record.combo[: record.combos]].sum(axis=0)
    return tuple(int(record.copies) - count for count in seen[: record.ranks].tolist())


def less(left: Cards, hand: Cards) -> Cards:
    """The cards that are left when a hand has been dealt."""
    return tuple(map(sub, left, hand))


@cache
def dealt(left: Cards, sizes: tuple[int, ...]) -> tuple[int, int]:
    """How many chance events lie in the tree of dealing these groups, and how many deals it has."""
    if not sizes:
        return 0, 1
    after = [dealt(less(left, cards), sizes[1:]) for cards, _ in outcomes(left, sizes[0])]
    return 1 + sum(events for events, _ in after), sum(deals for _, deals in after)


def layer_of(record: Any) -> int:
    """The layer of a state in which a player decides."""
    begun = 2 + TRICK * (1 - int(record.first_trick))
    if record.phase == PLAYING:
        return begun + int(record.combos)
    return begun + 2 * COMBOS - int(record.combos - record.takings)


class Listing:
    """The nodes in the order in which they are found, while they are being listed."""

    def __init__(self, options: dict[str, Any], face_up: Cards | None) -> None:
        self.size = int(options["hand_size"])
        self.deals, self.events = 0, 1
        self.layer: list[int] = []
        self.decider: list[int] = []
        self.public: list[bool] = []
        self.worth: list[float] = []
        self.stands_for: list[int] = []  # how often the node's state comes with the same past
        self.edges: list[tuple[int, int, float, int, int]] = []  # parent, child, chance, set, place
        self.moments: dict[Any, int] = {}  # public nodes by what bears on the rest
        self.sets: dict[Any, int] = {}
        self.views: list[State] = []
        self.todo: list[tuple[int, State]] = []
        self.deal_face_up(options, face_up)
        while self.todo:
            self.go_on(*self.todo.pop())

    def add(self, layer: int, decider: int, public: bool, stands_for: int, worth: float) -> int:
        """A new node."""
        self.layer.append(layer)
        self.decider.append(decider)
        self.public.append(public)
        self.stands_for.append(stands_for)
        self.worth.append(worth)
        return len(self.layer) - 1

    def deal_face_up(self, options: dict[str, Any], face_up: Cards | None) -> None:
        """The first chance event: what lies in the middle."""
        root = self.add(0, CHANCE, True, 0, 0.0)
        middle_size, *sizes = group_sizes(2, self.size)
        deck = (options["copies"],) * options["ranks"]
        possible = ((face_up, 1),) if face_up else outcomes(deck, middle_size)
        for middle, chance in possible:
            state = RULES.deal(2, options)
            record = state.record
            for cards in (record.singles, record.hand, record.reserve, record.aside):
                cards[...] = 0
            record.singles[: len(middle)] = middle
            self.edges.append((root, self.at(state), float(chance), -1, 0))
            events, deals = dealt(unseen(record), tuple(sizes))
            self.events += events
            self.deals += deals

    def deal_hands(self, node: int, state: State) -> None:
        """The chance event that begins a trick: both hands, of the cards not seen yet."""
        left = unseen(state.record)
        for one, likely in outcomes(left, self.size):
            for other, chance in outcomes(less(left, one), self.size):
                after = state.copy()
                after.record.hand[0, : len(one)] = one
                after.record.hand[1, : len(one)] = other
                self.edges.append((node, self.at(after), float(likely * chance), -1, 0))

    def at(self, state: State) -> int:
        """The node of a state, a new one unless it is public and known."""
        record = state.record
        if state.is_over:
            share = state.returns()[0]
            return self.moment(share, state, LAYERS - 1, OVER, 1, share)
        starts = record.phase == PLAYING and not record.hand.any()
        if starts:
            return self.moment(bearing(record, 0), state, layer_of(record) - 1, CHANCE, 0, 0.0)
        piles = (self.size,) * int(np.count_nonzero(record.reserve_count))
        stands_for = dealt(unseen(record), piles)[1] if piles else 1
        layer, player = layer_of(record), state.current_player
        if record.phase == TAKING:
            return self.moment(bearing(record, 0), state, layer, player, stands_for, 0.0)
        node = self.add(layer, player, False, stands_for, 0.0)
        self.todo.append((node, state))
        return node

    def moment(
        self, about: Any, state: State, layer: int, decider: int, stands_for: int, worth: float
    ) -> int:
        """The public node about which so much is known."""
        if about not in self.moments:
            self.moments[about] = self.add(layer, decider, True, stands_for, worth)
            if decider != OVER:
                self.todo.append((self.moments[about], state))
        return self.moments[about]

    def go_on(self, node: int, state: State) -> None:
        """Lists the edges of a node."""
        if self.decider[node] == CHANCE:
            self.deal_hands(node, state)
            return
        view = state.view(state.current_player)
        place = self.sets.setdefault(node if self.public[node] else view.tobytes(), len(self.views))
        if place == len(self.views):
            self.views.append(view)
        for number, action in enumerate(state.legal_actions()):
            after = state.copy()
            after.apply_action(action)
            self.edges.append((node, self.at(after), 1.0, place, number))


def small_rainbow(
    ranks: int, copies: int, hand_size: int, face_up: Cards | None = None
) -> SmallRainbow:
    """The game in which player 0 leads, or what of it begins with these cards face up, by rank.

    Raises BadOptions; ValueError for hands of more than two, which may last for several tricks.
    """
    if hand_size > 2:
        raise ValueError(f"hand_size: {hand_size}; expected 1 or 2")
    chosen = {"ranks": ranks, "copies": copies, "hand_size": hand_size, "leader": 0}
    return in_order(Listing(RULES.options(2, chosen), face_up))


def in_order(listing: Listing) -> SmallRainbow:
    """What was listed, as arrays in the order of the layers."""
    layer = np.array(listing.layer)
    order = np.argsort(layer, kind="stable")
    place = np.argsort(order)
    layer = layer[order]
    parent, child, chance, own_set, number = map(np.array, zip(*listing.edges, strict=True))
    parent, child = place[parent], place[child]
    sets = len(listing.views)
    set_layer = np.full(sets, LAYERS)
    set_layer[own_set[own_set >= 0]] = layer[parent[own_set >= 0]]
    set_order = np.argsort(set_layer, kind="stable")
    legal = [listing.views[each].legal_actions() for each in set_order]
    first = np.concatenate([[0], np.cumsum([len(each) for each in legal])])
    slot = np.where(own_set >= 0, first[np.argsort(set_order)[own_set]] + number, -1)
    edge_order = np.lexsort((slot, parent))
    parent = parent[edge_order]
    views = np.concatenate([listing.views[each].records for each in set_order])
    layers = np.arange(LAYERS + 1)
    return SmallRainbow(
        deals=listing.deals,
        events=listing.events,
        decider=np.array(listing.decider, np.int8)[order],
        public=np.array(listing.public)[order],
        worth=np.array(listing.worth)[order],
        stands_for=np.array(listing.stands_for)[order],
        nodes=np.searchsorted(layer, layers),
        edges=np.searchsorted(layer[parent], layers),
        edge=np.searchsorted(parent, np.arange(len(layer))),
        parent=parent,
        child=child[edge_order],
        chance=chance[edge_order],
        slot=slot[edge_order],
        sets=np.searchsorted(np.sort(set_layer), layers),
        first=first,
        action=np.concatenate(legal).astype(np.int16),
        player=np.repeat(views["current"], np.diff(first)),
        views=views,
    )


# What comes of a policy


def spread(game: SmallRainbow, value: Numbers, weight: Numbers, layer: int) -> None:
    """Writes the values of the nodes of a layer, by those of later layers and a weight by edge."""
    low, high = game.edges[layer], game.edges[layer + 1]
    if low < high:
        begun, end = game.nodes[layer], game.nodes[layer + 1]
        value[begun:end] = np.add.reduceat(
            weight[low:high] * value[game.child[low:high]], game.edge[begun:end] - low
        )


def weights(game: SmallRainbow, policy: Numbers) -> Numbers:
    """How likely each edge is taken where it begins."""
    return np.where(game.slot < 0, game.chance, policy[game.slot])


def share(game: SmallRainbow, policy: Numbers) -> float:
    """The share of player 0 where both play by a policy."""
    value, weight = game.worth.copy(), weights(game, policy)
    for layer in reversed(range(LAYERS - 1)):
        spread(game, value, weight, layer)
    return float(value[0])


def reaches(game: SmallRainbow, weight: Numbers, layers: range) -> Numbers:
    """By node of these layers: the product of the weights since the last public moment."""
    reach = np.ones(len(game.decider))
    for layer in layers:
        edges = slice(game.edges[layer], game.edges[layer + 1])
        child = game.child[edges]
        within = ~game.public[child]
        reach[child[within]] = (reach[game.parent[edges]] * weight[edges])[within]
    return reach


def choose_best(
    game: SmallRainbow, layer: int, amount: Numbers, chooses: NDArray[np.bool_], policy: Numbers
) -> None:
    """Lets the players of a layer whose slots choose take the best one, by an amount by edge.

    The amount is what the edge adds to the share of player 0; of equally good slots the first.
    """
    begun, end = game.sets[layer], game.sets[layer + 1]
    if begun == end:
        return
    low, high = game.first[begun], game.first[end]
    edges = slice(game.edges[layer], game.edges[layer + 1])
    sums = np.zeros(high - low)
    np.add.at(sums, game.slot[edges] - low, amount[edges])
    sums[game.player[low:high] == 1] *= -1.0
    firsts = game.first[begun : end + 1] - low
    taken = greatest(sums, firsts)
    policy[low:high] = np.where(chooses[low:high], taken, policy[low:high])


def greatest(amount: Numbers, firsts: Places) -> Numbers:
    """By slot: 1 for the greatest amount of each information set, the first of equal ones; else 0.

    `firsts` are the first slots of the information sets, and how many slots there are.
    """
    sizes = np.diff(firsts)
    most = np.repeat(np.maximum.reduceat(amount, firsts[:-1]), sizes)
    best = np.flatnonzero(amount == most)
    _, first = np.unique(np.repeat(np.arange(len(sizes)), sizes)[best], return_index=True)
    found = np.zeros(len(amount))
    found[best[first]] = 1.0
    return found


def best_response(game: SmallRainbow, policy: Numbers, player: int) -> tuple[float, Numbers]:
    """The share of player 0 when `player` answers a policy as well as can be, and that answer.

    The answer knows the policy, but not the hidden cards.
    """
    answers = game.player == player
    reach = reaches(game, weights(game, np.where(answers, 1.0, policy)), range(LAYERS - 1))
    answer, value = policy.copy(), game.worth.copy()
    for layer in reversed(range(LAYERS - 1)):
        choose_best(game, layer, reach[game.parent] * value[game.child], answers, answer)
        spread(game, value, weights(game, answer), layer)
    return float(value[0]), answer


def exploitability(game: SmallRainbow, policy: Numbers) -> float:
    """How much more than a fair half the best answers to a policy get, on average over both seats.

    0 for an equilibrium, and for nothing else.
    """
    return (best_response(game, policy, 0)[0] - best_response(game, policy, 1)[0]) / 2.0


def reached(game: SmallRainbow, policy: Numbers, player: int) -> NDArray[np.bool_]:
    """By information set: whether it is one of this player who comes there by a policy at all.

    Whatever chance and the other player do is taken for possible.
    """
    possible = weights(game, np.where(game.player == player, policy, 1.0)) > 0.0
    node = np.zeros(len(game.decider), np.bool_)
    node[0] = True
    for layer in range(LAYERS - 1):
        edges = slice(game.edges[layer], game.edges[layer + 1])
        node[game.child[edges][possible[edges] & node[game.parent[edges]]]] = True
    found = np.zeros(len(game.views), np.bool_)
    own = node[game.parent] & (game.decider[game.parent] == player)
    found[game.set_of()[game.slot[own]]] = True
    return found


# The equilibrium


def solve(game: SmallRainbow, rounds: int) -> Numbers:
    """A policy that comes the nearer to an equilibrium the more rounds: the last trick first.

    While piles are taken nothing that matters is hidden, so the best pile is found by looking at
    all; combos are played by CFR+, each trick on its own, since it begins in public.
    """
    policy, value = game.uniform(), game.worth.copy()
    everyone = np.ones(len(policy), np.bool_)
    for start in (1 + TRICK, 1):
        for layer in reversed(range(start + 1 + COMBOS, start + TRICK)):
            choose_best(game, layer, value[game.child], everyone, policy)
            spread(game, value, weights(game, policy), layer)
        settle(game, range(start, start + 1 + COMBOS), rounds, policy, value)
    return policy


def settle(game: SmallRainbow, layers: range, rounds: int, policy: Numbers, value: Numbers) -> None:
    """CFR+ for the combos of a trick, from the values of the layers after it.

    Writes the average policy, later rounds counting more, and the values it leads to.
    """
    low, high = game.first[game.sets[[layers.start, layers.stop]]]
    edges = np.arange(game.edges[layers.start], game.edges[layers.stop])
    edges = edges[game.slot[edges] >= 0]
    slots = game.slot[edges] - low
    a_parent = np.zeros(high - low, np.int64)
    a_parent[slots] = game.parent[edges]
    regret, sums = np.zeros(high - low), np.zeros(high - low)
    for number in range(1, rounds + 1):
        for player in (0, 1):
            others = np.where(game.player == player, 1.0, policy)
            reach = reaches(game, weights(game, others), layers)
            weight = weights(game, policy)
            for layer in reversed(layers):
                spread(game, value, weight, layer)
            gain = reach[game.parent[edges]] * (
                value[game.child[edges]] - value[game.parent[edges]]
            )
            own = game.player[low:high] == player
            gains = np.where(own, np.bincount(slots, gain, high - low), 0.0)
            regret = np.maximum(0.0, regret + (1.0 - 2.0 * player) * gains)
            policy[low:high] = shares_of(game, layers, regret)
        for player in (0, 1):
            own = game.player == player
            mine = np.where((game.slot >= 0) & own[game.slot], policy[game.slot], 1.0)
            reach = reaches(game, mine, layers)
            sums += np.where(own[low:high], number * reach[a_parent] * policy[low:high], 0.0)
    policy[low:high] = shares_of(game, layers, sums)
    weight = weights(game, policy)
    for layer in reversed(layers):
        spread(game, value, weight, layer)


def shares_of(game: SmallRainbow, layers: range, amount: Numbers) -> Numbers:
    """Amounts by slot of these layers as chances that sum to 1; equal ones where all are 0."""
    firsts = game.first[game.sets[layers.start] : game.sets[layers.stop] + 1]
    sizes = np.diff(firsts)
    sums = np.repeat(np.add.reduceat(amount, firsts[:-1] - firsts[0]), sizes)
    found = 1.0 / np.repeat(sizes, sizes)
    np.divide(amount, sums, out=found, where=sums > 0.0)
    return found


# How large it is


def histories(game: SmallRainbow) -> int:
    """The nodes of the whole tree, in which nothing is put together and all is dealt first."""
    count = game.stands_for.copy()
    for layer in reversed(range(1, LAYERS - 1)):
        edges = slice(game.edges[layer], game.edges[layer + 1])
        np.add.at(count, game.parent[edges], count[game.child[edges]])
    return game.events + int(count[game.child[: game.edges[1]]].sum())
