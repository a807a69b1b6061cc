import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreExpr, type CoreRule, placeText, showValue } from '@ostiary/policy';
import { type BoolTerm } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { withoutStretches } from '../ask/rule-edits.js';
import { answersAbout } from '../ask/remembered.js';
import { conjunctsOf, slotsOf } from '../ask/tests.js';
import { named, words } from '../ask/text.js';
import { WrittenRule } from '../ask/written-rule.js';
import type { Repair } from '../model/finding.js';

/** A definition, a declared attribute or a value of a list that nothing comes of. */
export const unused: BugClass = {
  id: 'S11',
  async *ask(hunt) {
    yield* definitions(hunt);
    yield* attributes(hunt);
    for (const tool of hunt.tools)
      yield* await answersAbout(hunt, 'S11 values', hunt.partOf(tool), () => values(hunt, tool));
  },
};

function* definitions({ policy }: Hunt): Generator<Answered> {
  for (const { code, detail, place } of policy.warnings) {
    if (code !== 'define_unused' || place.of !== 'policy') continue;
    const name = policy.text.slice(place.span.start, place.span.end);
    yield told(
      'definition',
      [],
      words(detail.en, detail.pt),
      words('Take it out, or use it where it was meant.', 'Retire-o, ou use-o onde se pretendia.'),
      name,
      withoutDefinition(policy, name),
    );
  }
  yield CLEAR;
}

/** What is always there, whether anything is made of it or not. */
const GIVEN: ReadonlySet<string> = new Set(['id', 'type', 'groups', 'customer']);

function* attributes({ policy }: Hunt): Generator<Answered> {
  const { core } = policy;
  for (const root of ['principal', 'session'] as const)
    for (const name of Object.keys(core.catalogue?.[root]?.fields ?? {})) {
      const isRead = core.slots.some((slot) => slot.root === root && slot.path[0] === name);
      if (isRead || GIVEN.has(name)) yield CLEAR;
      else
        yield told(
          'attribute',
          [],
          words(`No rule looks at \`${root}.${name}\``, `Nenhuma regra olha para \`${root}.${name}\``),
          words(
            'It is declared, and no answer hangs on it. Perhaps a rule was meant to ask for it.',
            'Está declarado, e nenhuma resposta depende dele. Talvez uma regra o devesse pedir.',
          ),
          `${root}.${name}`,
          withoutAttribute(policy, root, name),
        );
    }
}

interface Value {
  readonly rule: CoreRule;
  readonly test: Member;
  readonly at: number;
}

type Member = Extract<CoreExpr, { op: 'member' }>;

/** Of a longer list each value would be a question. */
const MOST_VALUES = 32;

/** Values of lists that the other tests of the same rule, about the same attribute, leave out. */
async function* values(hunt: Hunt, tool: string): AsyncGenerator<Answered> {
  const { core } = hunt.policy;
  const asked = hunt.rulesOf(tool).flatMap((rule) => membersOf(hunt, rule, tool).flatMap((test) => each(rule, test)));
  if (asked.length === 0) return;
  const questions = hunt.ownQuestions(tool);
  const { factory } = questions;
  const holds = (test: CoreExpr): BoolTerm => questions.truth(core, test).holds;
  const goals = asked.map(({ rule, test, at }) => {
    const guard = hunt.guardOf(rule, tool);
    const others = guard ? conjunctsOf(guard).filter((other) => other !== test) : [];
    return [holds({ ...test, values: test.values.slice(at, at + 1) }), ...others.map(holds)];
  });
  for (const [index, value] of asked.entries()) {
    if ((await hunt.canBeTrue(value.rule)).kind !== 'found') continue;
    const found = await questions.conflict([factory.and(...(goals[index] ?? []))]);
    if (found === null)
      yield { kind: 'undecided', reason: 'resource_limit', rules: [value.rule], tool, severity: 'info' };
    else yield found === 'possible' ? CLEAR : unreachable(hunt, value);
  }
}

const each = (rule: CoreRule, test: Member): readonly Value[] => test.values.map((_, at) => ({ rule, test, at }));

function membersOf(hunt: Hunt, rule: CoreRule, tool: string): readonly Member[] {
  const { core } = hunt.policy;
  const guard = hunt.guardOf(rule, tool);
  const tests = guard ? conjunctsOf(guard) : [];
  return tests.filter((test): test is Member => {
    if (test.op !== 'member' || test.values.length > MOST_VALUES) return false;
    const [slot] = slotsOf(core, test);
    return !!slot && tests.some((other) => other !== test && slotsOf(core, other).includes(slot));
  });
}

function unreachable(hunt: Hunt, value: Value): Answered {
  const { core } = hunt.policy;
  const { rule, test, at } = value;
  const [slot] = slotsOf(core, test);
  const place = slot ? placeText(slot) : '';
  const shown = showValue(test.type, test.values[at] ?? '');
  return told(
    `value ${String(at)}`,
    [rule],
    words(
      `${named([rule], 'en')}: \`${shown}\` in the list of \`${place}\` is never met`,
      `${named([rule], 'pt')}: \`${shown}\` na lista de \`${place}\` nunca se verifica`,
    ),
    words(
      `The other tests of the rule leave this value out. Take it out of the list, or mend the test that excludes it.`,
      `Os outros testes da regra excluem este valor. Retire-o da lista, ou corrija o teste que o exclui.`,
    ),
    place,
    withoutValue(hunt, value),
  );
}

function told(
  subkind: string,
  rules: readonly CoreRule[],
  title: ReturnType<typeof words>,
  detail: ReturnType<typeof words>,
  attribute: string,
  repairs: readonly Repair[] = [],
): Answered {
  return { kind: 'found', bug: { subkind, severity: 'info', rules, attribute, title, detail, bound: EXACT, repairs } };
}

function withoutDefinition({ tree, text }: PreparedPolicy, name: string): readonly Repair[] {
  const found = tree.items.find((item) => (item.kind === 'define' || item.kind === 'list') && item.name.text === name);
  if (!found) return [];
  return [{ title: words(`Remove \`${name}\``, `Retirar \`${name}\``), text: withoutStretches(text, [found.span]) }];
}

function withoutAttribute({ tree, text }: PreparedPolicy, root: string, name: string): readonly Repair[] {
  const fields = tree.items.flatMap((item) =>
    item.kind === 'attributes' && item.root === root ? item.record.fields : [],
  );
  const at = fields.findIndex((field) => field.name.text === name);
  const [before, field, after] = [fields[at - 1], fields[at], fields[at + 1]];
  if (!field) return [];
  const start = after || !before ? field.span.start : before.span.end;
  const end = after?.span.start ?? field.span.end;
  const title = words(`Do not declare \`${root}.${name}\``, `Não declarar \`${root}.${name}\``);
  return [{ title, text: `${text.slice(0, start)}${text.slice(end)}` }];
}

/** The list as it stands in the rule, without one of its values. */
function withoutValue(hunt: Hunt, { rule, test, at }: Value): readonly Repair[] {
  const written = WrittenRule.of(hunt, rule)?.replaced(test, (source) => {
    const [, before, items, after] = /^([^[]*\[)([^[\]]*)(\].*)$/su.exec(source) ?? [];
    const listed = items?.split(',') ?? [];
    if (before === undefined || listed.length !== test.values.length || listed.length < 2) return null;
    return `${before}${listed.toSpliced(at, 1).join(',').trim()}${after ?? ''}`;
  });
  return repairOf(hunt, words('Remove the value', 'Retirar o valor'), [written]);
}
