import { PolicyFault, globOf, regexOf, stringOf, tokensOf } from './lexer.mjs';
import { decimal, parseDecimal } from './decimal.mjs';

/** Reads the text of a policy in either dialect into plain objects; every node has a member `k`. */
const EFFECTS = { allow: 'allow', permit: 'allow', confirm: 'confirm', refuse: 'refuse', forbid: 'refuse' };
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);
const UNITS = { ms: 1n, s: 1000n, m: 60_000n, h: 3_600_000n, d: 86_400_000n, w: 604_800_000n };
const ROOTS = new Set(['args', 'principal', 'session', 'now']);
const METHODS = new Set(['any', 'all', 'sum', 'contains', 'size', 'containsAll', 'containsAny', 'containsOnly']);
const STATES = new Set(['requested', 'allowed', 'confirmed', 'ok', 'failed', 'refused', 'open']);

function durationOf(text) {
  let total = 0n;
  for (const [, count, unit] of text.matchAll(/(\d[\d_]*)(ms|s|m|h|d|w)/g)) {
    total += BigInt(count.replaceAll('_', '')) * UNITS[unit];
  }
  return decimal(total);
}

class Parser {
  constructor(source) {
    this.tokens = tokensOf(source);
    this.i = 0;
    this.dialect = null;
  }

  peek(ahead = 0) {
    return this.tokens[Math.min(this.i + ahead, this.tokens.length - 1)];
  }

  is(text, ahead = 0) {
    const token = this.peek(ahead);
    return token.text === text && (token.t === 'sign' || token.t === 'word');
  }

  take(text) {
    if (!this.is(text)) return false;
    this.i += 1;
    return true;
  }

  fault(what) {
    throw new PolicyFault(`expected ${what}, found ${this.peek().t} ${this.peek().text} at ${this.peek().at}`);
  }

  need(text) {
    if (!this.take(text)) this.fault(text);
  }

  next(type) {
    const token = this.peek();
    if (token.t !== type) this.fault(type);
    this.i += 1;
    return token.text;
  }

  word() {
    return this.next('word');
  }

  string() {
    return stringOf(this.next('string'));
  }

  name() {
    return this.peek().t === 'string' ? this.string() : this.word();
  }

  separated(close, one) {
    const items = [];
    while (!this.take(close)) {
      items.push(one());
      if (!this.take(',')) {
        this.need(close);
        break;
      }
    }
    return items;
  }

  // ---- the whole text

  policy() {
    const policy = {
      dialect: null,
      fallback: 'refuse',
      rules: [],
      statements: [],
      tested: [],
      lists: {},
      defines: {},
      groups: {},
      tools: [],
      principal: null,
      session: null,
      name: null,
    };
    if (this.is('dialect') && this.peek(1).t === 'number') {
      this.i += 1;
      policy.dialect = Number(this.next('number'));
      this.need(';');
    }
    this.dialect = policy.dialect;
    for (;;) {
      if (this.is('policy') && this.peek(1).t === 'string') {
        this.i += 1;
        policy.name = this.string();
      } else if (this.is('catalogue') && this.peek(1).t === 'string') this.i += 2;
      else if (this.is('default')) {
        this.i += 1;
        policy.fallback = EFFECTS[this.word()] ?? this.fault('an effect');
      } else break;
      this.need(';');
    }
    while (this.peek().t !== 'end') this.item(policy);
    return policy;
  }

  item(policy) {
    if (this.is('tool')) return policy.tools.push(this.declaredTool());
    if ((this.is('principal') || this.is('session')) && this.is('(', 1)) {
      const which = this.word();
      this.need('(');
      policy[which] = this.fields(')');
      return this.need(';');
    }
    if (this.is('group')) {
      this.i += 1;
      const name = this.name();
      this.need('in');
      this.need('[');
      policy.groups[name] = this.separated(']', () => this.name());
      return this.need(';');
    }
    if (this.is('test') && this.peek(1).t === 'string') return this.skipTest(policy);
    if (this.is('list')) {
      this.i += 1;
      const name = this.word();
      this.need('=');
      this.need('[');
      policy.lists[name] = this.separated(']', () => this.literal());
      return this.need(';');
    }
    if (this.is('define')) return this.define(policy);
    if ((this.is('always') || this.is('never') || this.is('assume')) && this.peek(1).t === 'string') {
      this.i += 2;
      this.need(':');
      const over = this.is('session') && !this.is('.', 1);
      if (over) this.i += 1;
      policy.statements.push(over ? this.hOr() : this.expr());
      return this.need(';');
    }
    return policy.rules.push(this.rule(policy.rules.length));
  }

