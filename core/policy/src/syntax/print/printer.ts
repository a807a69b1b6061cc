import { DIALECTS, type DialectRules } from '../dialect.js';
import { quoteGlob, quoteString } from '../../text/escapes.js';
import type { Clause, Define, Item, PolicyTree, Property, Rule, Target } from '../ast.js';
import { nameText, printExpression } from './expressions.js';
import { printHistory } from './history.js';
import { printAttributesOf, printGroup, printTool } from './declarations.js';
import { printTest } from './tests.js';
import { WIDTH, Writer } from './writer.js';

const CLAUSE_INDENT = '  ';

/**
 * Prints a tree in the one layout there is: headers, statements, a rule on one line when it fits, else each clause on its
 * own. Comments keep their places; so do single blank lines between statements when the `source` of the tree is given.
 *
 * INVARIANT: parsePolicy(printPolicy(tree)).tree equals tree apart from spans.
 */
export function printPolicy(tree: PolicyTree, source = ''): string {
  const w = new Writer(tree.comments, source);
  const rules = DIALECTS[tree.dialect];
  w.at(tree.span.start)
    .write(`dialect ${String(tree.dialect)};`)
    .line();
  const headers: { at: number; text: string }[] = [];
  if (tree.name) headers.push({ at: tree.name.span.start, text: `policy ${quoteString(tree.name.text)}` });
  if (tree.catalogue)
    headers.push({ at: tree.catalogue.span.start, text: `catalogue ${quoteString(tree.catalogue.text)}` });
  if (tree.default) headers.push({ at: tree.default.span.start, text: `default ${tree.default.effect}` });
  for (const { at, text } of headers.toSorted((a, b) => a.at - b.at)) w.at(at).gap(at).write(`${text};`).line();
  for (const item of tree.items) {
    w.at(item.span.start).gap(item.span.start);
    printItem(w, item, rules);
    w.at(item.span.end - 1)
      .write(';')
      .line();
  }
  return w.finish();
}

function printItem(w: Writer, item: Item, rules: DialectRules): void {
  switch (item.kind) {
    case 'tool':
      printTool(w, item);
      break;
    case 'attributes':
      printAttributesOf(w, item);
      break;
    case 'group':
      printGroup(w, item);
      break;
    case 'test':
      printTest(w, item);
      break;
    case 'rule':
      printRule(w, item, rules);
      break;
    case 'define':
      printDefine(w, item, rules);
      break;
    case 'list':
      w.write(`list ${item.name.text} = `);
      printExpression(w, { kind: 'items', items: item.items, span: item.span }, rules, 0);
      break;
    case 'property':
      printProperty(w, item, rules);
      break;
    case 'assume':
      w.write(`assume ${quoteString(item.title)}: `);
      printExpression(w, item.body, rules, 0);
      break;
  }
}

function printDefine(w: Writer, { name, params, body }: Define, rules: DialectRules): void {
  const list = params.map((param) => `${param.name.text}: ${param.type.text}`).join(', ');
  w.write(`define ${name.text}${params.length > 0 ? `(${list})` : ''} = `);
  printExpression(w, body, rules, 0);
}

function printProperty(w: Writer, { quantifier, title, body }: Property, rules: DialectRules): void {
  w.write(`${quantifier} ${quoteString(title)}: `);
  if (body.over === 'session') {
    w.write('session ');
    printHistory(w, body.expr, rules);
  } else {
    printExpression(w, body.expr, rules, 0);
  }
}

function printRule(w: Writer, rule: Rule, rules: DialectRules): void {
  const trial = new Writer([]);
  printHead(trial, rule, rules);
  for (const clause of rule.clauses) printClause(trial, clause, rules);
  // The line break at its end does not count.
  const broken = trial.finish().length - 1 > WIDTH;
  printHead(w, rule, rules);
  for (const clause of rule.clauses) {
    w.at(clause.span.start);
    if (broken) w.line(CLAUSE_INDENT);
    printClause(w, clause, rules);
  }
}

function printHead(w: Writer, { annotations, effectWord, target, principal }: Rule, rules: DialectRules): void {
  for (const { name, value, span } of annotations) {
    w.at(span.start).write(`@${name.text}${value === undefined ? '' : `(${quoteString(value)})`} `);
  }
  w.at(effectWord.span.start).write(`${effectWord.text} `);
  const who = principal ? `principal ${principal.op} ${nameText(principal.name.text)}, ` : '';
  w.at(target.span.start).write(rules.blocks ? `(${who}${toolText(target)})` : targetText(target));
}

function printClause(w: Writer, clause: Clause, rules: DialectRules): void {
  w.write(` ${clause.kind}${clause.over === 'history' ? ' history' : ''} ${rules.blocks ? '{ ' : ''}`);
  if (clause.over === 'history') printHistory(w, clause.body, rules);
  else printExpression(w, clause.body, rules, 0);
  if (rules.blocks) w.at(clause.span.end - 1).write(' }');
}

function targetText(target: Target): string {
  if (target.kind === 'any') return '*';
  if (target.kind === 'class') return `@${target.name.text}`;
  if (target.kind === 'pattern') return `tool like ${quoteGlob(target.pattern)}`;
  const names = target.names.map(({ text }) => nameText(text));
  return names.length === 1 ? (names[0] ?? '') : `[${names.join(', ')}]`;
}

/** Tools as a dialect writes them. */
export const printTarget = (target: Target, rules: DialectRules): string =>
  rules.blocks ? `(${toolText(target)})` : targetText(target);

function toolText(target: Target): string {
  if (target.kind === 'any') return 'tool';
  if (target.kind === 'class') return `tool in @${target.name.text}`;
  if (target.kind === 'pattern') return `tool like ${quoteGlob(target.pattern)}`;
  const names = target.names.map(({ text }) => quoteString(text));
  return names.length === 1 ? `tool == ${names[0] ?? ''}` : `tool in [${names.join(', ')}]`;
}
