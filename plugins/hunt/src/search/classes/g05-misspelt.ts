import type { PolicyWarning } from '@ostiary/guard';
import { type CoreExpr, type CoreRule, placeText, type Slot, within } from '@ostiary/policy';
import { type Answered, type Bug, CLEAR, EXACT } from '../ask/answered.js';
import { NOWHERE } from '../ask/attribute-terms.js';
import type { BugClass } from '../ask/bug-class.js';
import { holding, someOf } from '../ask/calls-where.js';
import { repairOf } from '../ask/edits.js';
import { withoutRules } from '../ask/rule-edits.js';
import type { Hunt } from '../ask/hunt.js';
import { aboutFitting, misfitsOf } from '../ask/misfits.js';
import { looksMisspelt } from '../ask/misspelt.js';
import type { Mending } from '../ask/spellings.js';
import { named, words } from '../ask/text.js';
import { WrittenRule } from '../ask/written-rule.js';
import type { Severity } from '../model/finding.js';

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
    const mending = warning.code === 'attribute_missing' ? ofFitting(hunt, rule) : {};
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
      { attribute: wrong, ...ofAttribute(hunt, rules, of, [name, meant]) },
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
      ofTool(hunt, rules, [name, meant]),
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
      { attribute: of, ...ofValue(hunt, rules, of, [name, meant]) },
    );
  yield CLEAR;
}

function equalities(expr: CoreExpr): readonly { slot: number; value: string }[] {
  if (expr.op === 'member' && expr.operand.op === 'read') {
    const { slot } = expr.operand;
    return expr.values.flatMap((value) => (typeof value === 'string' ? [{ slot, value }] : []));
  }
  if (expr.op !== 'compare') return [];
  const [read, other] = expr.left.op === 'read' ? [expr.left, expr.right] : [expr.right, expr.left];
  const isEquality = expr.cmp === '==' || expr.cmp === '!=';
  return isEquality && read.op === 'read' && other.op === 'const' && typeof other.value === 'string'
    ? [{ slot: read.slot, value: other.value }]
    : [];
}

const slotsIn = ({ variants }: CoreRule, slots: readonly Slot[]): readonly Slot[] =>
  variants.flatMap(({ guard }) =>
    [...within(guard)].flatMap((each) => (each.op === 'read' || each.op === 'has' ? (slots[each.slot] ?? []) : [])),
  );

interface Doubtful {
  readonly of: string;
  readonly name: string;
  readonly meant: string;
  readonly rules: readonly CoreRule[];
}

/** Which rules use which names. */
class Uses {
  private readonly found = new Map<string, Map<string, Set<CoreRule>>>();

  add(of: string, name: string, rule: CoreRule): void {
    const names = this.found.get(of) ?? new Map<string, Set<CoreRule>>();
    this.found.set(of, names.set(name, (names.get(name) ?? new Set<CoreRule>()).add(rule)));
  }

  /** Names of one rule, each with one of several rules that it looks like. */
  *doubtful(): Generator<Doubtful> {
    for (const [of, names] of this.found)
      for (const [name, rules] of names) {
        const meant = [...names].find(([other, others]) => others.size > rules.size && looksMisspelt(name, other));
        if (rules.size === 1 && meant) yield { of, name, meant: meant[0], rules: [...rules] };
      }
  }
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

type Names = readonly [wrong: string, right: string];

/** The rules with a name exchanged for the one that was meant. */
const corrected = (
  hunt: Hunt,
  rules: readonly CoreRule[],
  [wrong, right]: Names,
  change: (written: string) => string,
): Mending => ({
  repairs: repairOf(
    hunt,
    words(`Write \`${right}\` for \`${wrong}\``, `Escrever \`${right}\` em vez de \`${wrong}\``),
    rules.map((rule) => WrittenRule.of(hunt, rule)?.reworded(change)),
  ),
});

/** It concerns calls by those who have one attribute or the other. */
function ofAttribute(hunt: Hunt, rules: readonly CoreRule[], of: string, names: Names): Mending {
  const read = hunt.policy.core.slots.filter(({ root, path }) => root === of && names.includes(path[0] ?? ''));
  const having = read.map(({ index }) => holding(hunt, { op: 'has', slot: index }));
  const wrong = new RegExp(`\\b${of}\\.${names[0]}\\b`, 'gu');
  return {
    ...corrected(hunt, rules, names, (written) => written.replaceAll(wrong, () => `${of}.${names[1]}`)),
    concerns: { tools: rules.flatMap((rule) => hunt.toolsOf(rule)), where: someOf(...having), milder: true },
  };
}

/** It concerns calls of one tool or the other. */
function ofTool(hunt: Hunt, rules: readonly CoreRule[], names: Names): Mending {
  const [wrong, right] = names;
  const edits = rules.map((rule) => {
    const meant = hunt.toolsOf(rule).map((tool) => (tool === wrong ? right : tool));
    const written = WrittenRule.of(hunt, rule);
    return written?.namesTools ? written.about([...new Set(meant)]) : null;
  });
  const title = words(`Write \`${right}\` for \`${wrong}\``, `Escrever \`${right}\` em vez de \`${wrong}\``);
  return { repairs: repairOf(hunt, title, edits), concerns: { tools: names, milder: true } };
}

/** It concerns calls with one value or the other. */
function ofValue(hunt: Hunt, rules: readonly CoreRule[], of: string, names: Names): Mending {
  const read = hunt.policy.core.slots.filter((slot) => placeText(slot) === of);
  const having = read.map(({ index, type }) =>
    holding(hunt, { op: 'member', operand: { op: 'read', slot: index }, values: names, type, span: NOWHERE }),
  );
  const [wrong, right] = names.map((name) => JSON.stringify(name));
  return {
    ...corrected(hunt, rules, names, (written) => written.replaceAll(wrong ?? '', () => right ?? '')),
    concerns: { tools: rules.flatMap((rule) => hunt.toolsOf(rule)), where: someOf(...having), milder: true },
  };
}

/** A rule that names tools without what it reads: it concerns their calls. */
const ofFitting = (hunt: Hunt, rule: CoreRule): Mending => ({
  repairs: [
    ...repairOf(hunt, words('Leave out the tools that lack it', 'Retirar as ferramentas que não o têm'), [
      aboutFitting(hunt, rule),
    ]),
    // Of the others it may say nothing that would not be so without it.
    { title: words('Remove the rule', 'Retirar a regra'), text: withoutRules(hunt, [rule]) },
  ],
  concerns: { tools: misfitsOf(hunt, rule), milder: true },
});
