import { type CoreRule, placesRead, strictness } from '@ostiary/policy';
import { conditionsOfHistory, type Draft, type Exists } from '@ostiary/policy/symbolic';
import type { AboutTool } from '../hunt/about-tool.js';
import type { Hunt } from '../hunt/hunt.js';
import { preparedAs } from '../written/mend.js';
import { withoutRules } from '../written/rule-edits.js';
import { lastOf, sessionsOf, toolsAround } from '../sessions/sessions.js';

/** Whether some call would be answered otherwise without the rule. */
export async function matters(hunt: Hunt, rule: CoreRule): Promise<Exists> {
  let open: Exists | null = null;
  for (const tool of hunt.toolsOf(rule)) {
    const known = await hunt.fact('matters', tool, () => mattersFor(hunt, tool));
    const found = known[hunt.rulesOf(tool).indexOf(rule)];
    if (found?.kind === 'found') return found;
    if (found?.kind === 'undecided') open ??= found;
  }
  if (open && (await mattersInSession(hunt, rule))) return { kind: 'found' };
  return open ?? { kind: 'never' };
}

/** For each rule about a tool whether some call of it would be answered otherwise without the rule. */
async function mattersFor(hunt: Hunt, tool: string): Promise<readonly Exists[]> {
  const covered = await hunt.coverage(tool);
  const found: Exists[] = [];
  for (const [at, rule] of hunt.rulesOf(tool).entries())
    found.push(covered[at] ? { kind: 'never' } : await mattersTo(hunt, rule, tool));
  return found;
}

async function mattersTo(hunt: Hunt, rule: CoreRule, tool: string): Promise<Exists> {
  const found = await differs(hunt, rule, hunt.about(tool));
  // What stands around a call is not checked by anything, and a rule may be there for when it is not as the catalogue says.
  return found.kind === 'never' && readsAround(hunt, rule) ? differs(hunt, rule, hunt.aboutUnfit(tool)) : found;
}

/** The longest session that is tried where histories of any kind left it open. */
const FEW = 4;

/** Whether some call of a short session would be answered otherwise without the rule: two limits are told apart there sooner. */
async function mattersInSession(hunt: Hunt, rule: CoreRule): Promise<boolean> {
  const other = preparedAs(hunt.policy, withoutRules(hunt, [rule]));
  if (!other) return false;
  for (const tool of hunt.toolsOf(rule)) {
    if (conditionsOfHistory(hunt.policy.core, tool).length === 0) continue;
    const found = await sessionsOf(hunt, { tools: toolsAround(hunt, tool), most: FEW }, [other]).find(
      (session) => {
        const { factory } = session;
        const [ours, theirs] = [session.lastAnswer(hunt.policy.core), session.lastAnswer(other.core)];
        const same = factory.and(...EFFECTS.map((effect) => factory.iff(ours[effect], theirs[effect])));
        return factory.and(session.last.isOf([tool]), factory.not(same));
      },
      (steps) => {
        const { answer, draft } = lastOf(steps);
        const theirs = hunt.decide(draft, other)?.answer;
        return theirs !== undefined && theirs !== answer;
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
  const by = new Set<string>();
  for (const tool of hunt.toolsOf(rule)) {
    const known = await hunt.fact('instead', tool, () => insteadFor(hunt, tool));
    const found = known[hunt.rulesOf(tool).indexOf(rule)] ?? (await insteadOf(hunt, rule, tool));
    for (const id of found) by.add(id);
  }
  return hunt.policy.core.rules.filter(({ id }) => by.has(id));
}

/** For each rule about a tool the ids of those that decide where it would; null of a rule that matters, or that others cover. */
async function insteadFor(hunt: Hunt, tool: string): Promise<readonly (readonly string[] | null)[]> {
  const [matter, covered] = [await hunt.fact('matters', tool, () => mattersFor(hunt, tool)), await hunt.coverage(tool)];
  const found: (readonly string[] | null)[] = [];
  for (const [at, rule] of hunt.rulesOf(tool).entries())
    found.push(matter[at]?.kind === 'never' && !covered[at] ? await insteadOf(hunt, rule, tool) : null);
  return found;
}

async function insteadOf(hunt: Hunt, rule: CoreRule, tool: string): Promise<readonly string[]> {
  const about = hunt.about(tool);
  const { factory } = about.questions;
  const others = about.answer.rules.filter((each) => each.rule !== rule);
  const milder = others.filter((each) => strictness[each.rule.effect] < strictness[rule.effect]);
  const silent = new Map(
    others.filter((each) => !milder.includes(each)).map((each) => [factory.not(each.fires), each.rule.id]),
  );
  const counts = hunt.policy.core.default === rule.effect ? [factory.or(...milder.map(({ fires }) => fires))] : [];
  const core = await about.questions.conflict([about.ofRule(rule).fires, ...counts, ...silent.keys()]);
  if (core === null || core === 'possible') return [];
  return core.flatMap((term) => silent.get(term) ?? []);
}
