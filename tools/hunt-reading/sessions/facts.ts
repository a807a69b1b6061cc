import { type Rng, chance, pick } from '@ostiary/policy/testing';
import type { Effect } from '@ostiary/policy';
import type { Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import type { Reading } from '../lib/compare.js';
import { MINUTE, type Move, type Outcome, Player } from './play.js';

type Bugs = ReadonlyMap<string, Severity | null>;

interface Small {
  readonly made: { readonly catalogue: undefined };
  readonly text: string;
  readonly player: Player;
}

const small = (...lines: readonly string[]): Small => {
  const text = ['dialect 2;', ...lines.filter((line) => line !== '')].join('\n');
  return { made: { catalogue: undefined }, text, player: new Player(text) };
};

const ruled = (id: string, effect: Effect | null, tool: string): string =>
  effect === null ? '' : `@id("${id}") ${effect} (tool == "${tool}");`;
const call = (tool: string, args: Readonly<Record<string, string>>, outcome: Outcome = 'ok'): Move => ({
  call: { tool, args },
  outcome,
});
const mayRun = (answer: Effect | undefined): boolean => answer === 'allow' || answer === 'confirm';

/** A payment that waits for what was read, and a tool that may change it. */
export interface Relied extends Small {
  readonly read: string;
  readonly change: string;
  readonly changeable: boolean;
}

export function relied(rng: Rng): Relied {
  const read = pick(rng, ['get_invoice', 'get_invoice', 'read_invoice']);
  const change = pick(rng, ['update_invoice', 'update_invoice', 'set_invoice', 'update_order', 'list_invoices']);
  const argument = pick(rng, ['id', 'id', 'id', 'number']);
  const effect = pick<Effect | null>(rng, ['allow', 'allow', 'confirm', 'refuse', null]);
  const held = chance(rng, 0.8) ? '{ id: args.id }' : '';
  const seen = `within 1h ${read}.ok${held}`;
  const fresh = chance(rng, 0.3);
  const condition = fresh
    ? `(!formerly within 1h by anyone ${change}.open${argument === 'id' ? '{ id: args.id }' : ''}) since ${seen}`
    : `formerly ${seen}`;
  return {
    ...small(
      `tool ${read} @read (id: text);`,
      `tool ${change} @${change.startsWith('list') ? 'read' : 'write'} (${argument}: text);`,
      'tool pay @write (id: text);',
      ruled('read', pick<Effect | null>(rng, ['allow', 'allow', 'confirm', null]), read),
      ruled('change', effect, change),
      `@id("seen") allow (tool == "pay") when history { ${condition} };`,
    ),
    read,
    change,
    // Of the same noun, and with the argument that the rule holds together.
    changeable: /^(update|set)_invoice$/u.test(change) && argument === 'id' && held !== '',
  };
}

/** H11: a fact that has changed since. */
const H11: Reading<Relied> = {
  class: 'H11',
  bugs: ({ read, change, changeable, player }): Bugs => {
    if (!changeable) return new Map();
    const played = player.play([call(read, { id: 'x' }), call(change, { id: 'x' }), call('pay', { id: 'x' })]);
    const is = mayRun(played[0]?.answer) && mayRun(played[1]?.answer) && played[2]?.answer === 'allow';
    return new Map(is ? [['seen', null]] : []);
  },
  of: ({ rules }) => (rules.includes('seen') ? 'seen' : rules.join()),
};

/** A refusal after an earlier call of another tool. */
export interface Locked extends Small {
  readonly within: string;
  readonly state: string;
  /** Whether one such call is enough. */
  readonly one: boolean;
}

export function locked(rng: Rng): Locked {
  const within = pick(rng, ['session', 'session', '10m', '24h']);
  const state = pick(rng, ['failed', 'failed', 'refused', 'requested', 'ok', 'open']);
  const count = pick(rng, [null, null, '>= 1', '> 0', '>= 2', '> 1']);
  const by = pick(rng, ['principal', 'session']);
  const condition =
    count === null
      ? `formerly within ${within} login.${state}`
      : `count(login.${state}) within ${within} by ${by} ${count}`;
  return {
    ...small(
      'tool login @write (name: text);',
      'tool pay @write (to: text);',
      ruled('login', pick<Effect | null>(rng, ['allow', 'allow', 'confirm', 'refuse', null]), 'login'),
      ruled('pay', pick<Effect | null>(rng, ['allow', 'allow', 'allow', 'confirm', null]), 'pay'),
      `@id("lock") refuse (tool == "pay") when history { ${condition} };`,
    ),
    within,
    state,
    one: count === null || count === '>= 1' || count === '> 0',
  };
}

const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'running', 'declined'];

