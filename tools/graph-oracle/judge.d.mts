import type { Catalogue } from '@ostiary/catalogue';
import type { AgentGraph, Rule, VerdictWord } from '@ostiary/graph/model';

export interface Question {
  /** The rule of a saga (`SG1`), the pattern of an order rule, the form of a taint rule, else the kind. */
  readonly kind: string;
  readonly target: string;
  readonly judgeIn: (plan: unknown) => Judge;
  /** Of a succession: what it is made of. */
  readonly halves?: readonly Question[];
}
/** What follows the events of a run and says when they are forbidden. */
export interface Judge {
  readonly start: unknown;
  step(state: unknown, event: object): { readonly state: unknown; readonly bad: 'sure' | 'maybe' | null };
}
export interface Judgement {
  readonly verdict: VerdictWord;
  /** How many nodes a shortest run that does what is forbidden executes up to there. */
  readonly length?: number;
  /** The same of another way the graph can be, where that is more. */
  readonly most?: number;
  /** It is a run that goes round for ever. */
  readonly lasso?: true;
}
export declare class TooLarge extends Error {}
export declare function questionsOf(rule: Rule, catalogue: Catalogue): readonly Question[];
export declare function spacesOf(graph: AgentGraph, catalogue: Catalogue, bound: number): readonly object[];
export declare function judge(
  graph: AgentGraph,
  catalogue: Catalogue,
  question: Question,
  options?: { readonly bound?: number; readonly spaces?: readonly object[] },
): Judgement;
