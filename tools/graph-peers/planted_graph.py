"""A planted case as plain nodes and edges, in the form other tools have: bodies where they are run, an agent as a star of its tools."""


def flat(graph):
    """Returns `(nodes, edges, entry)`; a node is `{"id", "kind", "tools", "node"}`, an edge `{"source", "target", "edge"}`."""
    bodies = {body["name"]: body for body in graph.get("subgraphs", [])}
    nodes, edges = [], []

    def place(body, prefix, inside):
        for node in body["nodes"]:
            name = prefix + node["id"]
            kind = "passthrough" if node.get("disabled") else node["kind"]
            tools = [] if node.get("disabled") else [use["name"] for use in node.get("tools", [])]
            inner = bodies.get(node.get("subgraph"))
            if kind == "agent":
                nodes.append({"id": name, "kind": "llm", "tools": [], "node": node})
                for tool in tools:
                    star = name + ":" + tool
                    nodes.append({"id": star, "kind": "tool", "tools": [tool], "node": node})
                    edges.append({"source": name, "target": star, "edge": {"guard": {"choice": "llm"}}})
                    edges.append({"source": star, "target": name, "edge": {}})
            else:
                nodes.append({"id": name, "kind": kind, "tools": tools, "node": node})
            if inner and kind in ("subgraph", "map") and node["subgraph"] not in inside:
                place(inner, name + "/", inside + [node["subgraph"]])
                edges.append({"source": name, "target": name + "/" + inner["start"], "edge": {}})
                for last in inner["nodes"]:
                    if not any(edge["source"] == last["id"] for edge in inner["edges"]):
                        edges.append({"source": name + "/" + last["id"], "target": name + "/done", "edge": {}})
                nodes.append({"id": name + "/done", "kind": "passthrough", "tools": [], "node": {}})
                if kind == "map":
                    edges.append({"source": name + "/done", "target": name, "edge": {}})
        for edge in body["edges"]:
            source = next(node for node in body["nodes"] if node["id"] == edge["source"])
            done = source.get("subgraph") in bodies and source["kind"] == "subgraph" and not source.get("disabled")
            at = prefix + edge["source"] + ("/done" if done else "")
            edges.append({"source": at, "target": prefix + edge["target"], "edge": edge})

    place(graph, "", [])
    return nodes, edges, graph["start"]
