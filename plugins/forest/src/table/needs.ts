/** What each kind of property needs of its row, and what would mean nothing in it. */
import { nearestNames } from '@ostiary/policy';
import { CellFault, meant, shown } from './flaw.js';
import type { Kind, Property } from './property.js';
import type { PropertyColumn } from './columns.js';
import type { Expect } from './terms.js';
import type { Names } from './vocabulary.js';

interface ColumnFault {
  readonly column: PropertyColumn;
  readonly fault: CellFault;
}

/** What `expect` may say of a kind. */
const EXPECTED: Readonly<Record<Kind, readonly Expect['kind'][]>> = {
  range: ['bound'],
  never: ['label', 'bound', 'band'],
  always: ['label', 'bound', 'band'],
  robust: ['same', 'label', 'bound', 'band'],
  min_distance: ['distance', 'bound', 'same'],
  monotone: ['nondecreasing', 'nonincreasing'],
  protected_flip: ['no_flip', 'same'],
  protected_gap: ['gap', 'bound'],
  dominance: ['nondecreasing', 'nonincreasing'],
  same_as_model: ['same'],
  drift: ['same', 'gap', 'bound'],
  recourse: ['label', 'bound', 'band'],
  evasion: ['cost', 'bound'],
  stable_label: ['same'],
};

/** Kinds that are about records, and cannot be asked of a region. */
const OF_RECORDS: ReadonlySet<Kind> = new Set(['robust', 'min_distance', 'recourse', 'evasion', 'stable_label']);
/** Kinds that say nothing until it is said what is expected. */
const NEEDS_EXPECT: ReadonlySet<Kind> = new Set([
  'never',
  'always',
  'monotone',
  'protected_gap',
  'dominance',
  'recourse',
]);
/** Kinds that are about a number. */
const OF_SCORES: ReadonlySet<Kind> = new Set(['range', 'monotone', 'protected_gap', 'dominance']);

/** All that a row lacks, or says in vain. */
export function needsOf(property: Property, names: Names): ColumnFault[] {
  const { kind, expect, where, output } = property;
  const faults: ColumnFault[] = [];
  const add = (column: PropertyColumn, slug: string, en: string, pt: string): void =>
    void faults.push({ column, fault: new CellFault(slug, { en, pt }) });
  if (OF_RECORDS.has(kind) && !where.records)
    add(
      'where',
      'records_needed',
      `Rows of kind "${kind}" check records. Write "@records", or "@records where ...".`,
      `Linhas do tipo "${kind}" verificam registos. Escreva "@records", ou "@records where ...".`,
    );
  if (expect === null && NEEDS_EXPECT.has(kind))
    add(
      'expect',
      'cell_empty',
      `Rows of kind "${kind}" need an expectation.`,
      `Linhas do tipo "${kind}" precisam de uma expectativa.`,
    );
  if (expect !== null && !EXPECTED[kind].includes(expect.kind))
    add(
      'expect',
      'expect_misfit',
      `Rows of kind "${kind}" do not take this expectation.`,
      `Linhas do tipo "${kind}" não levam esta expectativa.`,
    );
  if (OF_SCORES.has(kind) && (output.kind === 'label' || output.kind === 'bands'))
    add(
      'output',
      'output_misfit',
      `Rows of kind "${kind}" need a number. Write p[1] or score[0].`,
      `Linhas do tipo "${kind}" precisam de um número. Escreva p[1] ou score[0].`,
    );
  if (kind.startsWith('protected') && property.protected.length === 0)
    add(
      'protected',
      'cell_empty',
      `Rows of kind "${kind}" need the protected features.`,
      `Linhas do tipo "${kind}" precisam das características protegidas.`,
    );
  if ((kind === 'monotone' || kind === 'dominance') && property.direction.size === 0)
    add(
      'direction',
      'cell_empty',
      `Rows of kind "${kind}" need to say which features move, and which way.`,
      `Linhas do tipo "${kind}" precisam de dizer que características se movem, e em que sentido.`,
    );
  if (kind === 'robust' && property.epsilon === null)
    add(
      'epsilon',
      'cell_empty',
      'Rows of kind "robust" need to say how much values may change.',
      'Linhas do tipo "robust" precisam de dizer quanto os valores podem mudar.',
    );
  return [...faults, ...outputFaults(property, names)];
}

/** Whether the model gives what the row looks at, and what it expects of that. */
function outputFaults({ output, expect, kind }: Property, names: Names): ColumnFault[] {
  const { labels, scores } = names.vocabulary;
  const faults: ColumnFault[] = [];
  const add = (column: PropertyColumn, slug: string, en: string, pt: string): void =>
    void faults.push({ column, fault: new CellFault(slug, { en, pt }) });
  const labelled = output.kind === 'label' && !['range', 'monotone', 'protected_gap', 'dominance'].includes(kind);
  if (labelled && labels === null)
    add(
      'output',
      'output_misfit',
      'The model is a regression, which gives no label.',
      'O modelo é uma regressão, que não dá classe.',
    );
  if (output.kind === 'probability' && (labels === null || output.index >= labels.length))
    add(
      'output',
      'output_misfit',
      labels === null
        ? 'A regression gives no probabilities. Write score[0].'
        : `The model has ${labels.length} classes: p[0] to p[${labels.length - 1}].`,
      labels === null
        ? 'Uma regressão não dá probabilidades. Escreva score[0].'
        : `O modelo tem ${labels.length} classes: p[0] a p[${labels.length - 1}].`,
    );
  if (output.kind === 'score' && output.index >= scores)
    add(
      'output',
      'output_misfit',
      `The model gives ${scores} raw sums: score[0] to score[${scores - 1}].`,
      `O modelo dá ${scores} somas: score[0] a score[${scores - 1}].`,
    );
  if (expect?.kind === 'label' && labels !== null && !labels.map(String).includes(expect.label)) {
    const near = meant(nearestNames(expect.label, labels.map(String)));
    const known = labels.slice(0, 20).map(String).join(', ');
    add(
      'expect',
      'label_unknown',
      `"${shown(expect.label)}" is not a label of the model (${known}).${near.en}`,
      `"${shown(expect.label)}" não é uma classe do modelo (${known}).${near.pt}`,
    );
  }
  if (expect?.kind === 'band') {
    const bands = output.kind === 'bands' ? output.bands.map(({ name }) => name) : [];
    if (!bands.includes(expect.band))
      add(
        'expect',
        'band_unknown',
        `"${shown(expect.band)}" is not a band of the output.`,
        `"${shown(expect.band)}" não é uma faixa da saída.`,
      );
  }
  if (expect?.kind === 'bound' && output.kind === 'label')
    add(
      'output',
      'output_misfit',
      'A bound needs a number. Write p[1] or score[0].',
      'Um limite precisa de um número. Escreva p[1] ou score[0].',
    );
  return faults;
}
