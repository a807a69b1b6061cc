"""Runs the reading against the command: python run.py MODELS SEED [FOLDER]. Differences are written to FOLDER/differences."""

import collections
import json
import os
import shutil
import sys
import traceback
from pathlib import Path

import numpy as np

import onnx_files
import product
import witnesses
from cells import LIMIT, Cells
from ensembles import newer, random_model, tests_of
from judge import READINGS, Judge, Unclear
from questions import COLUMNS, question
from runtime import Runtime
from schemas import random_record, random_schema, records_file, schema_file, table, whole_values

ROWS = 40


def onnx_source(rng):
    """A random ensemble, another version of it, and both as files."""
    model = random_model(rng)
    other = newer(rng, model)
    return model, other, Runtime(model), Runtime(other), onnx_files.write(model), onnx_files.write(other)


def world_of(seed, source=onnx_source):
    """A model with its schema, records, cells and rows; None where there are too many cells."""
    rng = np.random.default_rng(seed)
    model, _, runtime, runtime2, file, file2 = source(rng)
    features, told = random_schema(rng, model)
    pools = [[t["value"] for tree in model["trees"] for t in tests_of(tree) if t["feature"] == i][:2] for i in range(len(features))]
    records = [random_record(rng, features, pools) for _ in range(int(rng.integers(1, 4)))]
    for i, f in enumerate(features):
        values = whole_values(f) or []
        pools[i] = [float(runtime.kind(v)) for v in (pools[i] + [r[i] for r in records[:1] if not np.isnan(r[i])] + values[:2])][:3] or [0.0]
        if f["derived"]:
            pools[i] = pools[i][:1]
    extras = []
    for i in range(len(features)):
        extra = [r[i] for r in records] + pools[i]
        for p in pools[i]:
            extra += [float(np.nextafter(runtime.kind(p), runtime.kind(-9e9))), float(np.nextafter(runtime.kind(p), runtime.kind(9e9)))]
        extras.append(extra)
    bounded = rng.random() < 0.6
    largest = float(np.finfo(runtime.kind).max)
    for i, f in enumerate(features):
        # A sum may be met at the end of a feature that has none.
        if bounded and whole_values(f) is None and not f["derived"]:
            extras[i] += ([-largest] if f["min"] is None else []) + ([largest] if f["max"] is None else [])
    cells = Cells(model, features, extras, runtime, runtime2)
    if cells.size > LIMIT:
        return None
    cells.valid = Judge(features, runtime.kind, [], dict(READINGS)).exists(cells.points)
    labels, scores, sums = cells.answers
    numbers = [("score", k) for k in range(sums.shape[1])] if sums_known(model) else []
    if model["op"] == "classifier" and model["post"] != "LIBRARY" and (model["classes"] == 2 or model["post"] == "NONE"):
        numbers += [("p", k) for k in range(scores.shape[1])]
    numbers = [n for n in numbers if not np.isnan((scores if n[0] == "p" else sums)[:, n[1]]).any()]
    known = list(model["labels"]) if model["op"] == "classifier" else sorted(set(labels.tolist())) if labels is not None else []
    if labels is not None:
        for value in list(labels.tolist()) + list(cells.other_answers[0].tolist()):
            if value not in known:
                known.append(value)
    bands = None if not numbers or model.get("links") else ("p", 1) if model["op"] == "classifier" and model["classes"] == 2 else ("score", 0) if model["op"] != "classifier" and sums.shape[1] == 1 else None
    bands = bands if bands in numbers else None
    if not numbers:
        return None
    world = {"features": features, "pools": pools, "sums": ("all" if cells.thorough else "listed") if bounded else None,
             "near": np.concatenate([np.array(records, dtype=runtime.kind), rng.permutation(cells.points[cells.valid])[:40]]), "labels": known, "numbers": numbers, "band": bands,
             "column": lambda said: Judge(features, runtime.kind, known, READINGS).column(said, cells.answers)}
    rows = [q for q in (question(rng, world, i) for i in range(ROWS)) if q is not None]
    files = {"model.onnx": file, "newer.onnx": file2, "records.csv": records_file(features, records),
             "table.csv": table([{c: q["cells"][c] for c in COLUMNS} for q in rows])}
    if told:
        files["schema.csv"] = schema_file(features)
    return {"model": model, "features": features, "records": records, "cells": cells, "rows": rows, "files": files, "labels": known,
            "runtime": runtime, "other": runtime2}


