"""Random models of XGBoost and LightGBM, and what the libraries themselves answer: `libraries.mjs` reads both and compares.

    venv/bin/pip install numpy scikit-learn xgboost lightgbm
    venv/bin/python tools/forest-model/libraries.py FOLDER [COUNT] [SEED]

Each model is FOLDER/NAME.json or NAME.txt; FOLDER/NAME.expected.json has the records (as bits), the raw sums (as bits), and the labels.
"""

import json
import struct
import sys
import warnings
from pathlib import Path

import lightgbm as lgb
import numpy as np
import xgboost as xgb

warnings.filterwarnings("ignore")
FOLDER, COUNT, SEED = Path(sys.argv[1]), int((sys.argv[2:] or [60])[0]), int((sys.argv[3:] or [1])[0])
FOLDER.mkdir(parents=True, exist_ok=True)
ROWS = 400


def bits(values):
    """Floats as the hexadecimal digits of their bits."""
    return [struct.pack(">f" if values.dtype == np.float32 else ">d", value).hex() for value in values.ravel()]


def table(rng, kind):
    """Records with ties, holes and two columns of categories, and a target."""
    x = np.column_stack([rng.normal(0, 1, 300), rng.gamma(2, 20000, 300).round(2), rng.integers(-3, 4, 300), rng.integers(0, 6, 300), rng.integers(0, 40, 300)])
    score = x[:, 0] - x[:, 1] / 40000 + (x[:, 3] == 2) * 2 + x[:, 4] / 20 + rng.normal(0, 0.5, 300)
    x[rng.random(x.shape) < rng.choice([0, 0.1])] = np.nan
    if kind == "binary":
        return x, (score > np.median(score)).astype(int)
    if kind == "many":
        return x, np.digitize(score, np.quantile(score, [0.3, 0.6]))
    return x, score if kind == "numbers" else 1 / (1 + np.exp(-score))


def probes(rng, x, thresholds, dtype):
    """Records near those of the table: thresholds and the floats beside them, missing values, odd ones."""
    rows = x[rng.integers(0, len(x), ROWS)].astype(dtype)
    odd = np.array([np.nan, 0, -0.0, -0.5, 0.5, 1e-36, -1e-36, 1e30, -1e30, 5.5, 7, 31, 32, 1000], dtype)
    for row in rows:
        for _ in range(rng.integers(0, 4)):
            column = rng.integers(0, rows.shape[1])
            near = thresholds.get(column, [])
            value = dtype(rng.choice(near)) if len(near) and rng.random() < 0.7 else rng.choice(odd)
            row[column] = rng.choice([value, np.nextafter(value, dtype(np.inf)), np.nextafter(value, dtype(-np.inf))])
    return rows


def keep(name, rows, sums, labels):
    said = {"rows": bits(rows), "columns": rows.shape[1], "sums": bits(sums), "labels": None if labels is None else [int(label) for label in labels]}
    (FOLDER / f"{name}.expected.json").write_text(json.dumps(said))


