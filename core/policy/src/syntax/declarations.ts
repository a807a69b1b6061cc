import type {
  AttributesDeclaration,
  DeclaredField,
  DeclaredRecord,
  DeclaredType,
  Group,
  Name,
  ToolDeclaration,
} from './ast.js';
import type { Cursor } from './cursor.js';
import { quotedName } from './literals.js';
import { quotableName, toolName } from './paths.js';
import { endStatement } from './rules.js';

/** `tool read_file @read (path: path, ...);` */
export function toolDeclaration(c: Cursor): ToolDeclaration {
  const { start } = c.expect('tool');
  const name = toolName(c, '#token.name');
  const classes: Name[] = [];
  while (c.take('@')) classes.push(c.word());
  const args = declaredRecord(c, '(', ')');
  endStatement(c);
  return { kind: 'tool', name, classes, args, span: c.spanFrom(start) };
}

/** `principal (level: int);` or `session (...);` */
export function attributesDeclaration(c: Cursor, root: AttributesDeclaration['root']): AttributesDeclaration {
  const { start } = c.expect(root);
  const record = declaredRecord(c, '(', ')');
  endStatement(c);
  return { kind: 'attributes', root, record, span: c.spanFrom(start) };
}

/** `group clerks in [staff];` */
export function group(c: Cursor): Group {
  const { start } = c.expect('group');
  const name = quotableName(c, '#token.name');
  c.expect('in');
  const parents = c.list('[', ']', () => quotableName(c, '#token.name'));
  endStatement(c);
  return { kind: 'group', name, parents, span: c.spanFrom(start) };
}

function declaredRecord(c: Cursor, open: '(' | '{', close: ')' | '}'): DeclaredRecord {
  const { start } = c.expect(open);
  const fields: DeclaredField[] = [];
  let isOpen = false;
  while (!c.is(close)) {
    if (c.take('...')) {
      isOpen = true;
      break;
    }
    fields.push(declaredField(c));
    if (!c.take(',')) break;
  }
  c.expect(close);
  return { fields, open: isOpen, span: c.spanFrom(start) };
}

function declaredField(c: Cursor): DeclaredField {
  const { start } = c.token;
  const name = quotableName(c, '#token.name');
  const optional = c.take('?') !== null;
  c.expect(':');
  const type = c.nested(() => declaredType(c));
  return { name, optional, type, span: c.spanFrom(start) };
}

function declaredType(c: Cursor): DeclaredType {
  const { start } = c.token;
  if (c.is('{')) return { kind: 'fields', record: declaredRecord(c, '{', '}'), span: c.spanFrom(start) };
  if (c.take('[')) {
    const of = c.nested(() => declaredType(c));
    c.expect(']');
    return { kind: 'list', of, span: c.spanFrom(start) };
  }
  const name = c.word('#token.type');
  if (name.text === 'map') {
    const of = c.nested(() => declaredType(c));
    return { kind: 'map', of, span: c.spanFrom(start) };
  }
  const currency = c.token.kind === 'word' && /^[A-Z]{3}$/.test(c.token.text) ? c.word() : undefined;
  const values = c.take('in') ? c.list('[', ']', () => quotedName(c)) : undefined;
  const bounds = declaredBounds(c);
  return {
    kind: 'named',
    name,
    ...(currency && { currency }),
    ...(values && { values }),
    ...(bounds && { bounds }),
    span: c.spanFrom(start),
  };
}

/** `0..1000`, `0..` or `..9.99`. */
function declaredBounds(c: Cursor): { readonly min?: Name; readonly max?: Name } | undefined {
  const min = bound(c);
  if (!min && !c.is('..')) return undefined;
  c.expect('..');
  const max = bound(c);
  if (!min && !max) return c.fail('#token.number');
  return { ...(min && { min }), ...(max && { max }) };
}

function bound(c: Cursor): Name | undefined {
  const { start } = c.token;
  const isNumber = (distance: number): boolean =>
    c.ahead(distance).kind === 'int' || c.ahead(distance).kind === 'decimal';
  if (!isNumber(0) && !(c.is('-') && isNumber(1))) return undefined;
  const sign = c.take('-') ? '-' : '';
  return { text: sign + c.next().text, span: c.spanFrom(start) };
}
