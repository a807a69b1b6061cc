import type { Words } from '@ostiary/guard';
import type { CoreRule, HistoryCondition } from '@ostiary/policy';
import { askingInstead } from './asking-first.js';
import { repairOf, withRule } from './edits.js';
import type { Hunt } from './hunt.js';
import { WrittenCondition } from './mend.js';
import { withoutRules } from './rule-edits.js';
import type { Mending } from './spellings.js';
import { slotsOf } from './tests.js';
import { named, words } from './text.js';
import { WrittenRule } from './written-rule.js';

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
  const title = words(`Not again within ${said.window}`, `Não outra vez em ${said.window}`);
  return { repairs: narrowed(hunt, [rule], title, `when history { ${again} }`), ...allowed(hunt.toolsOf(rule)) };
}

/** A person is asked before something is made that a rule trusts (H15). */
export function askedBeforeMade(hunt: Hunt, makers: readonly string[]): Mending {
  const [maker, ...more] = makers;
  if (maker === undefined || more.length > 0) return {};
  const allowing = hunt.rulesOf(maker).filter(({ effect }) => effect === 'allow');
  const title = words(`Ask a person before \`${maker}\``, `Perguntar a uma pessoa antes de \`${maker}\``);
  return { repairs: askingInstead(hunt, maker, allowing, title), ...allowed([maker]) };
}

/** A person is asked about calls of a tool in a session that carries a label, or they are not allowed (H10). */
export function fenced(hunt: Hunt, tool: string, rules: readonly CoreRule[], label: string): Mending {
  if (hunt.policy.core.dialect === 1) return {};
  const carries = `session.label(${JSON.stringify(label)})`;
  const asking = `confirm (tool == ${JSON.stringify(tool)}) when { ${carries} };`;
  const title = words('Ask a person in such a session', 'Perguntar a uma pessoa numa tal sessão');
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
        words('Allow nothing of it in such a session', 'Nada dela permitir numa tal sessão'),
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
  const removed = { title: words(`Remove ${en}`, `Retirar ${pt}`), text: withoutRules(hunt, letting) };
  const title = words(`Let ${en} wait for it, too`, `Fazer ${pt} esperar também`);
  return {
    repairs: [...narrowed(hunt, letting, title, `when history { ${source} }`), removed],
    ...allowed([...new Set(letting.flatMap((rule) => hunt.toolsOf(rule)))]),
  };
}
