import type { Tool } from '@ostiary/catalogue';
import type { CoreRule } from '@ostiary/policy';
import type { CallQuestions } from '@ostiary/policy/symbolic';
import type { Repair } from '../../model/finding.js';
import { edited, toolWord } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { named, words } from '../hunt/text.js';
import { variedCalls } from '../calls/varied-calls.js';

/** Whether there are arguments that both take: what either needs, both have. */
export function takeTheSame(one: Tool, other: Tool): boolean {
  const names = new Set([...Object.keys(one.args.fields), ...Object.keys(other.args.fields)]);
  return [...names].every((name) => {
    const [left, right] = [one.args.fields[name], other.args.fields[name]];
    if (left && right) return JSON.stringify(left.type) === JSON.stringify(right.type);
    return !(left ?? right)?.required;
  });
}

/** A call of each of two tools, alike but for its name, with none of the arguments that only one of them takes. */
export function underBothNames(hunt: Hunt, questions: CallQuestions, one: Tool, other: Tool) {
  const own = Object.keys(one.args.fields).filter((name) => !Object.hasOwn(other.args.fields, name));
  const args = Object.fromEntries(own.map((name) => [name, undefined]));
  return variedCalls(hunt, questions, { args }, { args, tool: other.name });
}

/** The text with a second tool named in a rule beside the first. */
export function both(hunt: Hunt, rule: CoreRule, [known, added]: readonly [string, string]): readonly Repair[] {
  const [one, two] =
    hunt.policy.core.dialect === 1 ? [known, added].map(toolWord) : [known, added].map((name) => JSON.stringify(name));
  if (one === undefined || two === undefined) return [];
  const text = edited(hunt, rule.span, (written) => {
    const alone = hunt.policy.core.dialect === 1 ? ` ${one} when` : `tool == ${one}`;
    if (written.includes(alone)) {
      const list = hunt.policy.core.dialect === 1 ? ` [${one}, ${two}] when` : `tool in [${one}, ${two}]`;
      return written.replace(alone, () => list);
    }
    if (written.includes(`[${one}`)) return written.replace(`[${one}`, () => `[${one}, ${two}`);
    if (written.includes(`, ${one}`)) return written.replace(`, ${one}`, () => `, ${one}, ${two}`);
    return written.replace(` ${one};`, () => ` [${one}, ${two}];`);
  });
  if (text === hunt.policy.text) return [];
  const title = words(
    `Name \`${added}\` in ${named([rule], 'en')} as well`,
    `Incluir também \`${added}\` em ${named([rule], 'pt')}`,
  );
  return [{ title, text }];
}
