import { readFile } from 'node:fs/promises';
import { ProblemError, type SolveContext } from '@ostiary/plugin-api';
import { ResumeMisfit } from '../audit/index.js';

/**
 * What an earlier job left, read from its artefact `jsonl`; null where there is none.
 * @throws ProblemError when it is not of the same inputs and the same search
 */
export async function readResume<T>(
  file: Parameters<SolveContext['input']>[0] | undefined,
  digest: string,
  open: SolveContext['input'],
  read: (text: string, digest: string) => T,
): Promise<T | null> {
  if (file === undefined) return null;
  const { path } = await open(file);
  try {
    return read(await readFile(await path(), 'utf8'), digest);
  } catch (error) {
    if (!(error instanceof ResumeMisfit)) throw error;
    throw new ProblemError('invalid_request', {
      errors: [{ pointer: '/resume', slug: 'resume_misfit', detail: error.words }],
    });
  }
}
