import type { Reading } from '../check/index.js';
import { nodeName } from '../lower/index.js';
import type { NoFixCode, Verdict } from '../model/index.js';
import type { TaintRuleAsked } from './taint-remedy.js';

/** Why nothing that is inserted mends a taint rule: by which channel its path ends (S11). */
export function whyTainted({ tool }: TaintRuleAsked, { path }: Verdict, { graph }: Reading): NoFixCode {
  const last = path?.at(-1);
  const { code = '', params = {} } = last?.why ?? {};
  const shapeOf = (name: unknown) => graph.nodes.find((_, node) => nodeName(graph, node) === name);
  const isModel = (name: unknown): boolean => ['llm', 'agent'].includes(shapeOf(name)?.kind ?? '');
  switch (code) {
    case 'pick_tainted':
    case 'argument_tainted':
      return 'model_has_read';
    case 'decision_tainted':
      return isModel(params['node']) ? 'model_has_read' : 'no_place';
    case 'argument_tainted_through': {
      const uses = shapeOf(last?.node)?.tools ?? [];
      const written = uses.some(
        ({ name, arguments: given = [] }) =>
          name === tool && given.some((each) => each.name === params['argument'] && 'model' in each),
      );
      return written ? 'model_has_read' : 'no_place';
    }
    default:
      return 'no_place';
  }
}