  /** Of a test only the tool that it calls counts. */
  skipTest(policy) {
    this.i += 2;
    let depth = 0;
    do {
      if (depth === 1 && this.is('call')) policy.tested.push(this.peek(1).text);
      if (this.is('{') || this.is('[')) depth += 1;
      if (this.is('}') || this.is(']')) depth -= 1;
      if (this.peek().t === 'end') this.fault('}');
      this.i += 1;
    } while (depth > 0);
    this.need('expect');
    this.word();
    this.need(';');
  }

  define(policy) {
    this.need('define');
    const name = this.word();
    const params = this.take('(')
      ? this.separated(')', () => {
          const param = this.word();
          this.need(':');
          return { name: param, type: this.word() };
        })
      : [];
    this.need('=');
    policy.defines[name] = { params, body: this.expr() };
    this.need(';');
  }

  // ---- declarations

  declaredTool() {
    this.need('tool');
    const name = this.name();
    const classes = [];
    while (this.take('@')) classes.push(this.word());
    this.need('(');
    const args = this.fields(')');
    this.need(';');
    return { name, classes: classes.length > 0 ? classes : ['write'], args };
  }

  fields(close) {
    const record = { kind: 'record', fields: {} };
    this.separated(close, () => {
      if (this.take('...')) return void (record.open = true);
      const name = this.name();
      const required = !this.take('?');
      this.need(':');
      record.fields[name] = { type: this.shape(), required };
    });
    return record;
  }

  signedNumber() {
    const sign = this.take('-') ? '-' : '';
    return parseDecimal(sign + this.next('number').replaceAll('_', ''));
  }

  shape() {
    if (this.take('[')) {
      const of = this.shape();
      this.need(']');
      return { kind: 'list', of };
    }
    if (this.take('{')) return this.fields('}');
    const word = this.word();
    if (word === 'map') return { kind: 'map', of: this.shape() };
    const type = /^decimal\d$/.test(word)
      ? { kind: 'decimal', scale: Number(word.at(-1)) }
      : ['bool', 'int', 'decimal', 'money', 'duration', 'time', 'any'].includes(word)
        ? { kind: word }
        : { kind: 'string', format: word };
    if (word === 'money' && this.peek().t === 'word' && /^[A-Z]{3}$/.test(this.peek().text)) {
      type.currency = this.word();
      type.currencies = [type.currency];
    }
    if (this.take('in')) {
      this.need('[');
      type[word === 'money' ? 'currencies' : 'enum'] = this.separated(']', () => this.string());
    }
    if (this.is('..') || this.peek().t === 'number' || this.is('-')) {
      if (!this.is('..')) type.exactMin = this.signedNumber();
      this.need('..');
      if (this.peek().t === 'number' || this.is('-')) type.exactMax = this.signedNumber();
    }
    return type;
  }

  // ---- rules

  rule(index) {
    let id = `rule-${index + 1}`;
    while (this.take('@')) {
      const annotation = this.word();
      const value = this.take('(') ? this.string() : null;
      if (value !== null) this.need(')');
      if (annotation === 'id') id = value;
    }
    const effect = EFFECTS[this.word()] ?? this.fault('an effect');
    const rule = { id, effect, principal: null, scope: null, clauses: [] };
    if (this.dialect === 1) this.flatRule(rule);
    else this.richRule(rule);
    this.need(';');
    return rule;
  }

  flatRule(rule) {
    if (this.take('*')) rule.scope = { all: true };
    else if (this.take('@')) rule.scope = { class: this.word() };
    else if (this.is('tool') && this.is('like', 1)) {
      this.i += 2;
      rule.scope = { like: globOf(this.next('string')) };
    } else if (this.take('[')) rule.scope = { tools: this.separated(']', () => this.name()) };
    else rule.scope = { tools: [this.name()] };
    for (const word of ['when', 'unless']) {
      if (!this.take(word)) continue;
      let expr = this.flatTest();
      while (this.take('and')) expr = { k: 'and', a: expr, b: this.flatTest() };
      rule.clauses.push({ word, expr });
    }
  }

