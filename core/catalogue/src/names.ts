import { CATALOGUE_LIMITS } from './limits.js';

/** The form in which tool names are compared: NFKC, so that full-width or composed spellings are one name. */
export function toolNameKey(name: string): string {
  return name.normalize('NFKC');
}

/**
 * Letters of other scripts that are drawn like a Latin letter or digit, in pairs. A subset of the UTS 39 confusables:
 * Cyrillic, Greek, Armenian, Cherokee and the dotless and script letters that NFKC leaves alone.
 */
const LOOKALIKES = new Map<string, string>([
  ...pairs('аaсcеeоoрpхxуyіiјjѕsԁdһhԛqԝwѵvӏlззкkтtмmнhвbгr'),
  ...pairs('АAВBСCЕEНHІIЈJКKМMОOРPЅSТTХXУYԌGԚQԜWЗ3ЬbЫb'),
  ...pairs('αaοoνvρpιiκkτtυuχxγyωwσoεeηn'),
  ...pairs('ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX'),
  ...pairs('օoսuհhոnցgզqքpՕOՍUԼL'),
  ...pairs('ᎪAᏴBᏟCᎠDᎬEᏀGᎻHᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᏃZ'),
  ...pairs('ıiɑaɡgʋvᴏoᴄcᴠvᴡwᴢzꜱsøo'),
]);

function pairs(text: string): [string, string][] {
  const points = Array.from(text);
  const out: [string, string][] = [];
  for (let i = 0; i + 1 < points.length; i += 2) out.push([points[i] as string, points[i + 1] as string]);
  return out;
}

/**
 * Two names with one skeleton look alike: lookalike letters, case, 0/o and 1/l/i are made equal (after UTS 39). A capital I
 * looks like l and is the letter i, so these two are one as well.
 */
export function confusableSkeleton(name: string): string {
  return latin(name).toLowerCase().replace(/[1i|]/g, 'l').replaceAll('0', 'o');
}

/** The name in Latin letters without marks, as far as it looks like such. */
function latin(name: string): string {
  if (isAscii(name)) return name;
  let out = '';
  for (const point of toolNameKey(name)) out += LOOKALIKES.get(point) ?? point;
  return out.normalize('NFD').replace(/\p{Mn}/gu, '');
}

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/**
 * Tells whether a name that is none of `names` could pass for one of them: equal after NFKC, without characters that nobody
 * sees, with lookalike letters made equal and in lower case. Servers differ in which of `path`, `Path` and `pa\u200bth` they take.
 */
export function foldsToOneOf(names: Iterable<string>): (name: string) => boolean {
  // Folded when a name is first asked about: most calls have no name that is not known.
  let folded: ReadonlySet<string> | null = null;
  return (name) => {
    const known = (folded ??= new Set([...names].flatMap(foldings)));
    return foldings(name).some((form) => known.has(form));
  };
}

/** Letters look alike in one case and not in the other, so a name has two foldings. */
function foldings(name: string): readonly [string, string] {
  const seen = toolNameKey(name).replace(/[\p{C}\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu, '');
  return [confusableSkeleton(seen), confusableSkeleton(seen.toLowerCase())];
}

/** Whether two names are so alike that one of them is refused: always when a non-ASCII letter is part of it. */
export function isDeceptive(a: string, b: string): boolean {
  return confusableSkeleton(a) === confusableSkeleton(b) && !(isAscii(toolNameKey(a)) && isAscii(toolNameKey(b)));
}

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian'] as const;
const SCRIPT_PATTERNS = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);

/** Scripts with letters that look like Latin ones, when a name uses more than one of them; else empty. */
export function mixedScripts(name: string): readonly string[] {
  if (isAscii(name)) return [];
  const found = SCRIPT_PATTERNS.filter(([, pattern]) => pattern.test(toolNameKey(name))).map(([script]) => script);
  return found.length > 1 ? found : [];
}

/** Why a text cannot be the name of a tool or a field, or null. */
export function nameFault(
  name: string,
): 'reserved' | 'empty' | 'too long' | 'invisible or control characters' | 'space at an end' | null {
  if (name === '__proto__') return 'reserved';
  if (name === '') return 'empty';
  if (name.length > CATALOGUE_LIMITS.nameLength) return 'too long';
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u.test(name))
    return 'invisible or control characters';
  if (name.trim() !== name) return 'space at an end';
  return null;
}
