"""Writes an ensemble of `ensembles` as an ONNX model."""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

MODES = ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER"]
# onnxruntime reads 1 as LOGISTIC and 2 as SOFTMAX (docs/forest/onnx.md).
POST = {"NONE": 0, "LOGISTIC": 1, "SOFTMAX": 2, "SOFTMAX_ZERO": 3}


def numbered(tree):
    """Nodes of a tree in depth-first order; a shared true child of a chain is one node."""
    nodes, seen = [], {}

    def add(node):
        if id(node) in seen:
            return seen[id(node)]
        index = len(nodes)
        seen[id(node)] = index
        nodes.append([node, 0, 0])
        if "votes" not in node:
            nodes[index][1] = add(node["yes"])
            nodes[index][2] = add(node["no"])
        return index

    add(tree)
    return nodes


def attributes_1(model):
    """The arrays of TreeEnsembleClassifier and TreeEnsembleRegressor."""
    prefix = "class" if model["op"] == "classifier" else "target"
    out = {name: [] for name in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids", "missing_value_tracks_true")}
    votes = {name: [] for name in ("treeids", "nodeids", "ids", "weights")}
    for index, tree in enumerate(model["trees"]):
        for node_id, (node, yes, no) in enumerate(numbered(tree)):
            is_leaf = "votes" in node
            out["treeids"].append(index)
            out["nodeids"].append(node_id)
            out["featureids"].append(0 if is_leaf else node["feature"])
            out["values"].append(0.0 if is_leaf else node["value"])
            out["modes"].append("LEAF" if is_leaf else node["mode"])
            out["truenodeids"].append(yes)
            out["falsenodeids"].append(no)
            out["missing_value_tracks_true"].append(0 if is_leaf else int(node["missing"]))
            for target, value in (node["votes"].items() if is_leaf else ()):
                votes["treeids"].append(index)
                votes["nodeids"].append(node_id)
                votes["ids"].append(target)
                votes["weights"].append(value)
    result = {f"nodes_{k}": v for k, v in out.items()}
    result |= {f"{prefix}_{k}": v for k, v in votes.items()}
    result["post_transform"] = model["post"]
    if model["base"]:
        result["base_values"] = model["base"]
    if model["op"] == "classifier":
        labels = model["labels"]
        result["classlabels_strings" if isinstance(labels[0], str) else "classlabels_int64s"] = labels
    else:
        result["n_targets"] = len(model["targets"])
        result["aggregate_function"] = model["aggregate"]
    return result


def attributes_5(model):
    """The arrays of TreeEnsemble, version 5."""
    kind = np.float64 if model["input"] == "double" else np.float32
    names = ("featureids", "truenodeids", "trueleafs", "falsenodeids", "falseleafs", "missing_value_tracks_true")
    out = {name: [] for name in names}
    splits, modes, members, roots, targets, weights = [], [], [], [], [], []

    def leaf(node):
        (target, weight), = node["votes"].items()
        targets.append(target)
        weights.append(weight)
        return len(targets) - 1

    def add(node):
        index = len(splits)
        for name in names:
            out[name].append(0)
        splits.append(node["value"])
        modes.append(MODES.index(node["mode"]))
        if node["mode"] == "BRANCH_MEMBER":
            members.extend(node["members"] + [float("nan")])
        out["featureids"][index] = node["feature"]
        out["missing_value_tracks_true"][index] = int(node["missing"])
        for child, place in ((node["yes"], "true"), (node["no"], "false")):
            is_leaf = "votes" in child
            out[f"{place}leafs"][index] = int(is_leaf)
            out[f"{place}nodeids"][index] = leaf(child) if is_leaf else add(child)
        return index

    for tree in model["trees"]:
        if "votes" in tree:
            # Both children are one leaf: a tree of a leaf, as a test that decides nothing.
            tree = {"feature": 0, "mode": "BRANCH_LEQ", "value": 0.0, "missing": False, "yes": tree, "no": dict(tree)}
        roots.append(add(tree))
    result = {f"nodes_{k}": v for k, v in out.items()}
    result["tree_roots"] = roots
    result["nodes_splits"] = numpy_helper.from_array(np.array(splits, dtype=kind))
    result["nodes_modes"] = numpy_helper.from_array(np.array(modes, dtype=np.uint8))
    result["leaf_targetids"] = targets
    result["leaf_weights"] = numpy_helper.from_array(np.array(weights, dtype=kind))
    result["n_targets"] = len(model["targets"])
    result["aggregate_function"] = {"AVERAGE": 0, "SUM": 1}[model["aggregate"]]
    result["post_transform"] = POST[model["post"]]
    if members:
        result["membership_values"] = numpy_helper.from_array(np.array(members, dtype=kind))
    return result


def tensors_of_double(attributes, op):
    """Thresholds and weights as tensors of double precision, which a double input may have."""
    prefix = "class" if op == "classifier" else "target"
    for name in ("nodes_values", f"{prefix}_weights", "base_values"):
        if name in attributes:
            attributes[f"{name}_as_tensor"] = numpy_helper.from_array(np.array(attributes.pop(name), dtype=np.float64))
    return attributes


def write(model, zipmap=True):
    """The bytes of a model; `zipmap` False leaves a ZipMap out, for runtimes that want tensors."""
    width = len(model["features"])
    kind = TensorProto.DOUBLE if model["input"] == "double" else TensorProto.FLOAT
    nodes, at = [], "X"
    for index, step in enumerate(model["before"]):
        given = {"imputed_value_floats": step["values"], "replaced_value_float": float("nan")} if step["op"] == "Imputer" else {"offset": step["offset"], "scale": step["scale"]}
        nodes.append(helper.make_node(step["op"], [at], [f"step{index}"], domain="ai.onnx.ml", **given))
        at = f"step{index}"
    outputs = []
    score = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [None, None])
    if model["op"] == "classifier":
        given = attributes_1(model)
        if model["input"] == "double":
            given = tensors_of_double(given, "classifier")
        strings = isinstance(model["labels"][0], str)
        label_kind = TensorProto.STRING if strings else TensorProto.INT64
        cast = model["tail"] == "cast"
        nodes.append(helper.make_node("TreeEnsembleClassifier", [at], ["whole_label" if cast else "label", "scores"], domain="ai.onnx.ml", **given))
        if cast:
            nodes.append(helper.make_node("Cast", ["whole_label"], ["label"], to=TensorProto.INT64))
        outputs.append(helper.make_tensor_value_info("label", label_kind, [None]))
        if model["tail"] == "zipmap" and zipmap:
            name = "classlabels_strings" if strings else "classlabels_int64s"
            nodes.append(helper.make_node("ZipMap", ["scores"], ["map"], domain="ai.onnx.ml", **{name: model["labels"]}))
            key = TensorProto.STRING if strings else TensorProto.INT64
            value = helper.make_tensor_type_proto(TensorProto.FLOAT, [])
            outputs.append(helper.make_value_info("map", helper.make_sequence_type_proto(helper.make_map_type_proto(key, value))))
        else:
            outputs.append(score)
    else:
        if model["op"] == "v5":
            node = helper.make_node("TreeEnsemble", [at], ["scores"], domain="ai.onnx.ml", **attributes_5(model))
        else:
            given = attributes_1(model)
            if model["input"] == "double":
                given = tensors_of_double(given, "regressor")
            node = helper.make_node("TreeEnsembleRegressor", [at], ["scores"], domain="ai.onnx.ml", **given)
        nodes.append(node)
        if model["op"] == "v5" and model["input"] == "double":
            score = helper.make_tensor_value_info("scores", TensorProto.DOUBLE, [None, None])
        if model["tail"].startswith("argmax"):
            first = "label" if model["tail"] == "argmax" else "index"
            nodes.append(helper.make_node("ArgMax", ["scores"], [first], axis=1, keepdims=0))
            label_kind = TensorProto.INT64
            if model["tail"] == "argmax+labels":
                keys = list(range(len(model["targets"])))
                nodes.append(helper.make_node("LabelEncoder", ["index"], ["label"], domain="ai.onnx.ml", keys_int64s=keys, values_strings=[f"c{k}" for k in keys], default_string="?"))
                label_kind = TensorProto.STRING
            outputs.append(helper.make_tensor_value_info("label", label_kind, [None]))
        outputs.append(score)
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("X", kind, [None, width])], outputs)
    version = 5 if model["op"] == "v5" else 3
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", version)])
    made.ir_version = 9
    return made.SerializeToString()
