import type { PolicyWarning } from '@ostiary/guard';
import type { Severity, SourceText, Span } from '@ostiary/policy';
import { type Language, say, type Words } from '../text/words.js';
import { excerpt } from './excerpt.js';
import { clean, type Screen } from './screen.js';
import { writeHanging } from './wrap.js';

/** A finding about a policy in one language: 1-based line and column, and what it is about as a span of the text. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  readonly span: Span;
  readonly message: string;
  readonly hint: string | null;
}

/** Findings about the text of a policy, in the order of their places; those about the catalogue are shown with its file. */
export function policyFindings(found: readonly PolicyWarning[], language: Language): readonly Finding[] {
  return found
    .flatMap(({ code, severity, detail, hint, place }): Finding[] => {
      if (place.of !== 'policy') return [];
      const { line, column, span } = place;
      return [{ code, severity, line, column, span, message: detail[language], hint: hint?.[language] ?? null }];
    })
    .toSorted((a, b) => a.span.start - b.span.start);
}

const SEVERITIES: Readonly<Record<Severity, Words>> = {
  error: { en: 'error', pt: 'erro' },
  warning: { en: 'warning', pt: 'aviso' },
  info: { en: 'note', pt: 'nota' },
};

const HINT: Words = { en: 'hint', pt: 'sugestão' };

const COLOURS = { error: ['bold', 'red'], warning: ['bold', 'yellow'], info: ['bold', 'cyan'] } as const;

/** One finding about a policy: with its line of source for a person, as one line for a pipe. */
export function showFinding(file: string, source: string, found: Finding, screen: Screen): void {
  const { severity, line, column, message, hint, code, span } = found;
  const place = `${clean(file)}:${line}:${column}`;
  const word = say(SEVERITIES[severity], screen.language);
  if (!screen.human) {
    const said = hint === null ? '' : `; ${say(HINT, screen.language)}: ${clean(hint)}`;
    screen.line(`${place}: ${word}: ${clean(message)}${said} [${code}]`);
    return;
  }
  writeHanging(
    `${screen.paint('bold', place)}: ${screen.paint(COLOURS[severity], word)}: ${clean(message)} ${screen.paint('dim', `[${code}]`)}`,
    2,
    screen,
  );
  const marked = { text: source, start: span.start, end: span.end, line, colour: COLOURS[severity] };
  for (const shown of excerpt(marked, screen)) screen.line(shown);
  if (hint !== null) writeHanging(`  ${screen.paint('cyan', say(HINT, screen.language))}: ${clean(hint)}`, 4, screen);
  screen.line();
}

/** A finding about another file, which has no lines of source worth showing: a catalogue, by its pointer. */
export function showFault(place: string, severity: Severity, text: string, code: string, screen: Screen): void {
  const word = screen.paint(COLOURS[severity], say(SEVERITIES[severity], screen.language));
  screen.line(`${screen.paint('bold', clean(place))}: ${word}: ${clean(text)} ${screen.paint('dim', `[${code}]`)}`);
}

/** Findings about a policy for a machine. */
export function findingsOf(found: readonly Finding[], source: SourceText): readonly object[] {
  return found.map(({ code, severity, line, column, message, hint, span }) => {
    const end = source.position(span.end);
    return { code, severity, line, column, end_line: end.line, end_column: end.column, message, hint };
  });
}
