import type { Catalogue } from '@ostiary/catalogue';
import type { PreparedPolicy } from '@ostiary/guard';
import { type CorePolicy, type CoreRule, variantFor } from '@ostiary/policy';
import { CallQuestions } from '@ostiary/policy/symbolic';
import type { CallRegion } from '../ask/hunt/call-region.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { meaningOf } from '../fingerprint/rule-key.js';

/** The tools of which a change may answer calls otherwise, since some rule about them is another one; null where that cannot be asked. */
export function toolsTouched(hunt: Hunt, changed: Hunt): readonly string[] | null {
  const [old, core] = [hunt.policy.core, changed.policy.core];
  if (asRead(old.catalogue, [old, core]) !== asRead(core.catalogue, [old, core])) return null;
  const isTypedAlike = JSON.stringify(old.inferred) === JSON.stringify(core.inferred);
  const all = [...new Set([...hunt.tools, ...changed.tools])];
  return all.filter((tool) => !isTypedAlike || rulesAbout(old, tool) !== rulesAbout(core, tool));
}

/**
 * Whether a changed policy answers every call as before, but for those of a region: of the tools that are touched, with any principal,
 * session and history, also where what stands around the call is not as the catalogue says. False, too, where that was not settled.
 *
 * Calls that come to no rule are not compared: names that look like another tool's, and arguments that the catalogue does not accept.
 */
export async function changesOnly(
  hunt: Hunt,
  changed: Hunt,
  touched: readonly string[],
  region: CallRegion,
): Promise<boolean> {
  for (const tool of touched) {
    const { made, unconfirmed } = await hunt.apart(() => isWithin(hunt, changed.policy, tool, region));
    if (!made || unconfirmed > 0) return false;
  }
  return true;
}

async function isWithin(hunt: Hunt, { core }: PreparedPolicy, tool: string, region: CallRegion): Promise<boolean> {
  const { solver, limits } = hunt.options;
  const asker = { claims: hunt.claims };
  const old = hunt.policy.core;
  const questions = new CallQuestions([old, core, ...(region.others ?? [])], tool, {
    solver,
    ...(limits && { limits }),
    unfit: true,
    confirmed: true,
    asker: () => asker,
  });
  try {
    const { factory } = questions;
    const [before, after] = [questions.answer(old), questions.answer(core)];
    const inside = region.tools.includes(tool)
      ? (region.where?.({ questions, answer: before }) ?? factory.true)
      : factory.false;
    const changes = factory.and(after.differsFrom(before), factory.not(inside));
    const found = await questions.exists(
      region.milder ? changes : factory.or(changes, after.milderThan(before)),
      // Whatever may be such a call is one.
      () => true,
    );
    return found.kind === 'never';
  } finally {
    questions.close();
  }
}

/**
 * The same text of catalogues in which all is alike that calls and rules are read by: one world has one catalogue, and what declares other
 * arguments cannot be compared. An attribute of the caller that no rule reads has no part in any answer.
 */
function asRead(catalogue: Catalogue | null, cores: readonly CorePolicy[]): string {
  const attributes = (of: 'principal' | 'session') => {
    const isRead = (name: string): boolean =>
      cores.some(({ slots }) => slots.some(({ root, path }) => root === of && path[0] === name));
    const record = catalogue?.[of];
    return record && { ...record, fields: Object.entries(record.fields).filter(([name]) => isRead(name)) };
  };
  return JSON.stringify(
    catalogue && { ...catalogue, principal: attributes('principal'), session: attributes('session') },
  );
}

/** The same text of policies that say the same about a tool. */
const rulesAbout = (core: CorePolicy, tool: string): string =>
  JSON.stringify([core.default, core.rules.filter((rule) => isAbout(rule, tool)).map((rule) => meaningOf(core, rule))]);

const isAbout = ({ variants }: CoreRule, tool: string): boolean => variantFor(variants, tool) !== null;