def xgboost_model(rng, at):
    objective, kind = [("binary:logistic", "binary"), ("binary:logitraw", "binary"), ("multi:softprob", "many"), ("multi:softmax", "many"), ("reg:squarederror", "numbers"), ("reg:absoluteerror", "numbers"), ("reg:pseudohubererror", "numbers"), ("reg:logistic", "shares")][at % 8]
    x, y = table(rng, kind)
    categories = at % 3 != 0
    types = ["q", "q", "q", "c", "c"] if categories else None
    params = {"objective": objective, "max_depth": int(rng.integers(1, 6)), "eta": float(rng.choice([0.1, 0.3, 1])), "tree_method": "hist", "seed": at, "max_cat_to_onehot": int(rng.choice([1, 4, 100])), "num_parallel_tree": int(rng.choice([1, 1, 3])), "subsample": 0.8}
    if at % 5 == 4:
        params |= {"booster": "dart", "rate_drop": float(rng.choice([0.1, 0.5])), "normalize_type": str(rng.choice(["tree", "forest"])), "one_drop": int(rng.integers(0, 2))}
    if kind == "many":
        params["num_class"] = 3
    if rng.random() < 0.6 and kind in ("binary", "shares", "numbers"):
        params["base_score"] = float(rng.choice([0.5, 0.3, 0.01, 0.77, 0.999]))
    data = xgb.DMatrix(x, label=y, feature_types=types, enable_categorical=categories)
    booster = xgb.train(params, data, int(rng.integers(1, 12)))
    name = f"xgb-{at}"
    booster.save_model(FOLDER / f"{name}.json")
    thresholds = {int(column[1:]): list(group) for column, group in booster.trees_to_dataframe().query("Feature != 'Leaf'").groupby("Feature")["Split"].unique().items()}
    rows = probes(rng, x, {column: [v for v in values if np.isfinite(v)] for column, values in thresholds.items()}, np.float32)
    if categories:
        # The library refuses categories that are no whole numbers from 0 on.
        for column in (3, 4):
            codes = rows[:, column]
            rows[:, column] = np.where(np.isnan(codes) | (codes < 0) | (codes > 1000), np.nan, np.floor(codes))
    given = xgb.DMatrix(rows, feature_types=types, enable_categorical=categories)
    saved = xgb.Booster(model_file=FOLDER / f"{name}.json")
    sums = saved.predict(given, output_margin=True)
    answers = saved.predict(given)
    labels = None
    if objective == "binary:logistic":
        labels = answers > 0.5
    elif kind == "many":
        labels = answers.argmax(axis=1) if objective == "multi:softprob" else answers
    keep(name, rows, sums.astype(np.float32), labels)


def lightgbm_model(rng, at):
    objective, kind = [("binary", "binary"), ("multiclass", "many"), ("regression", "numbers"), ("regression_l1", "numbers"), ("huber", "numbers"), ("quantile", "numbers"), ("mape", "numbers"), ("fair", "numbers")][at % 8]
    x, y = table(rng, kind)
    boosting = ["gbdt", "dart", "rf", "goss"][at % 4 if kind != "many" else 0]
    params = {"objective": objective, "num_leaves": int(rng.integers(2, 20)), "verbose": -1, "min_data_in_leaf": 3, "min_data_per_group": 3, "cat_smooth": 1, "max_cat_to_onehot": int(rng.choice([1, 4])), "seed": at, "zero_as_missing": bool(rng.random() < 0.3), "use_missing": bool(rng.random() < 0.8), "boosting": boosting}
    if boosting == "rf":
        params.update(bagging_freq=1, bagging_fraction=0.6)
    if kind == "many":
        params["num_class"] = 3
    categories = [3, 4] if at % 3 else []
    booster = lgb.train(params, lgb.Dataset(x, label=y, categorical_feature=categories, params={"verbose": -1, "zero_as_missing": params["zero_as_missing"], "use_missing": params["use_missing"], "min_data_in_leaf": 3}), int(rng.integers(1, 12)))
    name = f"lgb-{at}"
    booster.save_model(FOLDER / f"{name}.txt")
    frame = booster.trees_to_dataframe()
    inner = frame[frame["split_feature"].notna() & (frame["decision_type"] == "<=")]
    thresholds = {int(column.split("_")[1]): [float(v) for v in group] for column, group in inner.groupby("split_feature")["threshold"].unique().items()}
    rows = probes(rng, x, thresholds, np.float64)
    saved = lgb.Booster(model_file=FOLDER / f"{name}.txt")
    sums = np.asarray(saved.predict(rows, raw_score=True), np.float64)
    if boosting == "rf":
        # `predict` divides by the number of iterations before anything else, `raw_score` does not.
        sums = sums / saved.current_iteration()
    answers = saved.predict(rows)
    labels = answers > 0.5 if objective == "binary" else answers.argmax(axis=1) if kind == "many" else None
    keep(name, rows, sums, labels)


for number in range(COUNT):
    xgboost_model(np.random.default_rng([SEED, number, 0]), number)
    lightgbm_model(np.random.default_rng([SEED, number, 1]), number)
