import type { RegexNode } from '../../text/regex.js';
import type { CodePointRange } from '../../text/regex-class.js';

/** A non-deterministic automaton with one state per character of the expression and no empty moves (Glushkov 1961). */
interface PositionAutomaton {
  /** Per position the characters it takes. */
  readonly chars: readonly (readonly CodePointRange[])[];
  readonly first: readonly number[];
  readonly last: ReadonlySet<number>;
  readonly follow: readonly ReadonlySet<number>[];
  readonly nullable: boolean;
}

interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const EMPTY: Fragment = { first: [], last: [], nullable: true };

/** The automaton of Glushkov (1961): one state for each character of the expression, repeats written out. */
export function positionAutomaton(node: RegexNode): PositionAutomaton {
  const chars: (readonly CodePointRange[])[] = [];
  const follow: Set<number>[] = [];
  const link = (from: readonly number[], to: readonly number[]): void => {
    for (const source of from) for (const target of to) follow[source]?.add(target);
  };
  const sequence = (left: Fragment, right: Fragment): Fragment => {
    link(left.last, right.first);
    return {
      first: left.nullable ? [...left.first, ...right.first] : left.first,
      last: right.nullable ? [...right.last, ...left.last] : right.last,
      nullable: left.nullable && right.nullable,
    };
  };
  const build = (part: RegexNode): Fragment => {
    switch (part.kind) {
      case 'empty':
        return EMPTY;
      case 'chars': {
        const position = chars.push(part.ranges) - 1;
        follow.push(new Set());
        return { first: [position], last: [position], nullable: false };
      }
      case 'concat':
        return part.parts.map(build).reduce(sequence, EMPTY);
      case 'alt': {
        const options = part.options.map(build);
        return {
          first: options.flatMap((option) => option.first),
          last: options.flatMap((option) => option.last),
          nullable: options.some((option) => option.nullable),
        };
      }
      case 'repeat':
        return repeat(part.node, part.min, part.max);
    }
  };
  const repeat = (part: RegexNode, min: number, max: number | null): Fragment => {
    let whole = EMPTY;
    for (let copy = 0; copy < min; copy++) whole = sequence(whole, build(part));
    if (max === null) {
      const loop = build(part);
      link(loop.last, loop.first);
      return sequence(whole, { ...loop, nullable: true });
    }
    let tail = EMPTY;
    // Written from the inside out: (x(x(x)?)?)? keeps the follow sets small.
    for (let copy = min; copy < max; copy++) tail = { ...sequence(build(part), tail), nullable: true };
    return sequence(whole, tail);
  };
  const whole = build(node);
  return { chars, first: whole.first, last: new Set(whole.last), follow, nullable: whole.nullable };
}
