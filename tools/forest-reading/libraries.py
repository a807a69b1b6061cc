"""Small models of XGBoost and LightGBM, trained on random numbers, and what the libraries themselves answer."""

import json
import os
import tempfile
import warnings

import numpy as np

os.environ.setdefault("OMP_NUM_THREADS", "1")
import lightgbm  # noqa: E402
import xgboost  # noqa: E402

warnings.filterwarnings("ignore")


class Library:
    """A booster, asked as a runtime is: labels (None for a regression), scores and sums."""

    def __init__(self, model, booster, data):
        self.model, self.booster, self.data = model, booster, data
        self.kind = np.float32 if model["library"] == "xgboost" else np.float64
        # What becomes of a sum is the library's own: the last bit of a probability is not told.
        self.exact_scores = model["op"] == "regressor" and not model["links"]

    def margins(self, X):
        if self.model["library"] == "xgboost":
            asked = xgboost.DMatrix(X, feature_types=self.model["types"], feature_names=names_of(self.model), nthread=1)
            raw = self.booster.predict(asked, output_margin=True)
            end = raw if self.model["dump"] else self.booster.predict(asked)
        else:
            raw = self.booster.predict(X, raw_score=True, num_threads=1)
            end = self.booster.predict(X, num_threads=1)
            if self.model["boosting"] == "rf":
                raw = raw / self.booster.num_trees()
        return raw.reshape(len(X), -1), np.asarray(end)

    def answer(self, X, size=None):
        X = np.ascontiguousarray(X, dtype=self.kind)
        raw, end = self.margins(X)
        if self.model["op"] == "regressor":
            return None, end.reshape(len(X), -1).astype(raw.dtype), raw
        if self.model["classes"] == 2:
            p = end.reshape(-1)
            return (p > 0.5).astype(np.int64), np.stack([1 - p, p], axis=1).astype(np.float32), raw
        labels = end.reshape(-1).astype(np.int64) if end.ndim == 1 else end.argmax(axis=1).astype(np.int64)
        soft = np.exp(raw.astype(np.float64) - raw.max(axis=1, keepdims=True))
        return labels, (soft / soft.sum(axis=1, keepdims=True)).astype(np.float32), raw

    def tied(self, answers):
        """Where two probabilities are rounded to one the class is not told."""
        labels, scores, sums = answers
        if labels is None or self.model["classes"] == 2:
            return np.zeros(len(sums), dtype=bool)
        best = np.sort(sums.astype(np.float64), axis=1)
        return (best[:, -1] != best[:, -2]) & (best[:, -1] - best[:, -2] < 1e-6)


def names_of(model):
    return [f["name"] for f in model["features"]]


def samples(rng, features, kinds):
    rows = int(rng.integers(30, 80))
    X = np.zeros((rows, len(features)))
    for i, f in enumerate(features):
        if f["whole"]:
            X[:, i] = rng.integers(0, 6, size=rows)
        else:
            X[:, i] = rng.choice(rng.integers(-16, 17, size=8) / float(rng.choice([1, 2, 4])), size=rows) if rng.random() < 0.5 else rng.normal(size=rows) * 3
        if rng.random() < 0.4:
            X[rng.random(rows) < 0.2, i] = 0 if rng.random() < 0.5 else np.nan
    return X.astype(kinds).astype(np.float64)


def tests_xgboost(node, found):
    if "leaf" in node:
        return
    split, feature = node["split_condition"], int(node["split"][1:])
    found.append({"feature": feature, "mode": "BRANCH_MEMBER", "members": [float(v) for v in split], "value": float(split[0])} if isinstance(split, list)
                 else {"feature": feature, "mode": "BRANCH_LT", "value": float(np.float32(split))})
    for child in node["children"]:
        tests_xgboost(child, found)


