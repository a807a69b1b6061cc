import type { Effect } from '@ostiary/policy';
import { type Rng, chance, pick } from '@ostiary/policy/testing';
import type { Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import type { Reading } from '../lib/compare.js';
import { MINUTE, type Move, type Outcome, Player } from './play.js';

/** An allowance that waits for an earlier call of another tool. */
interface Gate {
  readonly state: string;
  readonly anyone: boolean;
  /** Arguments that are the same in both. */
  readonly fields: readonly string[];
  /** Whether a call uses up the step. */
  readonly once: boolean;
}

export interface Stepped {
  readonly made: { readonly catalogue: undefined };
  readonly text: string;
  /** The tool of the step. */
  readonly step: 'lookup' | 'approve';
  readonly gate: Gate;
  /** The effect of the rule about the step; null: there is none. */
  readonly stepped: Effect | null;
  /** What allows the same calls without the step. */
  readonly besides: string;
  readonly class: string;
  readonly player: Player;
  readonly otherwise: (change: Partial<Gate>) => Player;
}

const gateText = (step: string, { state, anyone, fields, once }: Gate): string => {
  const held = fields.map((name) => `${name}: args.${name}`).join(', ');
  const event = `formerly within 1h${anyone ? ' by anyone' : ''} ${step}.${state}${held === '' ? '' : `{ ${held} }`}`;
  const unused = '(!formerly within 1h refund.open{ order: args.order }) && ';
  return `@id("gate") allow (tool == "refund") when history { ${once ? unused : ''}${event} };`;
};

/** A step and a refund that waits for it. */
export function stepped(rng: Rng): Stepped {
  const step = pick(rng, ['lookup', 'approve'] as const);
  const effect = pick<Effect | null>(rng, [
    ...(step === 'approve' ? (['confirm', 'confirm'] as const) : (['allow', 'allow'] as const)),
    'allow',
    null,
  ]);
  const kind = pick(rng, ['write', 'irreversible']);
  const besides = pick(rng, [
    '',
    '',
    '',
    '@id("free") allow (tool == "refund");',
    '@id("free") allow (tool == "refund") when { args.amount <= 0.01 EUR };',
  ]);
  const gate: Gate = {
    state: pick(rng, ['ok', 'ok', 'allowed', 'open', 'confirmed', 'requested']),
    anyone: chance(rng, 0.25),
    fields: pick(rng, [[], ['order'], ['order'], ['order', 'amount'], ['amount']]),
    once: chance(rng, 0.4),
  };
  const textOf = (change: Partial<Gate>): string =>
    [
      'dialect 2;',
      `tool ${step} @${step === 'lookup' ? 'read' : 'write'} (order: text, amount: money EUR 0.01..0.02);`,
      `tool refund @${kind} (order: text, amount: money EUR 0.01..0.02);`,
      effect === null ? '' : `@id("step") ${effect} (tool == "${step}");`,
      gateText(step, { ...gate, ...change }),
      besides,
    ]
      .filter((line) => line !== '')
      .join('\n');
  const text = textOf({});
  return {
    made: { catalogue: undefined },
    text,
    step,
    gate,
    stepped: effect,
    besides,
    class: kind,
    player: new Player(text),
    otherwise: (change) => new Player(textOf(change)),
  };
}

const ORDERS = ['x', 'y'];
const AMOUNTS = ['0.01 EUR', '0.02 EUR'];
const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'running', 'declined'];

/** A refund alone, and after one step of anybody. */
function* sessions({ step }: Stepped): Generator<readonly Move[]> {
  for (const amount of AMOUNTS) {
    const refund: Move = { call: { tool: 'refund', args: { order: 'x', amount } }, after: MINUTE };
    yield [refund];
    for (const order of ORDERS)
      for (const other of AMOUNTS)
        for (const outcome of OUTCOMES)
          for (const by of ['ann', 'bob'])
            yield [{ call: { tool: step, args: { order, amount: other } }, outcome, by }, refund];
  }
}

