import { readFile } from 'node:fs/promises';
import { ProblemError, type SolveContext } from '@ostiary/plugin-api';
import {
  RESUME_END,
  type ResumableMode,
  resumeHead,
  ResumeMembers,
  ResumeMisfit,
  type RunDigests,
} from '../audit/index.js';
import { PARTS } from './stretches.js';
import { TextFile } from './text-file.js';

/**
 * What an earlier job left, read from its artefact `resume`; null where there is none.
 * @throws ProblemError when it is not of the same inputs and the same search
 */
export async function readResume<T>(
  file: Parameters<SolveContext['input']>[0] | undefined,
  run: RunDigests,
  open: SolveContext['input'],
  read: (text: string, run: RunDigests) => T,
): Promise<T | null> {
  if (file === undefined) return null;
  const { path } = await open(file);
  try {
    return read(await readFile(await path(), 'utf8'), run);
  } catch (error) {
    if (!(error instanceof ResumeMisfit)) throw error;
    throw new ProblemError('invalid_request', {
      errors: [{ pointer: '/resume', slug: 'resume_misfit', detail: error.words }],
    });
  }
}

/** What a job leaves where something is open. */
export const RESUME_FILE = { kind: 'resume', name: 'resume.json', mediaType: 'application/json' } as const;

/** Of which run a file is. */
export interface Resumable {
  readonly mode: ResumableMode;
  readonly run: RunDigests;
}

/** `resume.json` as it is made. */
export class ResumeFile {
  private constructor(
    private readonly file: TextFile,
    private readonly members: ResumeMembers,
    private readonly isWhole: boolean,
  ) {}

  /** @param whole null for a part of a job: its members are joined with those of the others */
  static async begin(ctx: Pick<SolveContext, 'artefact'>, whole: Resumable | null): Promise<ResumeFile> {
    const file = await TextFile.begin(ctx, RESUME_FILE);
    if (whole !== null) await file.write(resumeHead(whole.mode, whole.run));
    return new ResumeFile(file, new ResumeMembers(whole === null ? PARTS : 1), whole !== null);
  }

  async add(state: object | null): Promise<void> {
    await this.file.write(this.members.text(state));
  }

  /** @param open how much is open: a whole job that leaves nothing open has no such file, and what was begun of it is dropped with the attempt */
  async close(open: number): Promise<void> {
    if (!this.isWhole) return this.file.close();
    if (open === 0) return;
    await this.file.write(RESUME_END);
    await this.file.close();
  }
}