def sums_known(model):
    """Whether the runtime shows the sums before the transform: in float32, and with the base values that the label looks at."""
    return model["input"] != "double" and (model["op"] != "classifier" or model["classes"] > 2 or model["targets"] == [0] or not model["base"] or (len(model["base"]) == 1 and len(model["targets"]) == 2))


class Run:
    def __init__(self, folder, source=onnx_source):
        self.folder = Path(folder)
        self.source = source
        self.counts = collections.Counter()
        self.differences = []
        self.alternatives = collections.Counter()
        self.reasons = collections.Counter()
        self.examples = {}
        self.features, self.largest = [], 0.0

    def summary(self):
        return {"counts": dict(sorted(self.counts.items())), "readings": dict(self.alternatives), "reasons": dict(self.reasons.most_common()),
                "examples": self.examples}

    def tags(self, row):
        """What is known to differ, to tell new differences from old ones."""
        tags = ["derived"] if any(f["derived"] for f in self.features) else []
        if row and any(c[1] in ("!=", "in", "not in") for c in row["parts"]["where"]) or any(f["missing"].startswith("code") for f in self.features):
            tags.append("pieces")
        if row and any(c[1] == "sum" for c in row["parts"]["where"]):
            tags.append("sum")
        if row and len(set(row["parts"]["direction"].values())) > 1:
            tags.append("mixed")
        if row and row["parts"]["max_changes"] is not None:
            tags.append("max_changes")
        if row and row["parts"]["direction"] and row["parts"]["records"]:
            tags.append("direction")
        if row and row["parts"].get("output", ("",))[0] in ("p", "band"):
            tags.append("p")
        return tags

    def differ(self, seed, row, what):
        key = (row["cells"]["kind"] if row else "-", what.split(":")[0], *self.tags(row))
        self.counts["differences"] += 1
        self.counts[f"differs {key}"] += 1
        if self.counts[f"differs {key}"] <= 6:
            self.differences.append({"seed": seed, "what": what, "row": row and {k: v for k, v in row["cells"].items() if v}})
            print("DIFFERS", seed, key, what, self.differences[-1]["row"], flush=True)
            kept = self.folder / "differences" / f"{seed}"
            shutil.copytree(self.folder / "now", kept, dirs_exist_ok=True)

    def one(self, seed):
        world = world_of(seed, self.source)
        if world is None:
            self.counts["too many cells"] += 1
            return
        self.features = world["features"]
        self.largest = max(float(np.nan_to_num(np.abs(a[2])).max()) for a in (world["cells"].answers, world["cells"].other_answers))
        folder = self.folder / "now"
        shutil.rmtree(folder, ignore_errors=True)
        answer, refusal = product.ask(folder, world["files"])
        if answer is None:
            self.counts["models refused"] += 1
            self.reasons[refusal[:160]] += 1
            self.examples.setdefault(refusal[:60], seed)
            if refusal.startswith("5:"):
                print("REFUSED", seed, refusal[:300], flush=True)
            else:
                self.counts["internal errors of the command"] += 1
                self.differ(seed, None, f"the command ended: {refusal[:300]}")
                self.alone(seed, world)
            return
        self.counts["models"] += 1
        self.counts["cells"] += world["cells"].size
        told_rows, told = answer
        proofs, refusal = product.verify(folder, world["files"])
        if proofs is None:
            self.differ(seed, None, f"certificates refused as a whole: {refusal}")
            proofs = {}
        for key, problem in proofs.items():
            self.counts["certificates"] += 1
            if problem is not None:
                row = next(r for r in world["rows"] if r["cells"]["id"] == key[0])
                self.differ(seed, row, f"certificate refused: {key} {problem}")
        X = np.array(world["records"], dtype=world["runtime"].kind)
        own = world["runtime"].answer(X, size=1)
        own2 = world["other"].answer(X, size=1)
        for row in world["rows"]:
            self.row(seed, world, row, told_rows[row["cells"]["id"]], told, own, own2, proofs)

    def alone(self, seed, world):
        """After an internal error: each row by itself, so that those that do not end the command are known."""
        for row in world["rows"]:
            files = {**world["files"], "table.csv": table([{c: row["cells"][c] for c in COLUMNS}])}
            answer, refusal = product.ask(self.folder / "alone", files)
            if answer is None:
                self.counts["rows that end the command"] += 1
                print("ENDS", seed, refusal[:300], {k: v for k, v in row["cells"].items() if v}, flush=True)

    def expected(self, world, judge, parts, index, own, own2):
        """What the definition says of one question, and the record's own answers."""
        if index is None:
            return judge.decide(parts, world["cells"]), None
        mine = tuple(None if a is None else a[index:index + 1] for a in own)
        if parts["kind"] in ("same_as_model", "drift"):
            theirs = tuple(None if a is None else a[index:index + 1] for a in own2)
            return judge.decide(parts, world["cells"], world["records"][index], (mine, theirs)), mine
        if parts["kind"] == "stable_label":
            return judge.knife_edge(parts, world["records"][index], mine, world["runtime"]), mine
        return judge.decide(parts, world["cells"], world["records"][index], mine), mine

    def row(self, seed, world, row, told_row, told, own, own2, proofs):
        parts, cells = row["parts"], row["cells"]
        self.counts["rows"] += 1
        if told_row["verdict"] == "input_error" and told_row["problems"]:
            text = told_row["problems"][0]["detail"]
            self.counts["row problems"] += 1
            self.reasons[f"{cells['kind']}: {text[:110]}"] += 1
            self.examples.setdefault(f"{cells['kind']}: {text[:110]}", (seed, cells["id"]))
            return
        reading = dict(READINGS)
        judge = Judge(world["features"], world["runtime"].kind, world["labels"], reading)
        if parts["records"]:
            fit, chosen = judge.chosen(parts, world["records"], own)
            indices = [i for i in range(len(fit)) if chosen[i]]
            if not indices:
                self.counts["questions"] += 1
                if told_row["verdict"] != "vacuous":
                    self.differ(seed, row, f"no record is meant: told {told_row['verdict']}")
                return
        else:
            indices = [None]
        for index in indices:
            key = (cells["id"], None if index is None else f"r{index}")
            self.question(seed, world, row, index, told_row, told.get(key), own, own2, proofs.get(key, "none") is None)

    def emptied_by_sums(self, parts):
        """What the pages leave open: a region that is empty only by an equation, or by several sums or derived features at once."""
        sums = [c[2] for c in parts["where"] if c[1] == "sum"]
        return len(sums) > 1 or any(s.op == "=" for s in sums) or (bool(sums) and any(f["derived"] for f in self.features))

    def agrees(self, parts, told, verdict, number):
        if (told["verdict"], verdict) == ("proved", "vacuous") and self.emptied_by_sums(parts):
            self.counts["empty by sums, proved of no input"] += 1
            return None
        if told["verdict"] != verdict:
            return f"verdict: told {told['verdict']}, by definition {verdict} ({number})"
        if number is None or verdict == "vacuous":
            return None
        low, high = (float(told[c]) if told[c] else None for c in ("at_least", "at_most"))
        if parts["kind"] == "range" and told["reason"] and any(f["derived"] for f in self.features):
            self.counts["ends left open by derived features"] += 1
            return None if low <= number[0] and number[1] <= high else f"ends: told {(low, high)}, by definition {number}"
        if parts["kind"] == "range":
            return None if (low, high) == number else f"ends: told {(low, high)}, by definition {number}"
        if parts["kind"] in ("protected_gap", "drift"):
            if low is None or high is None:
                return f"open bounds: told {(low, high)}, by definition {number}"
            slack = 1e-5 * (1 + self.largest)
            if not low - 1e-12 <= number <= high + 1e-12:
                return f"bounds: told {(low, high)}, by definition {number}"
            if high - low > slack and any(f["derived"] for f in self.features):
                self.counts["gaps left open by derived features"] += 1
                return None
            return None if high - low <= slack else f"loose bounds: told {(low, high)}, by definition {number}"
        if parts["kind"] in ("min_distance", "recourse", "evasion"):
            if low != high and any(f["derived"] for f in self.features):
                self.counts["distances left open by derived features"] += 1
                return None if (low is None or low <= number * (1 + 1e-12)) and (high is None or high >= number * (1 - 1e-12)) else f"distance: told {(low, high)}, by definition {number}"
            if number == float("inf"):
                return None if low is None else f"distance: told {(low, high)}, by definition there is none"
            if low is None or not abs(low - number) <= 1e-12 * max(1, number) or low != high:
                return f"distance: told {(low, high)}, by definition {number}"
        return None

    def question(self, seed, world, row, index, told_row, told, own, own2, certified):
        parts, cells = row["parts"], row["cells"]
        self.counts["questions"] += 1
        self.counts[f"asked {parts['kind']}"] += 1
        for tag in {"sum", "mixed"} & set(self.tags(row)):
            self.counts[f"asked with {tag}"] += 1
        if told is None and index is None and told_row["verdict"] == "vacuous":
            told = {"verdict": "vacuous", "reason": told_row["reason"]}
            self.counts["vacuous without a line"] += 1
        if told is None:
            self.differ(seed, row, f"no line: record {index}")
            return
        if told["verdict"] == "internal_error":
            self.counts["internal errors of the command"] += 1
            self.differ(seed, row, f"internal error: record {index} {told['reason'][:200]}")
            return
        if told["verdict"] in ("unsupported", "undecided", "input_error"):
            self.counts[told["verdict"]] += 1
            text = f"{told['verdict']} {cells['kind']}: {told['reason'][:110]}"
            self.reasons[text] += 1
            self.examples.setdefault(text, (seed, cells["id"]))
            return
        taken = None
        reading = dict(READINGS)
        for name in [None, *READINGS]:
            reading = dict(READINGS)
            if name is not None:
                reading[name] = not reading[name]
            judge = Judge(world["features"], world["runtime"].kind, world["labels"], reading)
            try:
                (verdict, number), mine = self.expected(world, judge, parts, index, own, own2)
            except Unclear:
                self.counts["unclear"] += 1
                return
            wrong = self.agrees(parts, told, verdict, number)
            first = wrong if name is None else first
            if wrong is None:
                taken = name
                break
        else:
            self.differ(seed, row, f"{first}: record {index}")
            return
        if taken is not None:
            self.alternatives[f"{parts['kind']} {taken}"] += 1
            key = f"{parts['kind']} {taken}"
            self.examples.setdefault(key, (seed, cells["id"], index, first))
        self.counts[f"verdict {verdict}"] += 1
        if verdict == "proved" and not certified and parts["kind"] not in ("stable_label",) and not (index is not None and parts["kind"] in ("same_as_model", "drift")):
            self.counts["proved without a certificate"] += 1
            self.examples.setdefault("proved without a certificate", (seed, cells["id"], index))
        shown_here = told_row["record"] == (None if index is None else f"r{index}")
        shown = told_row["witness"] if shown_here else None
        if verdict == "violated" and shown is None and shown_here and parts["kind"] != "recourse":
            self.differ(seed, row, f"violated without a witness: record {index}")
        if shown is None or any(v["bits"] is None for one in shown["inputs"] for v in one["values"]):
            return
        self.counts["witnesses"] += 1
        if not witnesses.name_versions(parts, shown):
            self.counts["versions not named"] += 1
        points = witnesses.read(shown, world["runtime"].kind, [f["name"] for f in world["features"]])
        record = None if index is None else world["records"][index]
        wrong = witnesses.answers_differ(shown, points, world["runtime"], world["other"])
        if wrong is None and parts["kind"] not in ("stable_label",):
            mine = None if index is None else tuple(None if a is None else a[index:index + 1] for a in own)
            wrong = witnesses.judged(judge, parts, shown, points, world["runtime"], world["other"], record, mine, verdict)
        if wrong is not None:
            self.differ(seed, row, f"witness: {wrong}, record {index}, {points.tolist()}")


def guarded(run, seed):
    """One model; a fault of the reading itself is counted, and the run goes on."""
    try:
        run.one(seed)
    except Exception:
        run.counts["faults of the reading"] += 1
        print("FAULT", seed, traceback.format_exc(), flush=True)


def sources(said):
    """Where models come from: ONNX, unless `libraries` is said."""
    if said != ["libraries"]:
        return []
    import libraries
    return [libraries.source]


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    run = Run(sys.argv[3] if len(sys.argv) > 3 else "/tmp/forest-reading", *sources(sys.argv[4:]))
    for n in range(count):
        guarded(run, seed + n)
        if n % 20 == 19 or n == count - 1:
            (run.folder / f"summary-{seed}.json").write_text(json.dumps({"seeds": [seed, seed + n], **run.summary()}, indent=1, default=str))
    print(json.dumps(run.summary(), indent=1, default=str))


if __name__ == "__main__":
    os.nice(10)
    main()
