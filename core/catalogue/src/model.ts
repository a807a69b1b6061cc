import type { CatalogueSlug } from './report/messages.js';
import type { ToolRoles } from './roles.js';

/**
 * The one model of a tool catalogue. Every reader (MCP, tool definitions, OpenAPI) produces it; the policy checker,
 * the evaluators and the symbolic engine read nothing else.
 *
 * All values are plain JSON-safe data: a catalogue can be stored, hashed and sent between processes as it is.
 */

/** What a string means, and so how two spellings of one thing are made equal before they are compared. */
export const STRING_FORMATS = ['text', 'keyword', 'email', 'domain', 'url', 'path', 'iban', 'ip'] as const;
export type StringFormat = (typeof STRING_FORMATS)[number];

/** `text` is compared as raw code units; every other format has a normal form (see `@ostiary/policy` values). */
export interface StringType {
  readonly kind: 'string';
  readonly format: StringFormat;
  /** The closed set of values, in the spelling of the source. Compared in normal form. */
  readonly enum?: readonly string[];
  /** Code points of the text as it is sent, as JSON Schema counts them. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Of a path: the absolute path, in normal form, under which relative ones lie. Without it a relative path compares with relative ones only. */
  readonly base?: string;
  /** True when the format was inferred from use: a value that is not spelled in its normal form is then ill typed. */
  readonly strict?: boolean;
}

export interface BoolType {
  readonly kind: 'bool';
}

/** Bounds are inclusive and safe integers. */
export interface IntType {
  readonly kind: 'int';
  readonly min?: number;
  readonly max?: number;
  /** For people only, e.g. `days`. */
  readonly unit?: string;
}

/**
 * An exact decimal. With a scale it is an integer counted in units of 10^-scale, and bounds are in those units; without
 * one it has any number of digits, and bounds are numbers. Bounds are inclusive.
 */
export interface DecimalType {
  readonly kind: 'decimal';
  /** Digits after the point, 0..9. */
  readonly scale?: number;
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
}

/**
 * An amount of money: an integer of minor units and an ISO 4217 code. On the wire it is `"100.00 EUR"`, or
 * `{"amount": "100.00", "currency": "EUR"}`, or, when `currency` or `currencyFrom` is set, a bare number.
 */
export interface MoneyType {
  readonly kind: 'money';
  /** Unit of a bare number on the wire; `major` when absent. */
  readonly unit?: 'major' | 'minor';
  /** The fixed currency of a bare number. */
  readonly currency?: string;
  /** The sibling argument that carries the currency of a bare number. */
  readonly currencyFrom?: string;
  /** The closed set of currencies a value may have. */
  readonly currencies?: readonly string[];
  /** Inclusive bounds in minor units of whatever currency the value has. */
  readonly min?: number;
  readonly max?: number;
}

/** A span of time in milliseconds. On the wire: `"15m"`, ISO 8601 `"PT15M"`, or a number of `unit`s. */
export interface DurationType {
  readonly kind: 'duration';
  readonly unit?: 'ms' | 's' | 'min' | 'h' | 'd';
}

/** A point in time: RFC 3339 on the wire, milliseconds since the epoch inside. */
export interface TimeType {
  readonly kind: 'time';
}

export interface ListType {
  readonly kind: 'list';
  readonly of: Type;
  readonly maxItems?: number;
}

export interface RecordType {
  readonly kind: 'record';
  readonly fields: Readonly<Record<string, Field>>;
  /** True when a call may carry fields that are not named here; they cannot be read by a policy. */
  readonly open?: boolean;
}

/** An object whose keys are data. A key is compared byte for byte; none is ever required. */
export interface MapType {
  readonly kind: 'map';
  readonly of: Type;
}

/** Anything at all: a schema this model cannot express. A policy may test its presence and nothing else. */
export interface AnyType {
  readonly kind: 'any';
}

export type Type =
  | BoolType
  | IntType
  | DecimalType
  | MoneyType
  | DurationType
  | TimeType
  | StringType
  | ListType
  | RecordType
  | MapType
  | AnyType;

export interface Field {
  readonly type: Type;
  /** True when a well-formed call always carries it. */
  readonly required: boolean;
  /** True when the tool takes `null` for it; null always means the same as leaving it out. Never together with `required`. */
  readonly nullable?: boolean;
  readonly description?: string;
  /** Raw wire values, used for realistic witnesses. */
  readonly examples?: readonly unknown[];
  /** What the tool takes when the argument is absent. For people and witnesses: a decision never fills it in. */
  readonly default?: unknown;
}

/**
 * What a tool does, as far as a policy or an agent graph cares.
 * `source` yields untrusted or sensitive data, `sink` sends data out, `cleaner` removes a label. From `check` on they are
 * roles in an agent graph; {@link ToolRoles} says for which tools.
 */
export const TOOL_CLASSES = [
  'read',
  'write',
  'irreversible',
  'privileged',
  'source',
  'sink',
  'cleaner',
  'check',
  'compensation',
  'confirmation',
  'pivot',
  'retriable',
  'idempotent',
  'infallible',
  'may_have_happened',
] as const;
export type ToolClass = (typeof TOOL_CLASSES)[number];

export interface Tool extends ToolRoles {
  /** As called. Unique in the catalogue, also after NFKC and the confusable skeleton. */
  readonly name: string;
  readonly description?: string;
  readonly args: RecordType;
  /** Sorted, without repeats. */
  readonly classes: readonly ToolClass[];
  /** Tools of one group do the same thing under other names. */
  readonly aliasGroup?: string;
  /** Labels that its results carry when it is a `source`; labels it removes when it is a `cleaner`. */
  readonly labels?: readonly string[];
  /** Whole example argument objects, raw wire values. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[];
}

export interface Catalogue {
  readonly name: string;
  /** As in `catalogue "shop@7"`; absent when the source names none. */
  readonly version?: string;
  readonly tools: readonly Tool[];
  /** Attributes of the caller that `principal.*` may read; absent means inferred from use. */
  readonly principal?: RecordType;
  /** For a group of principals, the groups it lies in: whoever is in it is in them. No group lies in itself. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Attributes of the session that `session.*` may read; absent means inferred from use. */
  readonly session?: RecordType;
}

/** A place in the source document and what is wrong there. `pointer` is an RFC 6901 JSON pointer. */
export interface CatalogueProblem {
  readonly pointer: string;
  readonly slug: CatalogueSlug;
  /** English; `catalogueMessage(slug, params, 'pt')` gives the Portuguese. */
  readonly detail: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly severity: 'error' | 'warning';
}

export type CatalogueResult =
  | { readonly ok: true; readonly catalogue: Catalogue; readonly warnings: readonly CatalogueProblem[] }
  | { readonly ok: false; readonly problems: readonly CatalogueProblem[] };
