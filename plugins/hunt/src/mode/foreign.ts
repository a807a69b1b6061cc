import type { Language, PreparedPolicy } from '@ostiary/guard';
import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { loadChecked, type PolicyInput } from '@ostiary/policy-modes';
import { parsePolicy, SourceText, type Span } from '@ostiary/policy';
import { type Imported, type ImportFault, importPolicy } from '../import/index.js';
import type { ForeignPolicy } from '../request/policy.js';
import type { HuntOutput } from '../request/result.js';
import type { HuntReport, Readings, RulePlace } from '../search/index.js';

/** A policy of others that was translated, and is spoken of as it was written. */
export class ForeignSource {
  private readonly source: SourceText;

  constructor(
    readonly written: ForeignPolicy,
    readonly imported: Imported,
  ) {
    this.source = new SourceText(written.text);
  }

  get text(): PolicyInput {
    return { dialect: 2, text: this.imported.text };
  }

  /** The same policy as it would be read otherwise. */
  readings(catalogue: unknown): Readings {
    const { closed, strictest } = this.imported.readings;
    const load = (text: string): PreparedPolicy => loadChecked({ dialect: 2, text }, catalogue);
    return {
      ...(closed !== undefined && { closed: load(closed) }),
      ...(strictest !== undefined && { strictest: load(strictest) }),
    };
  }

  /** Rules where they stand in the source. Repairs would be of the translation: there are none. */
  placed(report: HuntReport, { core }: PreparedPolicy): HuntReport {
    const spans = new Map(core.rules.map(({ id }, at) => [id, this.imported.places[at]]));
    return {
      ...report,
      findings: report.findings.map((finding) => ({
        ...finding,
        evidence: {
          ...finding.evidence,
          rules: finding.evidence.rules.map((place) => this.placeOf(place, spans.get(place.rule))),
        },
      })),
    };
  }

  /** What a result says of the import. */
  told(language: Language): HuntOutput['import'] {
    return {
      format: this.written.format,
      not_imported: this.imported.notImported.map(({ line, construct, detail }) => ({
        line,
        construct,
        detail: detail[language],
      })),
    };
  }

  /** A summary whose warnings stand where their rules do. */
  summary(of: HuntOutput['policy']): HuntOutput['policy'] {
    const warnings = of.warnings.map((warning) =>
      warning.line === null ? warning : { ...warning, line: this.lineOf(warning.line), column: null },
    );
    return { ...of, warnings };
  }

  private placeOf(place: RulePlace, span: Span | undefined): RulePlace {
    if (!span) throw new RangeError('a rule of no source');
    const [start, end] = [this.source.position(span.start), this.source.position(span.end)];
    return { ...place, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }

  /** Where the rule begins in the source that stands in a line of the translation; null: none does. */
  lineOf(line: number): number | null {
    const translated = new SourceText(this.imported.text);
    const { tree } = parsePolicy(this.imported.text);
    const rules = tree?.items.filter(({ kind }) => kind === 'rule') ?? [];
    const at = rules.findIndex(
      ({ span }) => translated.position(span.start).line <= line && translated.position(span.end).line >= line,
    );
    const span = this.imported.places[at];
    return span ? this.source.position(span.start).line : null;
  }
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
