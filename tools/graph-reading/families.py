"""Random small graphs, a family for each part of the pages. Each makes (request without rules of one rule, rules)."""

TOOLS = ["a", "b", "c", "d"]
FIELDS = {"x": {"type": {"kind": "int"}, "required": True}}


def tool(name, **more):
    classes = more.pop("classes", ["write"])
    return {"name": name, "classes": classes, "args": {"kind": "record", "fields": FIELDS}, **more}


def call(random, name, with_arguments):
    if not with_arguments:
        return {"name": name}
    what = random.choice([{"variable": "v"}, {"variable": "v"}, {"value": 1}, {"variable": "w"}])
    return {"name": name, "arguments": [{"name": "x", **what}]}


def node(random, at, names, options):
    kind = random.choices(["tool", "llm", "router", "agent", "subgraph", "map"], [6, 1, 1, options.get("agents", 0.5), options.get("bodies", 0), options.get("maps", 0)])[0]
    made = {"id": f"n{at}", "kind": kind}
    if kind in ("subgraph", "map"):
        made["subgraph"] = random.choice(names)
        if kind == "map" and random.random() < options.get("parallel", 0.6):
            made["parallel"] = True
        if kind == "map" and random.random() < 0.3 and options.get("arguments"):
            made["writes"] = [random.choice("vw")]
    if kind in ("tool", "agent"):
        count = random.choice([1, 1, 1, 2])
        made["tools"] = [call(random, name, options.get("arguments")) for name in random.sample(TOOLS, count)]
        if kind == "tool" and count == 2:
            made["tool_choice"] = random.choice(["each", "each", "one", "loop"])
    if kind in ("tool", "llm") and random.random() < options.get("writes", 0):
        made["writes"] = [random.choice("vw")]
    if kind != "router":
        made_error = random.random()
        if made_error < 0.3:
            made["on_error"] = "edge"
        elif made_error < 0.42 and len(made.get("tools", [])) < 2:
            made["on_error"] = "continue"
        if kind in ("tool", "subgraph", "map") and random.random() < options.get("retries", 0.25):
            made["retry"] = random.choice([{"max": 1}, {"max": 1}, {"max": 2}, {}])
    if random.random() < options.get("disabled", 0.04):
        made["disabled"] = True
    return made


def guard(random, options):
    if "guards" in options:
        return {"expr": options["guards"](random)}
    return {"choice": random.choice(["llm", "human", "env"])}


def body(random, size, names, options, prefix):
    nodes = [node(random, f"{prefix}{at}", names, options if names else {**options, "bodies": 0, "maps": 0}) for at in range(size)]
    ends = [{"id": f"{prefix}end", "kind": "end"}] + ([{"id": f"{prefix}fail", "kind": "fail"}] if random.random() < 0.25 else [])
    targets = [n["id"] for n in nodes] + [e["id"] for e in ends]
    edges = []

    def edge(source, at, **more):
        onward = targets[at + 1 :]
        target = random.choice(onward[:2] if random.random() < 0.75 else targets if random.random() < options.get("loops", 0.5) else onward)
        made = {"id": f"{prefix}e{len(edges)}", "source": source, "target": target, **more}
        if random.random() < options.get("bounds", 0.12):
            made["max_times"] = random.choice([0, 1, 1, 2])
        edges.append(made)

    for at, each in enumerate(nodes):
        count = random.choices([0, 1, 2, 3], [0.05, 0.6, 0.3, 0.05])[0]
        for one in range(count):
            more = {}
            if count > 1:
                if one == count - 1 and random.random() < 0.4:
                    more = {"otherwise": True}
                elif random.random() < 0.9:
                    more = {"guard": guard(random, options)}
            elif random.random() < options.get("single_guard", 0):
                more = {"guard": guard(random, options)}
            if options.get("branches") and random.random() < 0.5 and "otherwise" not in more:
                more["branch"] = random.choice(["ok", "no"])
            edge(each["id"], at, **more)
        if each.get("on_error") == "edge":
            for _ in range(random.choice([1, 1, 2])):
                edge(each["id"], at, on="error")
    return {"start": nodes[0]["id"], "nodes": nodes + ends, "edges": edges}


