import type { GlobSegment } from '../../text/glob.js';
import type { Alphabet } from './alphabet.js';
import type { Dfa } from './dfa.js';

/**
 * A glob as an automaton without determinisation: between stars the leftmost match of a segment does as well as any other
 * other (Knuth, Morris and Pratt 1977 gives its failure links), so there is one state per character.
 */
export function globToDfa(segments: readonly GlobSegment[], alphabet: Alphabet): Dfa {
  const table: number[][] = [];
  const accepting: number[] = [];
  const addState = (accepts: boolean): number => {
    table.push(Array.from({ length: alphabet.size }, () => -1));
    accepting.push(accepts ? 1 : 0);
    return table.length - 1;
  };
  let state = addState(segments.length === 0);
  let floating = false;
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (segment.kind === 'star') {
      floating = true;
      if (last) {
        accepting[state] = 1;
        table[state]?.fill(state);
      }
      return;
    }
    const word = Array.from(segment.text, (char) => alphabet.classOf(char.codePointAt(0) ?? 0));
    if (floating) state = searchWord(word, state, last, table, addState, alphabet.size);
    else state = spellWord(word, state, last, table, addState);
  });
  return complete(table, accepting, alphabet.size);
}

function spellWord(
  word: readonly number[],
  from: number,
  last: boolean,
  table: number[][],
  addState: (accepts: boolean) => number,
): number {
  let state = from;
  word.forEach((cls, index) => {
    const target = addState(last && index === word.length - 1);
    const row = table[state];
    if (row) row[cls] = target;
    state = target;
  });
  return state;
}

/** Adds the search automaton of `word`; when it is the last segment it must end the text, so its full match keeps searching. */
function searchWord(
  word: readonly number[],
  from: number,
  last: boolean,
  table: number[][],
  addState: (accepts: boolean) => number,
  classes: number,
): number {
  const states = [from, ...word.map((_, index) => addState(last && index === word.length - 1))];
  let restart = 0;
  states.forEach((state, matched) => {
    if (matched === word.length && !last) return;
    const row = table[state];
    if (!row) return;
    for (let cls = 0; cls < classes; cls++) {
      // INVARIANT: rows of shorter matches are filled before longer ones, so the failure row is complete.
      row[cls] =
        word[matched] === cls
          ? (states[matched + 1] ?? state)
          : matched === 0
            ? (states[0] ?? state)
            : (table[states[restart] ?? 0]?.[cls] ?? state);
    }
    if (matched > 0 && matched < word.length)
      restart = states.indexOf(table[states[restart] ?? 0]?.[word[matched] ?? 0] ?? from);
  });
  return states[word.length] ?? from;
}

function complete(table: readonly (readonly number[])[], accepting: readonly number[], classes: number): Dfa {
  const dead = table.length;
  const next = new Int32Array((dead + 1) * classes).fill(dead);
  table.forEach((row, state) =>
    row.forEach((target, cls) => {
      if (target >= 0) next[state * classes + cls] = target;
    }),
  );
  return { states: dead + 1, classes, accepting: Uint8Array.from([...accepting, 0]), next };
}
