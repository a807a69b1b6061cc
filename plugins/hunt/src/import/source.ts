import type { Language, PreparedPolicy } from '@ostiary/guard';
import { parsePolicy, SourceText, type Span } from '@ostiary/policy';
import type { HuntReport, Readings, RulePlace } from '../search/index.js';
import type { ForeignFormat, Imported } from './model.js';

/** A policy as it was written in a language of others. */
export interface ForeignText {
  readonly format: ForeignFormat;
  readonly text: string;
  /** What the language keeps beside a policy: the types of Cedar. */
  readonly schema?: string | undefined;
}

/** A construct that was not imported, in one language. */
export interface ToldNotImported {
  /** From 1. */
  readonly line: number;
  readonly construct: string;
  readonly detail: string;
}

/** A policy of others that was translated, and is spoken of as it was written. */
export class ForeignSource {
  private readonly source: SourceText;

  constructor(
    readonly written: ForeignText,
    readonly imported: Imported,
  ) {
    this.source = new SourceText(written.text);
  }

  /** The translation. */
  get text(): { readonly dialect: 2; readonly text: string } {
    return { dialect: 2, text: this.imported.text };
  }

  /**
   * The same policy as it would be read otherwise.
   * @param load makes a text in dialect 2 ready, with the tools that the translation has
   */
  readings(load: (policy: { readonly dialect: 2; readonly text: string }) => PreparedPolicy): Readings {
    const { closed, strictest } = this.imported.readings;
    return {
      ...(closed !== undefined && { closed: load({ dialect: 2, text: closed }) }),
      ...(strictest !== undefined && { strictest: load({ dialect: 2, text: strictest }) }),
    };
  }

  /** Rules where they stand in the source. */
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

  /** What was not imported, in one language. */
  notImported(language: Language): ToldNotImported[] {
    return this.imported.notImported.map(({ line, construct, detail }) => ({
      line,
      construct,
      detail: detail[language],
    }));
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

  private placeOf(place: RulePlace, span: Span | undefined): RulePlace {
    if (!span) throw new RangeError('a rule of no source');
    const [start, end] = [this.source.position(span.start), this.source.position(span.end)];
    return { ...place, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }
}