def graph(random, options):
    names = []
    subgraphs = []
    for at in range(random.choice([1, 1, 2]) if options.get("bodies") or options.get("maps") else 0):
        subgraphs.append({"name": f"s{at}", **body(random, random.choice([1, 2, 2, 3]), list(names), options, f"s{at}")})
        names.append(f"s{at}")
    made = {"format": "agent-graph/1", **body(random, random.choice(options.get("sizes", [2, 3, 3, 4])), names, options, "")}
    used = {n.get("subgraph") for b in (made, *subgraphs) for n in b["nodes"]}
    subgraphs = [s for s in subgraphs if s["name"] in used]
    if subgraphs:
        made["subgraphs"] = subgraphs
    if "variables" in options:
        made["variables"] = options["variables"](random)
    return made


PATTERNS = ["absence", "existence", "at_most", "precedence", "alternate_precedence", "response", "bounded_response", "chain_response", "not_coexistence"]


def order_rules(random, patterns=PATTERNS):
    rules = []
    for pattern in patterns:
        for scope in range(5):
            first, second, after, until = random.sample(TOOLS, 4)
            rule = {"id": f"{pattern}{scope}", "kind": "order", "pattern": pattern, "first": first}
            if pattern not in ("absence", "existence", "at_most"):
                rule["second"] = second
            if pattern in ("at_most", "bounded_response"):
                rule["count"] = random.choice([0, 1, 2] if pattern == "at_most" else [1, 2, 3])
            if pattern in ("existence", "response", "bounded_response", "chain_response") and random.random() < 0.3:
                rule["even_on_failure"] = True
            made = {**({"after": after} if scope in (1, 3, 4) else {}), **({"until": until} if scope in (2, 3) else {})}
            if made:
                rule["scope"] = made
            rules.append(rule)
    return rules


def plain_catalogue(random):
    return {"name": "tools", "tools": [tool(name, classes=["write", "infallible"] if random.random() < 0.15 else ["write"]) for name in TOOLS]}


def orders(random, options):
    return graph(random, options), plain_catalogue(random), order_rules(random)


def checks(random, options):
    """`a` checks `b`; `c` may write what was checked; P1 alone."""
    options = {**options, "branches": random.random() < 0.4}
    entry = {"tools": ["b"]}
    entry["passes"] = {"branch": "ok"} if options["branches"] else "success"
    arguments = random.random() < 0.6
    if arguments:
        entry["args"] = {"x": "x"}
    if random.random() < 0.3 and not options.get("parallel_only"):
        entry["steps"] = random.choice([1, 2])
    if random.random() < 0.3:
        entry["consumed"] = True
    resource = random.random() < 0.3
    where = {"name": "thing", **({"arg": "x"} if random.random() < 0.6 else {})}
    tools = [tool("a", classes=["read"], checks=[entry], **({"resource": where} if resource else {})), tool("b"), tool("c", **({"resource": where} if resource else {})), tool("d", classes=["read"])]
    made = graph(random, {**options, "arguments": arguments or resource, "writes": 0.3 if arguments else 0})
    if arguments:
        made["variables"] = [{"name": "v", "type": "int"}, {"name": "w", "type": "int"}]
    return made, {"name": "tools", "tools": tools}, [{"id": "checked", "kind": "check_before", "tool": "b", "check": "a"}]


VARIABLES = [{"name": "v", "type": "int", "min": 0, "max": 3}, {"name": "w", "type": "string"}, {"name": "b", "type": "bool"}, {"name": "e", "type": "string", "values": ["", "x", "xy"]}]


