import { quoteString } from '../../text/escapes.js';
import type {
  AttributesDeclaration,
  DeclaredField,
  DeclaredRecord,
  DeclaredType,
  Group,
  ToolDeclaration,
} from '../ast.js';
import { nameText } from './expressions.js';
import { WIDTH, Writer } from './writer.js';

/** `tool name @class (field: type, ...)`. */
export function printTool(w: Writer, { name, classes, args, span }: ToolDeclaration): void {
  const head = `tool ${nameText(name.text)}${classes.map(({ text }) => ` @${text}`).join('')} `;
  printAttributes(w, head, args, span.end);
}

/** `principal (field: type, ...)` or `session (...)`. */
export function printAttributesOf(w: Writer, { root, record, span }: AttributesDeclaration): void {
  printAttributes(w, `${root} `, record, span.end);
}

/** `group name in [parents]`. */
export function printGroup(w: Writer, { name, parents }: Group): void {
  w.write(`group ${nameText(name.text)} in [${parents.map(({ text }) => nameText(text)).join(', ')}]`);
}

/** The fields on one line when they fit, else each on its own. */
function printAttributes(w: Writer, head: string, record: DeclaredRecord, end: number): void {
  const trial = new Writer([]);
  printFields(trial, record, false);
  const broken = head.length + trial.finish().length > WIDTH;
  w.write(`${head}(`);
  printFields(w, record, broken);
  if (broken) w.line();
  w.at(end - 1).write(')');
}

function printFields(w: Writer, { fields, open }: DeclaredRecord, broken: boolean): void {
  const count = fields.length + (open ? 1 : 0);
  const separator = (index: number): void => {
    if (index < count - 1 || broken) w.write(broken ? ',' : ', ');
  };
  for (const [index, field] of fields.entries()) {
    if (broken) w.line('  ');
    printField(w, field);
    separator(index);
  }
  if (!open) return;
  if (broken) w.line('  ');
  w.write('...');
}

function printField(w: Writer, { name, optional, type, span }: DeclaredField): void {
  w.at(span.start).write(`${nameText(name.text)}${optional ? '?' : ''}: `);
  printType(w, type);
}

function printType(w: Writer, type: DeclaredType): void {
  switch (type.kind) {
    case 'fields':
      w.write('{ ');
      printFields(w, type.record, false);
      w.at(type.span.end - 1).write(' }');
      return;
    case 'list':
      w.write('[');
      printType(w, type.of);
      w.at(type.span.end - 1).write(']');
      return;
    case 'map':
      w.write('map ');
      printType(w, type.of);
      return;
    case 'named': {
      const { name, currency, values, bounds } = type;
      w.write(name.text + (currency ? ` ${currency.text}` : ''));
      if (values) w.write(` in [${values.map(({ text }) => quoteString(text)).join(', ')}]`);
      if (bounds) w.write(` ${bounds.min?.text ?? ''}..${bounds.max?.text ?? ''}`);
    }
  }
}
