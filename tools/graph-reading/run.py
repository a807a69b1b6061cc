"""run.py FAMILY COUNT SEED [FOLDER]: random graphs of a family, compared; differences are made small and kept."""

import copy
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

import compare
import hygiene
from families import FAMILIES
from product import Product


SECONDS = 600


def smaller(request):
    """Requests with one thing less."""
    graph = request["graph"]
    bodies = [graph, *graph.get("subgraphs", [])]
    for at, body in enumerate(bodies):
        def changed(change, at=at):
            made = copy.deepcopy(request)
            change([made["graph"], *made["graph"].get("subgraphs", [])][at])
            return made
        for index, node in enumerate(body["nodes"]):
            if node["id"] != body["start"]:
                def drop(b, name=node["id"]):
                    b["nodes"] = [n for n in b["nodes"] if n["id"] != name]
                    b["edges"] = [e for e in b["edges"] if name not in (e["source"], e["target"])]
                yield changed(drop)
            onward = [e["target"] for e in body["edges"] if e["source"] == node["id"] and e.get("on") != "error"]
            if onward and onward[0] != node["id"]:
                def bypass(b, name=node["id"], to=onward[0]):
                    b["nodes"] = [n for n in b["nodes"] if n["id"] != name]
                    b["edges"] = [e for e in b["edges"] if e["source"] != name]
                    for e in b["edges"]:
                        e["target"] = to if e["target"] == name else e["target"]
                    b["start"] = to if b["start"] == name else b["start"]
                yield changed(bypass)
            for member in ("retry", "on_error", "writes", "disabled", "parallel", "fallible"):
                if member in node:
                    yield changed(lambda b, i=index, m=member: b["nodes"][i].pop(m))
            for one in range(len(node.get("tools", [])) if len(node.get("tools", [])) > 1 else 0):
                yield changed(lambda b, i=index, o=one: b["nodes"][i]["tools"].pop(o))
            for one, call in enumerate(node.get("tools", [])):
                if "arguments" in call and call["arguments"] != [{"name": "x", "value": 1}]:
                    yield changed(lambda b, i=index, o=one: b["nodes"][i]["tools"][o].update(arguments=[{"name": "x", "value": 1}]))
        for index, edge in enumerate(body["edges"]):
            yield changed(lambda b, i=index: b["edges"].pop(i))
            for member in ("max_times", "guard", "branch", "otherwise"):
                if member in edge:
                    yield changed(lambda b, i=index, m=member: b["edges"][i].pop(m))
            for part in edge.get("guard", {}).get("expr", {}).get("of", []) if isinstance(edge.get("guard", {}).get("expr", {}).get("of"), list) else []:
                yield changed(lambda b, i=index, p=part: b["edges"][i]["guard"].update(expr=p))
    for index in range(len(graph.get("subgraphs", []))):
        made = copy.deepcopy(request)
        made["graph"]["subgraphs"].pop(index)
        yield made
    if "scope" in request["rules"][0]:
        made = copy.deepcopy(request)
        made["rules"][0].pop("scope")
        yield made


def shrink(product, request, weight, differences):
    kind = weight.split(" (")[0]
    going = True
    while going:
        going = False
        for made in smaller(request):
            try:
                found, _ = differences(product, made["graph"], made["catalogue"], made["rules"])
            except (KeyError, StopIteration):
                continue
            if any(each[0].split(" (")[0] == kind for each in found):
                request, going = made, True
                break
    return request


def main(family, count, seed, folder="/tmp/graph-reading"):
    make, options = FAMILIES[family]
    differences = {"hygiene": hygiene.differences, "sagas": compare.saga_differences}.get(family, compare.differences)
    product, told, compared, begun = Product(), Counter(), 0, time.time()
    done = 0
    for number in range(int(count)):
        if time.time() - begun > SECONDS:
            break
        rng = random.Random(f"{family} {seed} {number}")
        graph, catalogue, rules = make(rng, options)
        found, judged = differences(product, graph, catalogue, rules)
        done = number + 1
        compared += judged
        for weight, rule, mine, said in found:
            kind = weight.split(" (")[0]
            told[kind] += 1
            if told[kind] <= 3 and rule is not None:
                small = shrink(product, {"graph": graph, "catalogue": catalogue, "rules": [rule]}, weight, differences)
                print(weight, mine, said["verdict"], json.dumps(small), flush=True)
                Path(folder).mkdir(parents=True, exist_ok=True)
                (Path(folder) / f"{family}-{seed}-{number}.json").write_text(json.dumps(small, indent=1))
            elif rule is None and told[kind] <= 3:
                print(weight, json.dumps(said)[:600])
    print(f"{family} seed {seed}: {done} graphs, {compared} rules compared, {time.time() - begun:.0f} s, differences: {dict(told)}, read: {dict(compare.TALLY)}")
    product.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
