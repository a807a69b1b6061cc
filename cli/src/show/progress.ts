import { type Language, say, type Words } from '../text/words.js';

/** How far something has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** How long it has gone on, where that is not since the bar is there. */
  readonly passedMs?: number;
}

const LEFT: Words = { en: '{time} left', pt: 'faltam {time}' };
const WIDTH = 24;

/** What the first few parts took says little of the rest. */
const EARLY = 0.05;

/** What is done sooner needs no bar, and nobody reads one that changes more often. */
const [WAIT_MS, EVERY_MS] = [400, 80];

/**
 * A bar with the time that is left, on the line of a terminal where errors go. In a pipe, in a build and where NO_COLOR is set there is
 * none: what is read later is made of lines.
 */
export class ProgressBar {
  private readonly shown: boolean;
  private readonly from = performance.now();
  private drawnAt: number | null = null;

  constructor(
    private readonly title: string,
    private readonly language: Language,
  ) {
    const { stderr, env } = process;
    this.shown = stderr.isTTY && !env['NO_COLOR'] && !env['CI'] && env['TERM'] !== 'dumb';
  }

  draw({ done, total, passedMs }: Progress): void {
    const now = performance.now();
    const last = this.drawnAt ?? this.from + WAIT_MS - EVERY_MS;
    if (!this.shown || total <= 0 || now - last < EVERY_MS) return;
    const share = Math.min(1, done / total);
    const full = Math.round(share * WIDTH);
    const percent = `${String(Math.floor(100 * share)).padStart(3)} %`;
    const line = `${this.title} [${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${percent}${this.left(share, passedMs ?? now - this.from)}`;
    process.stderr.write(`\r\u001B[2K${line.slice(0, Math.max(10, (process.stderr.columns || 80) - 1))}`);
    this.drawnAt = now;
  }

  /** Takes the bar away, so that lines can be written. */
  clear(): void {
    if (this.drawnAt !== null) process.stderr.write('\r\u001B[2K');
    this.drawnAt = null;
  }

  private left(share: number, passed: number): string {
    if (share < EARLY || share >= 1 || passed < 1_000) return '';
    return `, ${say(LEFT, this.language, { time: timeText((passed * (1 - share)) / share) })}`;
  }
}

function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
