import type { PreparedPolicy, Words } from '@ostiary/guard';
import { type CoreRule, placeText, showValue } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { answersAbout } from '../ask/hunt/remembered.js';
import { slotsOf } from '../ask/guards/tests.js';
import { named, words } from '../ask/hunt/text.js';
import type { Repair } from '../model/finding.js';
import { withoutDefinition, withoutAttribute, withoutValue, type Value } from '../ask/rules/unused-repairs.js';
import { testsWith, valuesAsked } from '../ask/rules/listed-values.js';

/** A definition, a declared attribute or a value of a list that has no effect. */
export const unused: BugClass = {
  id: 'S11',
  async *ask(hunt) {
    yield* definitions(hunt);
    yield* attributes(hunt);
    for (const tool of hunt.tools)
      yield* await answersAbout(hunt, 'S11 values', hunt.partOf(tool), () => values(hunt, tool));
  },
};

/** Definitions and lists of which the compiler says that nothing uses them. */
function* definitions({ policy }: Hunt): Generator<Answered> {
  for (const { code, detail, place } of policy.warnings)
    if (code === 'define_unused' && place.of === 'policy')
      yield unnamed(policy, policy.text.slice(place.span.start, place.span.end), detail);
  yield CLEAR;
}

/** What is always there, whether any rule reads it or not. */
const GIVEN: ReadonlySet<string> = new Set(['id', 'type', 'groups', 'customer']);

function* attributes({ policy }: Hunt): Generator<Answered> {
  const { core } = policy;
  for (const root of ['principal', 'session'] as const)
    for (const name of Object.keys(core.catalogue?.[root]?.fields ?? {})) {
      const isRead = core.slots.some((slot) => slot.root === root && slot.path[0] === name);
      yield isRead || GIVEN.has(name) ? CLEAR : unread(policy, root, name);
    }
}

/** A value that the other tests of its rule, about the same attribute, leave out: unsat value and all others. */
async function* values(hunt: Hunt, tool: string): AsyncGenerator<Answered> {
  const asked = valuesAsked(hunt, tool);
  if (asked.length === 0) return;
  const questions = hunt.ownQuestions(tool);
  const goals = asked.map((value) => questions.factory.and(...testsWith(hunt, questions, value)));
  for (const [at, value] of asked.entries()) {
    const goal = goals[at];
    if (!goal || (await hunt.canBeTrue(value.rule)).kind !== 'found') continue;
    const found = await questions.conflict([goal]);
    if (found === null)
      yield { kind: 'undecided', reason: 'resource_limit', rules: [value.rule], tool, severity: 'info' };
    else yield found === 'possible' ? CLEAR : unreachable(hunt, value);
  }
}

function unnamed(policy: PreparedPolicy, name: string, { en, pt }: Words): Answered {
  return told(
    'definition',
    [],
    words(en, pt),
    words('Remove it, or use it where it was meant.', 'Remova-o, ou use-o onde devia ser usado.'),
    name,
    withoutDefinition(policy, name),
  );
}

function unread(policy: PreparedPolicy, root: string, name: string): Answered {
  return told(
    'attribute',
    [],
    words(`No rule reads \`${root}.${name}\``, `Nenhuma regra lê \`${root}.${name}\``),
    words(
      'It is declared, but no answer depends on it. Perhaps a rule should test it.',
      'Está declarado, mas nenhuma resposta depende dele. Talvez alguma regra o devesse testar.',
    ),
    `${root}.${name}`,
    withoutAttribute(policy, root, name),
  );
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
      `${named([rule], 'en')}: \`${shown}\` in the list of \`${place}\` never matches`,
      `${named([rule], 'pt')}: \`${shown}\` na lista de \`${place}\` nunca corresponde`,
    ),
    words(
      `The other tests of the rule exclude this value. Remove it from the list, or correct the test that excludes it.`,
      `Os outros testes da regra excluem este valor. Remova-o da lista, ou corrija o teste que o exclui.`,
    ),
    place,
    withoutValue(hunt, value),
  );
}

function told(
  subkind: string,
  rules: readonly CoreRule[],
  title: Words,
  detail: Words,
  attribute: string,
  repairs: readonly Repair[] = [],
): Answered {
  return { kind: 'found', bug: { subkind, severity: 'info', rules, attribute, title, detail, bound: EXACT, repairs } };
}
