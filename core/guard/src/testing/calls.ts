import type { AnswerSlug, Effect } from '@ostiary/policy';

/** A call as a request carries it, and the answer every client must give. Text is JSON, so that no client sees more of it than another. */
export interface CorpusCall {
  readonly title: string;
  /** JSON of the arguments. */
  readonly args: string;
  /** JSON of `context.principal`. */
  readonly principal?: string;
  readonly answer: Effect;
  readonly slug: AnswerSlug;
  readonly pointer?: string;
}

/** Calls of one tool under one policy, for every client there is. */
export interface CallCorpus {
  readonly policy: string;
  readonly catalogue: object | undefined;
  readonly tool: string;
  readonly calls: readonly CorpusCall[];
}

const types = {
  amount: { type: { kind: 'money', currency: 'EUR' }, required: true },
  rows: { type: { kind: 'int' }, required: false },
  note: { type: { kind: 'string', format: 'text' }, required: false },
  any: { type: { kind: 'any' }, required: false },
};

/** One corpus that runs against every client of the guard: what they do around it must not change a verdict. */
export const callCorpus: readonly CallCorpus[] = [
  {
    policy:
      'dialect 1; @id("small") allow pay when amount <= 100.00 EUR; @id("lead") confirm pay when amount > 100.00 EUR and principal.role == "lead"; @id("rows") refuse pay when rows > 1000;',
    catalogue: { name: 'c', tools: [{ name: 'pay', classes: [], args: { kind: 'record', fields: types } }] },
    tool: 'pay',
    calls: [
      { title: 'on the edge', args: '{"amount":"100.00 EUR","rows":1}', answer: 'allow', slug: 'allowed' },
      {
        title: 'a cent over',
        args: '{"amount":"100.01 EUR","rows":1}',
        principal: '{"role":"agent"}',
        answer: 'refuse',
        slug: 'no_rule',
      },
      {
        title: 'a lead',
        args: '{"amount":"100.01 EUR","rows":1}',
        principal: '{"role":"lead"}',
        answer: 'confirm',
        slug: 'confirm_required',
      },
      {
        title: 'a lead, and another in capitals',
        args: '{"amount":"100.01 EUR","rows":1}',
        principal: '{"role":"lead","Role":"agent"}',
        answer: 'confirm',
        slug: 'guard_undefined',
      },
      {
        title: 'nothing known of the principal',
        args: '{"amount":"100.01 EUR","rows":1}',
        answer: 'confirm',
        slug: 'guard_undefined',
      },
      { title: 'refused over allowed', args: '{"amount":"1.00 EUR","rows":1001}', answer: 'refuse', slug: 'refused' },
      {
        title: 'a number as text',
        args: '{"amount":"1.00 EUR","rows":"5"}',
        answer: 'refuse',
        slug: 'argument_ill_typed',
        pointer: '/rows',
      },
      {
        title: 'a list',
        args: '{"amount":"1.00 EUR","rows":[1]}',
        answer: 'refuse',
        slug: 'argument_ill_typed',
        pointer: '/rows',
      },
      {
        title: 'a currency that does not exist',
        args: '{"amount":"1.00 ZZZ"}',
        answer: 'refuse',
        slug: 'currency_unknown',
        pointer: '/amount',
      },
      {
        title: 'required and missing',
        args: '{"rows":1}',
        answer: 'refuse',
        slug: 'argument_missing',
        pointer: '/amount',
      },
      {
        title: 'required and null',
        args: '{"amount":null}',
        answer: 'refuse',
        slug: 'argument_missing',
        pointer: '/amount',
      },
      {
        title: 'not declared',
        args: '{"amount":"1.00 EUR","memo":"x"}',
        answer: 'refuse',
        slug: 'argument_unknown',
        pointer: '/memo',
      },
      {
        title: 'declared in another case',
        args: '{"amount":"1.00 EUR","Amount":"900.00 EUR"}',
        answer: 'refuse',
        slug: 'argument_unknown',
        pointer: '/Amount',
      },
      {
        title: 'one more than a double holds',
        args: '{"amount":"1.00 EUR","rows":9007199254740993}',
        answer: 'refuse',
        slug: 'argument_ill_typed',
        pointer: '/rows',
      },
      {
        title: 'deep in what nobody types',
        args: '{"amount":"1.00 EUR","rows":1,"any":{"a":[{"b":null}]}}',
        answer: 'allow',
        slug: 'allowed',
      },
    ],
  },
  {
    policy: 'dialect 2; @id("open") allow (tool == "t") when { args.n <= 100.5 };',
    catalogue: undefined,
    tool: 't',
    calls: [
      { title: 'within', args: '{"n":100.5}', answer: 'allow', slug: 'allowed' },
      { title: 'a digit no double has', args: '{"n":100.50000000000000000001}', answer: 'refuse', slug: 'no_rule' },
      { title: 'absent', args: '{}', answer: 'refuse', slug: 'no_rule' },
      { title: 'null', args: '{"n":null}', answer: 'refuse', slug: 'no_rule' },
      { title: 'text', args: '{"n":"100"}', answer: 'refuse', slug: 'no_rule' },
    ],
  },
];
