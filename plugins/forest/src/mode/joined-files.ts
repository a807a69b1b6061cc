import type { ArtefactWriter, PartOutcome, SolveContext } from '@ostiary/plugin-api';
import { RESUME_END, resumeHead } from '../audit/index.js';
import { RESUME_FILE, type Resumable } from './resume.js';

type FileOptions = Parameters<SolveContext['artefact']>[0];

/** Files of a job that its parts write, one behind the other. */
export class JoinedFiles {
  private readonly parts: Pick<PartOutcome<unknown>, 'open'>[] = [];

  private constructor(
    private readonly ctx: Pick<SolveContext, 'artefact'>,
    private readonly files: readonly { readonly kind: string; readonly writer: ArtefactWriter }[],
  ) {}

  static async begin(ctx: Pick<SolveContext, 'artefact'>, files: readonly FileOptions[]): Promise<JoinedFiles> {
    const writers = [];
    for (const file of files) writers.push({ kind: file.kind, writer: await ctx.artefact(file) });
    return new JoinedFiles(ctx, writers);
  }

  /** Takes the files of the next part. */
  async take({ open }: Pick<PartOutcome<unknown>, 'open'>): Promise<void> {
    for (const { kind, writer } of this.files) await copy(await open(kind), writer);
    this.parts.push({ open });
  }

  /** @param resumable null where nothing is open */
  async close(resumable: Resumable | null): Promise<void> {
    for (const { writer } of this.files) await writer.close();
    if (resumable === null) return;
    const writer = await this.ctx.artefact(RESUME_FILE);
    await writer.write(resumeHead(resumable.mode, resumable.run));
    for (const { open } of this.parts) await copy(await open(RESUME_FILE.kind), writer);
    await writer.write(RESUME_END);
    await writer.close();
  }
}

async function copy(from: AsyncIterable<unknown>, to: ArtefactWriter): Promise<void> {
  for await (const chunk of from) await to.write(chunk as Uint8Array);
}
