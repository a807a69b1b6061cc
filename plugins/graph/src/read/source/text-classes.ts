/** A question about a text: whether it is these pieces with anything between them (one piece: whether it is that), or how it is ordered to another text. */
export type TextQuestion =
  | { readonly pieces: readonly string[]; /** Upper and lower case are the same. */ readonly folded?: true }
  | { readonly order: '<' | '<=' | '>' | '>='; readonly than: string };

/** A text, and which of the questions it answers with yes. */
export interface TextClass {
  readonly witness: string;
  readonly holds: readonly boolean[];
}

const MOST_QUESTIONS = 16;
const LONGEST = 200;
const MOST_STATES = 4_000;

/** Reads a text character by character. States are numbers that only the automaton knows the meaning of. */
interface Automaton {
  readonly start: string;
  readonly step: (state: string, character: string) => string;
  readonly accepts: (state: string) => boolean;
}

/**
 * Every combination of answers that some text gives, each with a shortest such text: questions such as "ends in .txt" and "is a.txt" hang together, and
 * this is how. The automata of the questions are run side by side over all texts. Exact, by code points; null where there is too much to tell.
 */
export function textClasses(questions: readonly TextQuestion[]): readonly TextClass[] | null {
  const texts = questions.flatMap((one) => ('pieces' in one ? one.pieces : [one.than]));
  if (questions.length > MOST_QUESTIONS || texts.some((text) => text.length > LONGEST)) return null;
  // A letter whose other case is longer than itself is read in no one step.
  const folds = questions.some((one) => 'pieces' in one && one.folded);
  if (
    folds &&
    texts.some((text) =>
      charactersOf(text).some((one) => otherCases(one).some((other) => charactersOf(other).length > 1)),
    )
  )
    return null;
  const automata = questions.map((one) => ('pieces' in one ? pieced(one.pieces, one.folded === true) : ordered(one)));
  const alphabet = alphabetOf(
    texts,
    folds,
    questions.some((one) => 'order' in one),
  );
  const seen = new Set<string>();
  const classes = new Map<string, TextClass>();
  let open = [{ states: automata.map(({ start }) => start), text: '' }];
  while (open.length > 0) {
    const next: typeof open = [];
    for (const { states, text } of open) {
      const holds = automata.map(({ accepts }, at) => accepts(states[at] ?? ''));
      const key = holds.join();
      if (!classes.has(key)) classes.set(key, { witness: text, holds });
      for (const character of alphabet) {
        const after = automata.map(({ step }, at) => step(states[at] ?? '', character));
        const id = after.join('|');
        if (seen.has(id)) continue;
        seen.add(id);
        if (seen.size > MOST_STATES) return null;
        next.push({ states: after, text: text + character });
      }
    }
    open = next;
  }
  return [...classes.values()];
}

/** The places in the pieces where a reading may stand, as numbers in a row: after a piece that is not the last one anything may follow. */
function pieced(pieces: readonly string[], folded: boolean): Automaton {
  const ANYTHING = null;
  const pattern = pieces.flatMap((piece, at) => [...(at > 0 ? [ANYTHING] : []), ...charactersOf(piece)]);
  const same = (left: string, right: string): boolean =>
    left === right || (folded && left.toLowerCase() === right.toLowerCase());
  const closed = (places: Iterable<number>): string => {
    const all = new Set<number>();
    for (let place of places) {
      all.add(place);
      while (pattern[place] === ANYTHING) all.add((place += 1));
    }
    return [...all].toSorted((a, b) => a - b).join(',');
  };
  const placesOf = (state: string): readonly number[] => (state === '' ? [] : state.split(',').map(Number));
  return {
    start: closed([0]),
    step: (state, character) =>
      closed(
        placesOf(state).flatMap((place) => {
          const here = pattern[place];
          if (here === ANYTHING) return [place];
          return here !== undefined && same(here, character) ? [place + 1] : [];
        }),
      ),
    accepts: (state) => placesOf(state).includes(pattern.length),
  };
}

/** How what is read so far stands to the other text: before it, behind it, or the beginning of it. */
function ordered({ order, than }: Extract<TextQuestion, { readonly order: string }>): Automaton {
  const other = charactersOf(than);
  return {
    start: '0',
    step: (state, character) => {
      if (state === '<' || state === '>') return state;
      const here = other[Number(state)];
      if (here === undefined) return '>';
      const difference = (character.codePointAt(0) ?? 0) - (here.codePointAt(0) ?? 0);
      return difference === 0 ? String(Number(state) + 1) : difference < 0 ? '<' : '>';
    },
    accepts: (state) => {
      const at = state === '<' || state === '>' ? state : Number(state) < other.length ? '<' : '=';
      return at === '=' ? order.endsWith('=') : order.startsWith(at);
    },
  };
}

/** All characters that are named, and some of those that are not: one at all, or one between each two where the order counts. */
function alphabetOf(texts: readonly string[], folded: boolean, inOrder: boolean): readonly string[] {
  const named = new Set(charactersOf(texts.join('')).flatMap((one) => (folded ? [one, ...otherCases(one)] : [one])));
  const unnamed = (from: number, step: 1 | -1): readonly string[] => {
    for (let code = from; code >= 0x20 && code <= 0x10_ff_ff; code += step) {
      const one = String.fromCodePoint(code);
      if (!named.has(one) && !(folded && otherCases(one).some((other) => named.has(other))) && !isSurrogate(code))
        return [one];
    }
    return [];
  };
  const beside = inOrder
    ? [...named].flatMap((one) => {
        const code = one.codePointAt(0) ?? 0;
        return [...unnamed(code + 1, 1), ...unnamed(code - 1, -1)];
      })
    : [];
  return [...new Set([...named, ...beside, ...unnamed(0x61, 1)])];
}

/** By code points. */
const charactersOf = (text: string): readonly string[] => Array.from(text);
const isSurrogate = (code: number): boolean => code >= 0xd8_00 && code <= 0xdf_ff;
const otherCases = (one: string): readonly string[] => [one.toLowerCase(), one.toUpperCase()];
