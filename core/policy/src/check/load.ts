import type { Catalogue } from '@ostiary/catalogue';
import type { CorePolicy } from '../core/ir.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Dialect, PolicyTree } from '../syntax/ast.js';
import { parsePolicy } from '../syntax/parser.js';
import type { Limits } from '../text/limits.js';
import { checkPolicy } from './check.js';
import { type PolicyTest, testsOf } from './tests.js';
import type { TypeEnvironment } from './environment.js';

export interface LoadOptions {
  /** For a text without `dialect N;`. A text that has one must agree. */
  readonly dialect?: Dialect;
  readonly catalogue?: Catalogue;
  readonly limits?: Partial<Limits>;
}

interface Loaded {
  /** In order of place; warnings and notes may be there when all is well. */
  readonly diagnostics: readonly Diagnostic[];
}

export type LoadResult =
  | (Loaded & {
      readonly ok: true;
      readonly tree: PolicyTree;
      readonly core: CorePolicy;
      readonly environment: TypeEnvironment;
      /** In the order of the text. Not part of what the rules mean. */
      readonly tests: readonly PolicyTest[];
    })
  | (Loaded & {
      readonly ok: false;
      readonly tree: PolicyTree | null;
      readonly core: null;
      readonly environment: TypeEnvironment | null;
    });

/**
 * Reads, checks and lowers a policy text. Never throws for any text. A text that does not parse is not type checked:
 * half a rule gives misleading findings.
 *
 * @example
 * const loaded = loadPolicy('dialect 1; allow refund when amount <= 100.00 EUR;');
 * if (loaded.ok) loaded.core.rules.length; // 1
 */
export function loadPolicy(source: string, options: LoadOptions = {}): LoadResult {
  const { dialect, catalogue, limits } = options;
  const parsed = parsePolicy(source, { ...(dialect && { dialect }), ...(limits && { limits }) });
  if (!parsed.tree || parsed.diagnostics.some(({ severity }) => severity === 'error')) {
    return { ok: false, tree: parsed.tree, core: null, environment: null, diagnostics: parsed.diagnostics };
  }
  const checked = checkPolicy(parsed.tree, { source, ...(catalogue && { catalogue }), ...(limits && { limits }) });
  const diagnostics = [...parsed.diagnostics, ...checked.diagnostics].toSorted((a, b) => a.span.start - b.span.start);
  if (!checked.core) return { ok: false, tree: parsed.tree, core: null, environment: checked.environment, diagnostics };
  const { core, environment } = checked;
  return { ok: true, tree: parsed.tree, core, environment, tests: testsOf(parsed.tree), diagnostics };
}
