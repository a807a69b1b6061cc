import type { ControlGraph } from '../../lower/index.js';
import {
  classified,
  isWrite,
  type Rule,
  type TaintRule,
  type ToolEffect,
  type ToolEffects,
} from '../../model/index.js';

/** What one verdict of a taint rule is about: a tool; null for `trifecta`, which is about a run. */
export interface TaintPart {
  readonly tool: string | null;
  /** The tool is not classified: the rule may be about it. */
  readonly unsure: boolean;
}

export type JudgedTaint = Rule & TaintRule & { readonly part: TaintPart };

/** Sends data out, or changes something. */
export const isWayOut = (effect: ToolEffect): boolean => effect.classes.includes('sink') || isWrite(effect);

/** The tools that a graph calls, in the order of their names. */
export const toolsOf = ({ uses, tools }: ControlGraph): readonly string[] =>
  [...new Set(uses.map(({ tool }) => tools[tool] as string))].toSorted();

/** A rule about one tool, or the parts of one that names none: each tool of the graph that it is about, or may be. */
export function taintParts(rule: Rule & TaintRule, effects: ToolEffects, graph: ControlGraph): readonly TaintPart[] {
  if (rule.form === 'trifecta') return [{ tool: null, unsure: false }];
  if (rule.tool !== undefined) return [{ tool: rule.tool, unsure: false }];
  const wanted = rule.form === 'privileged' ? 'privileged' : 'sink';
  const parts = toolsOf(graph).flatMap((tool): TaintPart[] => {
    const effect = classified(effects, tool);
    if (effect === undefined) return [{ tool, unsure: true }];
    return effect.classes.includes(wanted) ? [{ tool, unsure: false }] : [];
  });
  return parts.length === 0 ? [{ tool: null, unsure: false }] : parts;
}
