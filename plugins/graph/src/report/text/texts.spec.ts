import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAGA_RULES, type Verdict } from '../../model/index.js';
import { toDoText } from '../show/advice.js';
import { GraphIndex } from '../show/graph-index.js';
import { deciderText, stepText, titleOf } from '../show/sentences.js';
import { ASSUMPTION_TEXTS } from './assumptions.js';
import { BEGUN_TEXTS, DECIDER_TEXTS, FACT_TEXTS, KIND_TEXTS, LABEL_TEXTS, WHY_TEXTS } from './codes.js';
import { SUBJECTS } from './subjects.js';
import { CHOICE_NAMES, EVENT_TEXTS, KIND_NAMES, OUTCOME_NAMES, PROPERTY_NAMES, TEXTS, VERDICT_NAMES } from './words.js';

/** The source of folders beside the report, specs aside. */
function sourceOf(...folders: readonly string[]): string {
  return folders
    .flatMap((folder) => {
      const path = join(import.meta.dirname, '..', '..', folder);
      return readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.includes('testing'))
        .map((name) => readFileSync(join(path, name), 'utf8'));
    })
    .join('\n');
}

/** Codes as the source writes them. */
const codesIn = (source: string): string[] =>
  [...source.matchAll(/\bcode: '([a-z_]+)'|'(ended_[a-z_]+)'/g)].map(([, code, why]) => code ?? why ?? '');

const wordsIn = (value: unknown): { en: string; pt: string }[] => {
  if (value instanceof Map) return [...value.values()].flatMap(wordsIn);
  if (typeof value !== 'object' || value === null) return [];
  if ('en' in value && 'pt' in value) return [value as { en: string; pt: string }];
  return Object.values(value).flatMap(wordsIn);
};
const ALL = [
  SUBJECTS,
  WHY_TEXTS,
  DECIDER_TEXTS,
  ASSUMPTION_TEXTS,
  KIND_TEXTS,
  FACT_TEXTS,
  BEGUN_TEXTS,
  LABEL_TEXTS,
  CHOICE_NAMES,
  EVENT_TEXTS,
  KIND_NAMES,
  OUTCOME_NAMES,
  PROPERTY_NAMES,
  TEXTS,
  VERDICT_NAMES,
].flatMap(wordsIn);

describe('texts of a graph report', () => {
  it('are there for every code that the checker gives', () => {
    const codes = codesIn(sourceOf('check', 'lower'));
    expect(codes.length).toBeGreaterThan(10);
    const known = new Set([...WHY_TEXTS.keys(), ...DECIDER_TEXTS.keys()]);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
  });

  it('are there for every assumption that a reader makes', () => {
    const table = /const ASSUMPTIONS = \{(.*?)\n\} as const/s.exec(sourceOf('read'))?.[1] ?? '';
    const codes = [...table.matchAll(/^ {2}(\w+): \{/gm)].map(([, code]) => code ?? '');
    expect(codes.length).toBeGreaterThan(2);
    expect(codes.filter((code) => !ASSUMPTION_TEXTS.has(code))).toEqual([]);
  });

  it('have the same names to be filled in in both languages, and are whole', () => {
    const names = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted();
    for (const { en, pt } of ALL) {
      expect([en, names(pt)]).toEqual([en, names(en)]);
      expect(en.trim()).toBe(en);
      expect(pt.length).toBeGreaterThan(1);
    }
  });

  it('are titles for every saga rule in every verdict', () => {
    const verdict: Verdict = { property: 'P5', rule_id: 's', target: 'pay', verdict: 'broken', severity: 'high' };
    const titles = SAGA_RULES.flatMap((kind) =>
      (['broken', 'possible', 'proved'] as const).map((word) => titleOf({ ...verdict, kind, verdict: word }, [], 'en')),
    );
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles[0]).toBe('A run can fail with `pay` done and not undone');
    expect(titleOf({ ...verdict, kind: 'toString' }, [], 'pt')).toBe('Algo não está bem em `pay`');
  });

  const index = new GraphIndex(
    { format: 'agent-graph/1', start: 'a', nodes: [{ id: 'a', kind: 'llm', title: 'Plan' }], edges: [] },
    { nodes: new Map(), edges: new Map() },
  );

  it.each([
    ['chooser_unknown', 'Who decides at `Plan`: the graph does not say.', 'Quem decide em `Plan`: o grafo não o diz.'],
    [
      'picker_unknown',
      'Who picks among the tools of `Plan`: the graph does not say.',
      'Quem escolhe entre as ferramentas de `Plan`: o grafo não o diz.',
    ],
  ])('name the node of %s', (code, en, pt) => {
    const decider = { code, at: 'a', params: {} };
    expect((['en', 'pt'] as const).map((language) => deciderText(decider, index, language))).toEqual([en, pt]);
  });

  it('say why there is no fix where nothing can be proved', () => {
    const verdict: Verdict = {
      property: 'P1',
      rule_id: 'r',
      target: 'pay',
      verdict: 'broken',
      severity: 'high',
      no_fix: 'not_provable',
    };
    const rules = [{ id: 'r', kind: 'check_before', tool: 'pay', check: 'verify' }] as const;
    expect(toDoText(verdict, rules, index, 'en')).toMatch(
      /keeps every rule from being called proved, whatever is inserted\.$/,
    );
    expect(toDoText(verdict, rules, index, 'pt')).toMatch(
      /qualquer regra se diga provada, insira-se o que se inserir\.$/,
    );
  });

  it.each([
    ['awaited', 'From here on the rule waits for what must follow.', 'something is awaited'],
    ['untrusted:page', 'Untrusted data in `page` is established here.', 'untrusted data in `page`'],
    ['verify', '`verify` is established here.', '`verify`'],
    ['other:page', '`other:page` is established here.', '`other:page`'],
  ])('tell the fact %s in words, and what begins with it', (fact, why, holds) => {
    const step = { node: 'a', events: [], facts: [fact], why: { code: 'established', params: { fact } } };
    expect(stepText(step, index, 'en')).toMatchObject({ why, facts: [holds] });
  });

  it('say of an argument that nothing lists that it is not known', () => {
    const why = { code: 'argument_tainted', params: { argument: '*', source: 'fetch' } };
    const step = { node: 'a', events: [], facts: [], why };
    expect(stepText(step, index, 'en').why).toBe('An argument that is not known may come from `fetch`.');
  });
});
