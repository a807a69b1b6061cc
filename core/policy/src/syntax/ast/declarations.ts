import type { Effect, Name, Node, Span } from './parts.js';

/** `tool read_file @read (path: path, mode?: keyword, ...);` or `principal (level: int);`: a small catalogue in the policy. */
export type Declaration = ToolDeclaration | AttributesDeclaration;

/** The classes are without their `@`. */
export type ToolDeclaration = Node<'tool', { name: Name; classes: readonly Name[]; args: DeclaredRecord }>;

/** `principal (...)` or `session (...)`. */
export type AttributesDeclaration = Node<'attributes', { root: 'principal' | 'session'; record: DeclaredRecord }>;

export interface DeclaredRecord {
  readonly fields: readonly DeclaredField[];
  /** `...` last: fields that are not named may be sent. */
  readonly open: boolean;
  readonly span: Span;
}

export interface DeclaredField {
  readonly name: Name;
  readonly optional: boolean;
  readonly type: DeclaredType;
  readonly span: Span;
}

export type DeclaredType =
  | Node<'named', NamedTypeParts>
  | Node<'list' | 'map', { of: DeclaredType }>
  | Node<'fields', { record: DeclaredRecord }>;

interface NamedTypeParts {
  readonly name: Name;
  /** `EUR` in `money EUR`. */
  readonly currency?: Name;
  /** The strings of `in [...]`. */
  readonly values?: readonly Name[];
  /** Digits of `0..1000`, with their minus sign. */
  readonly bounds?: { readonly min?: Name; readonly max?: Name };
}

/** `group clerks in [staff];`: whoever is in `clerks` is in `staff`. */
export type Group = Node<'group', { name: Name; parents: readonly Name[] }>;

/** An effect, and where it is written. */
export interface WrittenEffect {
  readonly effect: Effect;
  readonly span: Span;
}

/** `test "..." { call refund { ... } principal { ... } } expect confirm;`: what one call should get. No part of any rule. */
export type Test = Node<'test', { title: Name; parts: readonly TestPart[]; expect: WrittenEffect }>;

export const TEST_VALUES = ['principal', 'session', 'now', 'history', 'labels', 'rates'] as const;

export type TestPart =
  | Node<'call', { tool: Name; args: JsonTree }>
  | Node<(typeof TEST_VALUES)[number], { value: JsonTree }>
  | Node<'confirmed'>;

/** A JSON value as written. Numbers keep their text: `-0.50`, `1e400`. */
export type JsonTree =
  | Node<'string', { value: string }>
  | Node<'number', { text: string }>
  | Node<'constant', { value: boolean | null }>
  | Node<'array', { items: readonly JsonTree[] }>
  | Node<'object', { members: readonly JsonMember[] }>;

export interface JsonMember {
  readonly name: Name;
  readonly value: JsonTree;
}
