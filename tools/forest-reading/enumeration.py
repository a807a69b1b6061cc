"""Runs the reading against `ostiary forest enumerate`: python enumeration.py MODELS SEED [FOLDER]. Differences are written to FOLDER/differences."""

import collections
import csv
import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np

import onnx_files
import product
from ensembles import random_model, tests_of, tree
from judge import COMPARE, READINGS, Judge
from questions import answer, limit, names, numeric, side, some
from run import guarded, sums_known
from runtime import Runtime
from schemas import random_record, random_schema, records_file, schema_file, table
from surroundings import Boxes, Surroundings, TooLarge

AMOUNTS = ["1", "0.5", "10%", "50%", "2", "0.3", "3", "0"]


def world_of(seed):
    """A model with its schema, records, and what is asked around them."""
    rng = np.random.default_rng(seed)
    model = random_model(rng)
    if model["op"] != "v5" and len(model["targets"]) == 1 and rng.random() < 0.6:
        # More trees make more boxes than one part gives.
        model["trees"] += [tree(rng, model, 3) for _ in range(int(rng.integers(3, 9)))]
    features, told = random_schema(rng, model)
    runtime = Runtime(model)
    pools = [[t["value"] for tree in model["trees"] for t in tests_of(tree) if t["feature"] == i][:3] for i in range(len(features))]
    records = [random_record(rng, features, pools) for _ in range(int(rng.integers(1, 6)))]
    X = np.array(records, dtype=runtime.kind)
    labels, scores, sums = own = runtime.answer(X, size=1)
    sample = runtime.answer(np.array([random_record(rng, features, pools) for _ in range(50)], dtype=runtime.kind))
    known = list(model["labels"]) if model["op"] == "classifier" else sorted(set(sample[0].tolist())) if labels is not None else []
    for value in [] if labels is None else labels.tolist() + sample[0].tolist():
        if value not in known:
            known.append(value)
    numbers = [("score", k) for k in range(sums.shape[1])] if sums_known(model) else []
    if model["op"] == "classifier" and (model["classes"] == 2 or model["post"] == "NONE"):
        numbers += [("p", k) for k in range(scores.shape[1])]
    numbers = [n for n in numbers if not np.isnan((scores if n[0] == "p" else sums)[:, n[1]]).any()]
    if not numbers:
        return None
    bands = ("p", 1) if model["op"] == "classifier" and model["classes"] == 2 else ("score", 0) if model["op"] != "classifier" and sums.shape[1] == 1 else None
    judge = Judge(features, runtime.kind, known, dict(READINGS))
    world = {"features": features, "pools": pools, "labels": known, "numbers": numbers, "band": bands if bands in numbers else None,
             "column": lambda said: judge.column(said, sample)}
    asked = question(rng, world, records)
    files = {"model.onnx": onnx_files.write(model)}
    flawed = [flaw(rng, features) for _ in range(int(rng.random() < 0.3))]
    files["records.csv"] = with_columns(records_file(features, records), asked["columns"], [f for f in flawed if f])
    if told:
        files["schema.csv"] = schema_file(features)
    return {"model": model, "features": features, "records": records, "files": files, "labels": known, "runtime": runtime, "asked": asked,
            "own": own, "judge": judge, "flawed": sum(f is not None for f in flawed), "rng": rng}


def amounts(rng, features, indices):
    """By how much features may change: as text, and for each feature."""
    indices = list(indices)
    if rng.random() < 0.4:
        amount = str(rng.choice(AMOUNTS))
        return f"*={amount}", {i: amount for i, f in enumerate(features) if f["mutable"] != "no"}
    chosen = {i: str(rng.choice(AMOUNTS)) for i in some(rng, indices)}
    return "; ".join(f"{features[i]['name']}={a}" for i, a in chosen.items()), chosen


