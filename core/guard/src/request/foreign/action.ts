import { parseJson } from '@ostiary/json';
import { firstOf, isMembers, type Lesson, member, type Members } from './lesson.js';

/** A tool call found in a form that is not ours: where its name and its arguments are, and who writes it so. */
interface Found {
  readonly tool: unknown;
  readonly args: unknown;
  /** English and Portuguese; absent when only the words are others. */
  readonly writer?: readonly [en: string, pt: string];
}

const OPENAI = ['the API of OpenAI writes it', 'a escreve a API da OpenAI'] as const;
const ANTHROPIC = ['the API of Anthropic writes it', 'a escreve a API da Anthropic'] as const;
const MCP = ['MCP writes it', 'a escreve o MCP'] as const;
const LANGCHAIN = ['LangChain writes it', 'a escreve o LangChain'] as const;
const GEMINI = ['the API of Gemini writes it', 'a escreve a API do Gemini'] as const;
const VERCEL = ['the AI SDK of Vercel writes it', 'a escreve o AI SDK da Vercel'] as const;

const TOOL_WORDS = ['tool', 'tool_name', 'toolName', 'name', 'function', 'function_name', 'command'];
const ARGUMENT_WORDS = [
  'arguments',
  'args',
  'input',
  'params',
  'parameters',
  'kwargs',
  'argument',
  'inputs',
  'payload',
];

/** Tells an action that is the tool call of an API, or that uses its words, from ours. */
export function actionLesson(action: unknown): Lesson | null {
  if (typeof action === 'string') return written({ tool: action, args: undefined });
  if (Array.isArray(action)) return severalCalls();
  if (!isMembers(action)) return null;
  if (Array.isArray(member(action, 'tool_calls')) || Array.isArray(member(action, 'content'))) return severalCalls();
  if (Object.hasOwn(action, 'tool') && Object.hasOwn(action, 'arguments')) return null;
  const found = foundIn(action);
  return found && written(found);
}

/** Tells a row that is the call itself from one that has the call under `action`. */
export function rowLesson(row: unknown): Lesson | null {
  if (!isMembers(row) || Object.hasOwn(row, 'action')) return null;
  const call = foundIn(row) ?? { tool: member(row, 'tool'), args: member(row, 'arguments') };
  if (call.tool === undefined && call.args === undefined) return null;
  const form = `\`{"action":${callText(call.tool, call.args)}}\``;
  return {
    en: `The call of a row stands under \`action\`: ${form}.`,
    pt: `A chamada de uma linha fica em \`action\`: ${form}.`,
  };
}

function foundIn(action: Members): Found | null {
  const type = member(action, 'type');
  const inner = member(action, 'function');
  if (isMembers(inner)) return { tool: member(inner, 'name'), args: member(inner, 'arguments'), writer: OPENAI };
  const params = member(action, 'params');
  if (isMembers(params) && Object.hasOwn(params, 'name'))
    return { tool: member(params, 'name'), args: member(params, 'arguments'), writer: MCP };
  for (const [key, writer] of [['functionCall', GEMINI] as const, ['function_call', OPENAI] as const]) {
    const call = member(action, key);
    if (isMembers(call))
      return { tool: member(call, 'name'), args: member(call, 'args') ?? member(call, 'arguments'), writer };
  }
  const tool = firstOf(action, TOOL_WORDS);
  const args = firstOf(action, ARGUMENT_WORDS);
  if (tool === undefined || (tool === 'tool' && args === undefined)) return null;
  const found: Found = { tool: member(action, tool), args: args === undefined ? undefined : member(action, args) };
  if (typeof found.tool !== 'string') return null;
  if (type === 'tool_use' || (tool === 'name' && args === 'input')) return { ...found, writer: ANTHROPIC };
  if (type === 'function_call' || (tool === 'name' && typeof found.args === 'string'))
    return { ...found, writer: OPENAI };
  if (tool === 'toolName') return { ...found, writer: VERCEL };
  if (type === 'tool_call' || (tool === 'name' && args === 'args')) return { ...found, writer: LANGCHAIN };
  if (tool === 'name' && args === 'arguments') return { ...found, writer: MCP };
  return found;
}

function written({ tool, args, writer }: Found): Lesson {
  const form = `\`${callText(tool, args)}\``;
  return writer === undefined
    ? {
        en: `A call has the fields \`tool\` and \`arguments\`: ${form}.`,
        pt: `Uma chamada tem os campos \`tool\` e \`arguments\`: ${form}.`,
      }
    : {
        en: `This is a tool call as ${writer[0]}. Here it is written ${form}.`,
        pt: `Isto é uma chamada de ferramenta como ${writer[1]}. Aqui escreve-se ${form}.`,
      };
}

function severalCalls(): Lesson {
  const form = '`{"tool": "...", "arguments": {...}}`';
  return {
    en: `\`action\` is one call, written ${form}. Ask about each call in a request of its own, or about many as \`rows\` of mode \`batch\`.`,
    pt: `\`action\` é uma só chamada, escrita ${form}. Pergunte por cada chamada num pedido próprio, ou por muitas como \`rows\` do modo \`batch\`.`,
  };
}

const SHOWN = 160;

/** The caller's own call as it is written here, unless it is long. */
function callText(tool: unknown, args: unknown): string {
  const name = typeof tool === 'string' && tool.length <= 80 ? tool : '...';
  const whole = JSON.stringify({ tool: name, arguments: argumentsOf(args) });
  return whole.length <= SHOWN ? whole : `{"tool":${JSON.stringify(name)},"arguments":{...}}`;
}

function argumentsOf(args: unknown): unknown {
  if (isMembers(args)) return args;
  try {
    const read: unknown = typeof args === 'string' ? parseJson(args) : {};
    return isMembers(read) ? read : {};
  } catch {
    return {};
  }
}
