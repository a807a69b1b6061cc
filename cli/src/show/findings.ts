import type { RenderedDiagnostic, SourceText } from '@ostiary/policy';
import { say, type Words } from '../text/words.js';
import { excerpt } from './excerpt.js';
import { clean, type Screen } from './screen.js';

const SEVERITIES: Readonly<Record<RenderedDiagnostic['severity'], Words>> = {
  error: { en: 'error', pt: 'erro' },
  warning: { en: 'warning', pt: 'aviso' },
  info: { en: 'note', pt: 'nota' },
};

const HINT: Words = { en: 'hint', pt: 'sugestão' };

const COLOURS = { error: ['bold', 'red'], warning: ['bold', 'yellow'], info: ['bold', 'cyan'] } as const;

/** One finding about a policy: with its line of source for a person, as one line for a pipe. */
export function showFinding(file: string, source: string, found: RenderedDiagnostic, screen: Screen): void {
  const { severity, line, column, message, hint, code, span } = found;
  const place = `${clean(file)}:${line}:${column}`;
  const word = say(SEVERITIES[severity], screen.language);
  if (!screen.human) {
    const said = hint === null ? '' : `; ${say(HINT, screen.language)}: ${clean(hint)}`;
    screen.line(`${place}: ${word}: ${clean(message)}${said} [${code}]`);
    return;
  }
  screen.line(
    `${screen.paint('bold', place)}: ${screen.paint(COLOURS[severity], word)}: ${clean(message)} ${screen.paint('dim', `[${code}]`)}`,
  );
  for (const shown of excerpt({ text: source, start: span.start, end: span.end, line }, screen)) screen.line(shown);
  if (hint !== null) screen.line(`  ${screen.paint('cyan', say(HINT, screen.language))}: ${clean(hint)}`);
  screen.line();
}

/** A finding about another file, which has no lines of source worth showing: a catalogue, by its pointer. */
export function showFault(
  place: string,
  severity: RenderedDiagnostic['severity'],
  text: string,
  code: string,
  screen: Screen,
): void {
  const word = screen.paint(COLOURS[severity], say(SEVERITIES[severity], screen.language));
  screen.line(`${screen.paint('bold', clean(place))}: ${word}: ${clean(text)} ${screen.paint('dim', `[${code}]`)}`);
}

/** Findings about a policy for a machine. */
export function findingsOf(found: readonly RenderedDiagnostic[], source: SourceText): readonly object[] {
  return found.map(({ code, severity, line, column, message, hint, span }) => {
    const end = source.position(span.end);
    return { code, severity, line, column, end_line: end.line, end_column: end.column, message, hint };
  });
}