def question(rng, world, records):
    features = world["features"]
    movable = [i for i, f in enumerate(features) if f["mutable"] != "no"]
    if not movable:
        return {"options": ["--radius", "*=1"], "each": [({}, None)] * len(records), "output": ("label",), "expect": None, "columns": [{}] * len(records)}
    options, radius, vary = [], None, None
    if rng.random() < 0.8:
        said, radius = amounts(rng, features, movable)
        options += ["--radius", said]
    if rng.random() < 0.25:
        vary = some(rng, movable)
        options += ["--vary", names(vary, features)]
    output, said = answer(rng, world) if rng.random() < 0.75 else numeric(rng, world)
    if output is None:
        output, said = numeric(rng, world)
    expect = None
    if said != "label" or rng.random() < 0.3:
        options += ["--output", said]
    if output[0] in ("p", "score") or rng.random() < 0.3:
        expect, text = side(rng, output, world)
        options += ["--expect", text]
    each, columns = [], []
    for _ in records:
        column, own_radius, own_vary = {}, radius, vary
        if radius is None or rng.random() < 0.15:
            column["radius"], own_radius = amounts(rng, features, movable)
        if rng.random() < 0.1:
            own_vary = some(rng, movable)
            column["vary"] = names(own_vary, features)
        if "radius" in column and "vary" not in column:
            own_vary = None
        columns.append(column)
        each.append((own_radius, own_vary))
    return {"options": options, "each": each, "output": output, "expect": expect, "columns": columns}


def flaw(rng, features):
    """A record that is wrong: each cell as text; None where this schema takes anything."""
    index = int(rng.integers(len(features)))
    f = features[index]
    wrong = ["abc", "1e400", "1,000"]
    if f["missing"] == "never":
        wrong.append("")
    if f["max"] is not None:
        wrong.append(str(f["max"] + 7))
    if f["type"] in ("int", "bool", "onehot"):
        wrong.append("0.5")
    return index, str(rng.choice(wrong))


def with_columns(text, columns, flaws):
    rows = list(csv.DictReader(text.splitlines()))
    keys = sorted({k for c in columns for k in c})
    out = [{**row, **{k: column.get(k, "") for k in keys}} for row, column in zip(rows, columns)]
    for n, (index, wrong) in enumerate(flaws):
        row = dict(out[0])
        row[list(row)[1 + index]] = wrong
        out.append({**row, "record_id": f"wrong{n}"})
    return table(out)