  flatPath() {
    const first = this.word();
    const base =
      ROOTS.has(first) && (this.is('.') || this.is('['))
        ? { k: 'root', name: first }
        : { k: 'get', base: { k: 'root', name: 'args' }, step: first };
    return this.steps(base, false);
  }

  steps(base, methods) {
    let path = base;
    for (;;) {
      if (
        this.is('.') &&
        this.peek(1).t === 'word' &&
        !(methods && METHODS.has(this.peek(1).text) && this.is('(', 2)) &&
        !(methods && this.peek(1).text === 'label' && this.is('(', 2))
      ) {
        this.i += 1;
        path = { k: 'get', base: path, step: this.word() };
      } else if (this.is('[') && this.peek(1).t === 'string' && this.is(']', 2)) {
        this.i += 1;
        path = { k: 'get', base: path, step: this.string() };
        this.need(']');
      } else return path;
    }
  }

  flatTest() {
    const not =
      this.is('not') &&
      !this.is('.', 1) &&
      !this.is('[', 1) &&
      this.peek(1).t === 'word' &&
      !['in', 'like', 'matches', 'contains', 'and', 'unless'].includes(this.peek(1).text);
    if (not) {
      this.i += 1;
      return { k: 'not', a: this.flatAtom() };
    }
    return this.flatAtom();
  }

  flatAtom() {
    for (const call of ['under', 'in_range']) {
      if (this.is(call) && this.is('(', 1)) {
        this.i += 2;
        const a = this.flatPath();
        this.need(',');
        const text = this.string();
        this.need(')');
        return { k: call, a, text };
      }
    }
    if (this.is('has') && this.peek(1).t === 'word') {
      this.i += 1;
      return { k: 'has', a: this.flatPath() };
    }
    const a = this.flatPath();
    return this.testTail(a, () => this.literal()) ?? a;
  }

  richRule(rule) {
    this.need('(');
    if (this.take('principal')) {
      if (this.take('is')) rule.principal = { is: this.name() };
      else if (this.take('in')) rule.principal = { in: this.name() };
      this.need(',');
    }
    this.need('tool');
    if (this.take('==')) rule.scope = { tools: [this.string()] };
    else if (this.take('in')) {
      if (this.take('@')) rule.scope = { class: this.word() };
      else {
        this.need('[');
        rule.scope = { tools: this.separated(']', () => this.string()) };
      }
    } else if (this.take('like')) rule.scope = { like: globOf(this.next('string')) };
    else rule.scope = { all: true };
    this.need(')');
    while (this.is('when') || this.is('unless')) {
      const word = this.word();
      const history = this.take('history');
      this.need('{');
      rule.clauses.push({ word, expr: history ? this.hOr() : this.expr() });
      this.need('}');
    }
  }

  // ---- expressions

  literal() {
    const minus = this.take('-');
    const token = this.peek();
    if (token.t === 'string' && !minus) {
      this.i += 1;
      return { k: 'text', text: stringOf(token.text) };
    }
    if (token.t === 'duration') {
      this.i += 1;
      const value = durationOf(token.text);
      return { k: 'duration', value: minus ? { n: -value.n, s: value.s } : value };
    }
    if (token.t === 'number') {
      this.i += 1;
      const value = parseDecimal((minus ? '-' : '') + token.text.replaceAll('_', ''));
      if (this.peek().t === 'word' && /^[A-Z]{3}$/.test(this.peek().text))
        return { k: 'money', value, currency: this.word() };
      return { k: 'number', value };
    }
    if (!minus && (this.is('true') || this.is('false'))) return { k: 'bool', value: this.word() === 'true' };
    return this.fault('a constant');
  }

