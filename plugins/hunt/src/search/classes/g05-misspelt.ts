import type { PolicyWarning } from '@ostiary/guard';
import { type CoreRule, placeText, within } from '@ostiary/policy';
import { type Answered, type Bug, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { named, words } from '../ask/text.js';
import type { Severity } from '../model/finding.js';
import { aboutFittingTools, attributeCorrected, toolCorrected, valueCorrected } from '../ask/corrected.js';
import { equalities, slotsIn, Uses } from '../ask/name-uses.js';

/**
 * Names that are not what they look like. A tool, an argument or a value that the catalogue lacks is an error of the policy already; what
 * is left are names that nothing declares, and names that mean less than they seem to.
 */
export const misspelt: BugClass = {
  id: 'G05',
  async *ask(hunt) {
    yield* warned(hunt);
    yield* attributes(hunt);
    yield* tools(hunt);
    yield* values(hunt);
  },
};

const WARNED: Readonly<Record<string, Severity>> = {
  tool_name_pattern: 'high',
  tool_class_empty: 'medium',
  attribute_missing: 'medium',
};

function* warned(hunt: Hunt): Generator<Answered> {
  const { policy } = hunt;
  for (const warning of policy.warnings) {
    const severity = WARNED[warning.code];
    const rule = ruleAt(policy.core.rules, warning);
    if (!severity || !rule) continue;
    const mending = warning.code === 'attribute_missing' ? aboutFittingTools(hunt, rule) : {};
    yield told(severity, [rule], warning.code, warning.detail, warning.hint ?? warning.detail, mending);
  }
}

const ruleAt = (rules: readonly CoreRule[], { place }: PolicyWarning): CoreRule | undefined =>
  rules.find(({ span }) => place.of === 'policy' && span.start <= place.span.start && place.span.end <= span.end);

/** Attributes of the principal and the session that nothing declares: written once, and nearly as another one is written more often. */
function* attributes(hunt: Hunt): Generator<Answered> {
  const { core } = hunt.policy;
  const uses = new Uses();
  for (const rule of core.rules)
    for (const { path, root } of slotsIn(rule, core.slots))
      if ((root === 'principal' || root === 'session') && !core.catalogue?.[root]) uses.add(root, path[0] ?? '', rule);
  for (const { of, name, meant, rules } of uses.doubtful()) {
    const [wrong, right] = [`${of}.${name}`, `${of}.${meant}`];
    yield told(
      'medium',
      rules,
      'attribute',
      words(`\`${wrong}\` looks like a misspelt \`${right}\``, `\`${wrong}\` parece \`${right}\` mal escrito`),
      words(
        `Nothing declares the attributes of the ${of}, so a misspelt one is simply never there. Correct it, or declare them: \`${of} (${meant}: ...)\`.`,
        `Nada declara os atributos (\`${of}\`), por isso um mal escrito simplesmente nunca existe. Corrija-o, ou declare-os: \`${of} (${meant}: ...)\`.`,
      ),
      { attribute: wrong, ...attributeCorrected(hunt, rules, of, [name, meant]) },
    );
  }
  yield CLEAR;
}

/** Without a catalogue, tools that rules name. */
function* tools(hunt: Hunt): Generator<Answered> {
  const { policy } = hunt;
  if (policy.catalogue) return;
  const uses = new Uses();
  for (const rule of policy.core.rules)
    for (const name of rule.variants.flatMap(({ tools: own }) => own ?? [])) uses.add('', name, rule);
  for (const { name, meant, rules } of uses.doubtful())
    yield told(
      rules.some(({ effect }) => effect !== 'allow') ? 'high' : 'medium',
      rules,
      'tool',
      words(`\`${name}\` looks like a misspelt \`${meant}\``, `\`${name}\` parece \`${meant}\` mal escrito`),
      words(
        `No catalogue says which tools there are, so a rule about a misspelt one is about nothing, and \`${meant}\` goes by the other rules alone. Correct the name, or declare the tools.`,
        `Nenhum catálogo diz que ferramentas existem, por isso uma regra sobre uma mal escrita não é sobre nada, e \`${meant}\` rege-se só pelas outras regras. Corrija o nome, ou declare as ferramentas.`,
      ),
      toolCorrected(hunt, rules, [name, meant]),
    );
  yield CLEAR;
}

/** Constants that an attribute without a closed set of values is compared with. */
function* values(hunt: Hunt): Generator<Answered> {
  const { core } = hunt.policy;
  const uses = new Uses();
  for (const rule of core.rules)
    for (const { slot, value } of rule.variants.flatMap(({ guard }) => [...within(guard)].flatMap(equalities))) {
      const read = core.slots[slot];
      if (read?.type.kind === 'string' && !read.type.enum) uses.add(placeText(read), value, rule);
    }
  for (const { of, name, meant, rules } of uses.doubtful())
    yield told(
      'low',
      rules,
      'value',
      words(`\`${name}\` looks like a misspelt \`${meant}\``, `\`${name}\` parece \`${meant}\` mal escrito`),
      words(
        `\`${of}\` is compared with \`${meant}\` elsewhere. Nothing says which values it has, so a misspelt one is never found. Correct it, or declare the values.`,
        `\`${of}\` é comparado com \`${meant}\` noutros sítios. Nada diz que valores tem, por isso um mal escrito nunca é detetado. Corrija-o, ou declare os valores.`,
      ),
      { attribute: of, ...valueCorrected(hunt, rules, of, [name, meant]) },
    );
  yield CLEAR;
}

function told(
  severity: Severity,
  rules: readonly CoreRule[],
  subkind: string,
  what: PolicyWarning['detail'],
  then: PolicyWarning['detail'],
  more: Pick<Bug, 'attribute' | 'repairs' | 'concerns'> = {},
): Answered {
  return {
    kind: 'found',
    bug: {
      subkind,
      severity,
      rules,
      ...more,
      title: words(`${named(rules, 'en')}: ${what.en}`, `${named(rules, 'pt')}: ${what.pt}`),
      detail: then,
      bound: EXACT,
    },
  };
}
