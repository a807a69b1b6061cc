/** What stands in the place of a question's answer, where there is none. */
import type { Verdict } from '../judge/index.js';
import { DamagedBytes } from '../search/index.js';
import type { RecordRow, Words } from '../table/index.js';
import type { CaseResult } from './result.js';

type Id = CaseResult['record'];

function bare(row: number, record: Id, verdict: Verdict, reason: Words | null): CaseResult {
  return {
    row,
    record,
    from: null,
    verdict,
    reason,
    bounds: null,
    witness: null,
    nodes: 0,
    tie: false,
    certificates: [],
  };
}

export const faultyRecord = (row: number, record: RecordRow): CaseResult =>
  bare(row, record.id, 'input_error', flawOf(record));

/** The first thing that is wrong with a record, and where it stands; null where nothing is. */
export function flawOf({ flaws }: Pick<RecordRow, 'flaws'>): Words | null {
  const [flaw] = flaws;
  if (flaw === undefined) return null;
  const { words, line, column } = flaw;
  const at = (name: string): string =>
    [...(line === undefined ? [] : [`${name} ${line}`]), ...(column === null ? [] : [column])].join(', ');
  const told = (place: string, text: string): string => (place === '' ? text : `${place}: ${text}`);
  return { en: told(at('line'), words.en), pt: told(at('linha'), words.pt) };
}

export const TIME_OVER: Words = {
  en: 'The time ended before this was started.',
  pt: 'O tempo acabou antes de isto começar.',
};

export const notBegun = (row: number, record: Id): CaseResult => bare(row, record, 'undecided', TIME_OVER);

/** What an earlier run is said to have come to, and did not. */
export const misfit = (row: number, record: Id): CaseResult => bare(row, record, 'input_error', DAMAGED);

export const DAMAGED: Words = {
  en: 'The file of the earlier run is wrong here. Ask without it.',
  pt: 'O ficheiro da execução anterior está errado aqui. Pergunte sem ele.',
};

/** An error of ours in the place of an answer; that what was to be resumed is damaged is none. */
export function failed(row: number, record: Id, error: unknown): CaseResult {
  const { status, reason } = wentWrong(error);
  return bare(row, record, status, reason);
}

/** What an error that was thrown says of an answer. */
export function wentWrong(error: unknown): {
  readonly status: 'input_error' | 'internal_error';
  readonly reason: Words;
} {
  if (error instanceof DamagedBytes) return { status: 'input_error', reason: DAMAGED };
  const told = error instanceof Error ? error.message : String(error);
  return {
    status: 'internal_error',
    reason: {
      en: `This is a defect of the verifier, not a finding. Please report it. ${told}`,
      pt: `Isto é um defeito do verificador, e não um resultado. Comunique-o, por favor. ${told}`,
    },
  };
}
