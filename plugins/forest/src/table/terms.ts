/** The small languages of the other columns: which features, by how much, which way, what is looked at, what is expected. */
import { CellFault, shown } from './flaw.js';
import { type Amount, readAmount, readNumber } from './number.js';
import { split, unquoted } from './split.js';

/** Something said of a feature, a group, or of all (`*`). */
export interface Named<T> {
  readonly name: string;
  readonly value: T;
}

/** `income; age`, or `*`. */
export const readNames = (text: string): string[] => split(text, ';').flatMap((part) => split(part, '|').map(unquoted));

/** `*=0.05` or `income=500;age=0;dti=2%`; a number alone is for all. */
export function readEpsilon(text: string): Named<Amount>[] {
  return assignments(text, readAmount, 'income=500; dti=2%');
}

/** `amount=1; purpose=20`: a price for each unit that a feature is changed by; a number alone is for all. */
export function readCosts(text: string): Named<number>[] {
  return assignments(text, (value) => readAmountOf(value, 'cost'), 'amount=1; tenure=20');
}

function readAmountOf(text: string, what: string): number {
  const { value, relative } = readAmount(text);
  if (!relative) return value;
  throw new CellFault('number_expected', {
    en: `A ${what} must be a number, not a percentage.`,
    pt: `Isto tem de ser um número, e não uma percentagem.`,
  });
}

function assignments<T>(text: string, read: (value: string) => T, example: string): Named<T>[] {
  return split(text, ';').map((part) => {
    const at = equalsOf(part);
    if (at >= 0) return { name: unquoted(part.slice(0, at)), value: read(part.slice(at + 1)) };
    if (/^[\d.+-]/.test(part)) return { name: '*', value: read(part) };
    throw new CellFault('assignment_expected', {
      en: `"${shown(part)}" has no amount. Write name=amount, as in "${example}".`,
      pt: `"${shown(part)}" não tem uma quantia. Escreva nome=quantia, como em "${example}".`,
    });
  });
}

/** The first `=` outside quotes; -1 where there is none. */
function equalsOf(text: string): number {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === '=' && !quoted) return at;
  }
  return -1;
}

export type Way = 'up' | 'down';

/** `pirat up; lvrat down`. */
export function readDirections(text: string): Named<Way>[] {
  return split(text, ';').map((part) => {
    const [, name, way] = /^(.+)\s+(up|down)$/is.exec(part) ?? [];
    if (name !== undefined && way !== undefined)
      return { name: unquoted(name), value: way.toLowerCase() === 'up' ? 'up' : 'down' };
    throw new CellFault('direction_expected', {
      en: `"${shown(part)}" is not a direction. Write a feature with "up" or "down", as in "income up".`,
      pt: `"${shown(part)}" não é uma direção. Escreva uma característica com "up" ou "down", como em "income up".`,
    });
  });
}

export interface Band {
  readonly name: string;
  /** Scores below this, and not below that of the band before, are of the band; null for the last. */
  readonly below: number | null;
}

/** What is looked at. `score`: a raw sum; `probability`: what the model says as the share of a class. */
export type Output =
  | { readonly kind: 'label' }
  | { readonly kind: 'probability' | 'score'; readonly index: number }
  | { readonly kind: 'bands'; readonly bands: readonly Band[] };

/**
 * `label`, `p[1]`, `score[0]`, `score`, or `band(approve<0.18,refer<0.35,decline)`.
 * @throws CellFault
 */
export function readOutput(text: string): Output {
  const trimmed = text.trim();
  if (/^label$/i.test(trimmed)) return { kind: 'label' };
  const [, what, index] = /^(p|score)\s*(?:\[(\d{1,6})\])?$/i.exec(trimmed) ?? [];
  if (what !== undefined && (index !== undefined || what.toLowerCase() === 'score'))
    return { kind: what.toLowerCase() === 'p' ? 'probability' : 'score', index: Number(index ?? 0) };
  const [, inner] = /^bands?\((.*)\)$/is.exec(trimmed) ?? [];
  if (inner !== undefined) return { kind: 'bands', bands: readBands(inner) };
  throw new CellFault('output_unknown', {
    en: `"${shown(trimmed)}" is not an output of a model. Write label, p[1], score[0] or band(approve<0.18,refer<0.35,decline).`,
    pt: `"${shown(trimmed)}" não é uma saída de um modelo. Escreva label, p[1], score[0] ou band(approve<0.18,refer<0.35,decline).`,
  });
}

function readBands(text: string): Band[] {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  const bands = parts.map((part, at): Band => {
    const last = at === parts.length - 1;
    const [, name, below] = /^([^<]+?)\s*(?:<\s*([^<=]+))?$/.exec(part) ?? [];
    if (name === undefined || (below === undefined) !== last) throw bandFault(part);
    return { name: unquoted(name), below: below === undefined ? null : readNumber(below) };
  });
  const rising = bands.every(({ below }, at) => {
    const before = bands[at - 1]?.below ?? Number.NEGATIVE_INFINITY;
    return below === null || below > before;
  });
  if (bands.length < 2 || !rising || new Set(bands.map(({ name }) => name)).size < bands.length) throw bandFault(text);
  return bands;
}

