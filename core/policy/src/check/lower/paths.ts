import type { Type } from '@ostiary/catalogue';
import type { CoreExpr } from '../../core/ir.js';
import type { Name, PathExpr } from '../../syntax/ast.js';
import { pathText } from '../../syntax/print/expressions.js';
import { followFields, type ReadRoot, resolvePath } from '../environment.js';
import { lookUp } from '../scope.js';
import { BOOL, TEXT, typeTerm } from '../../values/types.js';
import type { Binding, Lowering, Names } from './context.js';
import { lowerDefine } from './defines.js';
import { reportName, reportPart, reportUnknown } from './reports.js';
import { never, type Typed, typed } from './typed.js';
import { partType, type StringPart } from '../../values/parts.js';

const ANSWERS: Type = { kind: 'string', format: 'keyword', enum: ['allow', 'confirm', 'refuse'] };

/** Parts of strings that a reader may mean where, without a catalogue, a field of a record is read. */
const PART_LIKE: ReadonlySet<string> = new Set(['domain', 'host', 'country']);

/** A path in the place of a value. */
export function lowerPath(l: Lowering, path: PathExpr, names: Names): Typed | null {
  switch (path.root) {
    case 'tool':
      return typed({ op: 'tool' }, TEXT);
    case 'answer':
    case 'executes':
      if (!l.mayAskAnswer) return l.sink.reject('answer_outside_property', path.span, { name: path.root });
      return typed({ op: 'answer', after: path.root === 'answer' ? 'rules' : 'tickets' }, ANSWERS);
    case null:
      return lowerNamed(l, path, names);
    default:
      return lowerRead(l, path, path.root);
  }
}

function lowerRead(l: Lowering, path: PathExpr, root: ReadRoot): Typed | null {
  const segments = path.segments.map(({ text }) => text);
  const found = resolvePath(l.environment, l.tool, root, segments);
  if (!found) return lowerMissing(l, path, root, segments);
  if (found.type.kind === 'any') return l.sink.reject('any_unreadable', path.span, { path: pathText(path) });
  const last = segments.at(-1) ?? '';
  if (!l.environment.catalogue && root === 'args' && segments.length > 1 && PART_LIKE.has(last)) {
    l.sink.report('attribute_part_as_record', path.span, { path: pathText(path) });
  }
  const slot = l.slots.slotFor(root, found.path, found.whole, found.required, path.zone?.text);
  const read: CoreExpr = { op: 'read', slot };
  if (!found.part) return typed(read, found.type);
  return typed({ op: 'part', operand: read, part: found.part, type: found.type }, found.type);
}

/** A path with no type: a gap of this tool, a part that does not exist, or a name nobody has. */
function lowerMissing(l: Lowering, path: PathExpr, root: ReadRoot, segments: readonly string[]): Typed | null {
  const whole = l.environment.typeOf(l.tool, root, segments.slice(0, -1));
  if (whole?.type.kind === 'string') return reportPart(l, path, whole.type);
  if (root === 'args') {
    l.missing.push({ path, presence: false });
    const type = l.environment.sharedType(l.scope, segments);
    return type === 'mixed' ? { ...never({ kind: 'any' }), untyped: true } : never(type ?? { kind: 'any' });
  }
  reportUnknown(l, path, root);
  return null;
}

/** A variable, a parameter or a definition, perhaps with steps into it. */
function lowerNamed(l: Lowering, path: PathExpr, names: Names): Typed | null {
  const [head, ...steps] = path.segments;
  if (!head) return null;
  const binding = lookUp(names, head.text);
  if (binding) return lowerSteps(l, path, lowerBinding(l, binding), steps);
  if (l.defines.has(head.text)) return lowerSteps(l, path, lowerDefine(l, head, [], names), steps);
  return reportName(l, head, names);
}

function lowerBinding(l: Lowering, binding: Binding): Typed | null {
  if (binding.kind === 'item')
    return typed({ op: 'item', depth: l.level - 1 - binding.level, type: binding.type }, binding.type);
  return l.lower(binding.expr, binding.scope, binding.type);
}

/** Fields of records, then perhaps a part of a string. */
function lowerSteps(l: Lowering, path: PathExpr, whole: Typed | null, steps: readonly Name[]): Typed | null {
  let at = whole;
  for (const step of steps) {
    if (!at || at.expr.op === 'undefined') return at;
    at = lowerStep(l, path, at, step.text);
  }
  return at;
}

function lowerStep(l: Lowering, path: PathExpr, { expr, type }: Typed, name: string): Typed | null {
  if (type.kind === 'record' || type.kind === 'map') {
    const field = followFields(type, [name]);
    if (!field) {
      const parts = type.kind === 'record' ? Object.keys(type.fields).join(', ') : '';
      return l.sink.reject('part_unknown', path.span, {
        path: pathText(path),
        type: typeTerm(type),
        part: name,
        parts,
      });
    }
    return typed({ op: 'field', operand: expr, name, type: field.type }, field.type);
  }
  const part = type.kind === 'string' ? partType(type.format, name) : null;
  if (part) return typed({ op: 'part', operand: expr, part: name as StringPart, type: part }, part);
  if (type.kind === 'string') return reportPart(l, path, type);
  return l.sink.reject('part_unknown', path.span, {
    path: pathText(path),
    type: typeTerm(type),
    part: name,
    parts: '',
  });
}

/** `has`: whether an attribute is there. */
export function lowerHas(l: Lowering, path: PathExpr, names: Names): Typed | null {
  if (path.root === null) return lowerHasField(l, path, names);
  if (path.root === 'tool' || path.root === 'answer' || path.root === 'executes' || path.root === 'now')
    return l.sink.reject('has_on_value', path.span, { path: pathText(path) });
  const segments = path.segments.map(({ text }) => text);
  const found = l.environment.typeOf(l.tool, path.root, segments);
  if (found) return typed({ op: 'has', slot: l.slots.slotFor(path.root, segments, found.type, found.required) }, BOOL);
  if (resolvePath(l.environment, l.tool, path.root, segments))
    return l.sink.reject('has_on_value', path.span, { path: pathText(path) });
  if (path.root !== 'args') {
    reportUnknown(l, path, path.root);
    return null;
  }
  l.missing.push({ path, presence: true });
  // Of several types that others declare, none says what being there would mean.
  return l.environment.sharedType(l.scope, segments) === 'mixed'
    ? never(BOOL)
    : typed({ op: 'const', value: false, type: BOOL }, BOOL);
}

/** `item has price` for the variable of a quantifier. */
function lowerHasField(l: Lowering, path: PathExpr, names: Names): Typed | null {
  const last = path.segments.at(-1);
  const whole =
    path.segments.length > 1 ? lowerNamed(l, { ...path, segments: path.segments.slice(0, -1) }, names) : null;
  if (!last || !whole) {
    if (path.segments.length < 2) l.sink.report('has_on_value', path.span, { path: pathText(path) });
    return null;
  }
  const { type } = whole;
  if ((type.kind !== 'record' && type.kind !== 'map') || !followFields(type, [last.text]))
    return l.sink.reject('has_on_value', path.span, { path: pathText(path) });
  return typed({ op: 'has_field', operand: whole.expr, name: last.text }, BOOL);
}