  /** What may follow a value in a test; null when nothing does. */
  testTail(a, operand) {
    const token = this.peek();
    if (COMPARISONS.has(token.text) && token.t === 'sign') {
      this.i += 1;
      return { k: 'compare', op: token.text, a, b: operand() };
    }
    const negated = this.is('not') && ['in', 'like', 'matches', 'contains'].includes(this.peek(1).text);
    if (negated) this.i += 1;
    const wrap = (node) => (negated ? { k: 'not', a: node } : node);
    if (this.is('in') && this.peek(1).t === 'word' && /^[A-Z]{3}$/.test(this.peek(1).text) && this.is('using', 2)) {
      this.i += 1;
      const currency = this.word();
      this.need('using');
      this.need('rates');
      this.need('@');
      const node = {
        k: 'convert',
        a,
        currency,
        version: this.peek().t === 'number' ? this.next('number') : this.name(),
      };
      return this.testTail(node, operand) ?? node;
    }
    if (this.take('in')) {
      if (this.take('[')) return wrap({ k: 'in', a, items: this.separated(']', operand) });
      if (this.dialect === 1) return wrap({ k: 'in', a, list: { k: 'word', name: this.word() } });
      return wrap({ k: 'in', a, list: this.value() });
    }
    if (this.take('like')) return wrap({ k: 'like', a, raw: this.peek().text, glob: globOf(this.next('string')) });
    if (this.take('matches')) return wrap({ k: 'matches', a, regex: regexOf(this.next('string')) });
    if (this.take('contains')) return wrap({ k: 'contains', a, b: operand() });
    if (this.take('in_order')) {
      this.need('[');
      const items = this.separated(']', () => this.literal());
      const op = this.peek().text;
      this.i += 1;
      return { k: 'in_order', a, items, op, b: this.literal() };
    }
    if (this.is('has') && this.dialect !== 1) {
      this.i += 1;
      return { k: 'has', a: this.steps({ k: 'get', base: a, step: this.name() }, true) };
    }
    return null;
  }

  expr() {
    if (this.is('if')) {
      this.i += 1;
      const c = this.expr();
      this.need('then');
      const a = this.expr();
      this.need('else');
      return { k: 'if', c, a, b: this.expr() };
    }
    let left = this.and();
    while (this.take('||')) left = { k: 'or', a: left, b: this.and() };
    return left;
  }

  and() {
    let left = this.test();
    while (this.take('&&')) left = { k: 'and', a: left, b: this.test() };
    return left;
  }

  test() {
    const a = this.value();
    return this.testTail(a, () => this.value()) ?? a;
  }

  value() {
    let left = this.sum();
    while (this.is('or') && this.is('else', 1)) {
      this.i += 2;
      left = { k: 'or else', a: left, b: this.sum() };
    }
    return left;
  }

  sum() {
    let left = this.product();
    while (this.is('+') || this.is('-')) {
      const op = this.peek().text;
      this.i += 1;
      left = { k: 'arith', op, a: left, b: this.product() };
    }
    return left;
  }

  product() {
    let left = this.prefix();
    while (this.take('*')) left = { k: 'arith', op: '*', a: left, b: this.prefix() };
    return left;
  }

  prefix() {
    if (this.take('!')) return { k: 'not', a: this.prefix() };
    if (this.is('-')) {
      if (['number', 'duration'].includes(this.peek(1).t)) return this.postfix(this.literal());
      this.i += 1;
      return { k: 'minus', a: this.prefix() };
    }
    return this.postfix(this.primary());
  }

  postfix(start) {
    let node = start;
    for (;;) {
      if (this.take('?')) node = { k: 'has', a: node };
      else if (this.is('.') && this.is('(', 2) && METHODS.has(this.peek(1).text)) {
        this.i += 1;
        const method = this.word();
        this.need('(');
        node = this.method(node, method);
      } else {
        const further = this.steps(node, true);
        if (further === node) return node;
        node = further;
      }
    }
  }

  method(a, method) {
    if (method === 'size') {
      this.need(')');
      return { k: 'size', a };
    }
    if (method === 'contains') {
      const b = this.expr();
      this.need(')');
      return { k: 'contains', a, b };
    }
    if (method.startsWith('contains')) {
      let node;
      if (this.take('[')) node = { k: 'sets', how: method, a, items: this.separated(']', () => this.expr()) };
      else node = { k: 'sets', how: method, a, list: this.expr() };
      this.need(')');
      return node;
    }
    const name = this.word();
    this.need(',');
    const body = this.expr();
    this.need(')');
    return { k: method === 'sum' ? 'listSum' : 'each', how: method, list: a, name, body };
  }

