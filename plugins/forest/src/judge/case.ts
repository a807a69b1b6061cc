import type { CellForest } from '../cells/index.js';
import type { SecondInput, Subject, Violation } from '../search/index.js';
import { type Names, type Output, type Property, type RecordRow, type Region, type Words } from '../table/index.js';
import type { Asker } from './engine.js';
import { type Finish, formWhere, type Measure, measureOf } from './measure.js';
import { judged, type Judged, openBecause, worst } from './verdict.js';
import { searchRegions } from './space.js';
import { Unsupported } from './unsupported.js';

/** A model as rows are asked of it. */
export interface JudgedModel {
  readonly forest: CellForest;
  readonly finish: Finish;
}

/** One question of a table: a row, and the record it is asked about, where it is about records. */
export interface Case {
  readonly property: Property;
  /** With what the model gives for it. */
  readonly record:
    | (RecordRow & {
        readonly label: string | number | null;
        readonly scores: readonly number[];
        readonly sums: Float64Array;
      })
    | null;
  readonly model: JudgedModel;
  /** The other version, over the same columns and cells. */
  readonly second: JudgedModel | null;
  readonly names: Names;
  readonly ask: Asker;
}

/** The label as the model has it, by its text. */
export function labelIndex({ forest }: JudgedModel, text: string): number {
  const { outcome } = forest;
  return outcome.kind === 'classes' ? outcome.labels.findIndex((label) => String(label) === text) : -1;
}

export const indexOfLabel = ({ forest }: JudgedModel, label: string | number | null): number => {
  const { outcome } = forest;
  return outcome.kind === 'classes' ? outcome.labels.findIndex((each) => each === label) : -1;
};

export const measure = ({ forest, finish }: JudgedModel, output: Output): Measure => measureOf(output, forest, finish);

/** The second input of a question, and which model is given it: the same one, or the other version. */
export interface Second {
  readonly input: (own: Subject['region']) => SecondInput;
  readonly of: 'same model' | 'other version';
}

/** Asks about each separate part of a region, until one violates. */
export async function overRegions(
  { model, second: version, names, property, record }: Case,
  region: Region,
  ask: (subject: Subject, part: string) => Promise<Judged>,
  second?: Second,
): Promise<Judged> {
  const parts: Judged[] = [];
  // Of records the conditions choose which are asked; what they may become meets the schema alone.
  const sums = record === null ? property.sums : [];
  const regions = searchRegions(region, model.forest, names).map((own) => ({
    ...own,
    ...(sums.length > 0 && { linear: sums }),
  }));
  const pairs = second === undefined ? regions.map((own) => ({ region: own })) : pairsOf(regions, second);
  if (pairs.length > MOST_PAIRS)
    throw new Unsupported({
      en: `The conditions leave ${pairs.length} pairs of separate regions. One row can have at most ${MOST_PAIRS}.`,
      pt: `As condições deixam ${pairs.length} pares de regiões separadas. Uma linha pode ter no máximo ${MOST_PAIRS}.`,
    });
  for (const [at, pair] of pairs.entries()) {
    const subject: Subject = {
      forest: model.forest,
      ...pair,
      ...(second?.of === 'other version' && version !== null && { secondForest: version.forest }),
    };
    const part = await ask(subject, at === 0 ? '' : `/${at}`);
    if (part.verdict === 'violated') return part;
    parts.push(part);
  }
  return worst(parts);
}

const MOST_PAIRS = 256;

/** The two inputs of a pair may lie in two separate regions, where these differ by what the inputs may differ in. */
function pairsOf(regions: readonly Subject['region'][], second: Second): Pick<Subject, 'region' | 'second'>[] {
  return regions.flatMap((region) =>
    regions.flatMap((other) => {
      const input = second.input(other);
      const apart = new Set(input.apart.map(({ column }) => column));
      const shared = region.columns.every((own, at) => apart.has(own.column) || own === other.columns[at]);
      return shared ? [{ region, second: input }] : [];
    }),
  );
}

export const NO_INPUT: Words = { en: 'The region holds no input.', pt: 'A região não tem nenhuma entrada.' };

/** A part of a region without an input, with what shows it where conditions alone do not. */
export const emptyPart = (
  question: string,
  { certificate }: { readonly certificate?: Uint8Array },
  bound?: number,
): Judged =>
  judged('vacuous', {
    reason: NO_INPUT,
    certificates:
      certificate === undefined ? [] : [{ question, bytes: certificate, ...(bound !== undefined && { bound }) }],
  });

/** Whether values hang together, so that splits alone show that there is no input. */
export const hangsTogether = ({ derived, linear }: Subject['region']): boolean =>
  derived !== undefined || linear !== undefined;

/** Whether a violation exists, as a verdict. */
export async function existsVerdict(
  ask: Asker,
  name: string,
  subject: Subject,
  violation: Violation,
  more: Pick<Extract<Parameters<Asker['exists']>[2], object>, 'within' | 'anyOrder'> = {},
): Promise<Judged> {
  const answer = await ask.exists(name, subject, { kind: 'exists', violation, ...more });
  switch (answer.verdict) {
    case 'vacuous':
      return judged('vacuous', { reason: NO_INPUT });
    case 'proved':
      if (hangsTogether(subject.region) && (await ask.isEmpty(name, subject))) return emptyPart(name, answer);
      return judged('proved', {
        numericTie: answer.numericTie ?? null,
        certificates: [{ question: name, bytes: answer.certificate }],
      });
    case 'violated':
      return judged('violated', { witness: answer.witness });
    case 'undecided':
      return judged('undecided', { reason: openBecause(answer) });
  }
}

/** Where a measure lies outside a band, or in it. */
export function bandViolation(
  output: Extract<Output, { kind: 'bands' }>,
  at: number,
  outside: boolean,
  own: Measure,
  { forest }: JudgedModel,
): Violation {
  const low = output.bands[at - 1]?.below ?? null;
  const high = output.bands[at]?.below ?? null;
  const { arithmetic } = forest.summation;
  const below = low === null ? null : formWhere(own, arithmetic, outside ? '<' : '>=', low);
  const above = high === null ? null : formWhere(own, arithmetic, outside ? '>=' : '<', high);
  const forms = [below, above].filter((form) => form !== null);
  return outside ? forms.map((form) => [form]) : [forms];
}

/** The band that a number is in. */
export function bandOf(
  { bands }: Extract<Output, { kind: 'bands' }>,
  value: number,
  own: Pick<Measure, 'precision'>,
): number {
  const at = bands.findIndex(
    ({ below }) => below === null || value < (own.precision === 'float32' ? Math.fround(below) : below),
  );
  return at < 0 ? bands.length - 1 : at;
}
