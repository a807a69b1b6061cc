import { type Alphabet, buildAlphabet } from './alphabet.js';
import { accepts, AUTOMATA_LIMITS, type AutomataLimits, type Dfa, isLimit, type LimitReached } from './dfa.js';
import { characterSets, compileLanguage, type Language, single } from './language.js';
import { product } from './product.js';
import { findWords } from './words.js';
import { addTo } from '../../maps.js';

/** What is asked about one string variable. */
export interface CellRequest {
  /** The predicates; a cell's `accepts` follows this order. */
  readonly languages: readonly Language[];
  /** Words the variable is compared with: each is a cell of its own. */
  readonly literals: readonly string[];
  /** Contains every string the variable can be; may contain more, which `admits` then throws out. */
  readonly domain: Language;
  /** Whether a string is one the variable can really be (in normal form, of the right length). */
  readonly admits: (word: string) => boolean;
  /** Realistic strings, most wanted first; taken as witnesses where they fit. */
  readonly candidates: readonly string[];
  /** Distinct witnesses wanted per cell: as many as there are variables compared with one another. */
  readonly perCell: number;
  readonly limits?: AutomataLimits;
}

/** Strings that no predicate and no literal tells apart. */
export interface Cell {
  readonly accepts: readonly boolean[];
  /** The literal this cell consists of, or null. */
  readonly literal: string | null;
  /** Distinct members, at most `perCell`, most realistic or else shortest first. Empty: none was found, see `open`. */
  readonly witnesses: readonly string[];
  /** True when members beyond `witnesses` may exist although fewer than `perCell` were found. */
  readonly open: boolean;
}

export interface Cells {
  readonly kind: 'cells';
  readonly cells: readonly Cell[];
  /** False when some cell is `open`. */
  readonly exact: boolean;
}

/**
 * Divides the strings of the domain into cells: the reachable acceptance vectors of the product of all automata, with
 * the literals taken out one by one. Exact: together the cells hold every admitted string, each in one cell.
 * See docs/adr/0030.
 */
export function computeCells(request: CellRequest): Cells | LimitReached {
  const sets = [...characterSets(request.domain), ...request.languages.flatMap(characterSets)];
  const coarse = cellsOver(buildAlphabet(sets), request);
  if (isLimit(coarse) || coarse.exact || request.literals.length === 0) return coarse;
  // A cell may look inhabited only because its sample characters are all taken by literals: give each of their characters its own class.
  const letters = new Set(request.literals.flatMap((word) => Array.from(word)));
  const fine = cellsOver(buildAlphabet([...sets, ...[...letters].map(single)]), request);
  return isLimit(fine) ? coarse : fine;
}

function cellsOver(alphabet: Alphabet, request: CellRequest): Cells | LimitReached {
  const limits = request.limits ?? AUTOMATA_LIMITS;
  const domain = compileLanguage(request.domain, alphabet, limits);
  if (isLimit(domain)) return domain;
  const automata: Dfa[] = [];
  for (const language of request.languages) {
    const dfa = compileLanguage(language, alphabet, limits);
    if (isLimit(dfa)) return dfa;
    automata.push(dfa);
  }
  const joint = product(domain, automata, limits);
  if (isLimit(joint)) return joint;

  const inside = (word: string): boolean => accepts(domain, alphabet, word) && request.admits(word);
  const literals = new Set(request.literals.filter(inside));
  const acceptance = (word: string): boolean[] => automata.map((dfa) => accepts(dfa, alphabet, word));
  const cells: Cell[] = [...literals].map((word) => ({
    accepts: acceptance(word),
    literal: word,
    witnesses: [word],
    open: false,
  }));
  const realistic = new Map<string, string[]>();
  for (const word of new Set(request.candidates)) {
    if (literals.has(word) || !inside(word)) continue;
    addTo(realistic, acceptance(word).join(), word);
  }
  let budget = limits.words;
  joint.vectors.forEach((vector, number) => {
    const known = (realistic.get(vector.join()) ?? []).slice(0, request.perCell);
    const missing = request.perCell - known.length;
    const search =
      missing === 0
        ? { words: [], exhausted: false, looked: 0 }
        : findWords(
            joint,
            alphabet,
            number,
            missing,
            Math.min(limits.wordsPerCell + literals.size, budget),
            (word) => !literals.has(word) && !known.includes(word) && request.admits(word),
          );
    budget -= search.looked;
    const witnesses = [...known, ...search.words];
    const open = witnesses.length < request.perCell && !search.exhausted;
    if (witnesses.length > 0 || open) cells.push({ accepts: vector, literal: null, witnesses, open });
  });
  return { kind: 'cells', cells, exact: cells.every((cell) => !cell.open) };
}
