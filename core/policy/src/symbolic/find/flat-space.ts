import type { Assignment } from '../terms/evaluate.js';
import type { BoolTerm } from '../terms/term.js';
import { type Domain, singlePart } from './domains.js';

/** Values that variables may still have: for each a set of places in its domain, as bits, one variable after the other. */
export type Box = Uint32Array;

/** Of a term in a box: true of every point, false of every point, or neither. */
export type Said = boolean | null;

/** Where one variable makes a comparison true. */
interface Literal {
  readonly offset: number;
  readonly mask: Uint32Array;
}

interface Place {
  readonly offset: number;
  readonly words: number;
  readonly domain: Domain;
}

/** A product of finite domains. */
export class FlatSpace {
  private readonly literals = new Map<BoolTerm, Literal | null>();
  private readonly places = new Map<string, Place>();
  private readonly size: number;

  constructor(domains: readonly Domain[]) {
    let offset = 0;
    for (const domain of domains) {
      const words = Math.max(1, Math.ceil(domain.values.length / 32));
      this.places.set(domain.name, { offset, words, domain });
      offset += words;
    }
    this.size = offset;
  }

  /** The box of every point. */
  whole(): Box {
    const box = new Uint32Array(this.size);
    for (const { offset, domain } of this.places.values()) for (const at of domain.values.keys()) add(box, offset, at);
    return box;
  }

  /** Null: it is no comparison of one variable. */
  literalOf(term: BoolTerm): Literal | null {
    if (term.kind !== 'var' && term.kind !== 'zero' && term.kind !== 'nonneg') return null;
    const known = this.literals.get(term);
    if (known !== undefined) return known;
    const made = term.kind === 'var' ? this.where(term.name, (value) => value === true) : this.comparison(term);
    this.literals.set(term, made);
    return made;
  }

  private comparison(term: Extract<BoolTerm, { kind: 'zero' | 'nonneg' }>): Literal | null {
    const part = singlePart(term.of);
    if (!part) return null;
    return this.where(part.of.name, (value) => {
      const sum = part.constant + part.factor * (value as bigint);
      return term.kind === 'zero' ? sum === 0n : sum >= 0n;
    });
  }

  private where(name: string, is: (value: boolean | bigint) => boolean): Literal {
    const found = this.places.get(name);
    if (!found) throw new RangeError(`no domain of ${name}`);
    const mask = new Uint32Array(found.words);
    for (const [at, value] of found.domain.values.entries()) if (is(value)) add(mask, 0, at);
    return { offset: found.offset, mask };
  }

  /** The point of the values that come first. */
  pointOf(box: Box): Assignment {
    return new Map(
      [...this.places].map(([name, { offset, domain }]) => [
        name,
        domain.values.find((_, place) => ((box[offset + (place >> 5)] ?? 0) & (1 << (place & 31))) !== 0) ?? false,
      ]),
    );
  }
}

export function saidBy(box: Box, { offset, mask }: Literal): Said {
  let [some, others] = [false, false];
  for (let word = 0; word < mask.length; word++) {
    const own = box[offset + word] ?? 0;
    if ((own & (mask[word] ?? 0)) !== 0) some = true;
    if ((own & ~(mask[word] ?? 0)) !== 0) others = true;
  }
  return some && others ? null : some;
}

/** Leaves what makes the comparison true, or false. */
export function cut(box: Box, { offset, mask }: Literal, is: boolean): void {
  for (let word = 0; word < mask.length; word++)
    box[offset + word] = (box[offset + word] ?? 0) & (is ? (mask[word] ?? 0) : ~(mask[word] ?? 0));
}

function add(box: Uint32Array, offset: number, place: number): void {
  const word = offset + (place >> 5);
  box[word] = (box[word] ?? 0) | (1 << (place & 31));
}
