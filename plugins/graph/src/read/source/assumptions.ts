import type { Assumption, NodeBinding, Place } from '../../model/index.js';

/**
 * Every assumption that a reader makes. `caps`: another reading could be worse and the graph itself does not show it (as an opaque node or
 * guard does), so that what is proved with it is at best possible. `settledBy`: a binding of each of its nodes with one of these members says what was assumed.
 * docs/graph/assumptions.md says what each means, and a test compares the two.
 */
export const ASSUMPTIONS = {
  no_edges: { caps: true },
  body_missing: { settledBy: ['tools', 'may_call', 'kind'] },
  subgraph_runs_itself: {},
  tools_unknown: { settledBy: ['tools', 'may_call', 'kind'] },
  approval_covers_any_tool: { settledBy: ['confirms'] },
  join_unknown: { settledBy: ['join'] },
  router_opaque: { settledBy: ['choice'] },
  router_may_return_list: {},
  undeclared_jumps: {},
  retries_not_exported: {},
  interrupts_not_exported: {},
  subgraph_flattened: {},
  tool_by_value: { settledBy: ['tools', 'may_call', 'kind'] },
  approval_not_judged: { settledBy: ['confirms'] },
  items_may_be_none: {},
  items_fail_together: {},
  code_calls_no_tool: { settledBy: ['tools', 'may_call'] },
  mcp_tools_unknown: { caps: true, settledBy: ['tools'] },
  trigger_missing: {},
  failed_item_ends_loop: { caps: true },
  ends_by_graph: {},
  conditions_not_exported: {},
  messages_follow_edges: {},
  failed_call_goes_on: {},
  event_sub_process: { caps: true },
  compensates_what_completed: {},
  compensation_order: {},
  cancelled_or_failed: {},
} as const satisfies Readonly<Record<string, AssumptionKind>>;

export interface AssumptionKind {
  readonly caps?: true;
  readonly settledBy?: readonly (keyof NodeBinding)[];
}
export type AssumptionCode = keyof typeof ASSUMPTIONS;

/** What rests on an assumption, and the parameters of its text. */
export interface Resting {
  readonly nodes?: readonly string[];
  readonly edges?: readonly string[];
  readonly params?: Readonly<Record<string, string | number>>;
}

export function assumption(code: AssumptionCode, place: Place, { params = {}, nodes, edges }: Resting): Assumption {
  const { caps }: AssumptionKind = ASSUMPTIONS[code];
  return { code, place, params, ...(nodes && { nodes }), ...(edges && { edges }), ...(caps && { caps }) };
}