class Run:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.counts = collections.Counter()
        self.reasons = collections.Counter()
        self.examples = {}

    def summary(self):
        return {"counts": dict(sorted(self.counts.items())), "reasons": dict(self.reasons.most_common()), "examples": self.examples}

    def differ(self, seed, what, *details):
        self.counts["differences"] += 1
        self.counts[f"differs {what}"] += 1
        if self.counts[f"differs {what}"] <= 6:
            print("DIFFERS", seed, what, *details, flush=True)
            shutil.copytree(self.folder / "now", self.folder / "differences" / f"e{seed}", dirs_exist_ok=True)

    def call(self, world, *extra):
        """The records of an enumeration by id, or the text of a refusal."""
        given = product.arguments(world["files"])
        given = [a for pair in zip(given[::2], given[1::2]) if pair[0] == "--schema" for a in pair]
        command = ["enumerate", "model.onnx", "records.csv", *given, *world["asked"]["options"], "--json", *extra]
        (self.folder / "now" / "command.txt").write_text(" ".join(repr(a) for a in command))
        status, out, err = product.call(command, self.folder / "now")
        if status not in (0, 1, 4):
            return None, f"{status}: {(err or out).strip()}"
        return {r["record"]: {**r, "exit": status} for r in json.loads(out)["records"]}, None

    def one(self, seed):
        world = world_of(seed)
        if world is None:
            self.counts["no question"] += 1
            return
        shutil.rmtree(self.folder / "now", ignore_errors=True)
        product.save(self.folder / "now", world["files"])
        whole, refusal = self.call(world, "--csv", "boxes.csv", "--summary", "summary.csv", "--jsonl", "whole.jsonl")
        if whole is None:
            self.counts["refused"] += 1
            self.reasons[refusal[:160]] += 1
            self.examples.setdefault(refusal[:60], seed)
            if not refusal.startswith(("5:", "2:")):
                self.differ(seed, "the command ended", refusal[:300])
            return
        self.counts["models"] += 1
        self.files(seed, whole)
        if len(whole) != len(world["records"]) + world["flawed"]:
            self.differ(seed, "records", f"told {list(whole)}")
        for n in range(world["flawed"]):
            if whole[f"wrong{n}"]["status"] != "input_error":
                self.differ(seed, "flawed record", whole[f"wrong{n}"])
            else:
                self.counts["flawed records"] += 1
        judged = {}
        for index in range(len(world["records"])):
            judged[index] = self.record(seed, world, index, whole[f"r{index}"])
        self.parts(seed, world, whole, judged)

    def files(self, seed, whole):
        """The two files say what the document says."""
        folder = self.folder / "now"
        lines = list(csv.DictReader((folder / "boxes.csv").open(newline="")))
        told = [(r["record"], str(n + 1), s["feature"], s["low"] or "", s["high"] or "", b["points"])
                for r in whole.values() for n, b in enumerate(r["list"]) for s in b["sides"]]
        found = [tuple(q[c] for c in ("record_id", "box", "feature", "low", "high", "points")) for q in lines]
        if told != found:
            self.differ(seed, "boxes.csv and the document", [x for x in zip(told, found) if x[0] != x[1]][:2], len(told), len(found))
        lines = list(csv.DictReader((folder / "summary.csv").open(newline="")))
        for q, r in zip(lines, whole.values()):
            if (q["record_id"], q["status"], q["boxes"], q["points"]) != (r["record"], r["status"], str(r["boxes"]), r["points"]):
                self.differ(seed, "summary.csv and the document", q, {k: v for k, v in r.items() if k != "list"})

    def surroundings(self, world, index, boxes):
        radius, vary = world["asked"]["each"][index]
        features, record = world["features"], np.array(world["records"][index], dtype=world["runtime"].kind)
        parts = {"epsilon": {i: a for i, a in radius.items() if vary is None or i in vary}}
        amounts = world["judge"].amounts(parts, record)
        extra = [sorted({float(v) for v in np.concatenate([boxes.low[:, i], boxes.high[:, i]])}) for i in range(len(features))]
        around = Surroundings(world["model"], features, record, amounts, extra, world["runtime"])
        around.index = index
        return around

    def record(self, seed, world, index, told):
        """Everything around one record, held against what was told; the cells, for parts of it."""
        self.counts["records"] += 1
        self.counts[f"status {told['status']}"] += 1
        if told["status"] in ("unsupported", "input_error", "vacuous"):
            text = f"{told['status']}: {(told['reason'] or '')[:110]}"
            self.reasons[text] += 1
            self.examples.setdefault(text, (seed, index))
            return None
        features, kind = world["features"], world["runtime"].kind
        boxes = Boxes(told["list"], world["records"][index], [f["name"] for f in features], kind)
        try:
            around = self.surroundings(world, index, boxes)
        except TooLarge:
            self.counts["too many cells"] += 1
            return None
        self.counts["cells"] += len(around.points)
        own = tuple(None if a is None else a[index:index + 1] for a in world["own"])
        row = {"output": world["asked"]["output"], "expect": world["asked"]["expect"]}
        bad = world["judge"].other(row, around.answers, own)
        wrong = self.boxes(world, around, boxes, told, bad, complete=told["status"] == "complete")
        if wrong is None:
            # Whole numbers beyond 2^53 are not modelled; a record without a value may have any.
            endless = any(f["type"] == "int" and (f["min"] is None or f["max"] is None) and np.isnan(v) for f, v in zip(features, world["records"][index]))
            exact = not any(f["derived"] for f in features) and not endless
            points, region = sum(around.counts[bad], 0), sum(around.counts, 0)
            if exact and told["region_points"] != str(region):
                wrong = ("region_points", told["region_points"], region)
            elif exact and told["status"] == "complete" and told["points"] != str(points):
                wrong = ("points", told["points"], points)
            elif told["share"] is not None and abs(told["share"] - int(told["points"]) / int(told["region_points"])) > 1e-12:
                wrong = ("share", told["share"], points, region)
            elif told["boxes"] != len(told["list"]):
                wrong = ("number of boxes", told["boxes"], len(told["list"]))
            least = float(around.distance[bad].min()) if bad.any() else None
            if wrong is None and (told["nearest"] is None) != (least is None) or least is not None and told["nearest"] is not None and abs(told["nearest"] - least) > 1e-9 * max(1, least):
                wrong = ("nearest", told["nearest"], least)
            if wrong is None and told["status"] == "complete" and told["complete_below"] is not None:
                wrong = ("complete_below of what is complete", told["complete_below"])
        if wrong is not None:
            self.differ(seed, wrong[0], f"r{index}", *wrong[1:], world["asked"]["options"], world["asked"]["columns"][index])
        return around, boxes, bad

    def boxes(self, world, around, boxes, told, bad, complete):
        """What is wrong with a list of boxes; None when nothing is."""
        self.counts["boxes"] += len(told["list"])
        times = np.zeros(len(around.points), dtype=int)
        last, names_ = -1.0, [f["name"] for f in world["features"]]
        for b, box in enumerate(told["list"]):
            held = boxes.hold(b, around.points)
            times += held
            if not held.any():
                return "a box without an input", b + 1, box
            if not bad[held].all():
                return "a box holds an input that does not violate", b + 1, around.points[held & ~bad][0].tolist()
            endless = any(f["type"] == "int" and (f["min"] is None or f["max"] is None) and np.isnan(v) for f, v in zip(world["features"], around.record))
            if not endless and not any(f["derived"] for f in world["features"]) and box["points"] != str(sum(around.counts[held], 0)):
                return "points of a box", b + 1, box["points"], sum(around.counts[held], 0)
            least = float(around.distance[held].min())
            if abs(box["distance"] - least) > 1e-9 * max(1, least):
                return "distance of a box", b + 1, box["distance"], least
            if box["distance"] < last:
                return "order of boxes", b + 1, last, box["distance"]
            last = box["distance"]
            if any(s["feature"] not in names_ for s in box["sides"]):
                return "sides", box["sides"]
            wrong = self.answers(world, around, held, box)
            if wrong is not None:
                return *wrong, b + 1
            hit = sum(bool(boxes.hold(b, np.array([r], dtype=around.kind))[0]) for other, r in enumerate(world["records"]) if other != around.index)
            if box["records_hit"] != hit:
                return "records_hit", b + 1, box["records_hit"], hit
        if (times > 1).any():
            return "boxes overlap", around.points[times > 1][0].tolist()
        if boxes.overlap() is not None and not any(f["derived"] or f["type"] == "onehot" for f in world["features"]):
            return "boxes overlap between cells", boxes.overlap()
        below = told["complete_below"]
        missed = bad & (times == 0) & (True if below is None else around.distance < below * (1 - 1e-9))
        if complete or below is not None:
            if missed.any():
                return "an input that violates is in no box", around.points[missed][0].tolist(), float(around.distance[missed].min()), below
        return None

    def answers(self, world, around, held, box):
        labels, scores, sums = (None if a is None else a[held] for a in around.answers)
        if labels is not None and box["label"] not in labels.tolist():
            return "label", box["label"], sorted(set(map(str, labels.tolist())))
        near = np.isclose(scores.astype(np.float64), np.array(box["scores"], dtype=np.float64)[None, :], rtol=0, atol=0, equal_nan=True).all(axis=1)
        if not near.any():
            return "scores", box["scores"], scores[:3].tolist()
        said = box["score"]
        if said is None:
            self.counts["boxes without bounds of a score"] += 1
            return None
        self.counts["bounds of scores"] += 1
        output = world["asked"]["output"]
        numbers = [output] if output[0] in ("p", "score") else [output[1]] if output[0] == "band" else [("p", k) for k in range(scores.shape[1])] + [("score", k) for k in range(sums.shape[1])]
        fits = []
        for number in numbers:
            column = (scores if number[0] == "p" else sums)[:, number[1]].astype(np.float64)
            if said["at_least"] <= column.min() and column.max() <= said["at_most"]:
                fits.append(number)
        if not fits:
            return "bounds of the score", said, [(n, float((scores if n[0] == "p" else sums)[:, n[1]].min()), float((scores if n[0] == "p" else sums)[:, n[1]].max())) for n in numbers]
        self.counts[f"bounds fit {fits[-1] if output[0] == 'label' else 'the output'}"] += 1
        return None

    def parts(self, seed, world, whole, judged):
        """The same enumeration cut by a budget, and gone on with until it is whole."""
        rng = world["rng"]
        if not any(r["boxes"] > 1 or r["nodes"] > 3 for r in whole.values()):
            return
        cuts = [["--boxes", str(int(rng.integers(1, 4)))]] if rng.random() < 0.5 else [["--nodes", str(int(rng.integers(1, 12)))]]
        cut = cuts[0]
        files = {"--csv": "boxes.csv", "--summary": "summary.csv", "--jsonl": "whole.jsonl"}
        resume = []
        for part in range(60):
            told, refusal = self.call(world, *cut, *resume, "--left-open", f"part{part}.json", *(a for option, name in files.items() for a in (option, f"part-{name}")))
            if told is None:
                self.differ(seed, "a part was refused", cut, resume, refusal[:300])
                return
            self.counts["parts"] += 1
            resume = ["--resume", f"part{part}.json"]
            for name, r in told.items():
                index = int(name[1:]) if name.startswith("r") else None
                if index is None or judged[index] is None or r["status"] == "input_error":
                    continue
                if r["status"] == "unsupported":
                    self.differ(seed, "a part is unsupported", name, r["reason"])
                    continue
                self.counts[f"part {r['status']}"] += 1
                around, _, bad = judged[index]
                boxes = Boxes(r["list"], world["records"][index], [f["name"] for f in world["features"]], around.kind)
                try:
                    around = self.surroundings(world, index, boxes)
                except TooLarge:
                    continue
                own = tuple(None if a is None else a[index:index + 1] for a in world["own"])
                bad = world["judge"].other({"output": world["asked"]["output"], "expect": world["asked"]["expect"]}, around.answers, own)
                wrong = self.boxes(world, around, boxes, r, bad, r["status"] == "complete")
                least = min((b["distance"] for b in r["list"]), default=None)
                if wrong is None and r["nearest"] != least:
                    wrong = ("nearest", r["nearest"], least)
                if wrong is None and cut[0] == "--boxes" and r["list"] and r["complete_below"] is not None and r["list"][-1]["distance"] > r["complete_below"]:
                    wrong = ("not the nearest", r["list"][-1]["distance"], r["complete_below"])
                if wrong is not None:
                    self.differ(seed, f"part: {wrong[0]}", name, part, cut, *wrong[1:], world["asked"]["options"])
                    return
            if all(r["status"] != "partial" for r in told.values()):
                break
            if next(iter(told.values()))["exit"] != 4:
                self.differ(seed, "exit of a part", next(iter(told.values()))["exit"])
        else:
            self.counts["not whole after 60 parts"] += 1
            return
        for option, name in files.items():
            if (self.folder / "now" / f"part-{name}").read_bytes() != (self.folder / "now" / name).read_bytes():
                self.differ(seed, "files of the last part", option, cut)
        self.counts["whole again after parts"] += 1


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    run = Run(sys.argv[3] if len(sys.argv) > 3 else "/tmp/forest-reading")
    for n in range(count):
        guarded(run, seed + n)
        if n % 20 == 19 or n == count - 1:
            (run.folder / f"enumeration-{seed}.json").write_text(json.dumps({"seeds": [seed, seed + n], **run.summary()}, indent=1, default=str))
    print(json.dumps(run.summary(), indent=1, default=str))


if __name__ == "__main__":
    os.nice(10)
    main()
