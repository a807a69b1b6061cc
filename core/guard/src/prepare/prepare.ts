import { type Catalogue, catalogueMessage, readAnyCatalogue } from '@ostiary/catalogue';
import { nearestNumbers } from '@ostiary/json';
import {
  compilePolicy,
  type CorePolicy,
  type CoreRule,
  type Decider,
  type Dialect,
  loadPolicy,
  type PolicyTest,
  type PolicyTree,
  renderDiagnostic,
  type Severity,
  SourceText,
  type Span,
  type TypeEnvironment,
  workOf,
} from '@ostiary/policy';
import { digestOf } from '../digest/digest.js';
import type { Words } from '../words.js';

export interface PolicySource {
  readonly text: string;
  /** For a text without `dialect N;`. A text that has one must agree. */
  readonly dialect?: Dialect | undefined;
}

export interface PrepareOptions {
  /** A catalogue in any form that is read (see docs/catalogue.md). Without one, types are inferred from the policy. */
  readonly catalogue?: unknown;
  /** Nodes that the policy may have when its definitions are written out and its tools multiplied. */
  readonly maxNodes?: number | undefined;
}

/** A policy that parses and types, ready for both evaluators, with the catalogue it was checked against. Immutable. */
export interface PreparedPolicy {
  readonly text: string;
  readonly tree: PolicyTree;
  readonly core: CorePolicy;
  readonly environment: TypeEnvironment;
  readonly decider: Decider;
  /** How much work a call is to decide. */
  readonly work: ReturnType<typeof workOf>;
  readonly rules: ReadonlyMap<string, CoreRule>;
  /** The `test` blocks of the text, in order. */
  readonly tests: readonly PolicyTest[];
  /** Digest of dialect and text: what a confirmation is bound to. */
  readonly version: string;
  /** What calls are checked against: the catalogue that was given and what the policy declares. */
  readonly catalogue: Catalogue | null;
  /** Of the catalogue that was given. */
  readonly catalogueDigest: string | null;
  readonly warnings: readonly PolicyWarning[];
}

/** Where something stands: in the text of the policy, or at a JSON pointer in the catalogue. */
type Place =
  | { readonly of: 'policy'; readonly line: number; readonly column: number; readonly span: Span }
  | { readonly of: 'catalogue'; readonly pointer: string };

export interface PolicyWarning {
  readonly code: string;
  readonly severity: Severity;
  readonly detail: Words;
  readonly hint: Words | null;
  readonly place: Place;
}

/** Why there is no prepared policy. */
export type PolicyFault = PolicyWarning;

export type PrepareResult =
  | { readonly ok: true; readonly policy: PreparedPolicy }
  /** `expansion`: the policy grows beyond the nodes it was given. */
  | {
      readonly ok: false;
      readonly reason: 'policy' | 'catalogue' | 'expansion';
      readonly faults: readonly PolicyFault[];
      /** What else was found beside the faults. */
      readonly warnings: readonly PolicyWarning[];
    };

/**
 * Reads a policy and its catalogue, checks and compiles. Never throws for any text or catalogue.
 *
 * @example
 * const prepared = preparePolicy({ text: 'dialect 1; allow refund when amount <= 100.00 EUR;' });
 * if (prepared.ok) decide(prepared.policy, { tool: 'refund', args: { amount: '80.00 EUR' } }, {}).answer; // 'allow'
 */
export function preparePolicy(source: PolicySource, { catalogue, maxNodes }: PrepareOptions = {}): PrepareResult {
  const read = catalogue === undefined ? null : readCatalogueOf(catalogue);
  if (read && 'faults' in read) return { ok: false, reason: 'catalogue', faults: read.faults, warnings: [] };
  const loaded = loadPolicy(source.text, {
    ...(source.dialect !== undefined && { dialect: source.dialect }),
    ...(read && { catalogue: read.catalogue }),
    ...(maxNodes !== undefined && { limits: { maxNodes } }),
  });
  const text = new SourceText(source.text);
  const findings = loaded.diagnostics.map((found) => findingOf(found, text));
  if (!loaded.ok) {
    const expands = maxNodes !== undefined && loaded.diagnostics.some(({ code }) => code === 'expansion_too_large');
    return {
      ok: false,
      reason: expands ? 'expansion' : 'policy',
      faults: findings.filter(({ severity }) => severity === 'error'),
      warnings: findings.filter(({ severity }) => severity !== 'error'),
    };
  }
  const { tree, core, environment } = loaded;
  const policy: PreparedPolicy = {
    text: source.text,
    tree,
    core,
    environment,
    decider: compilePolicy(core),
    work: workOf(core),
    rules: new Map(core.rules.map((rule) => [rule.id, rule])),
    tests: loaded.tests,
    version: digestOf({ dialect: source.dialect ?? null, text: source.text }),
    catalogue: core.catalogue,
    catalogueDigest: read && digestOf(read.catalogue),
    warnings: [...findings, ...(read?.warnings ?? [])],
  };
  return { ok: true, policy };
}

function findingOf(found: Parameters<typeof renderDiagnostic>[0], text: SourceText): PolicyWarning {
  const en = renderDiagnostic(found, text, 'en');
  const pt = renderDiagnostic(found, text, 'pt');
  return {
    code: en.code,
    detail: { en: en.message, pt: pt.message },
    hint: en.hint === null ? null : { en: en.hint, pt: pt.hint ?? en.hint },
    severity: found.severity,
    place: { of: 'policy', line: en.line, column: en.column, span: found.span },
  };
}

type ReadCatalogue =
  | { readonly catalogue: Catalogue; readonly warnings: readonly PolicyWarning[] }
  | { readonly faults: readonly PolicyFault[] };

function readCatalogueOf(source: unknown): ReadCatalogue {
  const result = readAnyCatalogue(nearestNumbers(source));
  const findings = (result.ok ? result.warnings : result.problems.filter(({ severity }) => severity === 'error')).map(
    ({ pointer, slug, severity, params, detail }): PolicyWarning => ({
      code: slug,
      severity,
      detail: { en: detail, pt: catalogueMessage(slug, params, 'pt') },
      hint: null,
      place: { of: 'catalogue', pointer },
    }),
  );
  return result.ok ? { catalogue: result.catalogue, warnings: findings } : { faults: findings };
}
