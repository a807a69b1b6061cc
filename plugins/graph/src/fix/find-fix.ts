import { type ProofsOnly, type Reading, readingOf } from '../check/index.js';
import type { AgentGraph, Fix, NoFixCode, Rule, ToolEffects, Verdict, VerdictWord } from '../model/index.js';
import { Attempt, type Cut } from './attempt.js';
import { type Change, stillBroken, stillProved } from './indifferent.js';
import type { Inserted, Refusal } from './insert.js';
import type { Near } from './layer.js';
import { type FactRuleAsked, factRemedy, type Remedy } from './remedy.js';
import { cleanedIn, taintRemedies, type TaintRuleAsked } from './taint-remedy.js';
import { whyTainted } from './why-tainted.js';

/** Verifies rules on a changed graph, as the graph itself was. `proofsOnly`: null where verdicts are asked for whole. */
export type Verify = (graph: AgentGraph, rules: readonly Rule[], proofsOnly: ProofsOnly | null) => readonly Verdict[];

export type FoundFix = { readonly fix: Fix } | { readonly none: NoFixCode };

type FixableRule = FactRuleAsked | TaintRuleAsked;

/** So many verifications of one graph, and places of control graphs in all of them: a budget, so that the same input gives the same bytes. */
const [TRIES, PLACES] = [400, 6_000_000];

export const isFixable = (rule: Rule): rule is FixableRule =>
  rule.kind === 'check_before' || rule.kind === 'confirm_before' || rule.kind === 'taint';

/**
 * Finds the fixes of broken rules of one graph. See docs/graph/fixes.md and docs/adr/0151.
 * What is told as a fix has been verified: with it the rule is proved, and no rule is worse off.
 */
export class FixFinder {
  readonly #graph: AgentGraph;
  readonly #effects: ToolEffects;
  readonly #rules: readonly Rule[];
  readonly #verdicts: readonly Verdict[];
  readonly #before: ReadonlyMap<string, number>;
  readonly #verify: Verify;
  readonly #reading: Reading;
  readonly #open: ReadonlySet<string>;
  /** Rules of which some verdict is possible: whether they are worse off is known of the whole verdict alone. */
  readonly #unsure: ReadonlySet<string>;
  /** Rules that cannot be worse off. */
  readonly #lost: ReadonlySet<string>;
  readonly #probes = new Map<string, Reading>();
  #left = PLACES;
  #tries = TRIES;

  constructor(
    graph: AgentGraph,
    effects: ToolEffects,
    rules: readonly Rule[],
    verdicts: readonly Verdict[],
    verify: Verify,
  ) {
    this.#graph = graph;
    this.#effects = effects;
    this.#rules = rules;
    this.#verdicts = verdicts;
    this.#before = new Map(verdicts.map((verdict) => [nameOf(verdict), RANK[verdict.verdict]]));
    const those = (has: (rank: number) => boolean): Set<string> =>
      new Set(verdicts.filter(({ verdict }) => has(RANK[verdict])).map(({ rule_id: id }) => id));
    this.#open = those((rank) => rank > 0);
    this.#unsure = those((rank) => rank === RANK.possible);
    const safe = those((rank) => rank < RANK.broken);
    this.#lost = new Set([...this.#open].filter((id) => !safe.has(id)));
    this.#verify = verify;
    this.#reading = readingOf(graph, effects, new Map());
  }

  /** @param verdict what the rule came to: one of its verdicts, where it has several */
  find(rule: FixableRule, verdict: Verdict): FoundFix {
    try {
      return rule.kind === 'taint' ? this.#cleaned(rule, verdict) : this.#established(rule, verdict);
    } catch (error) {
      if (error instanceof Spent) return { none: 'budget' };
      throw error;
    }
  }

  #established(rule: FactRuleAsked, verdict: Verdict): FoundFix {
    const remedy = factRemedy(rule, this.#effects, this.#reading);
    return typeof remedy === 'string' ? { none: remedy } : this.#told(rule, verdict, remedy, ['call']);
  }

