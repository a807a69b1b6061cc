/** A model audited by a table: row by row, record by record, in an order that any split of the work keeps. */
import { Asker, type Bounds, type Engine, judge, type Judged } from '../judge/index.js';
import { type Kind, Names, type Property, type RecordRow, type TableRow, type Vocabulary } from '../table/index.js';
import type { LoweredModel, Scored } from './model.js';
import { type CaseState, restored } from './case-state.js';
import type { CaseResult, Certified, LeftOpen, ShownInput } from './result.js';
import { isSelected } from './select.js';
import { sameValue, shownInput, valuesOf } from './shown.js';
import { faultyRecord, failed, misfit, notBegun } from './told.js';
import { checkWitness } from './check-witness.js';

/** All that an audit is about. */
export interface Audit {
  readonly model: LoweredModel;
  /** The other version, over the cells that both have. */
  readonly compare: LoweredModel | null;
  readonly vocabulary: Vocabulary;
  readonly rows: readonly TableRow[];
  readonly records: readonly RecordRow[];
}

/** One question: a row, and a record where the row is about records. By places, from 0. */
export interface CaseAt {
  readonly row: number;
  readonly record: number | null;
}

/** What questions may cost. */
export interface AuditBudget {
  /** Nodes for each question. */
  readonly nodes: number;
  readonly slice: number;
  readonly over: (row: TableRow) => boolean;
  /** What an earlier run came to, by `caseKey`: what it settled is not asked again. */
  readonly earlier: ReadonlyMap<string, CaseState>;
}

/** All questions of an audit, in the order of the table, and of the records within a row. Rows that cannot be asked have none. */
export function casesOf({ rows, records, model }: Audit): CaseAt[] {
  const scores = new Map<number, Scored>();
  const score = (at: number, record: RecordRow): Scored => {
    const known = scores.get(at) ?? model.score(record.values);
    scores.set(at, known);
    return known;
  };
  return rows.flatMap(({ property, empty }, row): CaseAt[] => {
    if (property === null || empty !== null) return [];
    if (!property.where.records) return [{ row, record: null }];
    return records.flatMap((record, at) =>
      record.flaws.length > 0 || isSelected(property, record, () => score(at, record)) ? [{ row, record: at }] : [],
    );
  });
}

/** A name for a question: the place of its row, and the id of its record. */
export const caseKey = (row: number, record: string | null): string => JSON.stringify([row, record]);

/** Who is told how an audit goes. What is told is awaited: it leaves the process before the search goes on. */
export interface Listener {
  bounds(at: CaseAt, nodes: number, bounds: Bounds): Promise<void>;
  /** `left`: what is open of it, null where it is settled. */
  case(at: CaseAt, result: CaseResult, certificates: readonly Certified[], left: LeftOpen | null): Promise<void>;
  /** Of an error of ours, before `case` gives it as the answer to its question. */
  failed(at: CaseAt, error: unknown): void;
}

/**
 * Asks some of the questions of an audit, in their order. The engine is the search. An error of ours in one question is the answer to that
 * one (`internal_error`), and the others are asked all the same; what the listener throws ends the audit.
 */
export async function askCases(
  audit: Audit,
  cases: readonly CaseAt[],
  engine: Engine,
  budget: AuditBudget,
  listener: Listener,
): Promise<void> {
  const names = new Names(audit.vocabulary);
  for (const at of cases) {
    const row = audit.rows[at.row];
    const property = row?.property ?? null;
    if (row === undefined || property === null) continue;
    const record = at.record === null ? null : (audit.records[at.record] ?? null);
    const asked: Question = { at, row, property, record, names };
    const { result, certificates, left } = await answered(audit, asked, engine, budget, listener);
    await listener.case(at, result, certificates, left);
  }
}

interface Question {
  readonly at: CaseAt;
  readonly row: TableRow;
  readonly property: Property;
  readonly record: RecordRow | null;
  readonly names: Names;
}

interface Answered {
  readonly result: CaseResult;
  readonly certificates: readonly Certified[];
  readonly left: LeftOpen | null;
}

const NOT_BEGUN: LeftOpen = { open: [], settled: [] };

async function answered(
  audit: Audit,
  asked: Question,
  engine: Engine,
  budget: AuditBudget,
  listener: Listener,
): Promise<Answered> {
  const { at, row, record } = asked;
  const bare = (result: CaseResult): Answered => ({ result, certificates: [], left: null });
  if (record !== null && record.flaws.length > 0) return bare(faultyRecord(at.row, record));
  const known = budget.earlier.get(caseKey(at.row, record?.id ?? null));
  const over = budget.over(row);
  if (known !== undefined && (known.open.length === 0 || over))
    return broughtOver(audit, asked, known) ?? bare(misfit(at.row, record?.id ?? null));
  if (over) return { ...bare(notBegun(at.row, record?.id ?? null)), left: NOT_BEGUN };
  // What cannot be told ends the audit: it is no error of the question.
  const outside: { error: unknown }[] = [];
  const tell = async (nodes: number, bounds: Bounds): Promise<void> => {
    try {
      await listener.bounds(at, nodes, bounds);
    } catch (error) {
      outside.push({ error });
      throw error;
    }
  };
  try {
    return await judgedCase(audit, asked, engine, budget, known, tell);
  } catch (error) {
    if (outside[0] !== undefined) throw outside[0].error;
    listener.failed(at, error);
    return bare(failed(at.row, record?.id ?? null, error));
  }
}