/** Whether some refund is allowed that would not be with the gate written otherwise. */
function isWeak(world: Stepped, change: Partial<Gate>): boolean {
  const mended = world.otherwise(change);
  for (const moves of sessions(world))
    if (world.player.last(moves) === 'allow' && mended.last(moves) !== 'allow') return true;
  return false;
}

type Bugs = ReadonlyMap<string, Severity | null>;
const bug = (of: string, is: boolean, severity: Severity | null): Bugs => new Map(is ? [[of, severity]] : []);
const byRule: Reading<Stepped>['of'] = ({ rules }) => (rules.includes('gate') ? 'gate' : rules.join());

/** Whether the step is that a person agreed. */
const isApproval = ({ step, gate }: Stepped): boolean => gate.state === 'confirmed' || step === 'approve';

/** H02: a step can be left out. */
const H02: Reading<Stepped> = {
  class: 'H02',
  bugs: ({ besides, player }) => {
    // A rule that lets fewer calls through without the step is taken as meant.
    const isAll =
      besides !== '' &&
      AMOUNTS.every((amount) => player.last([{ call: { tool: 'refund', args: { order: 'x', amount } } }]) === 'allow');
    return bug('gate', isAll, null);
  },
  of: byRule,
};

/** H03: a step taken for another thing opens the way. */
const H03: Reading<Stepped> = {
  class: 'H03',
  bugs: (world) => {
    const { fields } = world.gate;
    // Of approvals H08 tells.
    return bug(
      'gate',
      !isApproval(world) && !fields.includes('order') && isWeak(world, { fields: [...fields, 'order'] }),
      null,
    );
  },
  of: byRule,
};

/** H04, of steps: an attempt is counted as a success. */
const H04: Reading<Stepped> = {
  class: 'H04',
  bugs: (world) => {
    const { state } = world.gate;
    const is = ['requested', 'allowed', 'open'].includes(state) && isWeak(world, { state: 'ok' });
    return bug('gate', is, state === 'open' ? 'medium' : 'high');
  },
  of: byRule,
};

/** H08: confirmed, then changed. */
const H08: Reading<Stepped> = {
  class: 'H08',
  bugs: (world) => {
    const { fields } = world.gate;
    const free = ['order', 'amount'].filter((name) => !fields.includes(name));
    const changed = free.some((name) => isWeak(world, { fields: [...fields, name] }));
    return bug('gate', isApproval(world) && changed, 'critical');
  },
  of: byRule,
};

/** H09: a confirmation used again. */
const H09: Reading<Stepped> = {
  class: 'H09',
  bugs: (world) => {
    if (!isApproval(world)) return new Map();
    for (const moves of sessions(world)) {
      const [step, refund] = moves;
      if (!step || !refund || world.player.last([refund]) === 'allow') continue;
      const [given, ...answers] = world.player.play([step, refund, refund]);
      // What was refused, or nobody agreed to, is no approval.
      if (given?.answer === 'refuse' || step.outcome === 'declined') continue;
      if (answers.every(({ answer }) => answer === 'allow')) return bug('gate', true, 'critical');
    }
    return new Map();
  },
  of: byRule,
};

/** H13: an event that can never happen. */
const H13: Reading<Stepped> = {
  class: 'H13',
  bugs: ({ stepped: effect, gate, besides }) => {
    // What is refused has been asked for.
    if (gate.state === 'requested') return new Map();
    const never = effect === null || gate.state === (effect === 'allow' ? 'confirmed' : 'allowed');
    // Where no refund is ever let run, the limit on refunds counts nothing: of the two findings this one is the graver.
    if (gate.once && besides === '') return bug('gate', never, 'high');
    return bug('gate', never, effect === null ? 'low' : 'medium');
  },
  of: byRule,
};

/** H16: an event of somebody else. */
const H16: Reading<Stepped> = {
  class: 'H16',
  bugs: (world) => {
    const { anyone, fields } = world.gate;
    return bug('gate', anyone && isWeak(world, { anyone: false }), fields.length > 0 ? 'low' : 'high');
  },
  of: byRule,
};

export const STEP_READINGS = [H02, H03, H04, H08, H09, H13, H16];
