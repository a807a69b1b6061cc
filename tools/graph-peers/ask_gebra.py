"""Asks gebra (PyPI) about planted cases: see compare.mjs. It takes no rules: what is told is what its own five properties find."""
import json
import sys

from gebra.ir import WorkflowIR
from gebra.verify import verify

from planted_graph import flat


def annotations(tools, node):
    tags = sorted({
        tag for tool in tools for tag in ("irreversible" if "irreversible" in tool["classes"] else "write",)
        if "write" in tool["classes"] or "irreversible" in tool["classes"]
    })  # fmt: skip
    given = {"effect": tags} if tags else {}
    if any("idempotent" in tool["classes"] for tool in tools):
        given["idempotent"] = True
    if "retry" in node:
        given["retry_policy"] = {"max_attempts": node["retry"].get("max", 3) + 1, "retry_on": ["Exception"]}
    return given


def ir_of(case):
    nodes, edges, entry = flat(case["graph"])
    tools = {tool["name"]: tool for tool in case["catalogue"]["tools"]}
    undone = {tool["compensates"]: tool["name"] for tool in tools.values() if "compensates" in tool}
    made = []
    for node in nodes:
        known = [tools[name] for name in node["tools"] if name in tools]
        given = annotations(known, node["node"])
        hooks = [undone[tool["name"]] for tool in known if tool["name"] in undone]
        if hooks:
            given["compensation"] = {"hook": hooks[0]}
        made.append({"id": node["id"].replace("/", "."), **({"annotations": given} if given else {})})
    name = lambda text: text.replace("/", ".")
    wired = {}
    for edge in edges:
        wired.setdefault(name(edge["source"]), []).append(name(edge["target"]))
    kinds = []
    for source, targets in wired.items():
        if len(targets) == 1:
            kinds.append({"kind": "normal", "from": source, "to": targets[0]})
        else:
            kinds.append({"kind": "conditional", "from": source, "path_map": {str(i): target for i, target in enumerate(targets)}})
    last = [name(node["id"]) for node in nodes if name(node["id"]) not in wired]
    return {"ir_version": "1.0", "entry": name(entry), "finish": last, "nodes": made, "edges": kinds}


answers = []
for case in json.load(sys.stdin):
    try:
        report = verify(WorkflowIR.model_validate_json(json.dumps(ir_of(case))))
        text = report.model_dump_json()
        found = sorted(set(part.split('"')[0] for part in text.split('"property_condition":"')[1:]))
        how = ", ".join(found) if found else "nothing found"
    except Exception as error:  # What it does not take is told, not hidden.
        how = "not taken: " + str(error).splitlines()[0]
    answers.append([{"rule": rule["id"], "says": None, "how": how} for rule in case["rules"]])
json.dump(answers, sys.stdout)
