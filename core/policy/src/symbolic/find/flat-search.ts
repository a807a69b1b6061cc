import type { Assignment } from '../terms/evaluate.js';
import { getOrMake } from '../../maps.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import type { Domain } from './domains.js';
import { type Box, cut, FlatSpace, type Said, saidBy } from './flat-space.js';

/** A term that must be true, or false, and of which a box does not say it yet. */
interface Demand {
  readonly term: BoolTerm;
  readonly is: boolean;
  /** The place of the term that was asked about and that it comes of; -1 of a constraint. */
  readonly of: number;
}

/** `core`: places of terms that are enough for there to be none. */
export type Searched =
  | { readonly kind: 'found'; readonly assignment: Assignment }
  | { readonly kind: 'none'; readonly core: ReadonlySet<number> }
  | { readonly kind: 'given_up' };

/**
 * Looks for points of a product of finite domains at which terms hold, by cutting boxes: a comparison with a constant cuts one side of
 * the box, and a choice is split into boxes without overlap. Nothing is left over from one search to the next.
 *
 * See docs/adr/0143, and Davis, Logemann and Loveland, "A machine program for theorem-proving", CACM 5 (1962), over domains of more than two values.
 */
export class FlatSearch {
  private readonly space: FlatSpace;
  private readonly start: Box | null;
  private readonly open: readonly Demand[];
  private left = 0;
  /** The terms asked about without which this search might have gone otherwise. */
  private used = new Set<number>();
  /** What the present box says of terms. */
  private readonly known = new SaidOfTerms();
  private readonly sums = new Map<IntTerm, readonly Part[]>();

  /**
   * @param domains as `finiteDomains` gives them for all that will be asked
   * @param budget evaluations of one search
   */
  constructor(
    domains: readonly Domain[],
    constraints: readonly BoolTerm[],
    private readonly budget: number,
  ) {
    this.space = new FlatSpace(domains);
    const box = this.space.whole();
    this.left = Number.POSITIVE_INFINITY;
    const narrowed = this.narrowed(
      box,
      constraints.map((term) => ({ term, is: true, of: -1 })),
    );
    this.start = narrowed && box;
    this.open = narrowed ?? [];
  }

  /** A point at which all the terms hold. */
  find(terms: readonly BoolTerm[]): Searched {
    this.left = this.budget;
    this.used = new Set();
    if (!this.start) return { kind: 'none', core: this.used };
    const asked = terms.map((term, of) => ({ term, is: true, of }));
    const found = this.within(this.start.slice(), [...this.open, ...asked]);
    if (this.left < 0) return { kind: 'given_up' };
    return found ? { kind: 'found', assignment: this.space.pointOf(found) } : { kind: 'none', core: this.used };
  }

  /** A box of which every point is one; it may be changed. */
  private within(box: Box, demands: readonly Demand[]): Box | null {
    this.known.forget();
    const open = this.narrowed(box, demands);
    if (!open || this.left < 0) return null;
    if (open.length === 0) return box;
    const next = this.fewest(box, open);
    this.used.add(next.of);
    // A comparison that a sum depends on, settled either way, leaves the sum to be met.
    const others = isSum(next.term) ? open : open.filter((demand) => demand !== next);
    const refused: Demand[] = [];
    for (const choice of this.choices(box, next)) {
      const found = this.within(box.slice(), [...refused, choice, ...others]);
      if (found) return found;
      this.known.forget();
      if (this.isLiteral(choice.term)) refused.push({ ...choice, is: !choice.is });
    }
    return null;
  }

  /** Cuts the box by all that follows from the demands by itself; the choices that are left, or null when they cannot be met. */
  private narrowed(box: Box, demands: readonly Demand[]): readonly Demand[] | null {
    let open: Demand[] = [];
    const pending = demands.toReversed();
    for (let changed = true; changed;) {
      changed = false;
      for (let next = pending.pop(); next; next = pending.pop()) {
        if (this.left < 0) return open;
        const said = this.said(next.term, box);
        const { term, is, of } = next;
        if (said === !is) {
          this.used.add(of);
          return null;
        }
        if (said === is) continue;
        const literal = this.space.literalOf(term);
        if (literal) {
          this.used.add(of);
          this.known.forget();
          cut(box, literal, is);
          changed = true;
        } else if (term.kind === 'not') pending.push({ term: term.of, is: !is, of });
        else if ((term.kind === 'and') === is && (term.kind === 'and' || term.kind === 'or'))
          for (const part of term.of) pending.push({ term: part, is, of });
        else if (this.count(box, next, 2) === 1) pending.push(...this.choices(box, next));
        else open.push(next);
      }
      if (changed) {
        pending.push(...open.toReversed());
        open = [];
      }
    }
    return open;
  }

  /** Of which one at least must be met; where it is not a choice between parts, either way of a comparison it depends on. */
  private choices(box: Box, { term, is, of }: Demand): readonly Demand[] {
    if (term.kind === 'and' || term.kind === 'or')
      return term.of.flatMap((part) => (this.said(part, box) === !is ? [] : [{ term: part, is, of }]));
    const literal = this.undecided(term, box);
    return literal ? [false, true].map((each) => ({ term: literal, is: each, of })) : [];
  }

