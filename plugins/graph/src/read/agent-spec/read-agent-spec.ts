import type { ReadResult } from '../../model/index.js';
import { Draft } from '../source/draft.js';
import type { ReadOptions } from '../source/options.js';
import { textMember } from '../source/tree.js';
import { AGENTIC, Agents } from './agents.js';
import { Components } from './components.js';

/**
 * Reads a component of Open Agent Specification, as its SDKs write it: a flow, an agent, or a group of agents, in JSON or YAML. Other components say nothing of
 * what runs. See docs/graph/formats/agent-spec.md.
 */
export function readAgentSpec(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const { problems } = draft;
  const components = new Components(tree, problems);
  const component = components.resolve(tree, '');
  if (!component) return { ok: false, problems: problems.found };
  if (!AGENTIC.includes(component.type))
    problems.add('graph_not_verifiable', '/component_type', {
      format: 'agent-spec',
      why: `${component.type} is no flow, no agent and no group of agents`,
    });
  if (problems.any) return { ok: false, problems: problems.found };
  const agents = new Agents(draft, components);
  agents.main(component);
  if (problems.any) return { ok: false, problems: problems.found };
  const name = textMember(tree, 'name');
  const { looked } = agents.shared;
  return draft.finish({
    ...(name !== undefined && { name }),
    execution: 'tokens',
    ...(looked.size > 0 && { variables: [...looked].map((variable) => ({ name: variable, type: 'string' as const })) }),
  });
}
