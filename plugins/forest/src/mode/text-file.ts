import type { ArtefactWriter, SolveContext } from '@ostiary/plugin-api';

/** Characters that are gathered before they are written. */
const CHUNK = 64 * 1024;

/** A text file of a job as it is made. Each write leaves the process, so small ones are gathered. */
export class TextFile {
  private pending = '';

  private constructor(private readonly writer: ArtefactWriter) {}

  static async begin(
    ctx: Pick<SolveContext, 'artefact'>,
    options: Parameters<SolveContext['artefact']>[0],
  ): Promise<TextFile> {
    return new TextFile(await ctx.artefact(options));
  }

  async write(text: string): Promise<void> {
    this.pending += text;
    if (this.pending.length >= CHUNK) await this.flush();
  }

  async close(): Promise<void> {
    if (this.pending !== '') await this.flush();
    await this.writer.close();
  }

  private async flush(): Promise<void> {
    const { pending } = this;
    this.pending = '';
    await this.writer.write(pending);
  }
}
