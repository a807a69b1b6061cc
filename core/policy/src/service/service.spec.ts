import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../syntax/parser.js';
import { corpus, zoo } from '../testing/index.js';
import { classifyTokens, complete, formatPolicy, hover, policySymbols } from './index.js';

const [refunds] = corpus;
if (!refunds) throw new Error('the corpus is empty');
const { catalogue, text } = refunds;
/** The offset at the mark `|`, and the text without it. */
const marked = (source: string): [string, number] => [source.replace('|', ''), source.indexOf('|')];
const labels = (source: string, options: Parameters<typeof complete>[2] = { catalogue }): string[] =>
  complete(...marked(source), options).map(({ label }) => label);

describe('formatPolicy', () => {
  it.each(corpus)('formats $name, and leaves the result alone', (entry) => {
    const once = formatPolicy(entry.text).text;
    expect(once).not.toBeNull();
    expect(formatPolicy(once ?? '').text).toBe(once);
  });

  it('gives no text for one that does not parse', () => {
    const { text: none, diagnostics } = formatPolicy('dialect 1; allow;');
    expect(none).toBeNull();
    expect(diagnostics).not.toEqual([]);
  });
});

describe('policySymbols', () => {
  it('names statements by id, position, name and title', () => {
    const { tree } = parsePolicy('dialect 2; define big = true; @id("a") allow (tool); refuse (tool); never "t": big;');
    expect(tree && policySymbols(tree).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'define big',
      'rule a',
      'rule rule-2',
      'property t',
    ]);
  });
});

describe('classifyTokens', () => {
  it('covers a text without gaps or overlaps but for white space', () => {
    let end = 0;
    for (const { span } of classifyTokens(text)) {
      expect(text.slice(end, span.start)).toMatch(/^\s*$/);
      expect(span.end).toBeGreaterThan(span.start);
      end = span.end;
    }
    expect(text.slice(end)).toMatch(/^\s*$/);
  });

  it('tells a keyword from a name in its place', () => {
    const classes = classifyTokens('allow x when args.when == 5; // c').map((token) => token.class);
    expect(classes).toEqual(['effect', 'name', 'keyword', 'root', 'sign', 'name', 'sign', 'number', 'sign', 'comment']);
  });
});

describe('complete', () => {
  it.each([
    ['|', 'allow confirm refuse define list always never assume tool principal session group test'.split(' ')],
    ['al|', ['allow', 'always']],
    ['allow look|', ['lookup_order', 'lookup_customer']],
    ['confirm @ir|', ['irreversible']],
    ['allow refund_order when args.re|', ['reason']],
    ['allow refund_order when da|', ['days_since']],
    ['allow lookup_customer when email.|', []],
    ['allow lookup_customer when args.email.|', ['local', 'domain']],
    ['refuse (tool) when { principal.r|', ['role']],
    ['refuse (tool) when { now.w|', ['weekday']],
    ['refuse (tool) when { now("Europe/Berl|', ['"Europe/Berlin"']],
    ['refuse (tool) when { now("Europe/Berlin").|', ['hour', 'minute', 'weekday', 'date', 'time']],
    ['refuse (tool) when { now("Europe/Berlin").w|', ['weekday']],
    ['allow refund_order when reason == "da|', ['"damaged"']],
    ['allow refund_order when reason == |', ['"damaged"', '"late"', '"unwanted"', '"other"']],
    ['refuse (tool) when history { formerly within 1h refund_order.o|', ['ok', 'open']],
  ])('%s', (source, expected) => expect(labels(source)).toEqual(expected));
});

