import type { Tool } from '@ostiary/catalogue';
import { type CoreRule, strictness } from '@ostiary/policy';
import type { Repair } from '../model/finding.js';
import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { edited, toolWord } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { findCalls } from '../ask/milder.js';
import { named, words } from '../ask/text.js';

/** Two tools that the catalogue calls names of one thing, answered differently for the same arguments: sat alias(t, t') and D differs. */
export const aliasTools: BugClass = {
  id: 'B09',
  async *ask(hunt) {
    const tools = hunt.tools.flatMap((name) => hunt.entry(name) ?? []);
    for (const [index, one] of tools.entries())
      for (const other of tools.slice(index + 1))
        if (one.aliasGroup !== undefined && one.aliasGroup === other.aliasGroup && takeTheSame(one, other))
          yield await askOf(hunt, one, other);
  },
};

/** Whether there are arguments that both take: what either needs, both have. */
function takeTheSame(one: Tool, other: Tool): boolean {
  const names = new Set([...Object.keys(one.args.fields), ...Object.keys(other.args.fields)]);
  return [...names].every((name) => {
    const [left, right] = [one.args.fields[name], other.args.fields[name]];
    if (left && right) return JSON.stringify(left.type) === JSON.stringify(right.type);
    return !(left ?? right)?.required;
  });
}

async function askOf(hunt: Hunt, one: Tool, other: Tool): Promise<Answered> {
  const { core } = hunt.policy;
  const questions = hunt.questions(one.name, 1);
  const own = Object.keys(one.args.fields).filter((name) => !Object.hasOwn(other.args.fields, name));
  const args = Object.fromEntries(own.map((name) => [name, undefined]));
  const varied = [questions.vary({ args }), questions.vary({ args, tool: other.name })];
  const [left, right] = varied.map((call) => questions.answer(core, call));
  if (!left || !right) throw new RangeError('a pair of less than two');
  const found = await findCalls(hunt, {
    questions,
    goal: left.differsFrom(right),
    varied,
    shows: ([, a, b]) => !!a && !!b && a.answer !== b.answer,
    at: { rules: [], tool: one.name, attribute: 'tool' },
  });
  if (found.kind === 'answered') return found.answered;
  const steps = found.drafts
    .slice(1)
    .map((draft) => hunt.step(draft))
    .toSorted((a, b) => strictness[b.answer] - strictness[a.answer]);
  const [strict, mild] = steps;
  if (!strict || !mild) throw new RangeError('a pair of less than two');
  const { tool } = mild.call;
  const same = strict.call.tool;
  const isStrict = strict.deciding.length > 0;
  const deciding = isStrict ? strict.deciding : mild.deciding;
  const rules = core.rules.filter(({ id }) => deciding.includes(id));
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules,
      tool,
      title: words(
        `\`${tool}\` does what \`${same}\` does, and is answered milder`,
        `\`${tool}\` faz o mesmo que \`${same}\`, e recebe resposta mais branda`,
      ),
      detail: words(
        `The catalogue says that both are names of one thing. With the same arguments \`${same}\` is answered ${strict.answer} and \`${tool}\` ${mild.answer}; ${named(rules, 'en')} speaks of one of the two. Name both in it.`,
        `O catálogo diz que são dois nomes da mesma coisa. Com os mesmos argumentos \`${same}\` recebe ${strict.answer} e \`${tool}\` ${mild.answer}; ${named(rules, 'pt')} fala de uma das duas. Nomeie ambas nela.`,
      ),
      witness: { kind: 'calls', steps },
      bound: hunt.boundOf(questions),
      repairs: rules.flatMap((rule) => both(hunt, rule, isStrict ? [same, tool] : [tool, same])),
      concerns: { tools: [isStrict ? tool : same], milder: !isStrict },
    },
  };
}

/** The text with a second tool named in a rule beside the first. */
function both(hunt: Hunt, rule: CoreRule, [known, added]: readonly [string, string]): readonly Repair[] {
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
    `Name \`${added}\` in ${named([rule], 'en')} too`,
    `Nomeie também \`${added}\` em ${named([rule], 'pt')}`,
  );
  return [{ title, text }];
}
