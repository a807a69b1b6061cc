/** What an earlier run left: the lines of its `results.jsonl`, or of the `records.jsonl` of an enumeration. */
import { z } from 'zod';
import type { Words } from '../table/index.js';
import { type AuditBudget, openKey } from './audit.js';
import type { EnumeratedRecord, EnumerationCursor } from './enumerate.js';
import type { CaseResult } from './result.js';

/** A file that is not of this run. */
export class ResumeMisfit extends Error {
  constructor(readonly words: Words) {
    super(words.en);
    this.name = 'ResumeMisfit';
  }
}

/** What an earlier audit settled, and what it left open. */
export type EarlierCases = Pick<AuditBudget, 'decided' | 'resume' | 'begun'>;

/** Where nothing was begun. */
export const NO_CASES: EarlierCases = { decided: new Map(), resume: new Map(), begun: new Set() };

/** What a line needs for a run to go on; the rest of it is the result itself. */
const CaseLine = z.object({
  run: z.string(),
  row: z.int(),
  record: z.string().nullable(),
  verdict: z.string(),
  open: z.array(z.object({ question: z.string(), resume: z.string(), nodes: z.int().min(0) })),
});

/**
 * @param text of `results.jsonl`
 * @param digest of this run
 * @throws ResumeMisfit
 */
export function readEarlierCases(text: string, digest: string): EarlierCases {
  const decided = new Map<string, CaseResult>();
  const resume = new Map<string, { readonly resume: Uint8Array; readonly nodes: number }>();
  const begun = new Set<string>();
  for (const { json, line } of linesOf(text, CaseLine, digest)) {
    const { row, record, verdict, open } = line;
    const key = openKey(row, record, '');
    // An error of ours is no answer: the question is put again.
    if (verdict === 'internal_error') continue;
    if (verdict !== 'undecided') {
      decided.set(key, json as CaseResult);
      continue;
    }
    if (open.length > 0) begun.add(key);
    for (const { question, resume: bytes, nodes } of open)
      resume.set(openKey(row, record, question), { resume: new Uint8Array(Buffer.from(bytes, 'base64')), nodes });
  }
  return { decided, resume, begun };
}

const Points = z.string().regex(/^\d{1,10000}$/);

const RecordLine = z.strictObject({
  run: z.string(),
  record: z.string(),
  status: z.enum(['complete', 'partial', 'vacuous', 'input_error', 'unsupported']),
  reason: z.strictObject({ en: z.string(), pt: z.string() }).nullable(),
  boxes: z.int().min(0),
  points: Points,
  region_points: Points,
  nearest: z.number().nullable(),
  complete_below: z.number().nullable(),
  nodes: z.int().min(0),
  open: z
    .strictObject({
      resume: z.string(),
      nodes: z.int().min(0),
      boxes: z.int().min(0),
      points: Points,
      nearest: z.number().nullable(),
    })
    .nullable(),
});

/** What came of a record, without its boxes. */
export type RecordState = Omit<EnumeratedRecord, 'list' | 'open'>;

/** What an earlier enumeration came to, by record; `open`: where it is to go on, null where it is settled. */
export type EarlierRecords = ReadonlyMap<
  string,
  { readonly state: RecordState; readonly open: EnumerationCursor | null }
>;

/**
 * @param text of `records.jsonl`
 * @param digest of this run
 * @throws ResumeMisfit
 */
export function readEarlierRecords(text: string, digest: string): EarlierRecords {
  return new Map(
    linesOf(text, RecordLine, digest).map(({ line: { run: _run, open, ...state } }) => [state.record, { state, open }]),
  );
}

function linesOf<T extends { readonly run: string }>(
  text: string,
  schema: z.ZodType<T>,
  digest: string,
): { readonly json: unknown; readonly line: T }[] {
  return text
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => {
      const json = jsonOf(each);
      const line = schema.safeParse(json);
      if (!line.success)
        throw new ResumeMisfit({
          en: 'It is not the JSONL file of an earlier run.',
          pt: 'Não é o ficheiro JSONL de uma execução anterior.',
        });
      if (line.data.run !== digest)
        throw new ResumeMisfit({
          en: 'It is of other inputs, or of another version of the search.',
          pt: 'É de outras entradas, ou de outra versão da procura.',
        });
      return { json, line: line.data };
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
