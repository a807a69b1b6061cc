import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '@ostiary/catalogue';
import { loadPolicy, type LoadOptions } from './check/load.js';
import { renderDiagnostic } from './diagnostics/render.js';
import { DIAGNOSTICS } from './diagnostics/table.js';
import { printPolicy } from './syntax/print/printer.js';
import { corpus, zoo } from './testing/index.js';

const PAGES = ['README.md', 'grammar.md', 'strings.md', 'diagnostics.md'] as const;
const LIMITS = ['maxBytes', 'maxTokens', 'maxDepth', 'maxHeight', 'maxNodes', 'maxZones', 'maxDiagnostics'] as const;
const catalogues = new Map<string, Catalogue>(
  [zoo, ...corpus.map(({ catalogue }) => catalogue)].map((each) => [each.name, each]),
);

const page = (name: string): string => readFileSync(new URL(`../../../docs/language/${name}`, import.meta.url), 'utf8');

interface Example {
  readonly title: string;
  readonly kind: 'ostiary' | 'ostiary-error';
  readonly info: ReadonlyMap<string, string>;
  readonly text: string;
}

/** The fenced blocks of a page that are marked as policies. */
function examples(name: string): Example[] {
  const text = page(name);
  return [...text.matchAll(/^```(ostiary(?:-error)?)(?: (.*))?\n([^]*?)^```$/gm)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    const info = new Map(
      (match[2] ?? '')
        .split(' ')
        .filter(Boolean)
        .map((pair) => pair.split('=') as [string, string]),
    );
    const written = (match[3] ?? '')
      .replace(/<(\d+) letters>/, (_whole, count: string) => 'a'.repeat(Number(count)))
      .replace(/<(\d+) tools>/, (_whole, count: string) =>
        Array.from({ length: Number(count) }, (_, index) => `tool t${String(index)} ();\n`).join(''),
      );
    return { title: `${name}:${String(line)}`, kind: match[1] as Example['kind'], info, text: written };
  });
}

function options({ info }: Example): LoadOptions {
  const catalogue = catalogues.get(info.get('catalogue') ?? '');
  if (info.has('catalogue') && !catalogue) throw new Error(`no catalogue ${String(info.get('catalogue'))}`);
  const limits = Object.fromEntries(
    LIMITS.filter((name) => info.has(name)).map((name) => [name, Number(info.get(name))]),
  );
  const dialect = info.get('dialect') === '1' ? 1 : info.get('dialect') === '2' ? 2 : undefined;
  return { limits, ...(catalogue && { catalogue }), ...(dialect && { dialect }) };
}

const all = PAGES.flatMap(examples);

describe('docs/language', () => {
  it.each(all.filter(({ kind }) => kind === 'ostiary'))('$title is a policy in its printed form', (example) => {
    const loaded = loadPolicy(example.text, options(example));
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map((error) => renderDiagnostic(error, example.text).message)).toEqual([]);
    if (!loaded.tree) throw new Error('no tree');
    expect(loadPolicy(printPolicy(loaded.tree), options(example)).ok).toBe(true);
  });

  it.each(all.filter(({ kind }) => kind === 'ostiary-error'))('$title is found fault with', (example) => {
    const found = loadPolicy(example.text, options(example)).diagnostics;
    const wanted = example.info.get('code');
    expect(found.map(({ code }) => code)).toContain(wanted);
    for (const diagnostic of found) {
      for (const language of ['en', 'pt'] as const) {
        const { message, hint } = renderDiagnostic(diagnostic, example.text, language);
        // Every parameter is filled in, and no term is left as its key.
        expect(`${message} ${hint ?? ''}`).not.toMatch(/\{[a-z]+\}|#[a-z]+\.[a-z_]+/);
        expect(message).not.toBe(diagnostic.code);
      }
    }
    // An example shows one fault; the one about too many findings needs another to be too many.
    const others = found
      .filter(({ code, severity }) => severity === 'error' && code !== wanted)
      .map(({ code }) => code);
    expect(others).toEqual(wanted === 'too_many_diagnostics' ? ['equals_single'] : []);
  });

  it('has a section for every diagnostic, and for nothing else, in its own words', () => {
    const sections = page('diagnostics.md').split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(Object.keys(DIAGNOSTICS));
    for (const section of sections) {
      const code = section.split('\n')[0] as keyof typeof DIAGNOSTICS;
      const { severity, message, hint } = DIAGNOSTICS[code];
      expect(section).toContain(`\n${severity}: ${message.en}\n`);
      expect(section).toContain(hint ? `\nHint: ${hint.en}\n` : `${message.en}\n\n\`\`\`ostiary-error`);
      expect(section).toContain(`\`\`\`ostiary-error code=${code}`);
    }
  });

  it('has an example that every fix mends', () => {
    for (const example of examples('diagnostics.md')) {
      const [fault] = loadPolicy(example.text, options(example)).diagnostics.filter(
        ({ code }) => code === example.info.get('code'),
      );
      if (!fault?.fix) continue;
      const { span, text } = fault.fix;
      const mended = example.text.slice(0, span.start) + text + example.text.slice(span.end);
      const left = loadPolicy(mended, options(example)).diagnostics.filter(({ severity }) => severity === 'error');
      expect({ mended, left: left.map(({ code }) => code) }).toEqual({ mended, left: [] });
    }
  });
});