  /** A taint rule has a verdict for each tool that it is about: each is mended for itself. */
  #cleaned(rule: TaintRuleAsked, verdict: Verdict): FoundFix {
    const own: TaintRuleAsked = rule.form === 'trifecta' ? rule : { ...rule, tool: verdict.target };
    let harms = false;
    for (const remedy of taintRemedies(own, this.#effects, this.#reading)) {
      // Near the call it may be behind a check of what it writes anew.
      const found = this.#told(own, verdict, remedy, ['call', 'cause']);
      if ('fix' in found) return found;
      harms ||= found.none === 'harms';
    }
    return { none: harms ? 'harms' : whyTainted(own, verdict, this.#reading) };
  }

  #told(rule: FixableRule, verdict: Verdict, remedy: Remedy, ways: readonly Near[]): FoundFix {
    const attempt = new Attempt(this.#graph, this.#reading, this.#effects, remedy, this.#probes);
    let last: { graph: AgentGraph; verdict: Verdict | undefined } | null = null;
    const bad = (graph: AgentGraph): Verdict | undefined => {
      if (last?.graph !== graph)
        last = { graph, verdict: this.#verified(graph, [rule], 'runs').find((each) => each.verdict !== 'proved') };
      return last.verdict;
    };
    let harms = false;
    /** The first way to go on from a refusal with which a changed graph is proved and nobody is worse off. */
    const tried = (
      change: (refusal: Refusal) => AgentGraph,
      rules: readonly Rule[],
      how: Change,
    ): { refusal: Refusal; also: readonly string[] } | null => {
      let before: AgentGraph | null = null;
      for (const refusal of attempt.refusals) {
        const graph = change(refusal);
        // Where a call is approved as it is made a refusal leads nowhere else: it was tried.
        if (graph === before) continue;
        before = graph;
        if (bad(graph)) continue;
        const still = stillBroken(this.#graph, this.#effects, rules, this.#verdicts, how);
        const held = stillProved(this.#graph, this.#effects, rules, this.#verdicts, how);
        const after = this.#afterwards(
          graph,
          // The rule itself was proved just now.
          rules.filter((each) => each !== rule && !still.has(each.id) && !held.has(each.id)),
        );
        if (after.some((each) => RANK[each.verdict] > (this.#before.get(nameOf(each)) ?? 0))) harms = true;
        else return { refusal, also: this.#mended(rule, after, still) };
      }
      return null;
    };
    let cut: Cut | null = null;
    let inserted: ReturnType<typeof tried> = null;
    for (const near of remedy.parts.length === 0 ? [] : ways) {
      cut = attempt.smallestCut(bad, near, verdict);
      if (cut === null) break;
      const { places } = cut;
      const what = places.flatMap(({ part }) => part.what);
      inserted = tried((refusal) => attempt.inserted(places, refusal), this.#rules, {
        inserted: what,
        crosses: (path) => attempt.crosses(path, places),
        atTop: places.every(({ place }) => place.body === ''),
      });
      if (inserted) break;
    }
    // What else it mends is told of one way alone.
    const others = inserted === null ? this.#rules : this.#rules.filter(({ id }) => !this.#lost.has(id));
    const before =
      attempt.callers.length === 0
        ? null
        : tried((refusal) => attempt.beforeTool(refusal), others, attempt.howBeforeTool());
    const way = inserted ?? before;
    if (way === null) return { none: harms ? 'harms' : 'no_place' };
    const puts = inserted === null || cut === null ? [] : cut.places;
    const places = attempt.placesOf(puts);
    return {
      fix: {
        kind: remedy.kind,
        name: remedy.name,
        cleans: cleanedIn(
          inserted === null ? attempt.inFront() : puts.flatMap(({ part }): readonly Inserted[] => part.what),
        ),
        insert_on: places.flatMap((place) => ('edge' in place ? [attempt.nameOf(place)] : [])),
        insert_before: places.flatMap((place) => ('edge' in place ? [] : [attempt.nameOf(place)])),
        cut_size: places.length,
        smallest: inserted !== null && cut?.smallest === true,
        refusal: way.refusal,
        before_tool: before === null ? [] : attempt.callers,
        also: way.also,
        proof: 're-verified',
      },
    };
  }

  /** Other rules that were not proved and are now. */
  #mended(rule: Rule, after: readonly Verdict[], still: ReadonlySet<string>): string[] {
    const open = new Set(still);
    for (const { verdict, rule_id: id } of after) if (RANK[verdict] > 0) open.add(id);
    return this.#rules.map(({ id }) => id).filter((id) => id !== rule.id && this.#open.has(id) && !open.has(id));
  }

  /** What rules come to on a changed graph, as far as it is asked of them. */
  #afterwards(graph: AgentGraph, rules: readonly Rule[]): readonly Verdict[] {
    const { sure = [], unsure = [] } = Object.groupBy(rules, ({ id }) => (this.#unsure.has(id) ? 'unsure' : 'sure'));
    return [
      ...(sure.length > 0 ? this.#verified(graph, sure, 'words') : []),
      ...(unsure.length > 0 ? this.#verified(graph, unsure, null) : []),
    ];
  }

  /** @throws Spent */
  #verified(graph: AgentGraph, rules: readonly Rule[], proofsOnly: ProofsOnly | null): readonly Verdict[] {
    this.#left -= this.#reading.graph.places * Math.ceil(rules.length / 8);
    this.#tries -= 1;
    if (this.#left < 0 || this.#tries < 0) throw new Spent();
    return this.#verify(graph, rules, proofsOnly);
  }
}

class Spent extends Error {}

const RANK: Readonly<Record<VerdictWord, number>> = { proved: 0, vacuous: 0, possible: 1, broken: 2 };

/** A rule may have a verdict for each step and each of its parts. */
const nameOf = ({ rule_id: id, kind = '', target }: Verdict): string => JSON.stringify([id, kind, target]);
