import type { Draft } from '@ostiary/policy/symbolic';
import type { Hunt } from '../ask/hunt/hunt.js';
import type { ClassId } from '../model/class-id.js';
import type { Finding, Step } from '../model/finding.js';
import {
  type Change,
  MOST_DECISIONS,
  otherArguments,
  othersAround,
  type OtherPast,
  otherPasts,
  otherTimes,
  unlabelled,
} from './changes.js';
import { type Wanted, wantedOf } from './wanted.js';

/** What looking for such calls may come to in one hunt, in decisions times rules of the tool: the gravest findings come first. */
const MOST_WORK = 10_000_000;

/**
 * Findings with the nearest call that is decided as it should be: the last call of the witness with one thing of it another one, replayed in
 * both evaluators. Those that show such a call by themselves, as calls side by side do, are left as they are.
 *
 * @param findings the gravest first
 */
export function withBenign(hunt: Hunt, findings: readonly Finding[]): readonly Finding[] {
  let left = MOST_WORK;
  return findings.map((finding) => {
    const { witness, evidence, fingerprint, evidenceHash } = finding;
    const last = witness?.kind === 'calls' ? undefined : witness?.steps.at(-1);
    const wanted = last && !evidence.benign ? wantedOf(hunt, finding, last) : null;
    if (!witness || !last || !wanted) return finding;
    left -= MOST_DECISIONS * wanted.policies.length * hunt.rulesOf(last.call.tool).length;
    if (left < 0) return finding;
    const name = JSON.stringify(['benign', fingerprint, evidenceHash]);
    const tools = [...new Set(witness.steps.map(({ call }) => call.tool))].toSorted();
    const benign = hunt.remembered(name, tools, () => nearest(hunt, finding.class, witness.steps, wanted));
    return benign ? { ...finding, evidence: { ...evidence, benign } } : finding;
  });
}

/** @param steps of a session, or one call */
function nearest(hunt: Hunt, id: ClassId, steps: readonly Step[], { policies, isSo }: Wanted): Step | null {
  for (const { draft, label } of changesOf(hunt, id, steps, policies)) {
    const decision = hunt.decide(draft);
    if (decision && isSo(draft, decision)) return hunt.step(draft, label);
  }
  return null;
}

/**
 * The last call with one thing of it another one. What opened the way to it comes first in a session, and what used up a limit where the
 * session is about one; of a call that stands for itself its own arguments do.
 */
function* changesOf(hunt: Hunt, id: ClassId, steps: readonly Step[], policies: Wanted['policies']): Generator<Change> {
  const last = steps.at(-1);
  if (!last) return;
  const own: Draft = { call: last.call, context: last.context };
  const { ended, less } = otherPasts(own);
  const opens = steps.length > 1 && !ABOUT_LIMITS.includes(id);
  if (opens) yield* afterOthers(hunt, steps, less);
  yield* afterOthers(hunt, steps, ended);
  if (!opens) yield* otherTimes(hunt, own);
  for (const draft of otherArguments(hunt, own, policies)) yield { draft, label: null };
  for (const draft of othersAround(hunt, own)) yield { draft, label: null };
  if (opens) yield* otherTimes(hunt, own);
  else yield* afterOthers(hunt, steps, less);
  yield* unlabelled(own);
}

/** The classes of which the last call passes a limit. */
const ABOUT_LIMITS: readonly ClassId[] = ['H05', 'H06', 'H07', 'H12'];

/** The last call after other pasts, in which the calls before it are answered as they were. */
function* afterOthers(hunt: Hunt, steps: readonly Step[], pasts: readonly OtherPast[]): Generator<Change> {
  for (const { label, of } of pasts) {
    const changed = steps.map(({ call, context }): Draft => {
      const { history } = context;
      return { call, context: history ? { ...context, history: of(history) } : context };
    });
    const isAsBefore = changed.slice(0, -1).every((each, at) => hunt.decide(each)?.answer === steps[at]?.answer);
    const draft = changed.at(-1);
    if (draft && isAsBefore) yield { draft, label };
  }
}
