import { countBefore } from '../../search.js';
import type { CodePointRange } from '../../text/regex-class.js';
import { regexNode } from '../../text/regex.js';
import { buildNfa, closure, type Nfa } from './nfa.js';

/** Deterministic states kept before the cache is emptied and built anew, as RE2 does; bounds memory, not time. */
const MAX_STATES = 512;

/**
 * A matcher for a whole text, by a lazily built deterministic automaton: each code point costs one table look-up, or
 * at worst one pass over the automaton's states, never backtracking.
 *
 * @throws RangeError when the pattern is not one of ours; the checker has refused such a policy before.
 * See docs/adr/0024.
 */
export function regexMatcher(pattern: string): (text: string) => boolean {
  const automaton = new LazyDfa(buildNfa(regexNode(pattern)));
  return (text) => automaton.matches(text);
}

interface DfaState {
  readonly members: readonly number[];
  readonly accepting: boolean;
  /** By class of code points; undefined until first taken. */
  readonly next: (DfaState | undefined)[];
}

class LazyDfa {
  private states = new Map<string, DfaState>();
  private start: DfaState | undefined;
  /** Sorted first code points of the classes that no range of the automaton tells apart. */
  private readonly bounds: readonly number[];
  private readonly asciiClass: Uint16Array;

  constructor(private readonly nfa: Nfa) {
    this.bounds = classBounds(nfa);
    this.asciiClass = Uint16Array.from({ length: 128 }, (_, code) => this.search(code));
  }

  matches(text: string): boolean {
    let state = (this.start ??= this.initial());
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      let cls: number;
      if (unit < 128) {
        cls = this.asciiClass[unit] ?? 0;
      } else {
        const code = text.codePointAt(i) ?? unit;
        if (code > 0xffff) i++;
        cls = this.search(code);
      }
      state = state.next[cls] ?? this.step(state, cls);
      if (state.members.length === 0) return false;
    }
    return state.accepting;
  }

  private initial(): DfaState {
    const members = new Set<number>();
    closure(this.nfa, this.nfa.start, members, new Set());
    return this.intern(members);
  }

  private step(from: DfaState, cls: number): DfaState {
    const code = this.bounds[cls] ?? 0;
    const members = new Set<number>();
    const seen = new Set<number>();
    for (const member of from.members) {
      const state = this.nfa.states[member];
      if (state?.kind === 'read' && includes(state.ranges, code)) closure(this.nfa, state.next, members, seen);
    }
    const to = this.intern(members);
    from.next[cls] = to;
    return to;
  }

  private intern(members: Set<number>): DfaState {
    const sorted = Uint16Array.from(members).toSorted();
    const key = sorted.join();
    const known = this.states.get(key);
    if (known) return known;
    if (this.states.size >= MAX_STATES) {
      // States already reached stay usable by whoever holds them; they are only no longer found by key.
      this.states = new Map();
      this.start = undefined;
    }
    const state: DfaState = {
      members: [...sorted],
      accepting: members.has(this.nfa.accept),
      next: Array.from({ length: this.bounds.length }),
    };
    this.states.set(key, state);
    return state;
  }

  /** Index of the class of a code point: the last bound not above it. */
  private search(code: number): number {
    return countBefore(this.bounds.length, (index) => (this.bounds[index] ?? 0) <= code) - 1;
  }
}

function classBounds(nfa: Nfa): readonly number[] {
  const bounds = new Set<number>([0]);
  for (const state of nfa.states) {
    if (state.kind !== 'read') continue;
    for (const [low, high] of state.ranges) {
      bounds.add(low);
      if (high < 0x10ffff) bounds.add(high + 1);
    }
  }
  return [...bounds].toSorted((a, b) => a - b);
}

function includes(ranges: readonly CodePointRange[], code: number): boolean {
  return ranges.some(([low, high]) => low <= code && code <= high);
}
