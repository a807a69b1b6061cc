import { textMember } from '../source/tree.js';
import type { Item } from './workflow.js';

/** Tools that a model knows by a name of their own. */
const OWN_NAME: ReadonlySet<string> = new Set([
  'toolWorkflow',
  'toolCode',
  'toolHttpRequest',
  'agentTool',
  'toolVectorStore',
]);

/**
 * What a node calls, as a catalogue names it: its type, and what the file says of resource and operation (`gmail.message.send`). A node that is a tool of an agent has
 * the name of the same node in the flow, so `gmailTool` is `gmail`. Requests have their method, as reading and writing differ by it.
 */
export function toolName({ type, name, parameters }: Item): string {
  if (OWN_NAME.has(type)) return textMember(parameters, 'name') || name;
  if (type === 'httpRequest' || type === 'httpRequestTool') {
    const method = textMember(parameters, 'method') ?? textMember(parameters, 'requestMethod') ?? 'GET';
    return `httpRequest.${method}`;
  }
  const bare = type.length > 4 && type.endsWith('Tool') ? type.slice(0, -4) : type;
  return [bare, textMember(parameters, 'resource'), textMember(parameters, 'operation')].filter(Boolean).join('.');
}