const bandFault = (text: string): CellFault =>
  new CellFault('bands_unreadable', {
    en: `"${shown(text)}" is not a list of bands. Bands need different names, and all but the last need a limit. The limits must rise, as in band(approve<0.18,refer<0.35,decline).`,
    pt: `"${shown(text)}" não é uma lista de faixas. As faixas precisam de nomes diferentes, e todas menos a última precisam de um limite. Os limites têm de subir, como em band(approve<0.18,refer<0.35,decline).`,
  });

/** What must hold of what is looked at. */
export type Expect =
  | { readonly kind: 'label'; readonly op: '=' | '!='; readonly label: string }
  | { readonly kind: 'bound'; readonly op: '<=' | '<' | '>=' | '>'; readonly value: number }
  | { readonly kind: 'band'; readonly op: '=' | '!='; readonly band: string }
  | { readonly kind: 'same' | 'no_flip' | 'nondecreasing' | 'nonincreasing' }
  | { readonly kind: 'gap' | 'cost' | 'distance'; readonly op: '<=' | '<' | '>=' | '>'; readonly value: number };

const BOUND = /^(gap|cost|distance|score|p\s*\[\d+\])?\s*(<=|>=|<|>|≤|≥)\s*(.+)$/i;

/**
 * `label=0`, `<=0.35`, `nondecreasing`, `gap<=0.05`, `cost>=500`, `no flip`, `same label`, `same band`, `band=approve`.
 * @throws CellFault
 */
export function readExpect(text: string): Expect {
  const trimmed = text.trim();
  if (/^same(?:\s+(?:label|band|answer))?$/i.test(trimmed)) return { kind: 'same' };
  if (/^no[\s_-]flip$/i.test(trimmed)) return { kind: 'no_flip' };
  if (/^(?:nondecreasing|nonincreasing)$/i.test(trimmed))
    return { kind: trimmed.toLowerCase() as 'nondecreasing' | 'nonincreasing' };
  const [, what, sign, value] = /^(label|band)\s*(!?=)\s*(.+)$/is.exec(trimmed) ?? [];
  if (what !== undefined && value !== undefined) {
    const op = sign === '!=' ? '!=' : '=';
    return what.toLowerCase() === 'label'
      ? { kind: 'label', op, label: unquoted(value) }
      : { kind: 'band', op, band: unquoted(value) };
  }
  const [, subject, op, bound] = BOUND.exec(trimmed) ?? [];
  if (op !== undefined && bound !== undefined) {
    const kind = subject === undefined || /^(?:score|p)/i.test(subject) ? 'bound' : subject.toLowerCase();
    const plain = op.replace('≤', '<=').replace('≥', '>=') as '<=';
    return { kind: kind as 'bound', op: plain, value: readNumber(bound) };
  }
  throw new CellFault('expect_unreadable', {
    en: `"${shown(trimmed)}" is not an expectation. Write label=0, <=0.35, nondecreasing, gap<=0.05, cost>=500, no flip, same label or same band.`,
    pt: `"${shown(trimmed)}" não é uma expectativa. Escreva label=0, <=0.35, nondecreasing, gap<=0.05, cost>=500, no flip, same label ou same band.`,
  });
}

export type Distance = 'linf' | 'l1' | 'l0';

/** @throws CellFault */
export function readDistance(text: string): Distance {
  const word = text.trim().toLowerCase();
  if (word === 'linf' || word === 'l1' || word === 'l0') return word;
  throw new CellFault('distance_unknown', {
    en: `"${shown(text)}" is not a distance. Write linf (the largest change), l1 (the sum of changes) or l0 (the number of changes).`,
    pt: `"${shown(text)}" não é uma distância. Escreva linf (a maior mudança), l1 (a soma das mudanças) ou l0 (o número de mudanças).`,
  });
}

/** Knife edge in steps of the number format (`1ulp`), or an amount. */
export type Tolerance = { readonly ulps: number } | { readonly amount: number };

/** @throws CellFault */
export function readTolerance(text: string): Tolerance {
  const [, ulps] = /^(\d{1,4})\s*ulps?$/i.exec(text.trim()) ?? [];
  return ulps === undefined ? { amount: readAmountOf(text, 'tolerance') } : { ulps: Number(ulps) };
}

/** @throws CellFault for what is no whole number from 1 */
export function readCount(text: string): number {
  const value = readNumber(text, 'int64');
  if (value >= 1) return value;
  throw new CellFault('number_not_positive', { en: 'It must be 1 or more.', pt: 'Tem de ser 1 ou mais.' });
}
