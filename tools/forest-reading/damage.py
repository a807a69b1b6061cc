"""Damages certificates and holds what `verify` still accepts against the definition: python damage.py DAMAGES SEED [FOLDER].

An accepted certificate must be true: `least` and `most` bound a score from below (its bound is that of the score's negative) and from
above, `greatest` a gap, `nearest` a distance from below; any other line says that nothing violates.
"""

import base64
import collections
import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np

import product
from judge import READINGS, Judge, Unclear
from run import Run, world_of

SLACK = 1e-12


def flipped(rng, line, lines):
    data = bytearray(base64.b64decode(line["certificate"]))
    data[int(rng.integers(len(data)))] ^= 1 << int(rng.integers(8))
    return {**line, "certificate": base64.b64encode(bytes(data)).decode()}


def cut(rng, line, lines):
    data = base64.b64decode(line["certificate"])
    return {**line, "certificate": base64.b64encode(data[:-1]).decode()}


def dropped_byte(rng, line, lines):
    data = bytearray(base64.b64decode(line["certificate"]))
    del data[int(rng.integers(len(data)))]
    return {**line, "certificate": base64.b64encode(bytes(data)).decode()}


def longer(rng, line, lines):
    data = base64.b64decode(line["certificate"]) + bytes([int(rng.integers(256))])
    return {**line, "certificate": base64.b64encode(data).decode()}


def bound(rng, line, lines):
    """A bound that says more than was proved."""
    if line.get("bound") is None:
        return None
    step = float(rng.choice([1e-6, 0.01, 0.5, 2]))
    return {**line, "bound": line["bound"] + step if line["question"].startswith("nearest") else line["bound"] - step}


def of_another(rng, line, lines):
    return {**line, "certificate": lines[int(rng.integers(len(lines)))]["certificate"]}


def renamed(rng, line, lines):
    other = lines[int(rng.integers(len(lines)))]
    return {**line, "question": other["question"]} if other["question"] != line["question"] else None


def without(rng, line, lines):
    return "dropped"


DAMAGES = [flipped, cut, dropped_byte, longer, bound, of_another, renamed, without]


def true(run, world, judge, row, index, line, swapped, own, own2):
    """Whether what a line says is so, by definition."""
    cells = world["cells"]
    kept = cells.answers, world["runtime"]
    try:
        if swapped:
            cells.answers, world["runtime"] = cells.other_answers, world["other"]
        try:
            (verdict, number), _ = run.expected(world, judge, row["parts"], index, own2 if swapped else own, own2)
        except Unclear:
            return None
    finally:
        cells.answers, world["runtime"] = kept
    if verdict == "vacuous":
        return True
    question, told = base(line), line.get("bound")
    if question in ("least", "most") and row["parts"]["kind"] == "range":
        return told >= (-number[0] if question == "least" else number[1]) - SLACK
    # A drift is the greater of two differences: one of them alone bounds the other by nothing.
    if question == "greatest" and row["parts"]["kind"] == "drift" and len(line["ways"]) < 2:
        return None
    if question == "greatest" and row["parts"]["kind"] in ("protected_gap", "drift"):
        return told is None or number is None or told >= number - SLACK
    if question == "nearest" and row["parts"]["kind"] in ("min_distance", "recourse", "evasion"):
        return number == float("inf") if told is None else told <= number * (1 + SLACK) + SLACK
    return verdict == "proved"


def base(line):
    """What a line is about, without the piece of the region (`nearest/1`) or the features that change (`nearest:0+2`)."""
    return line["question"].split("/")[0].split(":")[0]


def whole(lines):
    """Lines of a region in pieces (`nearest`, `nearest/1`) as one: the weakest of what they say."""
    grouped = {}
    for line in lines:
        name = base(line)
        weakest = grouped.setdefault(name, {**line, "ways": set()})
        weakest["ways"].add(line["question"].split("/")[0])
        if None not in (weakest.get("bound"), line.get("bound")):
            weakest["bound"] = (min if name == "nearest" else max)(weakest["bound"], line["bound"])
        elif name == "nearest" and weakest.get("bound") is None:
            weakest["bound"] = line.get("bound")
    return list(grouped.values())


def main():
    most, seed = int(sys.argv[1]), int(sys.argv[2])
    run = Run(sys.argv[3] if len(sys.argv) > 3 else "/tmp/forest-reading")
    folder = Path(run.folder) / "damage"
    counts, shown = collections.Counter(), 0
    rng = np.random.default_rng(seed)
    done = 0
    while done < most:
        seed += 1
        world = world_of(seed)
        if world is None:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        answer, _ = product.ask(folder, world["files"])
        if answer is None:
            continue
        lines = [json.loads(t) for t in (folder / "proofs.jsonl").read_text().splitlines()]
        if not lines:
            continue
        X = np.array(world["records"], dtype=world["runtime"].kind)
        own, own2 = world["runtime"].answer(X, size=1), world["other"].answer(X, size=1)
        judge = Judge(world["features"], world["runtime"].kind, world["labels"], dict(READINGS))
        rows = {q["cells"]["id"]: q for q in world["rows"]}
        for how in (*DAMAGES, "another model"):
            altered, touched = [], {}
            for line in lines:
                key = (line["id"], line["record"])
                made = line
                if how != "another model" and key not in touched:
                    made = how(rng, line, lines)
                    if made is None or made == line:
                        made = line
                    else:
                        touched[key] = (line if made == "dropped" else made, made)
                elif how == "another model":
                    touched[key] = (line, line)
                if made != "dropped":
                    altered.append(made)
            if not touched:
                continue
            (folder / "damaged.jsonl").write_text("".join(json.dumps(a) + "\n" for a in altered))
            name = how if isinstance(how, str) else how.__name__
            swapped = how == "another model"
            problems, refusal = product.verify(folder, world["files"], "damaged.jsonl", "newer.onnx" if swapped else "model.onnx")
            done += len(touched)
            counts[f"{name}: damaged"] += len(touched)
            if problems is None:
                counts[f"{name}: the whole file refused"] += len(touched)
                counts[refusal[:100]] += 1
                continue
            for key, (line, made) in touched.items():
                if problems.get(key, "not told") is not None:
                    counts[f"{name}: refused"] += 1
                    continue
                index = None if key[1] is None else int(key[1][1:])
                lines_now = [a for a in altered if (a["id"], a["record"]) == key]
                lines_now = whole(lines_now)
                wrong = [one for one in lines_now if true(run, world, judge, rows[key[0]], index, one, swapped, own, own2) is False]
                counts[f"{name}: accepted and {'FALSE' if wrong else 'true'}"] += 1
                if wrong and shown < 20:
                    shown += 1
                    print("FALSE", seed, name, key, {k: v for k, v in rows[key[0]]["cells"].items() if v}, wrong[0], flush=True)
    print(json.dumps(dict(sorted(counts.items())), indent=1))


if __name__ == "__main__":
    os.nice(10)
    main()
