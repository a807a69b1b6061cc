"""Trains, exports, verifies: run it cell by cell (`# %%`) in an editor that knows notebooks, or as a script.

    python -m venv venv && venv/bin/pip install scikit-learn skl2onnx xgboost lightgbm
    OSTIARY="npx ostiary" venv/bin/python train.py

The applicants are drawn at random: the models decide about nobody.
"""

# %% Applicants
import os
import shlex
import subprocess
from pathlib import Path

import numpy as np
from lightgbm import LGBMClassifier
from skl2onnx import to_onnx
from sklearn.ensemble import RandomForestClassifier
from xgboost import XGBClassifier

FEATURES = ["income", "age", "debt", "children"]
random = np.random.default_rng(7)


def applicants(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Applicants, and whether each pays back (1). Age has no say of its own, but goes with income."""
    age = random.integers(18, 80, count)
    income = np.round(random.gamma(4, 9000, count) * (1 + age / 200), -2).clip(0, 200_000)
    debt = random.beta(2, 4, count).round(2)
    children = random.integers(0, 5, count)
    odds = income / 40_000 - 4 * debt - children / 8 + random.normal(0, 0.5, count)
    return np.column_stack([income, age, debt, children]).astype("float32"), (odds > 0).astype(int)


X, y = applicants(4_000)
people, _ = applicants(8)

# %% Three models, and the same two with a promise: more income never harms, more debt never helps
folder = Path(os.environ.get("FOLDER", "made"))
folder.mkdir(exist_ok=True)
promise = [1, 0, -1, 0]

forest = RandomForestClassifier(n_estimators=40, max_depth=6, random_state=7).fit(X, y)
# Serve this file: it is what is verified.
(folder / "forest.onnx").write_bytes(to_onnx(forest, X[:1], options={"zipmap": False}).SerializeToString())

boosted = {
    "xgboost.json": XGBClassifier(n_estimators=40, max_depth=4),
    "xgboost-promise.json": XGBClassifier(n_estimators=40, max_depth=4, monotone_constraints=tuple(promise)),
    "lightgbm.txt": LGBMClassifier(n_estimators=40, max_depth=4, verbose=-1),
    "lightgbm-promise.txt": LGBMClassifier(n_estimators=40, max_depth=4, verbose=-1, monotone_constraints=promise),
}
for name, model in boosted.items():
    model.fit(X, y)
    if name.startswith("xgboost"):
        model.save_model(folder / name)
    else:
        model.booster_.save_model(folder / name)

# %% What is known of the features, who is asked about, and what must hold
(folder / "schema.csv").write_text(
    """name,position,type,min,max,mutable,protected
income,0,float,0,200000,yes,no
age,1,int,18,80,no,yes
debt,2,float,0,1,yes,no
children,3,int,0,5,no,no
"""
)
rows = "\n".join(",".join([f"p{at + 1}", *(f"{value:g}" for value in row)]) for at, row in enumerate(people))
(folder / "records.csv").write_text(f"record_id,{','.join(FEATURES)}\n{rows}\n")
(folder / "table.csv").write_text(
    """id,kind,title,where,vary,epsilon,protected,direction,output,expect,severity
M1,monotone,More income never harms,,,,,income up,score[0],nondecreasing,major
M2,monotone,More debt never helps,,,,,debt up,score[0],nonincreasing,major
N1,never,The rich and free of debt are never refused,income>=150000; debt<=0.05,,,,,label,label=1,critical
P1,protected_flip,Age alone changes no applicant's answer,@records,,,age,,label,no flip,critical
B1,robust,One percent of income changes nothing,@records,,income=1%,,,label,same label,major
W1,recourse,Whoever is refused has a way,@records where label=0,income;debt,,,,label,label=1,major
"""
)

# %% Verify
ostiary = shlex.split(os.environ.get("OSTIARY", "npx ostiary"))


def run(*arguments: str) -> None:
    """Runs `ostiary forest` in the folder, and shows what it says. 0: all proved; 1: something is violated; 4: something is open."""
    print("$ ostiary forest", *arguments)
    done = subprocess.run([*ostiary, "forest", *arguments], cwd=folder, capture_output=True, text=True)
    print(done.stdout + done.stderr + f"ends with {done.returncode}\n")
    if done.returncode not in (0, 1, 4):
        raise SystemExit(done.returncode)


known = ("--schema", "schema.csv", "--records", "records.csv")
for model in ["forest.onnx", *boosted]:
    run(model, "table.csv", *known, "--html", f"{model}.html", "--certificate", f"{model}.proofs.jsonl")

# %% A third party checks the proofs, without the search
run("verify", "xgboost-promise.json.proofs.jsonl", "xgboost-promise.json", "table.csv", *known)

# %% How much does the promise cost? Two versions of one model, held against each other over all inputs
(folder / "versions.csv").write_text(
    """id,kind,title,where,compare_model,output,expect,severity
D1,drift,How far the margins are apart among these applicants,@records,promise,score[0],<=0.5,minor
S1,same_as_model,The same label for these applicants,@records,promise,label,same label,minor
"""
)
run("xgboost.json", "versions.csv", *known, "--compare", "xgboost-promise.json")

# %% Everything around an applicant that has another answer
run("enumerate", "forest.onnx", "records.csv", "--schema", "schema.csv", "--radius", "income=25%; debt=0.15")
