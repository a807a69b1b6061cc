import { SourceText } from '../text/source.js';
import type { Diagnostic, Language, RenderedDiagnostic } from './diagnostic.js';
import { declarationOf } from './table.js';
import { inWords } from './terms.js';

/** Puts a diagnostic into words. Throws a RangeError for a code that is not declared. */
export function renderDiagnostic(
  diagnostic: Diagnostic,
  source: string | SourceText,
  language: Language = 'en',
): RenderedDiagnostic {
  const declaration = declarationOf(diagnostic.code);
  if (!declaration) throw new RangeError(`no diagnostic is declared as ${diagnostic.code}`);
  const text = typeof source === 'string' ? new SourceText(source) : source;
  const { params } = diagnostic;
  const { message } = declaration;
  const hint = declaration.hint && withoutEmpty(declaration.hint[language], params);
  return {
    ...diagnostic,
    ...text.position(diagnostic.span.start),
    message: fill(message[language], params, language),
    hint: hint && isComplete(hint, params) ? fill(hint, params, language) : null,
    anchor: diagnostic.code,
  };
}

const PARAMETER = /\{([a-z]+)\}/g;
/** A part of a hint that is left out when a parameter in it is empty. */
const PART = /\[\[(.*?)\]\]/g;

function withoutEmpty(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(PART, (_, part: string) => (isComplete(part, params) ? part : ''));
}

function valueOf(params: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(params, name) ? params[name] : undefined;
}

/** A hint without its subject helps nobody. */
function isComplete(template: string, params: Readonly<Record<string, string>>): boolean {
  return [...template.matchAll(PARAMETER)].every(([, name = '']) => (valueOf(params, name) ?? '') !== '');
}

function fill(template: string, params: Readonly<Record<string, string>>, language: Language): string {
  return template.replaceAll(PARAMETER, (whole, name: string) => {
    const value = valueOf(params, name);
    return value === undefined ? whole : clipped(inWords(value, language));
  });
}

/** What a text quotes of a policy or a catalogue may be as long as these are. */
const MAX_QUOTED = 1_000;

function clipped(value: string): string {
  return value.length <= MAX_QUOTED ? value : `${value.slice(0, MAX_QUOTED)}...`;
}
