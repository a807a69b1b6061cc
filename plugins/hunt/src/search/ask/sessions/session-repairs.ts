import type { Mending } from '../hunt/answered.js';
import type { Type } from '@ostiary/catalogue';
import { explain, type Words } from '@ostiary/guard';
import {
  type CoreRule,
  type EventState,
  type HistoryCondition,
  type Money,
  moneyText,
  readValue,
} from '@ostiary/policy';
import type { Step } from '../../model/finding.js';
import { askingInstead } from '../written/asking-first.js';
import type { PlacedCondition } from './conditions.js';
import { repairOf, withRule } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { WrittenCondition } from '../written/mend.js';
import { withoutRules } from '../written/rule-edits.js';
import { slotsOf } from '../guards/tests.js';
import { named, words } from '../hunt/text.js';
import { aboutCondition } from './weakness-bug.js';
import { WrittenRule } from '../written/written-rule.js';

/*
 * Changes of a policy by which a session no longer gets through. They concern calls that are allowed, and leave none milder.
 */

const allowed = (tools: readonly string[]): Pick<Mending, 'concerns'> => ({
  concerns: { tools, where: ({ answer: { allow } }) => allow, milder: false },
});

/** Some rules with one more clause each. */
const narrowed = (hunt: Hunt, rules: readonly CoreRule[], title: Words, clause: string) =>
  repairOf(
    hunt,
    title,
    rules.map((rule) => WrittenRule.of(hunt, rule)?.with(clause)),
  );

/** What ran once by an approval does not run again by it (H09). */
export function onceOnly(hunt: Hunt, rule: CoreRule, expr: HistoryCondition, tool: string): Mending {
  const { core } = hunt.policy;
  const names = expr.event.fields.flatMap(({ value }) =>
    value === null
      ? []
      : slotsOf(core, value).flatMap(({ root, path: [name, ...inside] }) =>
          root === 'args' && name !== undefined && inside.length === 0 && /^[A-Za-z_]\w*$/u.test(name) ? [name] : [],
        ),
  );
  const said = WrittenCondition.of(hunt, expr)?.said;
  if (!said || names.length === 0 || !/^[A-Za-z_]\w*$/u.test(tool)) return {};
  const fields = [...new Set(names)].map((name) => `${name}: args.${name}`).join(', ');
  const again = `!formerly within ${said.window}${said.key} ${tool}.open{ ${fields} }`;
  const title = words(
    `Refuse it a second time within ${said.window}`,
    `Recusar a segunda vez dentro de ${said.window}`,
  );
  return { repairs: narrowed(hunt, [rule], title, `when history { ${again} }`), ...allowed(hunt.toolsOf(rule)) };
}

/**
 * What passes, over a day, what one call may be is answered as it would be in one call (H01), or refused. Of a limit that can be found
 * by going down from the whole, in dialect 2.
 *
 * @param whole the call that asks for all at once
 */
export function summedOver(hunt: Hunt, tool: string, name: string, type: Type, whole: Step): Mending {
  const decision = hunt.policy.core.dialect === 2 ? hunt.decide(whole) : null;
  const path = `args.${name}`;
  const flips = decision ? explain(hunt.policy, whole.call, whole.context, decision, MOST_DECISIONS).flips : [];
  const flip = flips.find((each) => each.path === path && each.answer === 'allow');
  const read = readValue(type, flip?.to, whole.call.args);
  if (!read.ok || !/^[A-Za-z_]\w*$/u.test(tool) || !/^[A-Za-z_]\w*$/u.test(name)) return {};
  const { value } = read;
  const limit = typeof value === 'number' ? String(value) : type.kind === 'money' ? moneyText(value as Money) : null;
  if (limit === null) return {};
  const sum = `sum(${tool}.open.${name}) within 24h by principal including this > ${limit}`;
  const answers = [...new Set([whole.answer, 'refuse'])];
  return {
    repairs: answers.map((answer) => {
      const rule = `${answer} (tool == ${JSON.stringify(tool)}) when history { ${sum} };`;
      return {
        title: words(
          `Add a \`${answer}\` rule for more than ${limit} in a day`,
          `Acrescentar uma regra \`${answer}\` para mais de ${limit} num dia`,
        ),
        text: withRule(hunt, `${tool}-a-day`, { 1: rule, 2: rule }),
      };
    }),
    ...allowed([tool]),
  };
}

