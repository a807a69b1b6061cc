/**
 * One rule, "pay only after the check", on the same graphs in the same run: the checker, AgentProof (its product search, with events that make the rule sayable)
 * and Spin (the edges as tables in C, one process that follows them). 2.1 edges a node, 5 % lead back; every call of `pay` lies behind a check, so all of them look
 * at everything there is. Seconds of the processor, since others use the machine. `AGENTPROOF`: a python that has agentproofx; `SPIN`: the command, with gcc beside it. What is not there is left out. `BENCH_NODES` (100000).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkGraph } from '@ostiary/graph/check';
import { table } from './lib/timing.mjs';
import { seeded } from './lib/twin-policies.mjs';

const most = Number(process.env.BENCH_NODES ?? 100_000);
const { AGENTPROOF: python, SPIN: spin } = process.env;
const seconds = (text) => (text === null ? '-' : `${text.toFixed(text < 1 ? 3 : 1)} s`);

/** A start, the check, then a chain with edges that skip ahead and some that lead back, never before the check. */
function randomGraph(count) {
  const rng = seeded(count);
  const below = (n) => Math.floor(rng() * n);
  const tools = Array.from({ length: count }, (_, i) => (i === 1 ? 'check' : i > 1 && rng() < 0.1 ? 'pay' : null));
  const targets = Array.from({ length: count }, (_, i) => (i + 1 < count ? [i + 1] : []));
  for (let i = 1; i + 1 < count; i += 1) {
    if (rng() < 0.95) targets[i].push(Math.min(count - 1, i + 1 + below(1 + count - i)));
    if (rng() < 0.1) targets[i].push(1 + below(i));
  }
  return { tools, targets };
}

function ours({ tools, targets }) {
  const graph = {
    format: 'agent-graph/1',
    start: 'n0',
    nodes: tools.map((name, i) =>
      name === null
        ? { id: `n${i}`, kind: i === 0 ? 'start' : 'router' }
        : { id: `n${i}`, kind: 'tool', tools: [{ name }] },
    ),
    edges: targets.flatMap((all, i) => all.map((to, k) => ({ id: `e${i}.${k}`, source: `n${i}`, target: `n${to}` }))),
  };
  const rule = { id: 'r', kind: 'order', pattern: 'precedence', first: 'check', second: 'pay' };
  const began = process.cpuUsage();
  const { verdicts } = checkGraph(graph, new Map(), [rule]);
  const { user, system } = process.cpuUsage(began);
  return { time: (user + system) / 1e6, says: verdicts[0].verdict };
}

const AGENTPROOF = `
import json, sys, time
from agentproof.graph.model import graph_from_dict
from agentproof.monitor.ltl import MonitorRuleSpec, compile_monitor_rule
from agentproof.verify.temporal import _default_event_mapper, check_temporal_property
graph = graph_from_dict(json.load(sys.stdin))
rule = compile_monitor_rule(MonitorRuleSpec("r", "no:pay U tool:check"))
def event(node_id, graph):
    told = _default_event_mapper(node_id, graph)
    return told if told.get("tool_name") == "pay" else {**told, "tags": [*told.get("tags", []), "no:pay"]}
began = time.process_time()
found = check_temporal_property(graph, rule, event)
print(json.dumps({"time": time.process_time() - began, "says": "broken" if found["violated"] else "proved"}))
`;

function agentProof({ tools, targets }) {
  const input = JSON.stringify({
    name: 'g',
    framework: 'none',
    entry_id: 'n0',
    exit_ids: [`n${tools.length - 1}`],
    nodes: tools.map((name, i) => ({
      id: `n${i}`,
      kind: i === 0 ? 'entry' : name === null ? 'router' : 'tool',
      tools: name === null ? [] : [name],
    })),
    edges: targets.flatMap((all, i) => all.map((to) => ({ source: `n${i}`, target: `n${to}`, kind: 'direct' }))),
  });
  const { status, stdout } = spawnSync(python, ['-c', AGENTPROOF], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('AgentProof did not answer');
  return JSON.parse(stdout);
}

const model = (degree) => `
c_decl {
\\#include "tables.h"
}
int n = 0;
bit ok = 0;
bit bad = 0;
active proctype walk() {
end: do
${Array.from({ length: degree }, (_, k) => `  :: atomic { c_expr { degree[now.n] > ${k} } -> c_code { now.n = to[first[now.n] + ${k}]; if (what[now.n] == 1) now.ok = 1; if (what[now.n] == 2 && !now.ok) now.bad = 1; }; assert(!bad) }`).join('\n')}
  od
}
`;

/** What it takes to make the program, and to run it. */
function spinOf({ tools, targets }) {
  const folder = mkdtempSync(join(tmpdir(), 'graph-peers-'));
  try {
    const first = [0];
    for (const all of targets) first.push(first.at(-1) + all.length);
    const array = (type, name, values) => `static const ${type} ${name}[] = {${values.join(',')}};\n`;
    writeFileSync(
      join(folder, 'tables.h'),
      array('int', 'first', first) +
        array('int', 'to', targets.flat()) +
        array(
          'char',
          'what',
          tools.map((name) => (name === 'check' ? 1 : name === 'pay' ? 2 : 0)),
        ) +
        array(
          'int',
          'degree',
          targets.map(({ length }) => length),
        ),
    );
    writeFileSync(join(folder, 'm.pml'), model(Math.max(...targets.map(({ length }) => length))));
    /** Runs a line of the shell: what it says, and the seconds of the processor it took. */
    const run = (line) => {
      const { status, stdout, stderr } = spawnSync('bash', ['-c', `TIMEFORMAT='%U %S'; time { ${line}; }`], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      if (status !== 0) throw new Error(stdout + stderr);
      const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
      return { told: stdout, time: user + system };
    };
    const make = run(`'${spin}' -a m.pml && gcc -O2 -w -DSAFETY -DVECTORSZ=1024 -o pan pan.c`).time;
    const { told, time } = run(`./pan -m${tools.length * 4 + 10_000}`);
    if (told.includes('max search depth too small')) throw new Error('Spin did not look at everything');
    const says = /errors: 0/.test(told) ? 'proved' : 'broken';
    return { make, time, says };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rows = [['nodes', 'edges', 'ostiary', 'AgentProof', 'Spin: compile', 'Spin: run', 'said']];
ours(randomGraph(1_000));
for (let count = 100; count <= most; count *= 10) {
  const made = randomGraph(count);
  const own = ours(made);
  const theirs = python ? agentProof(made) : null;
  const spun = spin ? spinOf(made) : null;
  rows.push([
    String(count),
    String(made.targets.flat().length),
    seconds(own.time),
    seconds(theirs?.time ?? null),
    seconds(spun?.make ?? null),
    seconds(spun?.time ?? null),
    [own, theirs, spun].flatMap((one) => one?.says ?? []).join(', '),
  ]);
}
process.stdout.write(`${table(rows)}\n`);