  primary() {
    const token = this.peek();
    if (token.t === 'number' || token.t === 'string' || token.t === 'duration' || this.is('true') || this.is('false'))
      return this.literal();
    if (this.take('(')) {
      const inner = this.expr();
      this.need(')');
      return inner;
    }
    if (this.is('if')) return this.expr();
    if (this.is('has') && this.peek(1).t === 'word') {
      this.i += 1;
      return { k: 'has', a: this.steps(this.head(), true) };
    }
    if (this.is('session') && this.is('.', 1) && this.is('label', 2) && this.is('(', 3)) {
      this.i += 4;
      const text = this.string();
      this.need(')');
      return { k: 'sessionLabel', text };
    }
    if (this.is('confirmed') && this.is('(', 1)) {
      this.i += 2;
      this.need('this');
      this.need(')');
      return { k: 'confirmed' };
    }
    for (const call of ['under', 'in_range', 'label']) {
      if (this.is(call) && this.is('(', 1)) {
        this.i += 2;
        const a = this.expr();
        this.need(',');
        const text = this.string();
        this.need(')');
        return { k: call, a, text };
      }
    }
    return this.steps(this.head(), true);
  }

  head() {
    const word = this.word();
    if (word === 'now' && this.is('(')) {
      this.need('(');
      const zone = this.string();
      this.need(')');
      return { k: 'root', name: 'now', zone };
    }
    if (ROOTS.has(word)) return { k: 'root', name: word };
    if (this.take('(')) return { k: 'call', name: word, args: this.separated(')', () => this.expr()) };
    if (word === 'tool') return { k: 'tool' };
    if (word === 'answer' || word === 'executes') return { k: word };
    return { k: 'word', name: word };
  }

  // ---- history

  hOr() {
    let left = this.hAnd();
    while (this.take('||')) left = { k: 'or', a: left, b: this.hAnd() };
    return left;
  }

  hAnd() {
    let left = this.hSince();
    while (this.take('&&')) left = { k: 'and', a: left, b: this.hSince() };
    return left;
  }

  hSince() {
    let left = this.hNot();
    while (this.take('since'))
      left = { k: 'since', h: left, within: this.within(), key: this.key(), event: this.event() };
    return left;
  }

  hNot() {
    return this.take('!') ? { k: 'not', a: this.hNot() } : this.hAtom();
  }

  hAtom() {
    if (this.take('(')) {
      const inner = this.hOr();
      this.need(')');
      return inner;
    }
    if ((this.is('formerly') || this.is('previous')) && this.is('within', 1)) {
      const k = this.word();
      return { k, within: this.within(), key: this.key(), event: this.event() };
    }
    if (this.is('count') && this.is('(', 1)) {
      this.i += 2;
      const event = this.event();
      this.need(')');
      const node = { k: 'count', event, within: this.within(), key: this.key() };
      node.op = this.next('sign');
      node.bound = this.literal();
      return node;
    }
    if (this.is('sum') && this.is('(', 1)) {
      this.i += 2;
      const event = this.event();
      this.need('.');
      const field = this.name();
      const currency = this.take('in') ? this.word() : null;
      this.need(')');
      const node = { k: 'sum', event, field, currency, within: this.within(), key: this.key(), including: false };
      if (this.take('including')) {
        this.need('this');
        node.including = true;
      }
      node.op = this.next('sign');
      node.bound = this.literal();
      return node;
    }
    const list = this.steps(this.head(), true);
    this.need('.');
    const how = this.word();
    this.need('(');
    const name = this.word();
    this.need(',');
    const body = this.hOr();
    this.need(')');
    return { k: 'each', how, list, name, body };
  }

  within() {
    this.need('within');
    if (this.take('session')) return 'session';
    return durationOf(this.next('duration'));
  }

  key() {
    if (!this.is('by') || this.is('.', 1)) return null;
    this.i += 1;
    if (this.is('args')) return { by: 'args', path: this.steps({ k: 'root', name: this.word() }, true) };
    return { by: this.word() };
  }

  event() {
    const event = { tools: null, class: null, state: null, fields: [] };
    if (this.take('@')) event.class = this.word();
    else if (this.take('[')) event.tools = this.separated(']', () => this.name());
    else event.tools = [this.name()];
    this.need('.');
    event.state = this.word();
    if (!STATES.has(event.state)) this.fault('a state');
    if (this.take('{')) {
      event.fields = this.separated('}', () => {
        const quoted = this.peek().t === 'string';
        const name = this.name();
        const by = name === 'by' && !quoted;
        if (this.take(':')) {
          if (this.take('*')) return { name, by, any: true };
          return { name, by, op: '==', value: this.expr() };
        }
        const op = this.next('sign');
        return { name, by, op, value: this.value() };
      });
    }
    return event;
  }
}

export const parsePolicy = (source, dialect) => {
  const parser = new Parser(source);
  if (dialect) parser.dialect = dialect;
  return parser.policy();
};
