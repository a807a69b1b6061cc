import type { Assume, Define, Item, NamedList, Property } from './ast.js';
import type { Cursor } from './cursor.js';
import { attributesDeclaration, group, toolDeclaration } from './declarations.js';
import { expression } from './expressions.js';
import { history } from './history.js';
import { literal, string } from './literals.js';
import { beginsForeign } from './begins.js';
import { EFFECT_WORDS } from './effects.js';
import { endStatement, rule } from './rules.js';
import { testBlock } from './tests.js';

/** Reads one rule, declaration, definition, property, assumption or test; null (and a report) when none begins here. */
export function statement(c: Cursor): Item | null {
  const { kind, text } = c.token;
  if (kind === 'word') {
    switch (text) {
      case 'define':
        return define(c);
      case 'list':
        return namedList(c);
      case 'always':
      case 'never':
        return property(c, text);
      case 'assume':
        return assume(c);
      case 'tool':
        return toolDeclaration(c);
      case 'principal':
      case 'session':
        return attributesDeclaration(c, text);
      case 'group':
        return group(c);
      case 'test':
        return testBlock(c);
    }
  }
  if (c.is('@') || (kind === 'word' && EFFECT_WORDS.has(text)) || beginsForeign(c)) return rule(c);
  return c.sink.reject('statement_expected', c.token, { found: c.describe() });
}

function define(c: Cursor): Define {
  const { start } = c.next();
  c.need('define', c.spanFrom(start));
  const name = c.word();
  const params = c.is('(')
    ? c.list('(', ')', () => {
        const param = c.word();
        c.expect(':');
        return { name: param, type: c.word() };
      })
    : [];
  c.expect('=');
  const body = expression(c);
  endStatement(c);
  return { kind: 'define', name, params, body, span: c.spanFrom(start) };
}

function namedList(c: Cursor): NamedList {
  const { start } = c.next();
  const name = c.word();
  c.expect('=');
  const items = c.list('[', ']', () => literal(c));
  endStatement(c);
  return { kind: 'list', name, items, span: c.spanFrom(start) };
}

/** The word and the title that a statement about all calls begins with. */
function titled(c: Cursor, feature: 'property' | 'assume'): { readonly start: number; readonly title: string } {
  const { start } = c.next();
  c.need(feature, c.spanFrom(start));
  const title = string(c);
  c.expect(':');
  return { start, title };
}

function property(c: Cursor, quantifier: Property['quantifier']): Property {
  const { start, title } = titled(c, 'property');
  // `session.role == ...` is an expression over one call; `session count(...)` ranges over sessions.
  const overSession = c.is('session') && !['.', '[', 'has'].some((text) => c.isAt(1, text));
  if (overSession) c.next();
  const body: Property['body'] = overSession
    ? { over: 'session', expr: history(c) }
    : { over: 'call', expr: expression(c) };
  endStatement(c);
  return { kind: 'property', quantifier, title, body, span: c.spanFrom(start) };
}

function assume(c: Cursor): Assume {
  const { start, title } = titled(c, 'assume');
  const body = expression(c);
  endStatement(c);
  return { kind: 'assume', title, body, span: c.spanFrom(start) };
}
