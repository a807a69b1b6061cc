import type { ArtefactWriter, PartOutcome, SolveContext } from '@ostiary/plugin-api';
import { RESUME_END, resumeHead } from '../audit/index.js';
import { RESUME_FILE, type Resumable } from './resume.js';
import type { Stretch } from './stretches.js';

type FileOptions = Parameters<SolveContext['artefact']>[0];

/** Files of a job that its parts write, one behind the other. */
export class JoinedFiles {
  private constructor(
    private readonly files: ReadonlyMap<string, ArtefactWriter>,
    private readonly resume: ArtefactWriter,
  ) {}

  static async begin(
    ctx: Pick<SolveContext, 'artefact'>,
    files: readonly FileOptions[],
    { mode, run }: Resumable,
  ): Promise<JoinedFiles> {
    const writers = new Map<string, ArtefactWriter>();
    for (const file of files) writers.set(file.kind, await ctx.artefact(file));
    const resume = await ctx.artefact(RESUME_FILE);
    await resume.write(resumeHead(mode, run));
    return new JoinedFiles(writers, resume);
  }

  /** Takes the files of the next part. */
  async take(part: Pick<PartOutcome<unknown>, 'open'>): Promise<void> {
    for (const [kind, writer] of [...this.files, [RESUME_FILE.kind, this.resume] as const])
      for await (const chunk of await part.open(kind)) await writer.write(chunk as Uint8Array);
  }

  /** Where a part writes that is done here: nothing of it is closed before all are. */
  readonly artefact: SolveContext['artefact'] = ({ kind }) => {
    const writer = kind === RESUME_FILE.kind ? this.resume : this.files.get(kind);
    if (writer === undefined) return Promise.reject(new TypeError(`parts write no ${kind}`));
    return Promise.resolve({
      write: (chunk) => writer.write(chunk),
      close: () => Promise.resolve({ id: '', size: 0, sha256: '' }),
    });
  };

  /** @param open how much is open: where nothing is, what there would be to resume is dropped with the attempt */
  async close(open: number): Promise<void> {
    for (const writer of this.files.values()) await writer.close();
    if (open === 0) return;
    await this.resume.write(RESUME_END);
    await this.resume.close();
  }
}

/**
 * Joins parts in their order as they come. Parts for which there was no time gave null: what they leave is written by `late`, for all that
 * follow each other at once, because each reads the model and the records anew.
 */
export async function joinParts<T>(
  stretches: readonly Stretch[],
  parts: AsyncIterable<PartOutcome<T | null>>,
  files: Pick<JoinedFiles, 'take'>,
  late: (stretch: Stretch) => Promise<T>,
): Promise<T[]> {
  const joined: T[] = [];
  let skipped: Stretch[] = [];
  const writeSkipped = async (): Promise<void> => {
    const [first, last] = [skipped[0], skipped.at(-1)];
    if (first !== undefined && last !== undefined) joined.push(await late({ from: first.from, to: last.to }));
    skipped = [];
  };
  for await (const outcome of parts) {
    const { part, result } = outcome;
    const stretch = stretches[part];
    if (stretch === undefined) throw new RangeError('there are more parts than stretches');
    if (result === null) {
      skipped.push(stretch);
      continue;
    }
    await writeSkipped();
    await files.take(outcome);
    joined.push(result);
  }
  await writeSkipped();
  return joined;
}
