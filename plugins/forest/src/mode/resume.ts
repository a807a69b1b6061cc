import { readFile } from 'node:fs/promises';
import { ProblemError, type SolveContext } from '@ostiary/plugin-api';
import { z } from 'zod';
import { type AuditBudget, type CaseResult, openKey } from '../audit/index.js';

/** What an earlier job settled, and what it left open. */
export interface Resumed {
  readonly decided: ReadonlyMap<string, CaseResult>;
  readonly resume: AuditBudget['resume'];
  readonly begun: ReadonlySet<string>;
}

const NOTHING: Resumed = { decided: new Map(), resume: new Map(), begun: new Set() };

/** The name of a question's place, as `decided` has it. */
const caseKey = (row: number, record: string | null): string => openKey(row, record, '');

/** A line of `results.jsonl`. */
const Line = z.object({
  run: z.string(),
  row: z.int(),
  record: z.string().nullable(),
  verdict: z.string(),
  open: z.array(z.object({ question: z.string(), resume: z.string(), nodes: z.int().min(0) })),
});

/**
 * Reads what an earlier job left.
 * @throws ProblemError when it is not of the same inputs and the same search
 */
export async function readResume(
  file: Parameters<SolveContext['input']>[0] | undefined,
  digest: string,
  open: SolveContext['input'],
): Promise<Resumed> {
  if (file === undefined) return NOTHING;
  const { path } = await open(file);
  const lines = (await readFile(await path(), 'utf8')).split('\n').filter((line) => line !== '');
  const decided = new Map<string, CaseResult>();
  const resume = new Map<string, { readonly resume: Uint8Array; readonly nodes: number }>();
  const begun = new Set<string>();
  for (const text of lines) {
    const json = jsonOf(text);
    const line = Line.safeParse(json);
    if (!line.success)
      throw misfit('It is no artefact `jsonl` of this mode.', 'Não é um artefacto `jsonl` deste modo.');
    if (line.data.run !== digest)
      throw misfit(
        'It is of other inputs, or of another version of the search.',
        'É de outras entradas, ou de outra versão da procura.',
      );
    const { row, record, verdict, open: left } = line.data;
    if (verdict === 'undecided') {
      if (left.length > 0) begun.add(caseKey(row, record));
      for (const { question, resume: bytes, nodes } of left)
        resume.set(openKey(row, record, question), {
          resume: new Uint8Array(Buffer.from(bytes, 'base64')),
          nodes,
        });
    } else decided.set(caseKey(row, record), json as CaseResult);
  }
  return { decided, resume, begun };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const misfit = (en: string, pt: string): ProblemError =>
  new ProblemError('invalid_request', { errors: [{ pointer: '/resume', slug: 'resume_misfit', detail: { en, pt } }] });
