import type { Effect, Name, Span } from './parts.js';

/** `tool read_file @read (path: path, mode?: keyword, ...);` or `principal (level: int);`: a small catalogue in the policy. */
export type Declaration = ToolDeclaration | AttributesDeclaration;

export interface ToolDeclaration {
  readonly kind: 'tool';
  readonly name: Name;
  /** Without their `@`. */
  readonly classes: readonly Name[];
  readonly args: DeclaredRecord;
  readonly span: Span;
}

/** `principal (...)` or `session (...)`. */
export interface AttributesDeclaration {
  readonly kind: 'attributes';
  readonly root: 'principal' | 'session';
  readonly record: DeclaredRecord;
  readonly span: Span;
}

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
  | {
      readonly kind: 'named';
      readonly name: Name;
      /** `EUR` in `money EUR`. */
      readonly currency?: Name;
      /** The strings of `in [...]`. */
      readonly values?: readonly Name[];
      /** Digits of `0..1000`, with their minus sign. */
      readonly bounds?: { readonly min?: Name; readonly max?: Name };
      readonly span: Span;
    }
  | { readonly kind: 'list' | 'map'; readonly of: DeclaredType; readonly span: Span }
  | { readonly kind: 'fields'; readonly record: DeclaredRecord; readonly span: Span };

/** `group clerks in [staff];`: whoever is in `clerks` is in `staff`. */
export interface Group {
  readonly kind: 'group';
  readonly name: Name;
  readonly parents: readonly Name[];
  readonly span: Span;
}

/** `test "..." { call refund { ... } principal { ... } } expect confirm;`: what one call should get. No part of any rule. */
export interface Test {
  readonly kind: 'test';
  readonly title: Name;
  readonly parts: readonly TestPart[];
  readonly expect: { readonly effect: Effect; readonly span: Span };
  readonly span: Span;
}

export const TEST_VALUES = ['principal', 'session', 'now', 'history', 'labels', 'rates'] as const;

export type TestPart =
  | { readonly kind: 'call'; readonly tool: Name; readonly args: JsonTree; readonly span: Span }
  | { readonly kind: (typeof TEST_VALUES)[number]; readonly value: JsonTree; readonly span: Span }
  | { readonly kind: 'confirmed'; readonly span: Span };

/** A JSON value as written. Numbers keep their text. */
export type JsonTree =
  | { readonly kind: 'string'; readonly value: string; readonly span: Span }
  /** As JSON writes it: `-0.50`, `1e400`. */
  | { readonly kind: 'number'; readonly text: string; readonly span: Span }
  | { readonly kind: 'constant'; readonly value: boolean | null; readonly span: Span }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[]; readonly span: Span }
  | {
      readonly kind: 'object';
      readonly members: readonly { readonly name: Name; readonly value: JsonTree }[];
      readonly span: Span;
    };
