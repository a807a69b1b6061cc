/**
 * One decision in process, without history: the compiled policy, the interpreter, and cedar-wasm with its policies
 * parsed beforehand, on the same random policies over 24 tools (seed 7). All answers are compared before any is timed.
 */
import { compilePolicy, interpretPolicy, loadPolicy } from '@ostiary/policy';
import cedar from '@cedar-policy/cedar-wasm/nodejs';
import { microseconds, percentile, table, timings } from './lib/timing.mjs';
import { catalogueOf, cedarRequest, seeded, totalCall, twinPolicies } from './lib/twin-policies.mjs';

const CALLS = 2_000;
const catalogue = catalogueOf(24);
const rows = [
  [
    'rules',
    'compiled p50',
    'p99',
    'interpreter p50',
    'p99',
    'cedar-wasm p50',
    'p99',
    'cedar / compiled p50',
    'load + compile',
  ],
];

for (const rules of [10, 100, 1_000]) {
  const rng = seeded(7);
  const twins = twinPolicies(rng, catalogue, rules);
  const calls = Array.from({ length: CALLS }, () => totalCall(rng, catalogue));
  const began = performance.now();
  const loaded = loadPolicy(twins.ours, { catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics[0]));
  const decider = compilePolicy(loaded.core);
  decider.decide(calls[0], {});
  const loadMs = performance.now() - began;

  const parsed = cedar.preparsePolicySet(`p${rules}`, { staticPolicies: twins.cedar });
  if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed));
  const requests = calls.map((call) => ({ ...cedarRequest(call), preparsedPolicySetId: `p${rules}`, entities: [] }));
  const decideCedar = (i) => cedar.statefulIsAuthorized(requests[i % CALLS]);

  let agreed = 0;
  for (let i = 0; i < CALLS; i += rules > 500 ? 10 : 1) {
    const theirs = decideCedar(i).response.decision === 'allow' ? 'allow' : 'refuse';
    const ours = decider.decide(calls[i], {}).answer;
    if (theirs !== ours) throw new Error(`rules ${rules}, call ${JSON.stringify(calls[i])}: ${ours}, cedar ${theirs}`);
    agreed++;
  }
  process.stderr.write(`${rules} rules: ${agreed} of ${agreed} answers agree\n`);

  const compiled = timings(100_000, (i) => decider.decide(calls[i % CALLS], {}));
  const plain = timings(
    rules > 500 ? 1_000 : 5_000,
    (i) => interpretPolicy(loaded.tree, loaded.environment, calls[i % CALLS], {}),
    500,
  );
  const wasm = timings(rules > 500 ? 500 : 2_000, decideCedar, 200);
  const both = (sorted) => [microseconds(percentile(sorted, 0.5)), microseconds(percentile(sorted, 0.99))];
  const ratio = percentile(wasm, 0.5) / percentile(compiled, 0.5);
  rows.push([
    String(rules),
    ...both(compiled),
    ...both(plain),
    ...both(wasm),
    `${ratio.toFixed(0)}x`,
    `${loadMs.toFixed(1)} ms`,
  ]);
}

process.stdout.write(`${table(rows)}\n`);
