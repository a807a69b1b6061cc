import { quoteString } from '../../text/escapes.js';
import type { JsonTree, Test, TestPart } from '../ast.js';
import { commaList, nameText } from './expressions.js';
import { WIDTH, Writer } from './writer.js';

const PART_INDENT = '  ';
const EVENT_INDENT = '    ';

/** Each part of a test on its own line; a long history one event a line. */
export function printTest(w: Writer, { title, parts, expect, span }: Test): void {
  w.write(`test ${quoteString(title.text)} {`);
  for (const part of parts) {
    w.line(PART_INDENT).at(part.span.start);
    printPart(w, part);
    w.at(part.span.end).write(';');
  }
  w.line().at(expect.span.start);
  w.write(`} expect ${expect.effect}`);
  w.at(span.end - 1);
}

function printPart(w: Writer, part: TestPart): void {
  switch (part.kind) {
    case 'call':
      w.write(`call ${nameText(part.tool.text)} `);
      printJson(w, part.args);
      return;
    case 'confirmed':
      w.write('confirmed');
      return;
    default:
      if (part.kind === 'history' && part.value.kind === 'array' && widthOf(part.value) > WIDTH) {
        printEvents(w, part.value);
        return;
      }
      w.write(`${part.kind} `);
      printJson(w, part.value);
  }
}

function printEvents(w: Writer, list: Extract<JsonTree, { kind: 'array' }>): void {
  w.write('history [');
  for (const event of list.items) {
    w.line(EVENT_INDENT).at(event.span.start);
    printJson(w, event);
    w.write(',');
  }
  w.line(PART_INDENT).at(list.span.end - 1);
  w.write(']');
}

function widthOf(value: JsonTree): number {
  const w = new Writer([]);
  printJson(w, value);
  return w.finish().length;
}

function printJson(w: Writer, value: JsonTree): void {
  w.at(value.span.start);
  switch (value.kind) {
    case 'string':
      w.write(quoteString(value.value));
      return;
    case 'number':
      w.write(value.text);
      return;
    case 'constant':
      w.write(String(value.value));
      return;
    case 'array':
      w.write('[');
      commaList(w, value.items, (item) => printJson(w, item));
      w.at(value.span.end - 1).write(']');
      return;
    case 'object':
      if (value.members.length === 0) {
        w.at(value.span.end - 1).write('{}');
        return;
      }
      w.write('{ ');
      commaList(w, value.members, ({ name, value: inner }) => {
        w.at(name.span.start).write(`${nameText(name.text)}: `);
        printJson(w, inner);
      });
      w.at(value.span.end - 1).write(' }');
  }
}
