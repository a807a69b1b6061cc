import { entriesOf, member, textMember } from '../source/tree.js';
import { pathOfJsonata } from './jsonata.js';
import { below, DOCUMENT, isInDocument, variableOf } from './paths.js';

/** What a state does to the data of the run, in paths of its own document. */
export interface Effects {
  /** Paths that hold something else afterwards. */
  readonly writes: readonly string[];
  /** Where what the call returned is, when all of it is in one place. */
  readonly result?: string;
}

/** Whether a state's own fields are JSONata, by itself or by its machine. */
export const isJsonata = (state: unknown, machine: unknown): boolean =>
  (textMember(state, 'QueryLanguage') ?? textMember(machine, 'QueryLanguage')) === 'JSONata';

/**
 * What a state leaves behind. `made`: it makes a value (a Task, a Parallel, a Map, a Pass with one), else its input goes on. `root`: where in
 * that value what matters stands (`$.Payload` of the service that invokes functions).
 * Amazon States Language, "Input and Output Processing": an absent ResultPath replaces the whole input.
 */
export function effectsOf(state: unknown, jsonata: boolean, made: boolean, root = DOCUMENT): Effects {
  const assigned = entriesOf(member(state, 'Assign')).map(([name, value]) => ({
    variable: `$${name.replace(/\.\$$/, '')}`,
    path:
      typeof value !== 'string'
        ? null
        : jsonata
          ? pathOfJsonata(value)
          : name.endsWith('.$')
            ? variableOf(value)
            : null,
  }));
  const document = jsonata ? outputOf(state, made, root) : resultOf(state, made, root);
  const from = jsonata ? below('$states.result', root) : root;
  const result = document.result ?? (made ? assigned.find(({ path }) => path === from)?.variable : undefined);
  return {
    writes: [...document.writes, ...assigned.map(({ variable }) => variable)],
    ...(result !== undefined && { result }),
  };
}

function outputOf(state: unknown, made: boolean, root: string): Effects {
  const output = member(state, 'Output');
  if (output === undefined) return made ? { writes: [DOCUMENT], result: root } : { writes: [] };
  const path = typeof output === 'string' ? pathOfJsonata(output) : null;
  if (path === '$states.input') return { writes: [] };
  const whole = below('$states.result', root);
  const inside = path !== null && made && (whole === path || whole.startsWith(`${path}.`));
  return { writes: [DOCUMENT], ...(inside && { result: DOCUMENT + whole.slice(path.length) }) };
}

function resultOf(state: unknown, made: boolean, root: string): Effects {
  const placed = made ? placedOf(state, root) : { writes: [] };
  const output = member(state, 'OutputPath');
  const changed = output !== undefined && output !== DOCUMENT;
  // What only its input goes through is all it passes on.
  const input = !made && member(state, 'InputPath') !== undefined && member(state, 'InputPath') !== DOCUMENT;
  if (!changed) return input ? { writes: [DOCUMENT] } : placed;
  const path = typeof output === 'string' ? variableOf(output) : null;
  const { result } = placed;
  const kept = path !== null && result !== undefined && (result === path || result.startsWith(`${path}.`));
  return { writes: [DOCUMENT], ...(kept && { result: DOCUMENT + result.slice(path.length) }) };
}

/** Where ResultSelector and ResultPath put a value. */
function placedOf(state: unknown, root: string): Effects {
  const written = member(state, 'ResultPath');
  if (written === null) return { writes: [] };
  const path = written === undefined ? DOCUMENT : typeof written === 'string' ? variableOf(written) : null;
  if (path === null || !isInDocument(path)) return { writes: [DOCUMENT] };
  const selector = member(state, 'ResultSelector');
  if (selector === undefined) return { writes: [path], result: below(path, root) };
  const field = entriesOf(selector).find(([name, value]) => name.endsWith('.$') && value === root)?.[0];
  return { writes: [path], ...(field !== undefined && { result: `${path}.${field.slice(0, -2)}` }) };
}