def tests_lightgbm(node, found):
    if "split_index" not in node:
        return
    feature = node["split_feature"]
    if node["decision_type"] == "==":
        members = [float(v) for v in node["threshold"].split("||")]
        found.append({"feature": feature, "mode": "BRANCH_MEMBER", "members": members, "value": members[0]})
    else:
        found.append({"feature": feature, "mode": "BRANCH_LEQ", "value": float(node["threshold"])})
        for edge in (0.0, float(np.float32(1e-35)), -float(np.float32(1e-35))):
            found.append({"feature": feature, "mode": "BRANCH_LEQ", "value": edge})
    tests_lightgbm(node["left_child"], found)
    tests_lightgbm(node["right_child"], found)


LEAF = {"votes": {}}


def as_trees(tests):
    """Tests of a model as the reading keeps trees: each for itself, since their values alone are looked at."""
    return [{**t, "yes": LEAF, "no": LEAF} for t in tests]


def labels_of(rng, X, classes):
    told = np.nan_to_num(X[:, 0]) + rng.normal(size=len(X)) * 2
    y = np.searchsorted(np.quantile(told, np.arange(1, classes) / classes), told)
    y[:classes] = np.arange(classes)
    return y


def train_xgboost(rng, model, features, X):
    objective = model["objective"]
    y = labels_of(rng, X, max(2, model["classes"])) if model["op"] == "classifier" or objective.startswith(("rank", "reg:logistic", "binary")) else np.round(rng.normal(size=len(X)) * 4) / 2
    if objective in ("reg:logistic", "binary:logitraw") or objective.startswith("rank"):
        y = (y > 0).astype(float)
    params = {"objective": objective, "max_depth": int(rng.integers(1, 4)), "eta": float(rng.choice([0.3, 0.5, 1.0])), "lambda": float(rng.choice([0, 1])), "min_child_weight": 0,
              "nthread": 1, "seed": int(rng.integers(1000)), "verbosity": 0, "max_cat_to_onehot": int(rng.choice([1, 10])), "tree_method": "hist"}
    if rng.random() < 0.2 and not model["dump"]:
        params |= {"booster": "dart", "rate_drop": 0.5, "one_drop": 1}
    if model["classes"] > 2:
        params["num_class"] = model["classes"]
    if rng.random() < 0.4 and not objective.startswith(("multi", "reg:quantile")):
        params["base_score"] = float(rng.choice([0.5, 0.2, 0.9]))
    if objective == "reg:quantileerror":
        params["quantile_alpha"] = 0.5
    if rng.random() < 0.2:
        params |= {"num_parallel_tree": 2, "subsample": 0.7}
    data = xgboost.DMatrix(X.astype(np.float32), y, feature_types=model["types"], feature_names=names_of(model), nthread=1)
    if objective.startswith("rank"):
        data.set_group([len(X)])
    return xgboost.train(params, data, int(rng.integers(1, 4)))


def xgboost_model(rng, features):
    objective = str(rng.choice(["binary:logistic", "binary:logistic", "binary:logitraw", "multi:softprob", "multi:softmax", "reg:squarederror", "reg:squarederror", "reg:absoluteerror",
                                "reg:pseudohubererror", "reg:quantileerror", "reg:logistic", "rank:pairwise"]))
    op = "classifier" if objective.startswith(("binary:logistic", "multi")) else "regressor"
    model = {"library": "xgboost", "op": op, "objective": objective, "classes": (3 if objective.startswith("multi") else 2) if op == "classifier" else 1,
             "types": ["c" if f["whole"] and rng.random() < 0.5 else "q" for f in features], "dump": bool(rng.random() < 0.15) and len(features) == 1, "links": objective == "reg:logistic"}
    X = samples(rng, features, np.float32)
    for i, t in enumerate(model["types"]):
        if t == "c":
            X[X[:, i] < 0, i] = 0
    if model["dump"]:
        model |= {"op": "regressor", "objective": "reg:squarederror", "classes": 1, "links": False, "types": ["q"] * len(features)}
    return model, X


def lightgbm_model(rng, features):
    objective = str(rng.choice(["binary", "binary", "multiclass", "regression", "regression", "regression_l1", "huber", "lambdarank"]))
    op = "classifier" if objective in ("binary", "multiclass") else "regressor"
    model = {"library": "lightgbm", "op": op, "objective": objective, "classes": (3 if objective == "multiclass" else 2) if op == "classifier" else 1, "types": None, "dump": False, "links": False,
             "boosting": str(rng.choice(["gbdt", "gbdt", "gbdt", "dart", "rf"] if objective not in ("multiclass",) else ["gbdt", "goss"]))}
    return model, samples(rng, features, np.float64)


