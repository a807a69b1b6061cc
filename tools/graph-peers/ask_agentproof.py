"""Asks AgentProof (PyPI agentproofx) about planted cases: see compare.mjs."""
import json
import sys

from agentproof.api import verify
from agentproof.graph.model import graph_from_dict
from agentproof.monitor.ltl import MonitorRuleSpec, compile_monitor_rule
from agentproof.verify.temporal import _default_event_mapper, check_temporal_property

from planted_graph import flat

KINDS = {
    "start": "entry", "end": "exit", "fail": "exit", "llm": "llm", "tool": "tool", "router": "router", "human": "human",
    "subgraph": "subgraph", "map": "subgraph",
}  # fmt: skip


def graph_of(graph):
    nodes, edges, entry = flat(graph)
    return graph_from_dict({
        "name": "planted", "framework": "none", "entry_id": entry,
        "exit_ids": [node["id"] for node in nodes if node["kind"] in ("end", "fail")],
        "nodes": [{"id": node["id"], "kind": KINDS.get(node["kind"], "passthrough"), "tools": node["tools"]} for node in nodes],
        "edges": [
            {"source": edge["source"], "target": edge["target"], "kind": "conditional" if "guard" in edge["edge"] else "direct"}
            for edge in edges
        ],
    })  # fmt: skip


def event(node_id, graph):
    """Its own events, with a tag for each tool that the node does not call: `no:pay U tool:check` is as near as it comes to a precedence."""
    told = _default_event_mapper(node_id, graph)
    others = {tool for node in graph.nodes for tool in node.tools} - {told.get("tool_name")}
    return {**told, "tags": [*told.get("tags", []), *("no:" + tool for tool in others)]}


def formula(rule):
    """The nearest form there is; it has no scopes, no existence and no count."""
    if rule["kind"] == "check_before":
        return f"no:{rule['tool']} U tool:{rule['check']}"
    if rule["kind"] != "order" or "scope" in rule:
        return None
    first, second = rule["first"], rule.get("second")
    return {
        "absence": f"G !tool:{first}",
        "precedence": f"no:{second} U tool:{first}",
        "response": f"tool:{first} -> F tool:{second}",
    }.get(rule["pattern"])


def ask(graph, rule):
    if rule["kind"] == "confirm_before":
        checks = verify(graph, sensitive_tools={rule["tool"]})["structural"]["checks"]
        passed = next(check for check in checks if check["check_id"] == "human_gate_coverage")["passed"]
        return {"says": "proved" if passed else "broken", "how": "human_gate_coverage"}
    dsl = formula(rule)
    if dsl is None:
        return {"says": None, "how": "no form"}
    found = check_temporal_property(graph, compile_monitor_rule(MonitorRuleSpec("r", dsl)), event)
    return {"says": "broken" if found["violated"] else "proved", "how": f"`{dsl}`"}


answers = []
for case in json.load(sys.stdin):
    graph = graph_of(case["graph"])
    answers.append([{"rule": rule["id"], **ask(graph, rule)} for rule in case["rules"]])
json.dump(answers, sys.stdout)