/** H14: a dead end. */
const H14: Reading<Locked> = {
  class: 'H14',
  bugs: ({ within, state, one, player }): Bugs => {
    if (within !== 'session' || !one || !['failed', 'refused', 'requested'].includes(state)) return new Map();
    const pay = call('pay', { to: 'x' });
    if (!mayRun(player.last([pay]))) return new Map();
    const shut = OUTCOMES.some((outcome) => {
      const [, first, later] = player.play([
        call('login', { name: 'x' }, outcome),
        pay,
        { ...pay, after: 3_000 * MINUTE },
      ]);
      return first?.answer === 'refuse' && later?.answer === 'refuse';
    });
    return new Map(shut ? [['lock', null]] : []);
  },
  of: ({ rules }) => (rules.includes('lock') ? 'lock' : rules.join()),
};

/** A payment to whom an earlier call named. */
export interface Trusting extends Small {
  readonly maker: string;
  readonly held: boolean;
}

const MAKERS = [
  'create_payee',
  'create_payee',
  'add_payee',
  'update_payee',
  'create_contact',
  'get_payee',
  'create_note',
];

export function trusting(rng: Rng): Trusting {
  const maker = pick(rng, MAKERS);
  const held = chance(rng, 0.8);
  return {
    ...small(
      `tool ${maker} @${maker.startsWith('get') ? 'read' : 'write'} (iban: iban);`,
      'tool pay @write (iban: iban);',
      ruled('make', pick<Effect | null>(rng, ['allow', 'allow', 'confirm', 'refuse', null]), maker),
      `@id("known") ${pick(rng, ['allow', 'allow', 'confirm'])} (tool == "pay") when history { formerly within 90d ${maker}.${pick(rng, ['ok', 'ok', 'open'])}${held ? '{ iban: args.iban }' : ''} };`,
    ),
    maker,
    held,
  };
}

const IBAN = 'DE89370400440532013000';

/** H15: changing what a rule trusts. */
const H15: Reading<Trusting> = {
  class: 'H15',
  bugs: ({ maker, held, player }): Bugs => {
    if (!held || !/^(create|add|update)_(payee|contact)$/u.test(maker)) return new Map();
    const played = player.play([call(maker, { iban: IBAN }), call('pay', { iban: IBAN })]);
    // Where a person is asked about either, somebody sees it.
    return new Map(played.every(({ answer }) => answer === 'allow') ? [['known', null]] : []);
  },
  of: ({ rules }) => (rules.includes('known') ? 'known' : rules.join()),
};

/** A source, and a tool that sends or does something that cannot be undone. */
export interface Tainted extends Small {
  readonly label: string;
  readonly class: string;
  readonly recipient: boolean;
  readonly source: Effect | null;
}

export function tainted(rng: Rng): Tainted {
  const kind = pick(rng, ['sink', 'sink', 'privileged', 'write', 'read']);
  const recipient = chance(rng, 0.3);
  const label = 'untrusted';
  const source = pick<Effect | null>(rng, ['allow', 'allow', 'confirm', 'refuse', null]);
  const guard = pick(rng, [
    '',
    '',
    `@id("tainted") confirm (tool == "post") when { session.label("${label}") };`,
    `@id("tainted") refuse (tool == "post") when { label(args.text, "${label}") };`,
    `@id("tainted") refuse (tool == "post") when { session.label("other") };`,
    `@id("tainted") confirm (tool == "post") when { session.label("${label}") && args.urgent };`,
  ]);
  const base = recipient
    ? '@id("post") allow (tool == "post") when { args.to.domain == "corp.example" };'
    : pick(rng, [
        '@id("post") allow (tool == "post");',
        '@id("post") confirm (tool == "post");',
        `@id("post") allow (tool == "post") when { !session.label("${label}") };`,
        '@id("post") allow (tool == "post") when { !args.urgent };',
      ]);
  return {
    ...small(
      'tool read_page @read @source (page: text);',
      `tool post @${kind === 'privileged' ? 'write @privileged' : kind === 'sink' ? 'write @sink' : kind} (text: text, to: email, urgent: bool);`,
      ruled('read', source, 'read_page'),
      base,
      guard,
    ),
    label,
    class: kind,
    recipient,
    source,
  };
}

/** H10: untrusted data reaches a dangerous tool. */
const H10: Reading<Tainted> = {
  class: 'H10',
  bugs: ({ label, class: kind, recipient, source, player }): Bugs => {
    if (!['sink', 'privileged'].includes(kind) || !mayRun(source ?? undefined)) return new Map();
    const labels = {
      session: [label],
      args: Object.fromEntries(['text', 'to', 'urgent'].map((name) => [name, [label]])),
    };
    const is = ['a@corp.example', 'a@other.example'].some((to) =>
      [true, false].some(
        (urgent) => player.once({ tool: 'post', args: { text: 't', to, urgent } }, { labels }) === 'allow',
      ),
    );
    const severity = recipient ? null : kind === 'privileged' ? 'critical' : 'high';
    return new Map(is ? [['post', severity]] : []);
  },
  of: ({ tool }) => tool ?? '',
};

export const RELIED_READINGS = [H11];
export const LOCKED_READINGS = [H14];
export const TRUSTING_READINGS = [H15];
export const TAINTED_READINGS = [H10];