  /** How many choices there are, if they are fewer than so many. */
  private count(box: Box, { term, is }: Demand, most: number): number {
    if (term.kind !== 'and' && term.kind !== 'or') return 2;
    let count = 0;
    for (const part of term.of) if (this.said(part, box) !== !is && ++count >= most) break;
    return count;
  }

  private fewest(box: Box, open: readonly Demand[]): Demand {
    let best = open[0] as Demand;
    let least = Number.POSITIVE_INFINITY;
    for (const demand of open) {
      const count = this.count(box, demand, least);
      if (count < least) [best, least] = [demand, count];
      if (least <= 2) break;
    }
    return best;
  }

  private said(term: BoolTerm, box: Box): Said {
    this.left--;
    const literal = this.space.literalOf(term);
    if (literal) return saidBy(box, literal);
    if (term.kind === 'const') return term.value;
    const known = this.known.get(term);
    if (known !== undefined) return known;
    const said = this.reckoned(term, box);
    this.known.set(term, said);
    return said;
  }

  private reckoned(term: BoolTerm, box: Box): Said {
    switch (term.kind) {
      case 'const':
        return term.value;
      case 'not': {
        const inner = this.said(term.of, box);
        return inner === null ? null : !inner;
      }
      case 'and':
      case 'or': {
        const decisive = term.kind === 'or';
        let said: Said = !decisive;
        for (const part of term.of) {
          const inner = this.said(part, box);
          if (inner === decisive) return decisive;
          if (inner === null) said = null;
        }
        return said;
      }
      case 'zero':
      case 'nonneg': {
        const [lo, hi] = this.rangeOf(term.of, box);
        if (term.kind === 'nonneg') return lo >= 0n ? true : hi < 0n ? false : null;
        return lo > 0n || hi < 0n ? false : lo === hi ? true : null;
      }
      case 'var':
        throw new RangeError(`no domain of ${term.name}`);
    }
  }

  private isLiteral(term: BoolTerm): boolean {
    return this.space.literalOf(term.kind === 'not' ? term.of : term) !== null;
  }

  /** Of a sum of choices between constants. */
  private rangeOf(of: IntTerm, box: Box): readonly [bigint, bigint] {
    let lo = of.kind === 'linear' ? of.constant : 0n;
    let hi = lo;
    for (const { condition, yes, no } of getOrMake(this.sums, of, () => partsOf(of))) {
      const said = this.said(condition, box);
      lo += said === true ? yes : said === false ? no : yes < no ? yes : no;
      hi += said === true ? yes : said === false ? no : yes > no ? yes : no;
    }
    return [lo, hi];
  }

  /** A comparison of one variable that a term depends on, and of which the box says nothing: there is one where it says nothing of the term. */
  private undecided(term: BoolTerm, box: Box): BoolTerm | null {
    if (this.said(term, box) !== null) return null;
    if (this.space.literalOf(term)) return term;
    for (const part of term.kind === 'and' || term.kind === 'or' ? term.of : conditionsOf(term)) {
      const found = this.undecided(part, box);
      if (found) return found;
    }
    return null;
  }
}

const isSum = (term: BoolTerm): term is Extract<BoolTerm, { kind: 'zero' | 'nonneg' }> =>
  term.kind === 'zero' || term.kind === 'nonneg';

/** A part of a sum: one of two values, by a condition. */
interface Part {
  readonly condition: BoolTerm;
  readonly yes: bigint;
  readonly no: bigint;
}

function partsOf(sum: IntTerm): readonly Part[] {
  const terms = sum.kind === 'linear' ? sum.terms : [{ factor: 1n, of: sum }];
  return terms.flatMap(({ factor, of }) =>
    of.kind === 'ite'
      ? [{ condition: of.condition, yes: factor * valueOf(of.then), no: factor * valueOf(of.else) }]
      : [],
  );
}

const conditionsOf = (term: BoolTerm): readonly BoolTerm[] => {
  if (term.kind === 'not') return [term.of];
  return isSum(term) ? partsOf(term.of).map(({ condition }) => condition) : [];
};

const valueOf = (term: IntTerm): bigint => (term.kind === 'const' ? term.value : 0n);

/** What a box says of terms, by their ids: forgotten at once whenever the box is cut, which is more often than anything else happens. */
class SaidOfTerms {
  private ages = new Uint32Array(1_024);
  private said = new Int8Array(1_024);
  private age = 1;

  forget(): void {
    this.age++;
  }

  /** Undefined: it was not asked of this box. */
  get({ id }: BoolTerm): Said | undefined {
    if (this.ages[id] !== this.age) return undefined;
    const said = this.said[id] ?? 0;
    return said === 0 ? null : said > 0;
  }

  set({ id }: BoolTerm, said: Said): void {
    if (id >= this.ages.length) this.grow(id);
    this.ages[id] = this.age;
    this.said[id] = said === null ? 0 : said ? 1 : -1;
  }

  private grow(id: number): void {
    const [{ ages, said }, size] = [this, 2 * id];
    [this.ages, this.said] = [new Uint32Array(size), new Int8Array(size)];
    this.ages.set(ages);
    this.said.set(said);
  }
}
