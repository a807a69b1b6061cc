"""What a run can do (S1 to S8), one lane per body: every step that a state allows.

A frame is one execution of a body: (body, node, phase, counts, facts). Lanes part only where a `map` runs its items in parallel. Facts belong
to the lane, so they are in its innermost frame; what ends a fact ends it in the whole tree. A fact is (steps left or None, key)."""

from guards import holds, is_opaque

PASSING = {"start", "router", "fork", "join", "wait"}
ENDED, FAILED, STOPPED = "ended", "failed", "stopped"


def does_nothing(node):
    """Whether a path may leave the node out where it leads nowhere."""
    return node.get("disabled") or node["kind"] in PASSING or node["kind"] != "fail" and not any(node.get(member) for member in ("tools", "writes", "result", "subgraph", "retry", "may_call"))


class Body:
    def __init__(self, document):
        self.start = document["start"]
        self.nodes = {node["id"]: node for node in document["nodes"]}
        self.out = {node: [e for e in document["edges"] if e["source"] == node and e.get("on") != "error"] for node in self.nodes}
        self.error = {node: [e for e in document["edges"] if e["source"] == node and e.get("on") == "error"] for node in self.nodes}


class Runs:
    """Steps of one graph; `check` is None, or the rule that facts are kept for: tool, check, args, passes, steps, consumed, resources."""

    def __init__(self, graph, infallible=frozenset(), check=None):
        self.bodies = {"": Body(graph), **{body["name"]: Body(body) for body in graph.get("subgraphs", [])}}
        self.variables = {v["name"]: v for v in graph.get("variables", [])}
        self.infallible = infallible
        self.check = check

    def first(self):
        return self.begin("", frozenset())

    def begin(self, body, facts):
        return (body, self.bodies[body].start, ("at",), (), facts)

    # What happens in one frame: (frame or an end with the facts of its lane, events, nodes executed, tag)

    def steps(self, frame, values):
        body, name, phase, counts, facts = frame
        node = self.bodies[body].nodes[name]
        to = lambda phase, facts=facts: (body, name, phase, counts, facts)
        if phase[0] == "at":
            yield from self.arrive(frame, node, to)
        elif phase[0] == "run":
            yield from self.run(frame, node, to, phase[1])
        elif phase[0] == "call":
            yield from self.call(frame, node, to, phase[1], phase[2], phase[3])
        elif phase[0] == "outcome":
            yield from self.outcome(frame, node, to, *phase[1:])
        elif phase[0] == "self":
            # A node that may fail by itself when its calls are done.
            yield to(("leave", phase[2])), [], 0, ""
            yield from self.fail(frame, node, to, phase[1])
        elif phase[0] in ("body", "map"):
            yield from self.inside(frame, node, to, phase, values)
        elif phase[0] == "items":
            yield from self.items(frame, node, to, phase, values)
        elif phase[0] == "leave":
            yield from self.leave(frame, node, to, phase[1], values)
        elif phase[0] == "choose":
            yield from self.choose(frame, node, to, phase, values)

    def written(self, node):
        return tuple(node.get("writes", [])) + ((node["result"],) if "result" in node else ())

    def may_fail_itself(self, node):
        return node["kind"] not in PASSING | {"tool", "end", "fail"} and (node.get("fallible") or node.get("on_error") in ("edge", "continue"))

    def arrive(self, frame, node, to):
        kind = node["kind"]
        if kind == "end":
            yield (STOPPED if node.get("terminate") else ENDED, frame[4]), [], 0, ""
        elif kind == "fail":
            yield (FAILED, frame[4]), [], 1, ""
        elif kind in PASSING or node.get("disabled"):
            # One that leads nowhere may be left out of a path.
            yield to(("leave", frozenset())), [], 1 if self.bodies[frame[0]].out[frame[1]] else 0, ""
        else:
            yield to(("run", 0)), [], 1 if self.bodies[frame[0]].out[frame[1]] or not does_nothing(node) else 0, ""

    def run(self, frame, node, to, retried):
        if self.may_fail_itself(node):
            yield from self.fail(frame, node, to, retried)
        tools = node.get("tools", [])
        if node["kind"] == "subgraph":
            yield to(("body", self.begin(node["subgraph"], frame[4]), retried), frozenset()), [], 0, ""
        elif node["kind"] == "map":
            if node.get("parallel"):
                yield to(("items", (), frame[4], None, retried), frozenset()), [], 0, ""
            else:
                yield to(("map", None, retried)), [], 0, ""
        elif not tools:
            yield to(self.done(node, retried, frozenset())), [("write", self.written(node))], 0, ""
        else:
            how = node.get("tool_choice", "loop" if node["kind"] == "agent" else "each" if len(tools) == 1 else "one")
            if how in ("each", "loop"):
                yield to(("call", 0, retried, frozenset())), [], 0, ""
            else:
                for at in range(len(tools)):
                    yield to(("call", at, retried, frozenset())), [], 0, ""
                yield to(self.done(node, retried, frozenset())), [("write", self.written(node))], 0, ""

    def done(self, node, retried, passed):
        return ("self", retried, passed) if self.may_fail_itself(node) else ("leave", passed)

    def how(self, node):
        return node.get("tool_choice", "loop" if node["kind"] == "agent" else "each" if len(node["tools"]) == 1 else "one")

    def call(self, frame, node, to, at, retried, passed):
        how = self.how(node)
        if how == "loop":
            yield to(self.done(node, retried, passed)), [("write", self.written(node))], 0, ""
        for index in range(len(node["tools"])) if how == "loop" else [at]:
            yield self.attempt(frame, node, to, index, retried, passed)

    def attempt(self, frame, node, to, at, retried, passed):
        call = node["tools"][at]
        facts, rule = frame[4], self.check
        events = []
        pending = frozenset()
        if rule is None:
            events.append(("attempt", call["name"], True))
        else:
            mine = [fact for fact in facts if self.same(fact[1], call, rule)]
            events.append(("attempt", call["name"], call["name"] != rule["tool"] or bool(mine)))
            aged = ((None if left is None else left - 1, key) for left, key in facts)
            facts = frozenset(fact for fact in aged if fact[0] != 0)
            if call["name"] == rule["tool"] and rule["consumed"]:
                events.append(("end", frozenset(key for _, key in mine)))
            if call["name"] in rule["resources"]:
                events.append(("resource", self.argument(call, rule["resources"][call["name"]])))
            if call["name"] == rule["check"]:
                key = tuple((mine_, self.argument(call, other)) for mine_, other in sorted(rule["args"].items()))
                where = self.argument(call, rule["where"]) if rule["where"] is not None else ("all",)
                pending = frozenset([(rule["steps"], (key, where))])
        events.append(("write", self.written(node)))
        return to(("outcome", at, retried, passed, pending, call["name"]), facts), events, 0, "call" if self.how(node) == "loop" else ""

    def argument(self, call, name):
        for argument in call.get("arguments", []):
            if argument["name"] == name:
                return ("variable", argument["variable"]) if "variable" in argument else ("value", repr(argument["value"])) if "value" in argument else ("model",)
        return ("model",)

    def same(self, key, call, rule):
        return all(said[0] != "model" and said == self.argument(call, name) for name, said in key[0])

    def outcome(self, frame, node, to, at, retried, passed, pending, name):
        tools, rule = node["tools"], self.check
        facts, now = frame[4], passed
        mine = rule is not None and name == rule["check"]
        if mine and rule["passes"] == "success":
            facts = facts | pending
        elif mine:
            now = passed | pending
        how = self.how(node)
        if how == "loop":
            after = ("call", 0, retried, now)
        elif how == "each" and at + 1 < len(tools):
            after = ("call", at + 1, retried, now)
        else:
            after = self.done(node, retried, now)
        yield to(after, facts), [("success", name)], 0, "call" if how == "loop" else ""
        if name in self.infallible:
            return
        # The check fails for the key it was called with: what it established for the same is over.
        events = [("over", name)]
        if mine:
            said = self.key_of_call(tools[at], rule)
            events.append(("end", frozenset([said])))
        if how == "loop":
            yield to(("call", 0, retried, passed)), events, 0, "call"
        else:
            retry = node.get("retry")
            if retry is None or ("max" in retry and retried >= retry["max"]):
                events.append(("lost", name, node.get("on_error") != "continue"))
            for after, more, cost, tag in self.fail(frame, node, to, retried):
                yield after, events + more, cost, tag

    def key_of_call(self, call, rule):
        key = tuple((name, self.argument(call, other)) for name, other in sorted(rule["args"].items()))
        return (key, self.argument(call, rule["where"]) if rule["where"] is not None else ("all",))

    def fail(self, frame, node, to, retried):
        body, name, _, counts, facts = frame
        retry = node.get("retry")
        if retry is not None and ("max" not in retry or retried < retry["max"]):
            yield to(("run", retried + 1 if "max" in retry else 0), facts), [], 0, "" if "max" in retry else "retry"
        if retry is not None and "max" not in retry:
            return
        if retry is not None and retried < retry["max"]:
            return
        how = node.get("on_error", "abort")
        if how == "continue":
            yield to(("leave", frozenset())), [], 0, ""
            return
        edges = [e for e in self.bodies[body].error[name] if self.free(e, counts)] if how == "edge" else []
        for edge in edges:
            yield (body, edge["target"], ("at",), self.counted(edge, counts), facts), [], 0, "edge"
        if not edges:
            yield (FAILED, facts), [], 0, ""

    def free(self, edge, counts):
        return "max_times" not in edge or dict(counts).get(edge["id"], 0) < edge["max_times"]

    def counted(self, edge, counts):
        if "max_times" not in edge:
            return counts
        now = dict(counts)
        now[edge["id"]] = now.get(edge["id"], 0) + 1
        return tuple(sorted(now.items()))

    def inside(self, frame, node, to, phase, values):
        kind, inner, retried = phase
        if inner is None:
            yield to(("map", self.begin(node["subgraph"], frame[4]), retried), frozenset()), [("write", self.written(node))], 0, "turn"
            yield to(self.done(node, retried, frozenset())), [("write", self.written(node))], 0, ""
            return
        for after, events, cost, tag in self.steps(inner, values):
            if after[0] == ENDED or after[0] == STOPPED:
                if kind == "map":
                    yield to(("map", None, retried), after[1]), events, cost, tag or "turn"
                else:
                    yield to(self.done(node, retried, frozenset()), after[1]), events + [("write", self.written(node))], cost, tag
            elif after[0] == FAILED:
                outer = (*frame[:4], after[1])
                for onward, more, extra, tagged in self.fail(outer, node, lambda p, f=after[1]: (*frame[:2], p, frame[3], f), retried):
                    yield onward, events + more, cost + extra, tagged or tag
            else:
                yield to((kind, after, retried), frozenset()), events, cost, tag

    def items(self, frame, node, to, phase, values):
        _, running, base, established, retried = phase
        if len(running) < 2:
            yield to(("items", (*running, self.begin(node["subgraph"], base)), base, established, retried), frozenset()), [("write", self.written(node))], 0, "turn"
        if not running:
            yield to(self.done(node, retried, frozenset()), base | (established or frozenset())), [("write", self.written(node))], 0, ""
        for at, inner in enumerate(running):
            others = running[:at] + running[at + 1 :]
            for after, events, cost, tag in self.steps(inner, values):
                if after[0] in (ENDED, STOPPED):
                    got = after[1] if established is None else established & after[1]
                    yield to(("items", others, base, got, retried), frozenset()), events, cost, tag or "turn"
                elif after[0] == FAILED:
                    outer = (*frame[:4], base)
                    for onward, more, extra, tagged in self.fail(outer, node, lambda p, f=base: (*frame[:2], p, frame[3], f), retried):
                        yield onward, events + more, cost + extra, tagged or tag
                else:
                    yield to(("items", running[:at] + (after,) + running[at + 1 :], base, established, retried), frozenset()), events, cost, tag

    # The choice of an edge, one after the other

    def leave(self, frame, node, to, passed, values):
        if not self.bodies[frame[0]].out[frame[1]]:
            yield (ENDED, frame[4]), [], 0, ""
        else:
            yield to(("choose", 0, False, passed)), [], 0, ""

    def opaque(self, frame):
        """Whether the next thing in this frame is the outcome of code that is not read."""
        body, name, phase = frame[:3]
        if phase[0] in ("body", "map"):
            return phase[1] is not None and self.opaque(phase[1])
        if phase[0] != "choose":
            return False
        edges = [e for e in self.bodies[body].out[name] if "otherwise" not in e]
        return phase[1] < len(edges) and self.free(edges[phase[1]], frame[3]) and self.unread(edges[phase[1]])

    def unread(self, edge):
        guard = edge.get("guard", {})
        return "opaque" in guard or ("expr" in guard and is_opaque(guard["expr"], self.variables))

    def take(self, frame, edge, passed):
        body, _, _, counts, facts = frame
        rule = self.check
        events = []
        if rule is not None and passed:
            branch = rule["passes"]["branch"] if isinstance(rule["passes"], dict) and "branch" in rule["passes"] else None
            if edge.get("outcome") == "fail":
                events.append(("end", frozenset(key for _, key in passed)))
            elif edge.get("outcome") == "pass" or (branch is not None and edge.get("branch") == branch):
                facts = facts | passed
                events.append(("passed",))
            elif branch is not None and "branch" in edge:
                events.append(("end", frozenset(key for _, key in passed)))
        return (body, edge["target"], ("at",), self.counted(edge, counts), facts), events, 0, "edge"

    def choose(self, frame, node, to, phase, values):
        body, name, _, counts, _ = frame
        _, at, _, passed = phase
        edges = self.bodies[body].out[name]
        plain = [e for e in edges if "otherwise" not in e]
        if at < len(plain):
            edge = plain[at]
            onward = to(("choose", at + 1, False, passed))
            if not self.free(edge, counts):
                yield onward, [], 0, ""
            elif "expr" in edge.get("guard", {}) and not self.unread(edge):
                yield self.take(frame, edge, passed) if holds(edge["guard"]["expr"], values) else (onward, [], 0, "")
            else:
                yield self.take(frame, edge, passed)
                yield onward, [], 0, ""
            return
        for edge in edges:
            if "otherwise" in edge and self.free(edge, counts):
                yield self.take(frame, edge, passed)
                return
        undecided = [e for e in plain if self.free(e, counts) and ("expr" not in e.get("guard", {}) or self.unread(e))]
        if undecided:
            yield self.take(frame, undecided[-1], passed)
        else:
            yield from self.abort(frame)

    def abort(self, frame):
        yield (FAILED, frame[4]), [], 0, ""


def each_fact(tree, change):
    """The tree with every set of facts changed, wherever it is."""
    if isinstance(tree, frozenset):
        return change(tree)
    if isinstance(tree, tuple):
        return tuple(each_fact(part, change) for part in tree)
    return tree
