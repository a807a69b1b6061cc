import { isDeepStrictEqual } from 'node:util';
import { readPolicy } from '../../tools/third-reading/reading.mjs';

/** Severities that a reviewer has to look at. */
const GRAVE = ['critical', 'high', 'medium'];

export const isGrave = ({ severity }) => GRAVE.includes(severity);

/** Whether a finding is the bug that was planted. */
export const isPlanted = (bug, finding) =>
  finding.class === bug.class &&
  (bug.label.rules.length === 0 || bug.label.rules.every((rule) => finding.rules.includes(rule))) &&
  (bug.label.tool === null || finding.tool === bug.label.tool) &&
  (bug.label.attribute === null || finding.attribute === bug.label.attribute);

/** Whether a finding is one that follows from what was planted: `CLASS`, or `CLASS rule`. */
export const isConsequence = (bug, finding) =>
  isPlanted(bug, finding) ||
  bug.label.also.some((each) => {
    const [id, rule] = each.split(' ');
    return id === finding.class && (rule === undefined || finding.rules.includes(rule));
  });

/** What the third reading, which was written from the pages of the language alone, says of a step. */
function answered(reading, { call, context }) {
  const { answer, slug, deciding } = reading.decide(call, context);
  return { answer, slug, deciding: deciding.map(({ rule }) => rule) };
}

const said = ({ answer, slug, deciding }) => ({ answer, slug, deciding });

const readings = new WeakMap();

function readingOf(policy) {
  const known = readings.get(policy) ?? readPolicy(policy.text, policy.catalogue);
  readings.set(policy, known);
  return known;
}

/** Which reading a step belongs to: where two versions are compared, one may be of the version before. */
function readingFor(bug, step) {
  const now = readingOf(bug);
  if (!bug.accepted || isDeepStrictEqual(answered(now, step), said(step))) return now;
  return readingOf(bug.accepted);
}

/** Whether each step of a witness gets, from the third reading, the answer that the finding shows. */
export const replays = (policy, { witness }) =>
  witness.steps.every((step) => isDeepStrictEqual(answered(readingFor(policy, step), step), said(step)));

const without = (object, name) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Arguments that a call may be without. */
function optional(policy, tool, args) {
  const { tools } = readingOf(policy);
  const fields = tools?.find(({ name }) => name === tool)?.args.fields;
  return Object.keys(args).filter((name) => fields?.[name]?.required !== true);
}

/** The witness without one argument, or one item of a list, in all of its steps: `[what, steps]`. */
function* smaller(policy, { witness: { kind, steps } }) {
  const tools = [...new Set(steps.map(({ call }) => call.tool))];
  for (const tool of tools) {
    // Calls that stand side by side are alike, whatever their tools; those of a session are not.
    const isMeant = (each) => each.tool === tool || kind === 'calls';
    const own = steps.filter(({ call }) => isMeant(call)).map(({ call }) => call.args);
    const all = new Set(own.flatMap((args) => Object.keys(args)));
    const changed = (change) =>
      steps.map((step) => {
        const { call, context } = step;
        const of = (each) => (isMeant(each) && each.args ? { ...each, args: change(each.args) } : each);
        return {
          ...step,
          call: of(call),
          context: { ...context, ...(context.history && { history: context.history.map(of) }) },
        };
      });
    for (const name of new Set(own.flatMap((args) => optional(policy, tool, args))))
      yield [`args.${name}`, changed((args) => without(args, name))];
    for (const name of all)
      if (own.some((args) => Array.isArray(args[name]) && args[name].length > 0))
        yield [
          `args.${name}`,
          changed((args) => (Array.isArray(args[name]) ? { ...args, [name]: args[name].slice(0, -1) } : args)),
        ];
  }
}

/** Whether something is of what a finding is about. */
const isAbout = ({ attribute }, what) => attribute !== null && `${attribute}.`.startsWith(`${what}.`);

/** The text without the rules of a finding. */
function withoutRules({ text }, { evidence }) {
  const lines = text.split('\n');
  for (const { line, endLine } of evidence.rules) for (let at = line - 1; at < endLine; at++) lines[at] = '';
  return lines.join('\n');
}

/** Another policy that a finding speaks of: without the rule (G03), or with the strictest rule winning (S10). */
function besides(policy, finding) {
  if (finding.class === 'G03') return withoutRules(policy, finding);
  return finding.class === 'S10' ? (policy.strictest ?? null) : null;
}

/**
 * What could be left out of all steps of a witness without changing an answer, or why it came; nothing of what the finding is about.
 * Empty when the witness is minimal.
 */
export function superfluous(policy, finding) {
  const other = besides(policy, finding);
  const reading = other === null ? null : readPolicy(other, policy.catalogue);
  const stays = (step, at) =>
    reading === null || isDeepStrictEqual(answered(reading, step), answered(reading, finding.witness.steps[at]));
  return [...smaller(policy, finding)]
    .filter(([what]) => !isAbout(finding, what))
    .filter(([, steps]) => steps.every(stays))
    .filter(([, steps]) =>
      steps.every((step, at) => {
        const shown = finding.witness.steps[at];
        return isDeepStrictEqual(answered(readingFor(policy, shown), step), said(shown));
      }),
    )
    .map(([what]) => what);
}

/**
 * Whether one of some calls shows that a finding of "never" is wrong, as the third reading decides them: the condition that is never true is
 * (G01), the rule that never decides does (S01), the tool that is always refused is not (S06).
 */
export function contradicting(policy, finding, calls) {
  const [rule] = finding.rules;
  const reading = readingOf(policy);
  const other = finding.class === 'S01' ? readPolicy(withoutRules(policy, finding), policy.catalogue) : null;
  return calls.some((step) => {
    const { answer, slug, deciding } = reading.decide(step.call, step.context);
    if (NOT_ADMITTED.has(slug)) return false;
    switch (finding.class) {
      case 'G01':
        return deciding.some((each) => each.rule === rule && each.cause === 'true');
      case 'S01':
        return answered(other, step).answer !== answer;
      case 'S06':
        return step.call.tool === finding.tool && answer !== 'refuse';
      default:
        return false;
    }
  });
}

/** Answers that come before any rule is asked. */
const NOT_ADMITTED = new Set([
  'tool_unknown',
  'argument_unknown',
  'argument_missing',
  'argument_ill_typed',
  'currency_unknown',
]);
