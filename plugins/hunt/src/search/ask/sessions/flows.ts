import { decidingRules } from '../calls/deciding.js';
import { fieldsOf } from '../calls/fields.js';
import type { CallsAsked } from '../calls/find-calls.js';
import type { Hunt } from '../hunt/hunt.js';
import type { CoreRule } from '@ostiary/policy';
import type { Draft, PlayedStep } from '@ostiary/policy/symbolic';

/** What data of a source carries, where the catalogue does not say. */
const UNTRUSTED = 'untrusted';

const ADDRESSES: readonly string[] = ['email', 'domain', 'url', 'iban', 'ip'];

/** A tool that brings in data of others, and the label of it. */
export interface Source {
  readonly tool: string;
  readonly label: string;
}

/** The tools that bring in data of others. */
export const sourcesOf = (hunt: Hunt): readonly Source[] =>
  hunt.tools.flatMap((tool) => {
    const entry = hunt.entry(tool);
    return entry?.classes.includes('source') ? [{ tool, label: entry.labels?.[0] ?? UNTRUSTED }] : [];
  });

/** Whether a tool acts on what it is given, or sends it on. */
export const takesIn = (hunt: Hunt, tool: string): boolean =>
  hunt.entry(tool)?.classes.some((each) => each === 'sink' || each === 'privileged') ?? false;

/** The rules that allow calls of a tool of which everything carries a label. */
export async function letting(hunt: Hunt, tool: string, label: string, first: Draft): Promise<readonly CoreRule[]> {
  const questions = hunt.ownQuestions(tool);
  const answer = questions.answer(hunt.policy.core);
  const goal = questions.factory.and(
    answer.allow,
    questions.factory.not(questions.x.inputs.confirmed),
    questions.carries(label),
  );
  const shows: CallsAsked['shows'] = ([decision], [draft]) =>
    isCarried(draft, label) && draft.context.confirmed !== true && decision?.answer === 'allow';
  return decidingRules(hunt, { questions, goal, shows, at: { rules: [] } }, [[0, answer]], [first]);
}

/** Whether the session and every argument carry a label. */
function isCarried({ call, context }: Draft, label: string): boolean {
  const { session, args } = context.labels ?? {};
  return session?.includes(label) === true && Object.keys(call.args).every((name) => args?.[name]?.includes(label));
}

/** Whether a session begins with the source, and ends in a call of a tool that is allowed although all of it carries the label. */
export function isFlow(steps: readonly PlayedStep[], tool: string, source: Source): boolean {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last || steps.length < 2 || first.draft.call.tool !== source.tool) return false;
  return (
    first.runs &&
    first.step.ending === 'ok' &&
    last.draft.call.tool === tool &&
    last.answer === 'allow' &&
    isCarried(last.draft, source.label)
  );
}

/** Whether a rule asks where it goes: then what is sent stays with those whom the policy names. */
export function testsAddress(hunt: Hunt, tool: string): boolean {
  const isAddress = (name: string | undefined): boolean => {
    const type = fieldsOf(hunt, tool)[name ?? '']?.type;
    const of = type?.kind === 'list' ? type.of : type;
    return of?.kind === 'string' && ADDRESSES.includes(of.format);
  };
  return hunt.policy.core.slots.some(({ root, path }) => root === 'args' && isAddress(path[0]));
}
