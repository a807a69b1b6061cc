import type { Field, RecordType, StringFormat, Type } from '@ostiary/catalogue';
import { baseOf, DECIMAL } from '../../values/types.js';
import { formatOf } from './spelling.js';
import type { Clues, TypeVariable } from './variable.js';

/** A path has no more steps. Statements may put types into one another without end. */
const NEEDED_DEPTH = 64;
/** Types deeper than this are cut off. Those begun in the first half keep all that a path can reach. */
const MAX_DEPTH = 2 * NEEDED_DEPTH;

/**
 * The types that all clues together give. A type that many variables share is made once, so that a record which a rule
 * over all tools gives to each of them is one object. No clue may be added while a solver is in use.
 */
export class TypeSolver {
  /**
   * @param onFormat told of texts whose format was inferred, or could not be
   * @param onContains told of what is a list only because it is asked to contain a text
   */
  constructor(
    private readonly onFormat: (clues: Clues, format: StringFormat | 'unclear') => void,
    private readonly onContains: (clues: Clues) => void,
  ) {}

  private readonly known = new Map<Clues, Type>();
  private readonly busy = new Set<Clues>();
  /** Counts types cut off inside themselves: what holds one depends on where it was looked at from. */
  private circles = 0;

  typeOf(variable: TypeVariable): Type {
    const clues = variable.clues;
    if (clues.fixed) return baseOf(clues.fixed);
    const known = this.known.get(clues);
    if (known) return known;
    if (this.busy.has(clues)) {
      this.circles++;
      return { kind: 'any' };
    }
    const depth = this.busy.size;
    if (depth >= MAX_DEPTH) return { kind: 'any' };
    const { circles } = this;
    this.busy.add(clues);
    const type = this.make(clues);
    this.busy.delete(clues);
    if (this.circles === circles && depth <= MAX_DEPTH - NEEDED_DEPTH) this.known.set(clues, type);
    return type;
  }

  /** The fields as a record type, whose fields may all be absent and which may hold others. */
  recordOf(variable: TypeVariable): RecordType {
    return this.record(variable.clues);
  }

  private record({ fields }: Clues): RecordType {
    const types = Object.create(null) as Record<string, Field>;
    for (const [name, field] of fields ?? []) types[name] = { type: this.typeOf(field), required: false };
    return { kind: 'record', fields: types, open: true };
  }

  private text(clues: Clues): Type {
    if (clues.format || !clues.spelling) return { kind: 'string', format: clues.format ?? 'text' };
    const format = formatOf(clues.spelling);
    if (format) this.onFormat(clues, format);
    return format === null || format === 'unclear'
      ? { kind: 'string', format: 'text' }
      : { kind: 'string', format, strict: true };
  }

  private make(clues: Clues): Type {
    switch (clues.kind) {
      case null:
        if (clues.fallback) return clues.fallback === 'number' ? DECIMAL : { kind: 'duration' };
        if (clues.used || clues.spelled) return this.text(clues);
        return clues.sized ? { kind: 'list', of: { kind: 'any' } } : { kind: 'any' };
      case 'number':
        return DECIMAL;
      case 'string':
        return this.text(clues);
      case 'list':
        if (clues.contained && !clues.listed) this.onContains(clues);
        return { kind: 'list', of: clues.element ? this.typeOf(clues.element) : { kind: 'any' } };
      case 'record':
        return this.record(clues);
      case 'map':
        return { kind: 'map', of: clues.element ? this.typeOf(clues.element) : { kind: 'any' } };
      case 'bool':
      case 'money':
      case 'duration':
      case 'time':
      case 'any':
        return { kind: clues.kind };
    }
  }
}
