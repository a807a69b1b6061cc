import type { PolicyWarning } from '@ostiary/guard';
import type { CoreRule } from '@ostiary/policy';
import { type Answered, type Bug, CLEAR, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { aboutFittingTools, attributeCorrected, toolCorrected, valueCorrected } from '../ask/rules/corrected.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { attributesNamed, type Doubtful, toolsNamed, valuesNamed } from '../ask/rules/name-uses.js';
import { named, words } from '../ask/hunt/text.js';
import type { Severity } from '../model/finding.js';

/**
 * Names that are not what they look like. A tool, an argument or a value that the catalogue lacks is an error of the policy already; what
 * is left are names that nothing declares, and names that mean less than they seem to.
 */
export const misspelt: BugClass = {
  id: 'G05',
  async *ask(hunt) {
    yield* warned(hunt);
    for (const each of attributesNamed(hunt)) yield attribute(hunt, each);
    yield CLEAR;
    if (!hunt.policy.catalogue) {
      for (const each of toolsNamed(hunt)) yield tool(hunt, each);
      yield CLEAR;
    }
    for (const each of valuesNamed(hunt)) yield value(hunt, each);
    yield CLEAR;
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

function attribute(hunt: Hunt, { of, name, meant, rules }: Doubtful): Answered {
  const [wrong, right] = [`${of}.${name}`, `${of}.${meant}`];
  return told(
    'medium',
    rules,
    'attribute',
    words(`\`${wrong}\` looks like a misspelling of \`${right}\``, `\`${wrong}\` parece uma gralha de \`${right}\``),
    words(
      `The attributes of the ${of} are not declared, so a misspelt one is always missing. Correct it, or declare them: \`${of} (${meant}: ...)\`.`,
      `Os atributos de \`${of}\` não estão declarados, por isso um nome errado está sempre ausente. Corrija-o, ou declare os atributos: \`${of} (${meant}: ...)\`.`,
    ),
    { attribute: wrong, ...attributeCorrected(hunt, rules, of, [name, meant]) },
  );
}

function tool(hunt: Hunt, { name, meant, rules }: Doubtful): Answered {
  return told(
    rules.some(({ effect }) => effect !== 'allow') ? 'high' : 'medium',
    rules,
    'tool',
    words(`\`${name}\` looks like a misspelling of \`${meant}\``, `\`${name}\` parece uma gralha de \`${meant}\``),
    words(
      `No catalogue says which tools exist, so a rule with a misspelt name applies to nothing, and only the other rules apply to \`${meant}\`. Correct the name, or declare the tools.`,
      `Nenhum catálogo diz quais ferramentas existem, por isso uma regra com o nome errado não se aplica a nada, e só as outras regras valem para \`${meant}\`. Corrija o nome, ou declare as ferramentas.`,
    ),
    toolCorrected(hunt, rules, [name, meant]),
  );
}

function value(hunt: Hunt, { of, name, meant, rules }: Doubtful): Answered {
  return told(
    'low',
    rules,
    'value',
    words(`\`${name}\` looks like a misspelling of \`${meant}\``, `\`${name}\` parece uma gralha de \`${meant}\``),
    words(
      `Elsewhere \`${of}\` is compared with \`${meant}\`. Nothing declares its values, so a misspelt one goes unnoticed. Correct it, or declare the values.`,
      `Noutros lugares \`${of}\` é comparado com \`${meant}\`. Nada declara os seus valores, por isso um valor errado passa despercebido. Corrija-o, ou declare os valores.`,
    ),
    { attribute: of, ...valueCorrected(hunt, rules, of, [name, meant]) },
  );
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
