import type { ArgumentBinding } from '../../model/index.js';
import { entriesOf, isList, isRecord, member, textMember } from '../source/tree.js';
import { inputPath, jsonataOf, pathOfJsonata } from './jsonata.js';
import { below, DOCUMENT, type Scope, variableOf } from './paths.js';

/** What a Task state runs. */
export type TaskCall =
  | {
      readonly kind: 'tool';
      readonly name: string;
      /** Where in what the service returns the tool's own result is. */
      readonly root: string;
      /** The record whose members are the tool's arguments. */
      readonly given: unknown;
      /** It waits until somebody outside hands a token back. */
      readonly callback: boolean;
    }
  | { readonly kind: 'machine'; readonly name: string }
  /** The function is named by a value. */
  | { readonly kind: 'dynamic' };

/**
 * A function is the tool of its own name, an activity too; a service is a tool by the name of its integration (`sns:publish`, `aws-sdk:s3:getObject`).
 * `${Name}` of a template is the tool `Name`.
 */
export function callOf(state: unknown, jsonata: boolean): TaskCall {
  const resource = textMember(state, 'Resource') ?? '';
  const parameters = member(state, jsonata ? 'Arguments' : 'Parameters');
  const plain = { root: DOCUMENT, given: parameters, callback: false };
  const template = templateName(resource);
  if (template !== null) return { kind: 'tool', name: template, ...plain };
  const service = /^arn:[\w-]+:states:(?:[\w-]*:){2}(.*)$/.exec(resource)?.[1];
  if (service === undefined) return { kind: 'tool', name: functionName(resource), ...plain };
  if (service.startsWith('activity:')) return { kind: 'tool', name: service.slice('activity:'.length), ...plain };
  const [, name = service, suffix] = /^(.*?)(\.sync(?::2)?|\.waitForTaskToken)?$/.exec(service) ?? [];
  const callback = suffix === '.waitForTaskToken';
  if (name === 'states:startExecution')
    return { kind: 'machine', name: functionName(textMember(parameters, 'StateMachineArn') ?? '') };
  if (name !== 'lambda:invoke') return { kind: 'tool', name, ...plain, callback };
  const called = textMember(parameters, 'FunctionName');
  if (called === undefined || jsonataOf(called) !== null) return { kind: 'dynamic' };
  const given = member(parameters, 'Payload');
  return { kind: 'tool', name: functionName(called), root: callback ? DOCUMENT : '$.Payload', given, callback };
}

/** The name in an ARN (`...:function:pay:1`), in a template, or as it stands. */
function functionName(text: string): string {
  const template = templateName(text);
  if (template !== null) return template;
  const [, named = text] = /:(?:function|stateMachine):(.*)$/.exec(text) ?? [];
  return templateName(named) ?? named.replace(/:[^:}]*$/, '');
}

function templateName(text: string): string | null {
  const [, name = null] = /^\$\{([^}]+?)(?:\.Arn)?\}/i.exec(text) ?? [];
  return name;
}

/** The arguments of which it is known where they come from. */
export function argumentsOf(
  given: unknown,
  jsonata: boolean,
  scope: Scope,
  input: string | null,
): readonly ArgumentBinding[] {
  return entriesOf(given).flatMap(([key, value]): readonly ArgumentBinding[] => {
    const named = !jsonata && key.endsWith('.$');
    const name = named ? key.slice(0, -2) : key;
    if (name === '') return [];
    if (typeof value === 'string' && (named || (jsonata && jsonataOf(value) !== null))) {
      const path = jsonata ? jsonataPath(value) : rebased(value, input);
      return path === null ? [] : [{ name, variable: scope.name(path) }];
    }
    const isConstant =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
    return isConstant ? [{ name, value }] : [];
  });
}

/** All that a state reads, in names of the model: what it names, or its whole input. */
export function readsOf(given: unknown, jsonata: boolean, scope: Scope, input: string | null): readonly string[] {
  const found = new Set<string>();
  const walk = (value: unknown, key: string): void => {
    if (isList(value)) for (const item of value) walk(item, '');
    else if (isRecord(value)) for (const [name, inner] of entriesOf(value)) walk(inner, name);
    else if (typeof value === 'string' && (jsonata ? jsonataOf(value) !== null : key.endsWith('.$'))) {
      const path = jsonata ? jsonataPath(value) : rebased(value, input);
      found.add(scope.name(path ?? input ?? DOCUMENT));
      for (const [variable] of path === null ? value.matchAll(/\$(?!states\b)[A-Za-z_]\w*/g) : []) found.add(variable);
    }
  };
  if (given === undefined) found.add(scope.name(input ?? DOCUMENT));
  else walk(given, '');
  return [...found];
}

function jsonataPath(text: string): string | null {
  const path = pathOfJsonata(text);
  return path === null ? null : inputPath(path);
}

/** A path of the effective input as one of the state's document. */
function rebased(path: string, input: string | null): string | null {
  const own = variableOf(path);
  if (own === null || !(own === DOCUMENT || own.startsWith('$.'))) return own;
  return input === null ? null : below(input, own);
}

/** Where a state's effective input is in its document; null: nowhere, or where no path leads. */
export function inputOf(state: unknown): string | null {
  const path = member(state, 'InputPath');
  if (path === undefined) return DOCUMENT;
  return typeof path === 'string' ? variableOf(path) : null;
}
