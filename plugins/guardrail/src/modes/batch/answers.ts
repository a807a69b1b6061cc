import type { ArtefactWriter, SolveContext } from '@ostiary/plugin-api';
import { csvLine } from '../../csv/write.js';
import { isMatch, type Outcome } from './outcome.js';
import type { RowAnswerOutput } from './result.js';

/** The answer to one row, as a result shows it. */
export function rowAnswer(outcome: Outcome): RowAnswerOutput {
  const { row, customId, tool, answer, slug, deciding, pointer, detail, expected } = outcome;
  return {
    row,
    custom_id: customId,
    tool,
    answer,
    slug,
    deciding: [...deciding],
    pointer,
    detail,
    expected,
    matched: isMatch(outcome),
  };
}

const HEADER = ['row', 'custom_id', 'tool', 'answer', 'slug', 'rules', 'expected', 'matched', 'pointer', 'detail'];

function csvOf({
  row,
  custom_id,
  tool,
  answer,
  slug,
  deciding,
  expected,
  matched,
  pointer,
  detail,
}: RowAnswerOutput): string {
  const rules = deciding.map(({ rule, cause }) => (cause === 'undefined' ? `${rule}?` : rule)).join(' ');
  return csvLine([
    row,
    custom_id,
    tool,
    answer,
    slug,
    rules,
    expected,
    matched === null ? null : String(matched),
    pointer,
    detail,
  ]);
}

/** Text is handed on in pieces of about this many characters. */
const PIECE = 64 * 1024;

/** Writes text through a small buffer; waits when the sink does. */
class Buffered {
  private text = '';

  constructor(private readonly writer: ArtefactWriter) {}

  add(text: string): void {
    this.text += text;
  }

  get full(): boolean {
    return this.text.length >= PIECE;
  }

  async flush(): Promise<void> {
    const { text } = this;
    this.text = '';
    if (text !== '') await this.writer.write(text);
  }

  async append(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    await this.flush();
    for await (const piece of pieces) await this.writer.write(piece);
  }

  async close(): Promise<string> {
    await this.flush();
    return (await this.writer.close()).id;
  }
}

/** The two artefacts of a batch, row by row. */
export class AnswerFiles {
  private constructor(
    private readonly csv: Buffered,
    private readonly jsonl: Buffered,
  ) {}

  /** Those of a piece of a table: what stands in them can be put behind the pieces before. */
  static ofPart(csv: ArtefactWriter, jsonl: ArtefactWriter): AnswerFiles {
    return new AnswerFiles(new Buffered(csv), new Buffered(jsonl));
  }

  /** Takes what stands in the files of the next piece. */
  async append(csv: AsyncIterable<Uint8Array>, jsonl: AsyncIterable<Uint8Array>): Promise<void> {
    await this.csv.append(csv);
    await this.jsonl.append(jsonl);
  }

  static async open(ctx: Pick<SolveContext, 'artefact'>): Promise<AnswerFiles> {
    const csv = await ctx.artefact({
      kind: 'csv',
      name: 'answers.csv',
      mediaType: 'text/csv; charset=utf-8; header=present',
    });
    const jsonl = await ctx.artefact({
      kind: 'jsonl',
      name: 'answers.jsonl',
      mediaType: 'application/jsonl; charset=utf-8',
    });
    const files = AnswerFiles.ofPart(csv, jsonl);
    files.csv.add(csvLine(HEADER));
    return files;
  }

  /** Returns whether `flush` is due. */
  add(answer: RowAnswerOutput): boolean {
    this.csv.add(csvOf(answer));
    this.jsonl.add(`${JSON.stringify(answer)}\n`);
    return this.csv.full || this.jsonl.full;
  }

  async flush(): Promise<void> {
    await this.csv.flush();
    await this.jsonl.flush();
  }

  async close(): Promise<{ readonly csv: string; readonly jsonl: string }> {
    return { csv: await this.csv.close(), jsonl: await this.jsonl.close() };
  }
}
