"""All states that the runs of a graph can be in, with the state of a rule, and what follows for the rule.

The reading of a verdict: `broken` with the fewest executed nodes, `possible` (only for some outcome of opaque choices, or only by a loop that
need not end), or `kept`; and whether the graph was small enough."""

import heapq

from guards import domain
from orders import BAD
from runs import ENDED, FAILED, STOPPED, each_fact

LIMIT = 40_000


def expressions(graph):
    edges = [edge for body in (graph, *graph.get("subgraphs", [])) for edge in body["edges"]]
    return [edge["guard"]["expr"] for edge in edges if "expr" in edge.get("guard", {})]


class Search:
    def __init__(self, graph, runs, rule):
        self.runs, self.rule = runs, rule
        exprs = expressions(graph)
        self.domains = {v["name"]: domain(v, exprs, [text for other in graph["variables"] for text in other.get("values", [])]) for v in graph.get("variables", [])}
        self.attempted, self.kinds = set(), set()

    def starts(self):
        found = [()]
        for name, values in sorted(self.domains.items()):
            found = [(*each, (name, value)) for each in found for value in values]
        tree = self.runs.first()
        return [(tree, values, self.rule.start()) for values in found]

    def follow(self, tree, values, state, events):
        """The states after events, each judged before what it writes takes effect."""
        ways = [(tree, values, state)]
        for event in events:
            self.kinds.add(event[0])
            if event[0] == "attempt":
                self.attempted.add(event[1])
            after = []
            for one, vals, mon in ways:
                mon = self.rule.event(mon, event)
                if event[0] == "end" and event[1]:
                    one = each_fact(one, lambda facts, gone=event[1]: frozenset(f for f in facts if f[1] not in gone))
                elif event[0] == "resource":
                    one = each_fact(one, lambda facts, at=event[1]: frozenset(f for f in facts if not may_be_same(f[1][1], at)))
                elif event[0] == "write" and event[1]:
                    one = each_fact(one, lambda facts, names=event[1]: frozenset(f for f in facts if not any(a[1] in names for _, a in f[1][0] if a[0] == "variable")))
                    wrote = [dict(vals)]
                    for name in event[1]:
                        if name in self.domains:
                            wrote = [{**each, name: value} for each in wrote for value in self.domains[name]]
                    after.extend((one, tuple(sorted(each.items())), mon) for each in wrote)
                    continue
                after.append((one, vals, mon))
            ways = after
        return ways

    def explore(self):
        """Distances, and the moves from each state: (state, tag), or None as the state for the end of the run."""
        queue, distance, moves, count = [], {}, {}, 0
        for start in self.starts():
            distance[start] = 0
            queue.append((0, count, start))
            count += 1
        heapq.heapify(queue)
        self.best, self.bad, self.first = None, set(), list(distance)
        while queue:
            far, _, state = heapq.heappop(queue)
            if far > distance[state] or state in moves:
                continue
            tree, values, mon = state
            if mon == BAD:
                moves[state] = []
                self.bad.add(state)
                self.best = far if self.best is None else self.best
                continue
            found = moves[state] = []
            if isinstance(tree[0], str) and tree[0] in (ENDED, FAILED, STOPPED) and len(tree) == 2:
                found.append((None, "end"))
                if self.rule.end(mon, tree[0] == FAILED):
                    self.bad.add(state)
                    self.best = far if self.best is None else self.best
                continue
            for after, events, cost, tag in self.runs.steps(tree, dict(values)):
                for way in self.follow(after, values, mon, events):
                    found.append((way, tag))
                    if far + cost < distance.get(way, 1 << 30):
                        distance[way] = far + cost
                        count += 1
                        heapq.heappush(queue, (far + cost, count, way))
            if len(moves) > LIMIT:
                return None
        self.moves = moves
        return moves

    def verdict(self):
        """(verdict, fewest nodes)."""
        if self.explore() is None:
            return "large", None
        if self.bad and self.forced():
            return "broken", self.best
        if self.bad:
            return "possible", None
        waiting = {s for s in self.moves if self.rule.waits(s[2]) and s[0][0] not in (ENDED, FAILED, STOPPED)}
        if waiting and self.no_way_out(waiting):
            return "broken", None
        return ("possible" if waiting and self.circle(waiting) else "kept"), None

    def forced(self):
        """Whether the violation stays unavoidable, whatever the opaque choices are: states from which it is reached."""
        opaque = {s for s in self.moves if s[0][0] not in (ENDED, FAILED, STOPPED) and self.runs.opaque(s[0])}
        if not opaque:
            return True
        before, left = {}, {}
        for state, found in self.moves.items():
            left[state] = len({after for after, _ in found}) if state in opaque else 1
            for after in {after for after, _ in found}:
                before.setdefault(after, []).append(state)
        won, todo = set(self.bad), list(self.bad)
        while todo:
            for state in before.get(todo.pop(), []):
                left[state] -= 1
                if left[state] == 0 and state not in won:
                    won.add(state)
                    todo.append(state)
        return any(state in won for state in self.first)

    def no_way_out(self, waiting):
        """A state that waits, and from which neither the answer nor an end can be reached."""
        before = {}
        for state, found in self.moves.items():
            for after, _ in found:
                before.setdefault(after, []).append(state)
        out = {s for s in self.moves if s not in waiting}
        todo = list(out)
        while todo:
            for state in before.get(todo.pop(), []):
                if state not in out:
                    out.add(state)
                    todo.append(state)
        return any(s not in out for s in waiting)

    def circle(self, waiting):
        """A loop of edges in which the answer is never given; calls of agents, retries and turns of a map end at some point."""
        degree, onward = dict.fromkeys(waiting, 0), {}
        for state in waiting:
            onward[state] = [after for after, tag in self.moves[state] if after in waiting and tag not in ("retry", "turn", "call")]
            for after in onward[state]:
                degree[after] += 1
        todo = [s for s, n in degree.items() if n == 0]
        seen = 0
        while todo:
            state = todo.pop()
            seen += 1
            for after in onward[state]:
                degree[after] -= 1
                if degree[after] == 0:
                    todo.append(after)
        return seen < len(waiting)


def may_be_same(one, other):
    return not (one[0] == other[0] == "value" and one[1] != other[1])
