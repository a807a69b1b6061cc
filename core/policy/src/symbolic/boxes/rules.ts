import type { CoreExpr, CorePolicy, CoreRule } from '../../core/ir.js';
import { type Bits, bitsOf, type Box, intersection } from './box.js';
import { applicableRules } from '../world/answer.js';
import { Dimension, type State } from './dimension.js';
import { type FlatTest, flatTest } from './flat-test.js';

/** The calls of one tool for which a rule fires, as boxes over the attributes that its policy looks at. */
export interface RuleBoxes {
  readonly rule: CoreRule;
  readonly boxes: readonly Box[];
}

export interface ToolBoxes {
  readonly rules: readonly RuleBoxes[];
  /** States that no call has: an attribute without the object it lies in, one field of the time without the others. */
  readonly impossible: readonly Box[];
  /** Every state of each dimension. */
  readonly all: readonly Bits[];
}

/** A conjunction, of which some tests may stand together under a `not`: those of one `unless`. */
type Clause = { readonly tests: readonly FlatTest[]; readonly negated: boolean };

/**
 * The rules of a flat policy for one tool as boxes: cells for each attribute come straight from the constants that its tests compare it
 * with. Null when some test is not flat, or some attribute cannot be cut into few cells exactly.
 */
export function boxesOf(core: CorePolicy, tool: string): ToolBoxes | null {
  const space = new Space(core);
  const clauses: { readonly rule: CoreRule; readonly clauses: readonly Clause[] | null }[] = [];
  for (const { rule, guard } of applicableRules(core, tool)) {
    const parsed = space.clausesOf(guard);
    if (parsed === 'not_flat') return null;
    clauses.push({ rule, clauses: parsed });
  }
  if (!space.close()) return null;
  const rules = clauses.map(({ rule, clauses: parts }) => ({
    rule,
    boxes: parts ? space.boxes(parts, rule.effect !== 'allow') : rule.effect === 'allow' ? [] : [space.whole],
  }));
  return { rules, impossible: space.impossible(), all: space.all };
}

class Space {
  private readonly places: {
    readonly key: string;
    readonly path: readonly string[];
    readonly zone: string | undefined;
    readonly dimension: Dimension;
  }[] = [];
  private states: (readonly State[])[] = [];
  all: readonly Bits[] = [];

  constructor(private readonly core: CorePolicy) {}

  get whole(): Box {
    return this.places.map(() => null);
  }

  /** Null: undefined for every call. */
  clausesOf(guard: CoreExpr): readonly Clause[] | null | 'not_flat' {
    const parts = guard.op === 'and' ? guard.operands : [guard];
    const clauses: Clause[] = [];
    let undefinedPart = false;
    for (const part of parts) {
      if (part.op === 'const' && part.value === true) continue;
      if (part.op === 'undefined') {
        undefinedPart = true;
        continue;
      }
      const inner = part.op === 'not' && part.operand.op === 'and' ? part.operand.operands : null;
      const tests = (inner ?? [part]).map((each) => flatTest(each, (slot) => this.dimensionOf(slot)));
      if (!tests.every((test) => test !== null)) return 'not_flat';
      clauses.push({ tests, negated: inner !== null });
    }
    // A test that is undefined together with others that may be false: seldom worth a case of its own.
    if (undefinedPart) return clauses.length === 0 ? null : 'not_flat';
    return clauses;
  }

  /** Whether every attribute could be cut into states. */
  close(): boolean {
    const states = this.places.map(({ dimension }) => dimension.states());
    if (!states.every((each) => each !== null)) return false;
    this.states = states;
    this.all = states.map((each) => bitsOf(each.length, () => true));
    // The fields of the time hang together, the clocks of two zones do, and two readings of one path at two types.
    const now = this.places.filter(({ path }) => path[0] === 'now');
    const paths = this.places.map(({ path }) => JSON.stringify(path));
    return (
      new Set(paths).size === paths.length &&
      new Set(now.map(({ zone }) => zone)).size <= 1 &&
      !now.some(({ path }) => ['time', 'date'].includes(path[1] ?? ''))
    );
  }

  /** @param orUndefined whether the rule fires where its guard is undefined */
  boxes(clauses: readonly Clause[], orUndefined: boolean): readonly Box[] {
    let boxes: Box[] = [this.whole];
    for (const { tests, negated } of clauses) {
      // Not (a and b): some test is not true, and for an undefined one that is enough where the rule fires on undefined.
      const options = negated
        ? tests.map((test) => this.where(test, (truth) => truth === false || (orUndefined && truth !== true)))
        : [this.whereAll(tests, orUndefined)];
      boxes = boxes.flatMap((box) =>
        options.flatMap((option) => {
          const both = option && intersection(box, option);
          return both ? [both] : [];
        }),
      );
    }
    return boxes;
  }

  impossible(): readonly Box[] {
    const boxes: Box[] = [];
    for (const [outer, whole] of this.places.entries()) {
      for (const [inner, part] of this.places.entries()) {
        const inside = part.path.length > whole.path.length && whole.path.every((name, at) => part.path[at] === name);
        const bothNow = outer !== inner && part.path[0] === 'now' && whole.path[0] === 'now';
        const never = (kind: State['kind'], fitting: State['kind']): void => {
          boxes.push(
            this.whole
              .with(
                outer,
                this.select(outer, (state) => state.kind === kind),
              )
              .with(
                inner,
                this.select(inner, (state) => state.kind !== fitting),
              ),
          );
        };
        if (inside || bothNow) never('absent', 'absent');
        // In what is no object nothing can be read.
        if (inside) never('ill_typed', 'ill_typed');
      }
    }
    return boxes;
  }

  private whereAll(tests: readonly FlatTest[], orUndefined: boolean): Box | null {
    let box: Box | null = this.whole;
    for (const test of tests) {
      const one = this.where(test, (truth) => truth === true || (orUndefined && truth !== false));
      box = box && one && intersection(box, one);
    }
    return box;
  }

  private where(test: FlatTest, wanted: (truth: boolean | symbol) => boolean): Box | null {
    const at = this.indexOf(test.slot);
    return intersection(
      this.whole,
      this.whole.with(
        at,
        this.select(at, (state) => wanted(test.truth(state))),
      ),
    );
  }

  private select(at: number, wanted: (state: State) => boolean): Bits {
    const states = this.states[at] ?? [];
    return bitsOf(states.length, (state) => {
      const found = states[state];
      return found !== undefined && wanted(found);
    });
  }

  private dimensionOf(slot: number): Dimension | null {
    return this.places[this.indexOf(slot)]?.dimension ?? null;
  }

  private indexOf(index: number): number {
    const slot = this.core.slots[index];
    if (!slot) throw new RangeError(`no slot ${String(index)}`);
    const key = JSON.stringify([slot.root, slot.path, slot.type, slot.zone]);
    const known = this.places.findIndex((place) => place.key === key);
    if (known >= 0) return known;
    const { root, path, zone, type } = slot;
    // What stands around a call may lack what the catalogue requires of it; a call that does is refused before any rule.
    const admitted = root === 'args' && this.core.catalogue !== null;
    const dimension = new Dimension(type, !(admitted && slot.required), root !== 'now' && !admitted);
    return this.places.push({ key, path: [root, ...path], zone, dimension }) - 1;
  }
}
