import type { PreparedPolicy, Words } from '@ostiary/guard';
import { type Decision, type Effect, strictness } from '@ostiary/policy';
import { callableTools } from '@ostiary/policy/symbolic';
import type { Severity } from '../../model/finding.js';
import { type Answered, EXACT } from '../hunt/answered.js';
import { decidingRules } from '../calls/deciding.js';
import { isReadAlike } from './drift.js';
import { type CallsAsked, findCalls } from '../calls/find-calls.js';
import type { Hunt } from '../hunt/hunt.js';
import { restored } from './restored.js';
import { named, words } from '../hunt/text.js';

/** An answer of this version, and one of the accepted version. */
type Change = readonly [now: Effect, before: Effect];

/**
 * Whether the two versions of a policy answer calls that both catalogues accept as `changes` say: for each tool that both know, each change
 * by itself. Nothing is asked without an accepted version. The rules of a change are those of this version that decide some call of it.
 */
export async function* changedAnswers(
  hunt: Hunt,
  changes: readonly Change[],
  severityOf: (change: Change) => Severity,
): AsyncGenerator<Answered> {
  const { accepted } = hunt.options;
  if (!accepted) return;
  const { tools, complete } = toolsOfBoth(hunt, accepted);
  for (const tool of tools)
    for (const change of changes) yield* askOf(hunt, accepted, tool, change, severityOf(change));
  // Some name that nobody wrote down may match patterns that none of these do.
  if (!complete) yield { kind: 'undecided', reason: 'resource_limit', rules: [] };
}

/** The tools that both versions may be asked of, and one for each kind of names that nobody wrote down. */
function toolsOfBoth({ policy, options }: Hunt, accepted: PreparedPolicy): ReturnType<typeof callableTools> {
  const [now, before] = [policy.core, accepted.core];
  if (now.catalogue && before.catalogue)
    return { tools: now.tools.filter((tool) => before.tools.includes(tool)), complete: true };
  const closed = now.catalogue ? now : before.catalogue ? before : null;
  if (closed) return { tools: closed.tools, complete: true };
  const both = {
    ...now,
    rules: [...now.rules, ...before.rules],
    tools: [...new Set([...now.tools, ...before.tools])],
  };
  return callableTools(both, options.limits?.automata);
}

async function* askOf(
  hunt: Hunt,
  accepted: PreparedPolicy,
  tool: string,
  [now, before]: Change,
  severity: Severity,
): AsyncGenerator<Answered> {
  const questions = hunt.questionsOfVersions(tool, accepted);
  const answer = questions.answer(hunt.policy.core);
  const goal = questions.factory.and(answer[now], questions.answer(accepted.core)[before]);
  const asked: CallsAsked = {
    questions,
    goal,
    shows: ([is], [draft]) => is?.answer === now && hunt.decide(draft, accepted)?.answer === before,
    at: { rules: [] },
  };
  const found = await findCalls(hunt, asked);
  if (found.kind === 'answered') {
    // What is read in another way is told by P05: that no such call was found says nothing then.
    if (isReadAlike(accepted.catalogue, hunt.policy.catalogue, tool)) yield found.answered;
    return;
  }
  const [draft] = found.drafts;
  const was = hunt.decide(draft, accepted);
  if (!was) throw new RangeError('a call that only one version decides');
  const step = hunt.step(draft, accordingTo(was));
  const rules = await decidingRules(hunt, asked, [[0, answer]], found.drafts);
  const deciding = rules.filter(({ id }) => step.deciding.includes(id));
  const old = accepted.core.rules.filter(({ id }) => was.deciding.some(({ rule }) => rule === id));
  const by = (some: typeof rules, language: 'en' | 'pt'): string =>
    some.length > 0 ? named(some, language) : language === 'en' ? 'its default' : 'a sua omissão';
  yield {
    kind: 'found',
    bug: {
      severity,
      subkind: `${before}_to_${now}`,
      rules,
      knownBy: [],
      tool,
      title: words(
        `\`${tool}\`: a call that was ${IS[before].en} is now ${IS[now].en}`,
        `\`${tool}\`: uma chamada que era ${IS[before].pt} é agora ${IS[now].pt}`,
      ),
      detail: words(
        `In the accepted version this call is ${IS[before].en} (${by(old, 'en')}). In this version it is ${IS[now].en} (${by(deciding, 'en')}).`,
        `Na versão aceite esta chamada é ${IS[before].pt} (${by(old, 'pt')}); nesta, é ${IS[now].pt} (${by(deciding, 'pt')}).`,
      ),
      expected: words(
        `The call is ${IS[before].en}, as in the accepted version.`,
        `A chamada é ${IS[before].pt}, como na versão aceite.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
      // What is stricter now is often meant.
      ...(strictness[now] < strictness[before] && restored(hunt, accepted, tool, rules)),
    },
  };
}

const IS: Readonly<Record<Effect, Words>> = {
  allow: words('allowed', 'permitida'),
  confirm: words('held for confirmation', 'retida para confirmação'),
  refuse: words('refused', 'recusada'),
};

const accordingTo = ({ answer, deciding }: Decision) => {
  const ids = deciding.length > 0 ? ` (${deciding.map(({ rule }) => `\`${rule}\``).join(', ')})` : '';
  return words(`${answer}${ids} in the accepted version`, `${answer}${ids} na versão aceite`);
};

const EFFECTS: readonly Effect[] = ['allow', 'confirm', 'refuse'];
const pairs = EFFECTS.flatMap((now) => EFFECTS.map((before): Change => [now, before]));

/** The changes to a milder answer, the gravest first. */
export const MILDER = pairs
  .filter(([now, before]) => strictness[now] < strictness[before])
  .toSorted(([a, b], [c, d]) => strictness[a] - strictness[c] || strictness[d] - strictness[b]);
/** The changes to a stricter answer. */
export const STRICTER = pairs.filter(([now, before]) => strictness[now] > strictness[before]);