async function judgedCase(
  audit: Audit,
  { at, row, property, record, names }: Question,
  engine: Engine,
  budget: AuditBudget,
  known: CaseState | undefined,
  tell: (nodes: number, bounds: Bounds) => Promise<void>,
): Promise<Answered> {
  const settled = new Set(known?.settled);
  const open = new Map(known?.open.map(({ question, ...each }) => [question, each]));
  const asker: Asker = new Asker(
    engine,
    {
      // What an earlier run settled of a row that it left open is settled again, whatever this run may cost.
      nodes: (question) => (settled.has(question) ? Number.POSITIVE_INFINITY : budget.nodes),
      slice: budget.slice,
      over: () => budget.over(row),
      resume: (question) => {
        const own = open.get(question);
        return own && { nodes: own.nodes, resume: new Uint8Array(Buffer.from(own.resume, 'base64')) };
      },
    },
    (bounds) => tell(asker.nodes, bounds),
  );
  const scored = record === null ? null : audit.model.score(record.values);
  const own = await judge({
    property,
    record: record === null || scored === null ? null : { ...record, ...scored },
    model: { forest: audit.model.cells, finish: audit.model.finish },
    second: audit.compare === null ? null : { forest: audit.compare.cells, finish: audit.compare.finish },
    names,
    ask: asker,
  });
  // Parts of what was left open prove nothing of it; whoever goes on proves them again.
  const proofs = own.verdict === 'undecided' ? [] : own.certificates;
  const certificates = proofs.map((each) => ({ row: at.row, record: record?.id ?? null, ...each }));
  const result = resultOf(audit, at.row, record, scored, { ...own, certificates: proofs }, asker);
  if (engine.finds) checkWitness(audit, { property, record }, result);
  return { result, certificates, left: leftOf(asker) };
}

/** What the search did not settle, also where the row is decided without it: its bounds may still come closer. */
function leftOf({ open, settled }: Asker): LeftOpen | null {
  if (open.length === 0) return null;
  return {
    open: open.map(({ question, resume, nodes }) => ({
      question,
      resume: Buffer.from(resume).toString('base64'),
      nodes,
    })),
    settled: [...settled],
  };
}

/** What an earlier run came to; null where it does not show what it is said to. */
function broughtOver(audit: Audit, asked: Question, state: CaseState): Answered | null {
  const { record } = asked;
  const from = record === null ? null : recordShown(audit, record, audit.model.score(record.values));
  try {
    const { result, certificates } = restored(audit, from, state);
    checkWitness(audit, asked, result);
    const { open, settled } = state;
    return { result, certificates, left: open.length === 0 ? null : { open, settled } };
  } catch {
    return null;
  }
}

const recordShown = ({ vocabulary, model }: Audit, record: RecordRow, scored: Scored): ShownInput =>
  shownInput(record.values, scored, vocabulary.features, model.cells.summation.scores);

function resultOf(
  audit: Audit,
  row: number,
  record: RecordRow | null,
  scored: Scored | null,
  own: Judged,
  asker: Asker,
): CaseResult {
  const from = record === null || scored === null ? null : recordShown(audit, record, scored);
  return {
    row,
    record: record?.id ?? null,
    from,
    verdict: own.verdict,
    reason: own.reason,
    bounds: own.bounds === null ? null : { at_least: finite(own.bounds.atLeast), at_most: finite(own.bounds.atMost) },
    witness: witnessOf(audit, record, own, audit.rows[row]?.property?.kind),
    nodes: asker.nodes,
    tie: own.numericTie !== null,
    certificates: own.certificates.map(({ question }) => question),
  };
}

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

/** Inputs that show a verdict, scored by our reading of the model: what the search says of them is not taken on trust. */
function witnessOf(audit: Audit, record: RecordRow | null, own: Judged, kind: Kind | undefined): CaseResult['witness'] {
  const { vocabulary, model } = audit;
  const version = isOfVersions(kind) ? audit.compare : null;
  const { features } = vocabulary;
  const found = own.witness === null ? own.ends.filter((end) => end !== null) : [own.witness];
  if (found.length === 0) return null;
  const inputs = found.flatMap(({ values, cells, sums }) =>
    values.map((numbers, copy) => {
      const input = valuesOf(numbers, cells[copy] ?? new Int32Array(), model.cells, features, record?.values ?? null);
      // Of two models the second input is the first, asked of the other.
      const asked = copy === 1 && version !== null ? version : model;
      return {
        input,
        scored: scoredAsFound(asked, input, sums[copy]),
        precision: asked.cells.summation.scores,
        name: asked === model ? ('model' as const) : ('compare_model' as const),
      };
    }),
  );
  const shown = inputs.map(({ input, scored, precision, name }): ShownInput =>
    shownInput(input, scored, features, precision, name),
  );
  const [first, second] = inputs;
  // Of a pair neither input has to be the record: what differs is what differs between the two.
  const other = second?.name === 'model' ? second.input : (record?.values ?? second?.input);
  const changed =
    first === undefined || other === undefined || own.witness === null
      ? []
      : features
          .filter(({ column }) => !sameValue(first.input[column] ?? null, other[column] ?? null))
          .map(({ name }) => name);
  return { inputs: shown, changed, distance: own.witness?.distance ?? null, replay: 'not_replayed' };
}

/** Whether the second input of a row is the first, given to the other version. */
const isOfVersions = (kind: Kind | undefined): boolean => kind === 'same_as_model' || kind === 'drift';

/** @throws Error when the sums are not those that the search gave: then one of the two is wrong, and nothing is found */
function scoredAsFound(
  model: LoweredModel,
  input: Parameters<LoweredModel['score']>[0],
  sums: Float64Array | undefined,
): Scored {
  const scored = model.score(input);
  if (sums !== undefined && !sums.every((sum, at) => sum === scored.sums[at]))
    throw new Error(`the search and the model disagree about an input: ${sums.join()} and ${scored.sums.join()}`);
  return scored;
}
