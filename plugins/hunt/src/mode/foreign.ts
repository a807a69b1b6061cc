import type { Language } from '@ostiary/guard';
import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { ForeignSource, type ImportFault, importPolicy } from '../import/index.js';
import type { ForeignPolicy } from '../request/policy.js';
import type { HuntOutput } from '../request/result.js';

/** What a result says of the import. */
export const toldOf = (foreign: ForeignSource, language: Language): HuntOutput['import'] => ({
  format: foreign.written.format,
  not_imported: foreign.notImported(language),
});

/** A summary whose warnings stand where their rules do. */
export function placedSummary(foreign: ForeignSource, of: HuntOutput['policy']): HuntOutput['policy'] {
  const warnings = of.warnings.map((warning) =>
    warning.line === null ? warning : { ...warning, line: foreign.lineOf(warning.line), column: null },
  );
  return { ...of, warnings };
}

/**
 * Translates a policy of others.
 * @param at where the request has it
 * @throws ProblemError `policy_invalid` with the place in the source of what cannot be read
 */
export async function readForeign(written: ForeignPolicy, catalogue: unknown, at: string): Promise<ForeignSource> {
  const { format, text, schema } = written;
  const result = await importPolicy(format, { text, schema, declares: catalogue === undefined });
  if (result.ok) return new ForeignSource(written, result.imported);
  throw new ProblemError('policy_invalid', { errors: result.faults.map((fault) => itemOf(fault, at)) });
}

const itemOf = ({ of, slug, line, column, detail }: ImportFault, at: string): ProblemItem => ({
  pointer: `${at}/${of}`,
  slug,
  detail,
  line,
  column,
});

/** Does something with the translation; what is wrong with that is told of the source. */
export function ofTranslation<Result>(foreign: ForeignSource, at: string, make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.slug !== 'policy_invalid') throw error;
    const errors = error.options.errors?.map(({ line, detail, code }): ProblemItem => {
      const own = typeof line === 'number' ? foreign.lineOf(line) : null;
      return { pointer: `${at}/text`, slug: 'not_supported', detail, code, ...(own !== null && { line: own }) };
    });
    throw new ProblemError('policy_invalid', { ...error.options, ...(errors && { errors }) });
  }
}
