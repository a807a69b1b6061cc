import type { Effect } from '@ostiary/policy';

/** A type of the catalogue, small enough that all its values can be listed. */
export type SmallType =
  | { readonly kind: 'bool' }
  | { readonly kind: 'int'; readonly min: number; readonly max: number }
  | { readonly kind: 'money'; readonly currencies: readonly string[]; readonly min: number; readonly max: number }
  | { readonly kind: 'string'; readonly format: string; readonly enum: readonly string[] };

export interface SmallField {
  readonly type: SmallType;
  readonly required: boolean;
  /** What the tool takes when the argument is left out. */
  readonly default?: unknown;
}

export interface SmallRecord {
  readonly kind: 'record';
  readonly fields: Readonly<Record<string, SmallField>>;
}

export interface SmallTool {
  readonly name: string;
  readonly classes: readonly string[];
  readonly args: SmallRecord;
}

export interface SmallCatalogue {
  readonly name: string;
  readonly tools: readonly SmallTool[];
  readonly principal?: SmallRecord;
}

/** One test of one attribute, as dialect 1 writes it. */
export interface Test {
  /** `n`, `principal.role`, `now.hour`, `session.label`. */
  readonly of: string;
  readonly text: string;
}

/** A rule as it was made up. */
export interface Rule {
  readonly id: string;
  readonly effect: Effect;
  readonly tools: readonly string[];
  /** The tests that stand in it, wherever. */
  readonly tests: readonly Test[];
  /** Null: it has none. */
  readonly condition: string | null;
}

/** `never "title": answer == "allow" && condition`, or its like with `always`. */
export interface Property {
  readonly title: string;
  readonly word: 'never' | 'always';
  /** The answers that the property asks for; null: it does not ask for the answer. */
  readonly answers: readonly Effect[] | null;
  /** What it asks beside the answer; null: nothing. */
  readonly condition: string | null;
}

export interface Made {
  readonly dialect: 1 | 2;
  readonly default: Effect;
  readonly catalogue: SmallCatalogue;
  readonly rules: readonly Rule[];
  readonly properties: readonly Property[];
  /** Conditions of `assume`. */
  readonly assumptions: readonly string[];
}

export function ruleText(dialect: 1 | 2, { id, effect, tools, condition }: Rule): string {
  const head = `@id("${id}") ${effect}`;
  if (dialect === 1) return `${head} [${tools.join(', ')}]${condition === null ? '' : ` when ${condition}`};`;
  const names = tools.map((tool) => `"${tool}"`).join(', ');
  return `${head} (tool in [${names}])${condition === null ? '' : ` when { ${condition} }`};`;
}

/** A property in the text: `always` says of the kind of call which answers it may get. */
function propertyText({ title, word, answers, condition }: Property): string {
  const asked = answers === null ? null : `answer in [${answers.map((one) => `"${one}"`).join(', ')}]`;
  if (word === 'never') return `never "${title}": ${[asked, condition].filter((part) => part !== null).join(' && ')};`;
  const beside = condition === null ? null : `!(${condition})`;
  return `always "${title}": ${[asked, beside].filter((part) => part !== null).join(' || ')};`;
}

export const textOf = (made: Made): string =>
  [
    `dialect ${String(made.dialect)};`,
    `default ${made.default};`,
    ...made.rules.map((rule) => ruleText(made.dialect, rule)),
    ...made.assumptions.map((condition, at) => `assume "a${String(at)}": ${condition};`),
    ...made.properties.map(propertyText),
  ].join('\n');