describe('the items of a list', () => {
  const orders =
    'dialect 2; tool order (lines: [{ price: money EUR, kind: keyword in ["a"], to: [email] }], tags: [keyword], n: int); ';
  const inRule = (test: string): string => `${orders}allow (tool == "order") when { ${test}`;

  it.each([
    ['args.lines.|', ['any', 'all', 'sum', 'contains', 'containsAll', 'containsAny', 'containsOnly', 'size']],
    ['args.lines.su|', ['sum']],
    ['args.lines.sum(i, i.|', ['price', 'kind', 'to']],
    ['args.lines.sum(i, i.to.sum(a, a.|', ['local', 'domain']],
    ['args.lines.any(i, i.kind == |', ['"a"']],
    ['args.lines.any(i, i.to.any(i, i.|', ['local', 'domain']],
    ['args.lines.sum(item, it|', ['item']],
    ['args.lines.sum(item, 1) == 2 && it|', []],
    ['args.n.|', []],
  ])('are completed: %s', (source, expected) => {
    expect(labels(inRule(source), {})).toEqual(expected);
  });

  it('have no methods in dialect 1', () => {
    expect(labels(`${orders.replace('dialect 2', 'dialect 1')}allow order when args.tags.|`, {})).toEqual([]);
  });

  it.each([
    ['args.lines.sum(i, i.pri|ce) > 1.00 EUR };', { kind: 'money', currency: 'EUR' }],
    ['args.lines.sum(i, i.to.sum(a, a.doma|in.size())) > 1 };', { kind: 'string', format: 'domain' }],
    ['args.lines.any(i, i has pri|ce) };', { kind: 'money', currency: 'EUR' }],
  ])('have a type under the pointer: %s', (source, type) => {
    expect(hover(...marked(inRule(source)))).toMatchObject({ types: [{ type, tools: ['order'] }] });
  });

  it('say nothing of a name that is no item', () => {
    expect(hover(...marked(inRule('args.lines.sum(i, 1) == x|y };')))).toBeNull();
  });
});

describe('what a policy declares', () => {
  const declared =
    'dialect 2; tool "send-mail" (to: email, mode: keyword in ["fast"]); principal (level: int); ' +
    'group clerks in [staff, "front desk"]; ';
  const here = (source: string): string[] => labels(declared + source, {});

  it.each([
    ['allow (tool == |', ['"send-mail"']],
    ['allow (tool in [|', ['"send-mail"']],
    ['allow (tool == "send-mail") when { args.|', ['to', 'mode']],
    ['allow (tool == "send-mail") when { args.mode == |', ['"fast"']],
    ['allow (tool == "send-mail") when { args.to.|', ['local', 'domain']],
    ['allow (tool) when { principal.l|', ['level']],
    ['allow (principal in |', ['clerks', 'staff', '"front desk"']],
    ['group x in [|', ['clerks', 'staff', '"front desk"']],
    ['tool x (a: em|', ['email']],
    ['tool x (a: [i|', ['int', 'iban']],
    ['session (a: d|', ['decimal', 'duration', 'domain', 'decimal2']],
    ['test "t" { ca|', ['call']],
    ['test "t" { call |', ['"send-mail"']],
    ['test "t" { call x {}; n|', ['now']],
    ['test "t" { call x {} } expect |', ['allow', 'confirm', 'refuse']],
    ['test "t" { call x {}; } expect allow; tes|', ['test']],
  ])('is completed: %s', (source, expected) => expect(here(source).filter((each) => each !== 'ip')).toEqual(expected));

  it('has a type under the pointer, and a place in the outline', () => {
    const found = hover(...marked('dialect 1; tool pay (amount: money EUR); allow pay when amo|unt > 5.00 EUR;'));
    expect(found).toMatchObject({ types: [{ type: { kind: 'money', currency: 'EUR' }, tools: ['pay'] }] });
    const open = hover(
      ...marked('dialect 1; tool pay (n: int); tool "pay.x" (n: text); refuse tool like "pay*" when has |n;'),
    );
    expect(open?.types.map(({ tools }) => tools)).toEqual([['pay'], ['pay.x']]);
    const { tree } = parsePolicy(`${declared}session (x: int); test "t" { call a {} } expect allow; allow (tool);`);
    expect(tree && policySymbols(tree).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'tool send-mail',
      'attributes principal',
      'group clerks',
      'attributes session',
      'test t',
      'rule rule-1',
    ]);
  });
});

describe('hover', () => {
  it('tells the type of a path for the tools of its rule', () => {
    const found = hover(...marked('dialect 1; allow refund_order when days_s|ince > 5;'), { catalogue });
    expect(found).toMatchObject({
      path: 'days_since',
      types: [{ type: { kind: 'int' }, required: false, tools: ['refund_order'] }],
    });
  });

  it('keeps tools apart that type a path differently', () => {
    const found = hover(...marked('dialect 2; allow (tool) when { args.cou|nt > 5 };'), { catalogue: zoo });
    expect(found?.types.map(({ tools }) => tools)).toEqual([['feed'], ['peek']]);
  });

  it('says nothing of what is no path', () => {
    expect(hover(...marked('dialect 1; al|low refund_order;'), { catalogue })).toBeNull();
  });
});
