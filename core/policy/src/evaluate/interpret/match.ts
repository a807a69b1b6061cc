import { globSegments } from '../../text/glob.js';
import { type RegexNode, regexNode } from '../../text/regex.js';
import { assemble, type Step } from './regex-program.js';

/**
 * Whether a glob matches a text. The literals between stars are looked for from the left, each at its first place after
 * the one before: an earlier place never spoils what follows.
 */
export function globMatches(pattern: string, text: string): boolean {
  const segments = globSegments(pattern);
  const last = segments.length - 1;
  let at = 0;
  for (const [i, segment] of segments.entries()) {
    if (segment.kind === 'star') continue;
    const fixedStart = i === 0;
    const fixedEnd = i === last;
    const found = fixedStart
      ? text.startsWith(segment.text)
        ? 0
        : -1
      : fixedEnd
        ? text.length - segment.text.length
        : text.indexOf(segment.text, at);
    if (found < at || !text.startsWith(segment.text, found)) return false;
    at = found + segment.text.length;
  }
  return segments[last]?.kind === 'star' || at === text.length;
}

/** Sets of steps remembered at once; a pattern that comes to more is followed without them. */
const REMEMBERED = 256;

/** The steps a match may stand at, and where each character leads from there. */
interface Standing {
  readonly steps: readonly number[];
  readonly next: Map<number, Standing>;
}

/**
 * Whether a regular expression matches a whole text: Thompson's simulation, all steps a match may stand at after each
 * character, with the sets that were met before remembered. Takes time in proportion to the text times the size of the
 * pattern at worst.
 */
export function regexMatches(pattern: string, text: string): boolean {
  const program = assemble(regexNode(pattern));
  const known = new Map<string, Standing>();
  const remember = (steps: readonly number[]): Standing => {
    const key = steps.join();
    const met = known.get(key);
    if (met) return met;
    if (known.size >= REMEMBERED) known.clear();
    const standing = { steps, next: new Map<number, Standing>() };
    known.set(key, standing);
    return standing;
  };
  let standing = remember(follow(program, [0]));
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    let next = standing.next.get(point);
    if (!next) {
      next = remember(follow(program, reading(program, standing.steps, point)));
      if (standing.next.size < REMEMBERED) standing.next.set(point, next);
    }
    if (next.steps.length === 0) return false;
    standing = next;
  }
  return standing.steps.some((at) => program[at]?.op === 'accept');
}

/** What the matches of an expression can begin with: a slash, another character, or nothing. */
export function beginnings(node: RegexNode): {
  readonly withSlash: boolean;
  readonly withOther: boolean;
  readonly empty: boolean;
} {
  const program = assemble(node);
  const standing = follow(program, [0]).map((at) => program[at]);
  const slash = '/'.charCodeAt(0);
  const ranges = standing.flatMap((step) => (step?.op === 'read' ? step.ranges : []));
  return {
    withSlash: ranges.some(([low, high]) => low <= slash && slash <= high),
    withOther: ranges.some(([low, high]) => low < slash || slash < high),
    empty: standing.some((step) => step?.op === 'accept'),
  };
}

/** The steps behind those of `steps` that read `point`. */
function reading(program: readonly Step[], steps: readonly number[], point: number): readonly number[] {
  const reached: number[] = [];
  for (const at of steps) {
    const step = program[at];
    if (step?.op === 'read' && step.ranges.some(([low, high]) => low <= point && point <= high)) reached.push(at + 1);
  }
  return reached;
}

/** The steps that read or accept and can be come to from `starts` without reading, in rising order. */
function follow(program: readonly Step[], starts: readonly number[]): readonly number[] {
  const seen = new Uint8Array(program.length);
  const standing: number[] = [];
  const open = [...starts];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const step = program[at];
    if (!step || seen[at] === 1) continue;
    seen[at] = 1;
    if (step.op === 'fork') open.push(...step.to);
    else standing.push(at);
  }
  return standing.toSorted((a, b) => a - b);
}