def train_lightgbm(rng, model, features, X):
    y = labels_of(rng, X, model["classes"]) if model["op"] == "classifier" else (labels_of(rng, X, 2) if model["objective"] == "lambdarank" else np.round(rng.normal(size=len(X)) * 4) / 2)
    params = {"objective": model["objective"], "num_leaves": int(rng.integers(2, 7)), "min_data_in_leaf": 1, "min_data_in_bin": 1, "min_sum_hessian_in_leaf": 0, "learning_rate": float(rng.choice([0.1, 0.5, 1.0])),
              "verbose": -1, "num_threads": 1, "deterministic": True, "seed": int(rng.integers(1000)), "boosting": model["boosting"],
              "zero_as_missing": bool(rng.random() < 0.25), "use_missing": bool(rng.random() < 0.85), "min_data_per_group": 1, "cat_smooth": 1, "cat_l2": 0, "max_cat_to_onehot": int(rng.choice([1, 4]))}
    if model["boosting"] == "rf":
        params |= {"bagging_freq": 1, "bagging_fraction": 0.7}
    if model["classes"] > 2:
        params["num_class"] = model["classes"]
    categorical = [i for i, f in enumerate(features) if f["whole"] and rng.random() < 0.5]
    data = lightgbm.Dataset(X, y, feature_name=names_of(model), categorical_feature=categorical, group=[len(X)] if model["objective"] == "lambdarank" else None, params={"verbose": -1})
    return lightgbm.train(params, data, int(rng.integers(1, 4)))


def source(rng):
    """A model of one of the libraries and another version of it: (model, other, runtime, runtime2, file, file2)."""
    features = [{"name": f"f{i}", "whole": bool(rng.random() < 0.5), "pool": []} for i in range(int(rng.integers(1, 4)))]
    model, X = (xgboost_model if rng.random() < 0.5 else lightgbm_model)(rng, features)
    model |= {"features": features, "post": "LIBRARY", "before": [], "base": [], "targets": [0], "input": "float", "labels": list(range(model["classes"])) if model["op"] == "classifier" else None}
    result = []
    for _ in range(2):
        booster = (train_xgboost if model["library"] == "xgboost" else train_lightgbm)(rng, model, features, X)
        tests = []
        if model["library"] == "xgboost":
            trees = [json.loads(t) for t in booster.get_dump(dump_format="json")]
            for t in trees:
                tests_xgboost(t, tests)
            if model["dump"]:
                told = booster.get_dump(dump_format="json")
                data = ("[" + ",\n".join(told) + "]").encode()
            else:
                with tempfile.TemporaryDirectory() as folder:
                    booster.save_model(f"{folder}/model.json")
                    with open(f"{folder}/model.json", "rb") as handle:
                        data = handle.read()
        else:
            for t in booster.dump_model()["tree_info"]:
                tests_lightgbm(t["tree_structure"], tests)
            data = booster.model_to_string().encode()
        own = {**model, "trees": as_trees(tests)}
        runtime = Library(own, booster, data)
        if model["dump"]:
            # A dump has no base score: its sums are those of the trees alone.
            runtime.booster = rebased(booster)
        result.append((own, runtime, data))
    (a, r, d), (b, r2, d2) = result
    both = {**a, "trees": a["trees"] + b["trees"]}
    return both, b, r, r2, d, d2


def rebased(booster):
    config = json.loads(booster.save_config())
    config["learner"]["learner_model_param"]["base_score"] = "[0E0]" if config["learner"]["learner_model_param"]["base_score"].startswith("[") else "0"
    raw = json.loads(bytes(booster.save_raw("json")))
    raw["learner"]["learner_model_param"]["base_score"] = config["learner"]["learner_model_param"]["base_score"]
    other = xgboost.Booster()
    other.load_model(bytearray(json.dumps(raw).encode()))
    return other
