"""Hygiene (S15) by its definitions, on all states: what no run reaches, attempts or passes, where nothing ends, and where a check fails open."""

from compare import check_of
from runs import ENDED, FAILED, PASSING, STOPPED, Runs
from search import Search

CODES = ("unreachable_tool", "unreachable_node", "dead_end", "check_never_passes", "fail_open")


class Nothing:
    """No rule: the nodes at which a call is attempted are counted by the search."""

    def start(self):
        return "fine"

    def event(self, state, event):
        return state

    def end(self, state, failed):
        return False

    def waits(self, state):
        return False


def tokens(tree, prefix=""):
    """(path of a node, its phase) for each token of a state."""
    name, phase = prefix + tree[1], tree[2]
    yield name, phase
    inner = [phase[1]] if phase[0] in ("body", "map") and phase[1] else phase[1] if phase[0] == "items" else []
    for each in inner:
        yield from tokens(each, name + "/")


def is_end(tree):
    return tree[0] in (ENDED, FAILED, STOPPED) and len(tree) == 2


def places(graph, runs):
    """Every node by its path: (path, node, body, path of the node that runs the body)."""
    found, todo = [], [("", "", None)]
    while todo:
        body, prefix, outer = todo.pop()
        for name, node in runs.bodies[body].nodes.items():
            found.append((prefix + name, node, body, outer))
            if node["kind"] in ("subgraph", "map") and not node.get("disabled"):
                todo.append((node["subgraph"], prefix + name + "/", prefix + name))
    return found


def read(graph, catalogue, rule):
    """{(code, target): places}, or None where the graph is too large. Places of tools are left out."""
    infallible = frozenset(tool["name"] for tool in catalogue["tools"] if "infallible" in tool["classes"])
    runs = Runs(graph, infallible, check_of(catalogue, rule))
    search = Search(graph, runs, Nothing())
    if search.explore() is None:
        return None
    moves = search.moves
    at, attempts = {}, set()
    for state in moves:
        if is_end(state[0]):
            continue
        for name, phase in tokens(state[0]):
            if phase[0] == "at":
                at.setdefault(name, []).append(state)
            if phase[0] == "outcome":
                attempts.add((name, phase[5]))
    every = places(graph, runs)
    good = {s for s in moves if s[0][0] in (ENDED, STOPPED) and is_end(s[0])}
    fails = {name for name, node, _, _ in every if node["kind"] == "fail"}
    good |= {state for name in fails for state in at.get(name, [])}
    before = {}
    for state, found in moves.items():
        for after, _ in found:
            before.setdefault(after, []).append(state)
    todo = list(good)
    while todo:
        for state in before.get(todo.pop(), []):
            if state not in good:
                good.add(state)
                todo.append(state)
    dead = {name for name, states in at.items() if not any(s in good for s in states)}
    found = {}
    unreached = [name for name, _, _, outer in every if name not in at and (outer is None or outer in at)]
    if unreached:
        found["unreachable_node", None] = sorted(unreached)
    listed = {call["name"] for body in runs.bodies.values() for node in body.nodes.values() if not node.get("disabled") for call in node.get("tools", [])}
    for name in listed - {tool for _, tool in attempts}:
        found["unreachable_tool", name] = None
    for name, node, body, outer in every:
        if name not in dead:
            continue
        prefix = "" if outer is None else outer + "/"
        edges = [e for each in (runs.bodies[body].out, runs.bodies[body].error) for es in each.values() for e in es]
        starts = node["id"] == runs.bodies[body].start and (outer is None or outer not in dead)
        led = any(e["target"] == node["id"] and prefix + e["source"] in at and prefix + e["source"] not in dead for e in edges)
        if starts or led:
            found["dead_end", name] = [name]
    check = rule["check"]
    role = runs.check["passes"]
    open_at = []
    for name, node, body, _ in every:
        if check not in [call["name"] for call in node.get("tools", [])] or name not in at or runs.how(node) == "loop":
            continue
        can_fail = (name, check) in attempts and check not in infallible and "max" in node.get("retry", {"max": 0})
        how = node.get("on_error", "abort")
        passing = {e["target"] for e in runs.bodies[body].out[node["id"]] if e.get("outcome") not in ("fail", "reject") and (role == "success" or e.get("branch") == role["branch"] or e.get("outcome") == "pass")}
        if node.get("disabled") or (can_fail and how == "continue") or (can_fail and how == "edge" and any(e["target"] in passing for e in runs.bodies[body].error[node["id"]])):
            open_at.append(name)
    if open_at:
        found["fail_open", check] = sorted(open_at)
    where = sorted(name for name, tool in attempts if tool == check)
    if where and role != "success" and "passed" not in search.kinds:
        found["check_never_passes", check] = where
    return found


def said(answer):
    made = {}
    for each in answer["hygiene"] or []:
        if each["kind"] in CODES:
            made[each["kind"], each.get("target") or None] = None if each["kind"] == "unreachable_tool" else sorted(each["places"])
    return made


def differences(product, graph, catalogue, rules):
    answer = product.ask({"graph": graph, "catalogue": catalogue, "rules": rules})
    if "verdicts" not in answer:
        return [("REFUSED", None, None, answer)], 0
    mine = read(graph, catalogue, rules[0])
    if mine is None:
        return [], 0
    told = said(answer)
    found = []
    for key in sorted({*mine, *told}, key=str):
        if mine.get(key, 0) != told.get(key, 0):
            kind = "MISSING" if key not in told else "TOO MUCH" if key not in mine else "OTHER PLACES"
            found.append((f"{key[0]} {kind}", rules[0], (key, mine.get(key)), {"verdict": (key, told.get(key))}))
    return found, 1
