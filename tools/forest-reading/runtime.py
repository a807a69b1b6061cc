"""Answers of onnxruntime with one thread: labels, scores, and sums before the transform."""

import numpy as np
import onnxruntime as ort

import onnx_files

ROWS = 64  # Rows of a call; whatever decides is asked again alone.


def session(data):
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])


class Runtime:
    """A model as the runtime answers it. Inputs are arrays of rows; X has the precision of the model's input."""

    exact_scores = True

    def __init__(self, model):
        self.model = model
        self.kind = np.float64 if model["input"] == "double" else np.float32
        self.main = session(onnx_files.write(model, zipmap=False))
        self.sums = session(onnx_files.write({**model, "post": "NONE"}, zipmap=False))
        self.names = [o.name for o in self.main.get_outputs()]

    def _ask(self, which, X, size):
        labels, scores = [], []
        for start in range(0, len(X), size):
            got = dict(zip(self.names, which.run(self.names, {"X": X[start:start + size]})))
            scores.append(got["scores"].reshape(len(got["scores"]), -1))
            if "label" in got:
                labels.append(np.asarray(got["label"]).reshape(-1))
        return (np.concatenate(labels) if labels else None), np.concatenate(scores)

    def answer(self, X, size=ROWS):
        """Labels (None for a regression), scores (n x k) and sums (n x m)."""
        X = np.ascontiguousarray(X, dtype=self.kind)
        labels, scores = self._ask(self.main, X, size)
        _, sums = self._ask(self.sums, X, size)
        if self.model["op"] == "classifier" and len(self.model["targets"]) == 1:
            sums = sums[:, :1] if self.model["targets"] == [0] and len(self.model["base"]) == 2 else sums[:, 1:]
        return labels, scores, sums
