/** What can be tainted is a bit: a variable, a history, what a node returned. The bit of the history that a node has for itself goes with its lane. */
export type Bits = number;

export const EVERYTHING: Bits = -1;
/** Some node that a lane is in has a history for itself, and that is tainted. It is a part of everything, and of nothing else. */
export const ELSEWHERE: Bits = 1 << 30;

/** Whether something is tainted, said of a state: by what is tainted then. */
export interface Value {
  /** Tainted when one of these is. */
  readonly by: Bits;
  /** Nobody knows as soon as one of these is tainted. */
  readonly maybe: Bits;
  /** Tainted in any state, or not known in any. */
  readonly always?: 'tainted' | 'unknown';
  /** Tainted also where it is under a tainted decision. */
  readonly decided?: true;
}

export const CLEAN: Value = { by: 0, maybe: 0 };
export const TAINTED: Value = { ...CLEAN, always: 'tainted' };
export const UNKNOWN: Value = { ...CLEAN, always: 'unknown' };
/** Clean, but for a tainted decision that it is under. */
export const DECIDED: Value = { ...CLEAN, decided: true };

export const by = (bits: Bits): Value => ({ by: bits, maybe: 0 });
export const maybe = (bits: Bits): Value => ({ by: 0, maybe: bits });

export function any(...values: readonly Value[]): Value {
  const always = values.some((value) => value.always === 'tainted')
    ? 'tainted'
    : values.find((value) => value.always)?.always;
  return {
    by: values.reduce((bits, value) => bits | value.by, 0),
    maybe: values.reduce((bits, value) => bits | value.maybe, 0),
    ...(always && { always }),
    ...(values.some(({ decided }) => decided) && { decided: true }),
  };
}

/** Nobody knows, as soon as it may be tainted. */
export const perhaps = ({ by: bits, maybe: more, always }: Value): Value => ({
  by: 0,
  maybe: bits | more,
  ...(always && { always: 'unknown' }),
});

export const isOpen = ({ maybe: bits, always }: Value): boolean => bits !== 0 || always === 'unknown';

/** `hopeful`: what is not known is clean. `under`: a tainted decision is in force. */
export function isTainted(value: Value, tainted: Bits, under: boolean, hopeful: boolean): boolean {
  if (value.always === 'tainted' || (tainted & value.by) !== 0 || (value.decided === true && under)) return true;
  return !hopeful && (value.always === 'unknown' || (tainted & value.maybe) !== 0);
}