def expression(random, odd, depth=1):
    if depth and random.random() < 0.35:
        op = random.choice(["and", "or", "not"])
        return {"op": "not", "of": expression(random, odd, depth - 1)} if op == "not" else {"op": op, "of": [expression(random, odd, depth - 1) for _ in range(2)]}
    made = [
        {"op": random.choice(["=", "!=", "<", "<=", ">", ">="]), "variable": "v", "value": random.choice([0, 1, 2, 3, 4])},
        {"op": "in", "variable": "v", "values": random.sample([0, 1, 2, 3], 2)},
        {"op": random.choice(["=", "!="]), "variable": "w", "value": random.choice(["", "x", "xy"])},
        {"op": "contains", "variable": random.choice("we"), "value": random.choice(["x", "y", "xy", ""])},
        {"op": random.choice(["empty", "present"]), "variable": random.choice("we")},
        {"op": random.choice(["=", "!="]), "variable": "b", "value": random.choice([True, False])},
        {"op": random.choice(["=", "!="]), "variable": "e", "value": random.choice(["", "x", "xy", "q"])},
        {"op": random.choice(["=", "!="]), "variable": "w", "other": "e"},
    ]
    strange = [
        {"op": "=", "variable": "q", "value": 1},
        {"op": "<", "variable": "w", "value": 1},
        {"op": "=", "variable": "b", "value": "true"},
        {"op": "contains", "variable": "v", "value": "1"},
        {"op": "=", "variable": "v", "other": "w"},
    ]
    return random.choice(strange if random.random() < odd else made)


def guarded(random, options):
    odd = random.choice([0, 0, 0.3]) if not options.get("bodies") else 0
    made = graph(random, {**options, "guards": lambda r: expression(r, odd), "single_guard": 0.2})
    made["variables"] = VARIABLES
    for each in made["nodes"]:
        if each["kind"] in ("llm", "tool", "agent") and random.random() < 0.4:
            each["writes"] = [random.choice("vwbe")]
    return made, plain_catalogue(random), order_rules(random, ["absence", "precedence", "existence", "not_coexistence", "response"])


def hygienic(random, options):
    """What the checks family has, with conditions that are read, and without arguments."""
    made, catalogue, rules = guarded(random, options)
    branch = random.random() < 0.4
    tools = [tool("a", classes=["read"], checks=[{"tools": ["b"], "passes": {"branch": "ok"} if branch else "success"}]), *catalogue["tools"][1:]]
    if branch:
        for body in (made, *made.get("subgraphs", [])):
            for edge in body["edges"]:
                if edge.get("on") != "error" and random.random() < 0.5:
                    edge["branch"] = random.choice(["ok", "no"])
    return made, {**catalogue, "tools": tools}, [{"id": "checked", "kind": "check_before", "tool": "b", "check": "a"}]


def sagas(random, options):
    """`b` undoes `a`, `d` may undo `c`, or `c` is irreversible or the pivot."""
    more = {"a": [], "b": random.choice([[], ["idempotent"]]), "c": random.choice([[], [], ["irreversible"]]), "d": random.choice([[], ["retriable"], ["infallible"]])}
    tools = [tool(name, classes=["write", *more[name]]) for name in TOOLS]
    tools[1]["compensates"] = "a"
    steps, pivots = ["a", "c"], []
    if more["c"]:
        steps, pivots = ["a", "c"], random.choice([[], ["d"]])
    elif random.random() < 0.5:
        tools[3]["compensates"] = "c"
    else:
        pivots = random.choice([[], ["c"], ["d"]])
    return graph(random, options), {"name": "tools", "tools": tools}, [{"id": "saga", "kind": "saga", "steps": [{"tool": step} for step in steps], "pivots": pivots}]


FAMILIES = {
    "bodies": (orders, {"bodies": 1.5, "maps": 1.5, "retries": 0.3, "sizes": [1, 2, 3]}),
    "checks": (checks, {"bodies": 1, "maps": 1, "parallel": 0, "retries": 0.3}),
    "items": (checks, {"bodies": 0.5, "maps": 2.5, "parallel": 1, "parallel_only": True, "sizes": [1, 2, 2, 3]}),
    "orders": (orders, {"retries": 0.2, "sizes": [2, 3, 4, 5]}),
    "errors": (orders, {"retries": 0.35, "bounds": 0.4, "disabled": 0.15, "loops": 0.9}),
    "hygiene": (hygienic, {"bodies": 0.7, "maps": 0.4, "parallel": 0.3, "bounds": 0.2, "disabled": 0.1, "sizes": [2, 3, 4]}),
    "sagas": (sagas, {"bodies": 0.5, "maps": 0.3, "parallel": 0.5, "bounds": 0.2, "sizes": [2, 3, 4, 5]}),
    "guards": (guarded, {"retries": 0.1, "bounds": 0.15, "sizes": [2, 3, 4]}),
}
