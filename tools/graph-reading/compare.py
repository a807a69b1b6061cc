"""Asks one request, reads it, and says where they differ."""

from collections import Counter

from orders import BAD, Calls, Order
from runs import Runs, does_nothing
from sagas import KINDS, Saga
from search import Search


# How often each verdict was read.
TALLY = Counter()


def check_of(catalogue, rule):
    entry = next(tool for tool in catalogue["tools"] if tool["name"] == rule["check"])
    role = next(each for each in entry["checks"] if rule["tool"] in each["tools"])
    resource = entry.get("resource")
    writes = {}
    if resource:
        for tool in catalogue["tools"]:
            if tool.get("resource", {}).get("name") == resource["name"] and "write" in tool["classes"]:
                writes[tool["name"]] = tool["resource"].get("arg", "")
    return {
        "tool": rule["tool"], "check": rule["check"], "args": role.get("args", {}), "passes": role.get("passes", "success"),
        "steps": role.get("steps"), "consumed": role.get("consumed", False), "resources": writes, "where": resource.get("arg") if resource else None,
    }


def read(graph, catalogue, rule):
    """(verdict, fewest nodes, tools attempted)."""
    infallible = frozenset(tool["name"] for tool in catalogue["tools"] if "infallible" in tool["classes"])
    check = check_of(catalogue, rule) if rule["kind"] == "check_before" else None
    search = Search(graph, Runs(graph, infallible, check), Calls() if check else Order(rule))
    return (*search.verdict(), search.attempted)


def nodes_of(graph):
    return {node["id"]: (node, [e for e in body["edges"] if e["source"] == node["id"] and e.get("on") != "error"]) for body in (graph, *graph.get("subgraphs", [])) for node in body["nodes"]}


def counted(node, onward):
    """An end is not counted, and a node that does nothing and leads nowhere may be left out."""
    return node["kind"] != "end" and (bool(onward) or not does_nothing(node))


def length(graph, path):
    known = nodes_of(graph)
    inside = [False, *(before["node"].startswith(after["node"] + "/") for before, after in zip(path, path[1:]))]
    # A node that runs a body is told once more when the body is over.
    return sum(counted(*known[step["node"].split("/")[-1]]) for step, back in zip(path, inside) if not back)


def differs(graph, rule, mine, said):
    """The weight of a difference, or None. The steps of parallel items are told one by one, so that their nodes are not counted."""
    verdict, nodes, _ = mine
    told = said["verdict"]
    TALLY[verdict] += 1
    if verdict == "large":
        return None
    if told in ("proved", "vacuous"):
        return None if verdict == "kept" else "WRONG PROOF"
    if told == "broken":
        if verdict != "broken":
            return "WRONG BROKEN"
        if nodes is not None and said.get("path") is not None and not any("lane" in step for step in said["path"]):
            shown = length(graph, said["path"])
            if shown != nodes:
                return f"NOT SHORTEST ({shown} shown, {nodes} read)"
        return None
    if verdict == "kept" and any(each["code"] in ("parallel_items", "no_edges") for each in said.get("deciders", [])):
        return None
    if any(each["code"] == "engine_mismatch" for each in said.get("deciders", [])):
        return "MISMATCH"
    return None if verdict == "possible" else f"POSSIBLE ({verdict} read)"


def differences(product, graph, catalogue, rules):
    """[(weight, rule, reading, answer)], or the refusal as text; and how many were compared."""
    answer = product.ask({"graph": graph, "catalogue": catalogue, "rules": rules})
    if "verdicts" not in answer:
        return [("REFUSED", None, None, answer)], 0
    by = {}
    for verdict in answer["verdicts"]:
        by.setdefault(verdict["rule_id"], []).append(verdict)
    found, compared = [], 0
    for rule in rules:
        mine = read(graph, catalogue, rule)
        compared += mine[0] != "large"
        for said in [each for each in by.get(rule["id"], []) if each.get("kind") != "aborted_run"]:
            weight = differs(graph, rule, mine, said)
            if weight:
                found.append((weight, rule, mine[:2], said))
    return found, compared


def saga_differences(product, graph, catalogue, rules):
    """The same for one rule about a saga. A step that is committed twice leaves open what is undone: such rules are left out."""
    answer = product.ask({"graph": graph, "catalogue": catalogue, "rules": rules})
    if "verdicts" not in answer:
        return [("REFUSED", None, None, answer)], 0
    infallible = frozenset(tool["name"] for tool in catalogue["tools"] if "infallible" in tool["classes"])
    steps = [step["tool"] for step in rules[0]["steps"]]
    told = {(said["kind"], said["target"]): said for said in answer["verdicts"]}
    found, compared = [], 0
    for step in steps:
        for kind in KINDS:
            saga = Saga(kind, step, steps, catalogue["tools"], rules[0]["pivots"])
            if saga.applies() != ((kind, step) in told):
                found.append((f"{kind} APPLIES", rules[0], saga.applies(), {"verdict": (kind, step)}))
            if not saga.applies() or (kind, step) not in told:
                continue
            search = Search(graph, Runs(graph, infallible), saga)
            mine = search.verdict()
            if any(state[2] != BAD and state[2][7] for state in getattr(search, "moves", {})):
                continue
            compared += 1
            weight = differs(graph, rules[0], (*mine, None), told[kind, step])
            if weight:
                found.append((f"{kind} {weight}", rules[0], mine, told[kind, step]))
    return found, compared
