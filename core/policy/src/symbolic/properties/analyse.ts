import type { CoreProperty } from '../../core/ir.js';
import { variantFor } from '../../evaluate/compile/tool-plan.js';
import type { ReadyPolicy } from '../../evaluate/ready-policy.js';
import { ANALYSIS_LIMITS, type AnalysisLimits } from '../limits.js';
import type { Claim } from '../find/recheck.js';
import type { UndecidedReason } from '../world/reach.js';
import type { SmtSolver } from '../solver.js';
import { callableTools } from '../callable-tools.js';
import { type Breach, PropertiesOfTool, type ToolVerdict } from './tool.js';
import { addTo } from '../../maps.js';

export type PropertyResult = { readonly title: string; readonly quantifier: 'always' | 'never' } & (
  | {
      /** No well-formed call breaks it. */
      readonly kind: 'holds';
      readonly method: 'constant' | 'cells' | 'z3';
      /** The titles without which it would not be known. */
      readonly assumptions: readonly string[];
    }
  /** One for each tool that has one. */
  | { readonly kind: 'broken'; readonly breaches: readonly Breach[] }
  /** Its condition is undefined for every call that the assumptions leave, or they leave none: it says nothing. */
  | { readonly kind: 'vacuous'; readonly assumptions: readonly string[] }
  | { readonly kind: 'undecided'; readonly tools: readonly string[]; readonly reason: UndecidedReason }
);

/**
 * For each property over calls whether some well-formed call breaks it: everything about the call and what stands around it is open.
 * `never` is broken where its condition is true, `always` where it is false. A call for which an assumption is false is left out of
 * account; one that leaves it undefined (a tool without the attribute, say) is not.
 *
 * @param claims where what is decided without the solver goes: see `Recheck`
 * @returns in the order of the policy, without those over sessions
 * See docs/adr/0036.
 */
export async function analyseProperties(
  policy: ReadyPolicy,
  solver: SmtSolver | null,
  limits: AnalysisLimits = ANALYSIS_LIMITS,
  claims?: Claim[],
): Promise<readonly PropertyResult[]> {
  const { core } = policy;
  const verdicts = new Map<CoreProperty, ToolVerdict[]>();
  const { tools, complete } = callableTools(core, limits.automata);
  for (const tool of tools) {
    const properties = core.properties.filter(({ over, variants }) => over === 'call' && variantFor(variants, tool));
    if (properties.length === 0) continue;
    const asked = new PropertiesOfTool(policy, tool, properties, solver, limits, claims);
    try {
      for (const property of properties) addTo(verdicts, property, await asked.verdict(property));
    } finally {
      asked.close();
    }
  }
  // Some name that nobody wrote down may match patterns that none of these do.
  const others: readonly ToolVerdict[] = complete ? [] : [{ kind: 'undecided', tool: '*', reason: 'resource_limit' }];
  return core.properties
    .filter(({ over }) => over === 'call')
    .map((property) => ({
      title: property.title,
      quantifier: property.quantifier,
      ...together([...(verdicts.get(property) ?? []), ...others]),
    }));
}

const STRONGEST = ['z3', 'cells', 'constant'] as const;

/** What the verdicts for all tools come to: one breach is enough, then one tool that could not be decided. */
function together(verdicts: readonly ToolVerdict[]) {
  const breaches = verdicts.flatMap((each) => (each.kind === 'broken' ? [each.breach] : []));
  if (breaches.length > 0) return { kind: 'broken' as const, breaches };
  const open = verdicts.flatMap((each) => (each.kind === 'undecided' ? [each] : []));
  const [first] = open;
  if (first) return { kind: 'undecided' as const, tools: open.map(({ tool }) => tool), reason: first.reason };
  const held = verdicts.flatMap((each) => (each.kind === 'holds' ? [each] : []));
  const assumptions = [...new Set(held.flatMap((each) => each.assumptions))];
  if (held.every((each) => each.vacuous)) return { kind: 'vacuous' as const, assumptions };
  const method = STRONGEST.find((each) => held.some((one) => one.method === each)) ?? 'constant';
  return { kind: 'holds' as const, method, assumptions };
}
