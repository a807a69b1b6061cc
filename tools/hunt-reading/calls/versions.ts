import type { Effect } from '@ostiary/policy';
import { type Rng, below, chance, pick } from '@ostiary/policy/testing';
import type { Finding } from '../../../plugins/hunt/src/search/model/finding.js';
import { readPolicy } from '../../third-reading/reading.mjs';
import type { Reading } from '../lib/compare.js';
import { type Made, type Rule, textOf } from '../lib/made.js';
import { World, isMilder } from '../lib/world.js';
import { callPolicy } from './generator.js';
import type { Bugs } from './parts.js';

/** A policy and the version of it that was accepted, over one catalogue. */
class Versions {
  readonly text: string;
  readonly made: Made;

  constructor(
    readonly now: World,
    readonly accepted: World,
  ) {
    this.text = now.text;
    this.made = now.made;
  }

  /** What each call was answered and is answered. */
  changes(tool: string): readonly { readonly from: Effect; readonly to: Effect }[] {
    const before = this.accepted.of(tool);
    return this.now.of(tool).map(({ answer }, at) => ({ from: before[at]?.answer ?? answer, to: answer }));
  }
}

/** The second is the first with a few edits: a rule goes, comes, or has another effect, other tools or the condition of another. */
export function twoVersions(rng: Rng): Versions {
  const made = callPolicy(rng);
  const rules = [...made.rules];
  for (let edits = 1 + below(rng, 2); edits > 0; edits -= 1) {
    const at = below(rng, rules.length);
    const rule = rules[at];
    const effect = pick(rng, ['allow', 'confirm', 'refuse'] as const);
    const other = pick(rng, made.rules);
    const edited: readonly Rule[] = rule
      ? pick(rng, [
          [],
          [{ ...rule, effect }],
          [rule, { ...rule, id: `${rule.id}x${String(edits)}`, effect }],
          [{ ...rule, tests: other.tests, condition: other.condition, tools: other.tools }],
        ])
      : [];
    rules.splice(at, 1, ...edited);
  }
  const plain = { ...made, properties: [], assumptions: [] };
  const next = { ...plain, rules, default: chance(rng, 0.1) ? pick(rng, ['allow', 'refuse'] as const) : made.default };
  const texts = [textOf(plain), textOf(next)] as const;
  return new Versions(new World(next, texts[0]), new World(plain, texts[1]));
}

/** P03: milder than the accepted version. */
const P03: Reading<Versions> = {
  class: 'P03',
  bugs: (versions) => {
    const bugs: Bugs = new Map();
    for (const tool of versions.now.tools)
      for (const { from, to } of versions.changes(tool))
        if (isMilder(to, from)) {
          const severity = to === 'allow' ? 'high' : 'medium';
          bugs.set(`${tool} ${severity}`, severity);
        }
    return bugs;
  },
  of: ({ tool, severity }) => `${tool ?? ''} ${severity}`,
  shows: (finding, versions) => change(finding, versions, (from, to) => isMilder(to, from)),
};

/** P04: stricter than the accepted version. */
const P04: Reading<Versions> = {
  class: 'P04',
  bugs: (versions) => {
    const bugs: Bugs = new Map();
    for (const tool of versions.now.tools)
      if (versions.changes(tool).some(({ from, to }) => isMilder(from, to))) bugs.set(tool, 'info');
    return bugs;
  },
  of: ({ tool }) => tool ?? '',
  shows: (finding, versions) => change(finding, versions, isMilder),
};

/** Whether the call that is shown is answered otherwise than it was in the accepted version. */
function change(
  { witness }: Finding,
  { accepted, made }: Versions,
  is: (from: Effect, to: Effect) => boolean,
): boolean {
  const [step] = witness?.steps ?? [];
  return !!step && is(readPolicy(accepted.text, made.catalogue).decide(step.call, step.context).answer, step.answer);
}

export const VERSION_READINGS = [P03, P04];
