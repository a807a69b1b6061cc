import { type Catalogue, catalogueMessage, readAnyCatalogue } from '@ostiary/catalogue';
import {
  compilePolicy,
  type CorePolicy,
  type Decider,
  type Dialect,
  loadPolicy,
  type PolicyTree,
  renderDiagnostic,
  SourceText,
  type TypeEnvironment,
  workOf,
} from '@ostiary/policy';
import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { type NullableArguments, nullableArguments } from '../request/nulls.js';
import type { PolicyInput } from '../request/policy.js';
import { digestOf } from '../text/digest.js';
import { LruCache } from '../text/lru.js';

/** A policy that parses and types, compiled, with the catalogue it was checked against. Immutable, shared by requests. */
export interface LoadedPolicy {
  readonly tree: PolicyTree;
  readonly core: CorePolicy;
  readonly environment: TypeEnvironment;
  readonly decider: Decider;
  /** How much work a call is to decide. */
  readonly work: ReturnType<typeof workOf>;
  /** Digest of dialect and text: what a confirmation is bound to. */
  readonly version: string;
  readonly catalogue: Catalogue | null;
  readonly nullable: NullableArguments;
  readonly catalogueDigest: string | null;
  readonly warnings: readonly PolicyWarning[];
}

export interface PolicyWarning {
  readonly code: string;
  readonly detail: string;
  readonly hint: string | null;
  /** Into the request. */
  readonly pointer: string;
  /** Place in the policy text; null for what concerns the catalogue. */
  readonly line: number | null;
  readonly column: number | null;
}

/** What a loaded policy holds in memory for each character of its text and its catalogue, roughly. */
const BYTES_PER_CHARACTER = 64;
const CACHE_BYTES = 128 * 1024 * 1024;
const SHOWN_WARNINGS = 50;

const cache = new LruCache<LoadedPolicy>(CACHE_BYTES);

/** The policy grows beyond the nodes it was given when its definitions are written out and its tools multiplied. */
export class ExpandsBeyond extends Error {}

/**
 * Reads, checks and compiles; the same text and catalogue are compiled once while they are in use.
 * @throws ProblemError `policy_invalid` with line, column and hint of every fault; `invalid_request` for the catalogue
 * @throws ExpandsBeyond when `maxNodes` is given and is too few
 */
export function loadChecked(policy: PolicyInput, catalogue: unknown, maxNodes?: number): LoadedPolicy {
  const input = typeof policy === 'string' ? { text: policy } : policy;
  const pointer = typeof policy === 'string' ? '/policy' : '/policy/text';
  const version = digestOf({ dialect: input.dialect ?? null, text: input.text });
  const catalogueText = catalogue === undefined ? '' : JSON.stringify(catalogue);
  const key = digestOf([version, pointer, catalogueText]);
  const known = cache.get(key);
  if (known) return known;
  const loaded = compile(input, pointer, version, catalogue, maxNodes);
  cache.set(key, loaded, (input.text.length + catalogueText.length) * BYTES_PER_CHARACTER);
  return loaded;
}

function compile(
  input: { readonly text: string; readonly dialect?: Dialect | undefined },
  pointer: string,
  version: string,
  source: unknown,
  maxNodes: number | undefined,
): LoadedPolicy {
  const read = source === undefined ? null : readCatalogueOf(source);
  const loaded = loadPolicy(input.text, {
    ...(input.dialect !== undefined && { dialect: input.dialect }),
    ...(read && { catalogue: read.catalogue }),
    ...(maxNodes !== undefined && { limits: { maxNodes } }),
  });
  if (maxNodes !== undefined && loaded.diagnostics.some(({ code }) => code === 'expansion_too_large'))
    throw new ExpandsBeyond();
  const text = new SourceText(input.text);
  if (!loaded.ok)
    throw new ProblemError('policy_invalid', {
      errors: loaded.diagnostics
        .filter(({ severity }) => severity === 'error')
        .map((found) => itemOf(found, text, pointer)),
    });
  const warnings = loaded.diagnostics.map((found): PolicyWarning => {
    const { code, message, hint, line, column } = renderDiagnostic(found, text);
    return { code, detail: message, hint, pointer, line, column };
  });
  return {
    tree: loaded.tree,
    core: loaded.core,
    environment: loaded.environment,
    decider: compilePolicy(loaded.core),
    work: workOf(loaded.core),
    version,
    catalogue: read?.catalogue ?? null,
    nullable: nullableArguments(read?.catalogue ?? null),
    catalogueDigest: read && digestOf(read.catalogue),
    warnings: [...warnings, ...(read?.warnings ?? [])].slice(0, SHOWN_WARNINGS),
  };
}

function itemOf(found: Parameters<typeof renderDiagnostic>[0], text: SourceText, pointer: string): ProblemItem {
  const en = renderDiagnostic(found, text, 'en');
  const pt = renderDiagnostic(found, text, 'pt');
  return {
    pointer,
    slug: 'policy_invalid',
    detail: { en: en.message, pt: pt.message },
    code: en.code,
    line: en.line,
    column: en.column,
    ...(en.hint !== null && { hint: { en: en.hint, pt: pt.hint ?? en.hint } }),
  };
}

function readCatalogueOf(source: unknown): {
  readonly catalogue: Catalogue;
  readonly warnings: readonly PolicyWarning[];
} {
  const result = readAnyCatalogue(source);
  if (!result.ok) {
    throw new ProblemError('invalid_request', {
      errors: result.problems
        .filter(({ severity }) => severity === 'error')
        .map(({ pointer, slug, params, detail }) => ({
          pointer: `/catalogue${pointer}`,
          slug,
          detail: { en: detail, pt: catalogueMessage(slug, params, 'pt') },
        })),
    });
  }
  const warnings = result.warnings.map(({ pointer, slug, detail }) => ({
    code: slug,
    detail,
    hint: null,
    pointer: `/catalogue${pointer}`,
    line: null,
    column: null,
  }));
  return { catalogue: result.catalogue, warnings };
}
