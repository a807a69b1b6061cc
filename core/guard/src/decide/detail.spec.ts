import type { Call, Context } from '@ostiary/policy';
import { describe, expect, it } from 'vitest';
import { prepared } from '../testing/index.js';
import type { Words } from '../words.js';
import { decide } from './decide.js';
import { reasonOf } from './detail.js';

function said(text: string, args: Call['args'], context: Context = {}, catalogue?: unknown): Words {
  const policy = prepared(text, catalogue);
  const call = { tool: 't', args };
  return reasonOf(policy, call, context, decide(policy, call, context), null).detail;
}

describe('the sentence of an answer', () => {
  it.each<[string, string, Call['args'], Context, string, string]>([
    [
      'an absent attribute',
      'dialect 1; @id("a") allow t when n <= 5 and principal.role == "x";',
      { n: 1 },
      {},
      'No rule fired, so the default decides: refuse. `a` did not allow it because `principal.role` is absent.',
      'Nenhuma regra se aplicou, por isso decide o valor por omissão: refuse. `a` não permitiu porque `principal.role` está ausente.',
    ],
    [
      'a value of another type',
      'dialect 1; @id("a") allow t when m <= 5.00 EUR;',
      { m: 'much' },
      {},
      'No rule fired, so the default decides: refuse. `a` did not allow it because `args.m` is not an amount of money.',
      'Nenhuma regra se aplicou, por isso decide o valor por omissão: refuse. `a` não permitiu porque `args.m` não é um valor em dinheiro.',
    ],
    [
      'a principal with a name that only looks like a known one',
      'dialect 1; @id("a") allow t when principal.role == "lead";',
      {},
      { principal: { role: 'lead', Role: 'guest' } },
      'No rule fired, so the default decides: refuse. `a` did not allow it because `principal` has "Role", which only looks like an attribute the policy knows.',
      'Nenhuma regra se aplicou, por isso decide o valor por omissão: refuse. `a` não permitiu porque `principal` tem "Role", que só se parece com um atributo que a política conhece.',
    ],
    [
      'nothing undefined: the default alone',
      'dialect 1; allow t when n <= 5;',
      { n: 6 },
      {},
      'No rule fired, so the default decides: refuse.',
      'Nenhuma regra se aplicou, por isso decide o valor por omissão: refuse.',
    ],
    [
      'only what made it undefined: not what `or else` stands for',
      'dialect 2; @id("a") allow (tool == "t") when { (args.x or else 0) < 5 && (args.y == 1 || args.z == 1) };',
      { z: 2 },
      {},
      'No rule fired, so the default decides: refuse. `a` did not allow it because `args.y` is absent.',
      'Nenhuma regra se aplicou, por isso decide o valor por omissão: refuse. `a` não permitiu porque `args.y` está ausente.',
    ],
    [
      'a history that is not known',
      'dialect 2; @id("h") refuse (tool == "t") when history { count(t.ok) within session by session >= 2 };',
      {},
      { session: { id: 's' }, now: 1 },
      'The guard of rule `h` cannot be evaluated because `session.history` is not given, so the answer is refuse.',
      'Não se pode avaliar a condição da regra `h` porque `session.history` não é dado; por isso a resposta é refuse.',
    ],
    [
      'amounts of two currencies',
      'dialect 2; @id("m") confirm (tool == "t") when { args.a < 5.00 EUR };',
      { a: '1.00 USD' },
      {},
      'The guard of rule `m` cannot be evaluated because two amounts are in different currencies and no exchange rate is known, so the answer is confirm.',
      'Não se pode avaliar a condição da regra `m` porque dois valores estão em moedas diferentes e não se conhece taxa de câmbio; por isso a resposta é confirm.',
    ],
    [
      'a default that was confirmed',
      'dialect 1; default confirm;',
      {},
      { confirmed: true },
      'Confirmed, as the default asks.',
      'Confirmado, como o valor por omissão pede.',
    ],
  ])('%s', (_, text, args, context, en, pt) => {
    expect(said(text, args, context)).toEqual({ en, pt });
  });

  it('says what an ill-typed argument should have been', () => {
    const fields = {
      m: {
        type: { kind: 'list', of: { kind: 'record', fields: { n: { type: { kind: 'int' }, required: false } } } },
        required: false,
      },
    };
    const catalogue = { name: 'c', tools: [{ name: 't', classes: [], args: { kind: 'record', fields } }] };
    expect(said('dialect 1; allow t;', { m: [{ n: 'x' }] }, {}, catalogue)).toEqual({
      en: 'The argument at `/m/0/n` is not a whole number.',
      pt: 'O argumento em `/m/0/n` não é um número inteiro.',
    });
  });

  it('never repeats a value of the call', () => {
    expect(JSON.stringify(said('dialect 1; allow t when n <= 5;', { n: 'hunter2' }))).not.toContain('hunter2');
  });
});
