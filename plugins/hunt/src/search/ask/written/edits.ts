import type { PreparedPolicy, Words } from '@ostiary/guard';
import type { CoreRule } from '@ostiary/policy';
import type { Repair } from '../../model/finding.js';
import type { Hunt } from '../hunt/hunt.js';
import { applied, type Edit } from './mend.js';

/** The policy's text with one stretch of it changed. */
export function edited({ policy }: Hunt, { start, end }: CoreRule['span'], change: (text: string) => string): string {
  const { text } = policy;
  return `${text.slice(0, start)}${change(text.slice(start, end))}${text.slice(end)}`;
}

/** A change of the text that may mend it; none where one of the edits cannot be made. */
export function repairOf(
  { policy }: Hunt,
  title: Words,
  edits: readonly (Edit | null | undefined)[],
): readonly Repair[] {
  const made = edits.flatMap((edit) => edit ?? []);
  return made.length < edits.length || made.length === 0 ? [] : [{ title, text: applied(policy.text, made) }];
}

/** A name for a rule that no other one has. */
export function freeId({ core }: PreparedPolicy, id: string): string {
  const taken = new Set(core.rules.map((rule) => rule.id));
  let free = id;
  for (let number = 2; taken.has(free); number++) free = `${id}-${String(number)}`;
  return free;
}

/** The policy's text with one more rule at its end, after `@id`. */
export const withRule = (hunt: Hunt, id: string, dialect: { readonly 1: string; readonly 2: string }): string =>
  withRules(hunt, id, [dialect[hunt.policy.core.dialect]]);

/** The policy's text with more rules at its end, each after an `@id` of its own. */
export function withRules({ policy }: Hunt, id: string, rules: readonly string[]): string {
  const free = freeId(policy, id);
  const named = rules.map(
    (rule, at) => `@id(${JSON.stringify(at === 0 ? free : `${free}-${String(at + 1)}`)}) ${rule}\n`,
  );
  return `${policy.text.trimEnd()}\n${named.join('')}`;
}

/** A tool as a rule of dialect 1 names it. */
export const toolWord = (tool: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(tool) ? tool : JSON.stringify(tool));
/** An argument as both dialects name it. */
export const argPath = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `args.${name}` : `args[${JSON.stringify(name)}]`;
