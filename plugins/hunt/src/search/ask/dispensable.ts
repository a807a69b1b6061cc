import { type CoreRule, placesRead, strictness } from '@ostiary/policy';
import { conditionsOfHistory, type Draft, type Exists } from '@ostiary/policy/symbolic';
import type { AboutTool } from './about-tool.js';
import type { Hunt } from './hunt.js';
import { preparedAs } from './mend.js';
import { withoutRules } from './rule-edits.js';
import { sessionsOf, toolsAround } from './sessions.js';

/** Whether some call would be answered otherwise without the rule. */
export async function matters(hunt: Hunt, rule: CoreRule): Promise<Exists> {
  let open: Exists | null = null;
  for (const tool of hunt.toolsOf(rule)) {
    const asked = [await differs(hunt, rule, hunt.about(tool))];
    // What stands around a call is not checked by anything, and a rule may be there for when it is not as the catalogue says.
    if (asked[0]?.kind === 'never' && readsAround(hunt, rule)) {
      asked.push(await differs(hunt, rule, hunt.aboutUnfit(tool)));
    }
    const found = asked.find(({ kind }) => kind !== 'never');
    if (found?.kind === 'found') return found;
    open ??= found ?? null;
  }
  if (open && (await mattersInSession(hunt, rule))) return { kind: 'found' };
  return open ?? { kind: 'never' };
}

/** The longest session that is tried where histories of any kind left it open. */
const FEW = 4;

/** Whether some call of a short session would be answered otherwise without the rule: of two limits that is seen there sooner. */
async function mattersInSession(hunt: Hunt, rule: CoreRule): Promise<boolean> {
  const other = preparedAs(hunt.policy, withoutRules(hunt, [rule]));
  if (!other) return false;
  for (const tool of hunt.toolsOf(rule)) {
    if (conditionsOfHistory(hunt.policy.core, tool).length === 0) continue;
    const found = await sessionsOf(hunt, { tools: toolsAround(hunt, tool), most: FEW }, [other]).find(
      (session) => {
        const [step, ours, theirs] = [
          session.steps.at(-1),
          session.answers(hunt.policy.core).at(-1),
          session.answers(other.core).at(-1),
        ];
        const { factory } = session;
        if (!step || !ours || !theirs) return factory.false;
        const same = factory.and(...EFFECTS.map((effect) => factory.iff(ours[effect], theirs[effect])));
        return factory.and(step.isOf([tool]), factory.not(same));
      },
      (steps) => {
        const last = steps.at(-1);
        const theirs = last && hunt.decide(last.draft, other)?.answer;
        return theirs !== undefined && theirs !== last?.answer;
      },
    );
    if (found.kind === 'found') return true;
  }
  return false;
}

const EFFECTS = ['allow', 'confirm', 'refuse'] as const;

function differs(hunt: Hunt, rule: CoreRule, about: AboutTool): Promise<Exists> {
  const isReal = (draft: Draft): boolean => {
    const decided = hunt.decide(draft);
    return decided !== null && decided.answer !== hunt.answerWithout([rule], draft);
  };
  return about.questions.exists(about.answer.differsWithout(about.ofRule(rule)), isReal);
}

function readsAround({ policy }: Hunt, rule: CoreRule): boolean {
  const guards = rule.variants.map(({ guard }) => guard);
  return (
    rule.effect !== 'allow' &&
    placesRead(policy.core, guards).some(({ root }) => root === 'principal' || root === 'session')
  );
}

/** Rules that decide where the rule would, none of which can be left out; the default aside. */
export async function instead(hunt: Hunt, rule: CoreRule): Promise<readonly CoreRule[]> {
  const by = new Set<CoreRule>();
  for (const tool of hunt.toolsOf(rule)) {
    const about = hunt.about(tool);
    const { factory } = about.questions;
    const others = about.answer.rules.filter((each) => each.rule !== rule);
    const milder = others.filter((each) => strictness[each.rule.effect] < strictness[rule.effect]);
    const silent = new Map(
      others.filter((each) => !milder.includes(each)).map((each) => [factory.not(each.fires), each.rule]),
    );
    const counts = hunt.policy.core.default === rule.effect ? [factory.or(...milder.map(({ fires }) => fires))] : [];
    const core = await about.questions.conflict([about.ofRule(rule).fires, ...counts, ...silent.keys()]);
    if (core === null || core === 'possible') continue;
    for (const term of core) {
      const found = silent.get(term);
      if (found) by.add(found);
    }
  }
  return hunt.policy.core.rules.filter((each) => by.has(each));
}
