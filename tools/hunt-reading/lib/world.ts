import type { Effect } from '@ostiary/policy';
import { readPolicy } from '../../third-reading/reading.mjs';
import { type Made, type Rule, type SmallCatalogue, ruleText, textOf } from './made.js';
import { type Axis, type Point, axesOf, pointsOf, sizeOf } from './points.js';

/** True, undefined or false. */
type Truth = 'T' | 'U' | 'F';

const ORDER: Readonly<Record<Effect, number>> = { allow: 0, confirm: 1, refuse: 2 };
export const isMilder = (one: Effect, other: Effect): boolean => ORDER[one] < ORDER[other];

/** One call of a small world with all that the third reading says of it. */
export interface Row extends Point {
  readonly answer: Effect;
  /** Of each rule whose scope holds the tool. */
  readonly truths: ReadonlyMap<string, Truth>;
}

const probes = new Map<string, ReturnType<typeof readPolicy>>();

/** How true a condition is of a call: what a rule does that would confirm on it. */
function truthOf(catalogue: SmallCatalogue, dialect: 1 | 2, condition: string | null, point: Point): Truth {
  const { tool } = point.call;
  const text = `dialect ${String(dialect)};\n${ruleText(dialect, { id: 'probe', effect: 'confirm', tools: [tool], tests: [], condition })}`;
  const key = JSON.stringify([catalogue.name, text]);
  let probe = probes.get(key);
  if (!probe) {
    if (probes.size > 5_000) probes.clear();
    probe = readPolicy(text, catalogue);
    probes.set(key, probe);
  }
  const { deciding } = probe.decide(point.call, point.context);
  return deciding.length === 0 ? 'F' : deciding[0]?.cause === 'undefined' ? 'U' : 'T';
}

const fires = ({ effect }: Rule, truth: Truth): boolean => truth === 'T' || (truth === 'U' && effect !== 'allow');

/** All calls of a policy with their answers. */
export class World {
  readonly text: string;
  readonly tools: readonly string[];
  private readonly groups = new Map<string, Map<string, Row[]>>();
  private readonly rows = new Map<string, readonly Row[]>();
  private readonly axes: (tool: string) => readonly Axis[];
  private readonly policy: ReturnType<typeof readPolicy>;

  /** @param further texts whose attributes are chosen, too: those of another version that this one is compared with */
  constructor(
    readonly made: Made,
    further = '',
  ) {
    this.text = textOf(made);
    this.tools = made.catalogue.tools.map(({ name }) => name);
    this.policy = readPolicy(this.text, made.catalogue);
    const looked = `${this.text}\n${further}`;
    const reads = (name: string): boolean => {
      const last = name.slice(name.indexOf('.') + 1);
      return new RegExp(`(?<![\\w"])${last}(?![\\w"])`, 'u').test(looked);
    };
    this.axes = (tool) => axesOf(made.catalogue, tool, reads);
  }

  size(): number {
    return this.tools.reduce((sum, tool) => sum + sizeOf(this.axes(tool)), 0);
  }

  of(tool: string): readonly Row[] {
    const known = this.rows.get(tool);
    if (known) return known;
    const rules = this.rulesOf(tool);
    const rows = Array.from(pointsOf(tool, this.axes(tool)), (point): Row => {
      const truths = new Map(rules.map((rule) => [rule.id, this.truth(rule.condition, point)]));
      const { answer } = this.policy.decide(point.call, point.context);
      if (answer !== this.answer(truths)) throw new Error(`the rules one by one say otherwise: ${this.text}`);
      return { ...point, truths, answer };
    });
    this.rows.set(tool, rows);
    return rows;
  }

  rulesOf(tool: string): readonly Rule[] {
    return this.made.rules.filter(({ tools }) => tools.includes(tool));
  }

  truth(condition: string | null, point: Point): Truth {
    return truthOf(this.made.catalogue, this.made.dialect, condition, point);
  }

  /** The strictest of the rules that fire. @param left rules that are not there */
  answer(truths: ReadonlyMap<string, Truth>, ...left: readonly string[]): Effect {
    const fired = this.made.rules.filter((rule) => !left.includes(rule.id) && fires(rule, truths.get(rule.id) ?? 'F'));
    return fired.length === 0
      ? this.made.default
      : fired.map(({ effect }) => effect).reduce((a, b) => (isMilder(a, b) ? b : a));
  }

  /** Whether any rule fires beside the one that is left out. */
  isSilent(truths: ReadonlyMap<string, Truth>, left?: string): boolean {
    return !this.made.rules.some((rule) => rule.id !== left && fires(rule, truths.get(rule.id) ?? 'F'));
  }

  some(tools: readonly string[], is: (row: Row) => boolean): boolean {
    return tools.some((tool) => this.of(tool).some(is));
  }

  /** The same call with each other value of one attribute. */
  alike(row: Row, name: string): readonly Row[] {
    const key = (one: Row): string =>
      JSON.stringify([...one.chosen].map(([axis, value]) => (axis === name ? 0 : (value ?? null))));
    const known = `${row.call.tool} ${name}`;
    let groups = this.groups.get(known);
    if (!groups) {
      groups = Map.groupBy(this.of(row.call.tool), key);
      this.groups.set(known, groups);
    }
    return groups.get(key(row)) ?? [];
  }

  /** The same call with one other value of one attribute. */
  beside(row: Row, name: string, value: unknown): Row | undefined {
    return this.alike(row, name).find(({ chosen }) => chosen.get(name) === value);
  }
}
