import type { AnswerCache } from './answer-cache.js';

/** What every answer depends on besides its key; another one makes everything forgotten. */
const FORMAT = 'ostiary answers 5';

/**
 * Answers of one hunt for the next one, as a text: a line that says by what engine, then a line for each.
 *
 * @example
 * const answers = KeptAnswers.read(text, engine);
 * await runHunt(policy, solver, { answers });
 * const next = answers.write(MOST_BYTES);
 */
export class KeptAnswers implements AnswerCache {
  private readonly used = new Map<string, string>();

  private constructor(
    private readonly head: string,
    private readonly known: ReadonlyMap<string, string>,
  ) {}

  /** @param text what `write` gave; null, or that of another engine, has nothing. @param engine name and version */
  static read(text: string | null, engine: string): KeptAnswers {
    const head = `${FORMAT} ${JSON.stringify(engine)}`;
    const [own, ...lines] = text?.split('\n') ?? [];
    const known = own === head ? lines : [];
    return new KeptAnswers(
      head,
      new Map(
        known.flatMap((line) => {
          const at = line.indexOf(' ');
          return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
        }),
      ),
    );
  }

  get(key: string): string | undefined {
    const value = this.known.get(key);
    if (value !== undefined) this.used.set(key, value);
    return value;
  }

  set(key: string, value: string): void {
    this.used.set(key, value);
  }

  /** Whether there is anything that was not there before. */
  get hasChanged(): boolean {
    return [...this.used.keys()].some((key) => !this.known.has(key));
  }

  /**
   * What this hunt asked for, then what it did not, which may be of another branch.
   * @param most bytes it may have; what comes last is left out
   */
  write(most: number): string {
    const lines = [this.head];
    let left = most - bytesOf(this.head);
    const unused = [...this.known].filter(([key]) => !this.used.has(key));
    for (const [key, value] of [...this.used, ...unused]) {
      const line = `${key} ${value}`;
      left -= bytesOf(line) + 1;
      if (left < 0) break;
      lines.push(line);
    }
    return lines.join('\n');
  }
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