/** What may have been meant for a state: the other answer with which a call may run, or that it went well. */
const INSTEAD: Readonly<Partial<Record<EventState, readonly EventState[]>>> = {
  allowed: ['confirmed', 'ok'],
  confirmed: ['allowed', 'ok'],
};

/**
 * What waits for an event in a state that no call of its tools comes to (H13) waits for one that some come to; or an allowance that never
 * opens is taken out.
 */
export function awaitingWhatHappens(
  hunt: Hunt,
  condition: PlacedCondition,
  reached: ReadonlyMap<string, ReadonlySet<EventState>>,
): Mending {
  const { expr, rule, role, tools } = condition;
  const { state, tools: awaited } = expr.event;
  const others = (INSTEAD[state] ?? []).filter((other) => awaited.some((tool) => reached.get(tool)?.has(other)));
  return {
    repairs: [
      ...others.flatMap((other) =>
        repairOf(hunt, words(`Ask for the state \`${other}\``, `Pedir o estado \`${other}\``), [
          WrittenCondition.of(hunt, expr)?.inState(other),
        ]),
      ),
      ...(role === 'enables' && rule.effect === 'allow'
        ? [{ title: words('Remove the rule', 'Remover a regra'), text: withoutRules(hunt, [rule]) }]
        : []),
    ],
    concerns: { tools, where: aboutCondition(hunt, condition), milder: true },
  };
}

/** How often a call is decided anew while its limit is looked for. */
const MOST_DECISIONS = 2_000;

/** A person is asked before something is made that a rule trusts (H15). */
export function askedBeforeMade(hunt: Hunt, makers: readonly string[]): Mending {
  const [maker, ...more] = makers;
  if (maker === undefined || more.length > 0) return {};
  const allowing = hunt.rulesOf(maker).filter(({ effect }) => effect === 'allow');
  const title = words(`Ask for confirmation before \`${maker}\``, `Pedir confirmação antes de \`${maker}\``);
  return { repairs: askingInstead(hunt, maker, allowing, title), ...allowed([maker]) };
}

/** A person is asked about calls of a tool in a session that carries a label, or they are not allowed (H10). */
export function fenced(hunt: Hunt, tool: string, rules: readonly CoreRule[], label: string): Mending {
  if (hunt.policy.core.dialect === 1) return {};
  const carries = `session.label(${JSON.stringify(label)})`;
  const asking = `confirm (tool == ${JSON.stringify(tool)}) when { ${carries} };`;
  const title = words('Ask for confirmation in such a session', 'Pedir confirmação numa sessão assim');
  const allowing = rules.filter(({ effect }) => effect === 'allow');
  const asked = allowing.map((rule) => {
    const written = WrittenRule.of(hunt, rule);
    return written?.copy(`${rule.id}-${label}`, [written.effect('confirm'), written.with(`when { ${carries} }`)]);
  });
  return {
    repairs: [
      { title, text: withRule(hunt, `ask-${tool}-${label}`, { 1: asking, 2: asking }) },
      // What is refused whatever the session carries is not to be asked about.
      ...repairOf(hunt, title, asked),
      ...narrowed(
        hunt,
        allowing,
        words('Allow none of it in such a session', 'Não permitir nada disso numa sessão assim'),
        `unless { ${carries} }`,
      ),
    ],
    ...allowed([...new Set(rules.flatMap((rule) => hunt.toolsOf(rule)))]),
  };
}

/** The rules that let a call through without a step ask for it as well, or are taken out (H02). */
export function steppedFirst(hunt: Hunt, letting: readonly CoreRule[], expr: HistoryCondition): Mending {
  const source = hunt.policy.text.slice(expr.span.start, expr.span.end);
  const [en, pt] = [named(letting, 'en'), named(letting, 'pt')];
  const removed = { title: words(`Remove ${en}`, `Remover ${pt}`), text: withoutRules(hunt, letting) };
  const title = words(`Make ${en} wait for it too`, `Fazer com que ${pt} espere também`);
  return {
    repairs: [...narrowed(hunt, letting, title, `when history { ${source} }`), removed],
    ...allowed([...new Set(letting.flatMap((rule) => hunt.toolsOf(rule)))]),
  };
}
