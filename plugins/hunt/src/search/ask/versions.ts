import type { PreparedPolicy } from '@ostiary/guard';
import { type Decision, type Effect, strictness } from '@ostiary/policy';
import { callableTools } from '@ostiary/policy/symbolic';
import type { Answered, Bug } from './answered.js';
import { EXACT } from './answered.js';
import { isReadAlike } from './drift.js';
import type { Hunt } from './hunt.js';
import { named, words } from './text.js';

/** An answer of this version, and one of the accepted version. */
type Change = readonly [now: Effect, before: Effect];

/**
 * Whether the two versions of a policy answer calls that both catalogues accept as `changes` say: for each tool that both know, each change
 * by itself. Nothing is asked without an accepted version.
 */
export async function* changedAnswers(
  hunt: Hunt,
  changes: readonly Change[],
  tell: (change: Change) => Pick<Bug, 'severity' | 'title' | 'expected'>,
): AsyncGenerator<Answered> {
  const { accepted } = hunt.options;
  if (!accepted) return;
  const { tools, complete } = toolsOfBoth(hunt, accepted);
  for (const tool of tools) for (const change of changes) yield* askOf(hunt, accepted, tool, change, tell(change));
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
  told: Pick<Bug, 'severity' | 'title' | 'expected'>,
): AsyncGenerator<Answered> {
  const questions = hunt.questionsOfVersions(tool, accepted);
  const goal = questions.factory.and(questions.answer(hunt.policy.core)[now], questions.answer(accepted.core)[before]);
  const found = await questions.find(
    goal,
    ([draft]) => !!draft && hunt.decide(draft)?.answer === now && hunt.decide(draft, accepted)?.answer === before,
  );
  const isCompared = isReadAlike(accepted.catalogue, hunt.policy.catalogue, tool);
  if (found.kind !== 'found') {
    // What is read in another way is told by P05: that no such call was found says nothing then.
    if (isCompared) yield found.kind === 'never' ? { kind: 'clear', bound: EXACT } : { ...found, rules: [], tool };
    return;
  }
  const [draft] = found.drafts;
  const was = draft && hunt.decide(draft, accepted);
  if (!draft || !was) throw new RangeError('a call that only one version decides');
  const step = hunt.step(draft, accordingTo(was));
  const rules = hunt.rulesOf(tool).filter(({ id }) => step.deciding.includes(id));
  const old = accepted.core.rules.filter(({ id }) => was.deciding.some(({ rule }) => rule === id));
  const by = (some: typeof rules, language: 'en' | 'pt'): string =>
    some.length > 0 ? named(some, language) : language === 'en' ? 'its default' : 'a sua omissão';
  yield {
    kind: 'found',
    bug: {
      ...told,
      subkind: `${before}_to_${now}`,
      rules,
      knownBy: [],
      tool,
      title: words(`\`${tool}\`: ${told.title.en}`, `\`${tool}\`: ${told.title.pt}`),
      detail: words(
        `The accepted version answers this call ${before} (${by(old, 'en')}), this one ${now} (${by(rules, 'en')}).`,
        `A versão aceite responde ${before} a esta chamada (${by(old, 'pt')}), esta responde ${now} (${by(rules, 'pt')}).`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
    },
  };
}

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
