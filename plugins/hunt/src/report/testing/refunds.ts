import type { HuntReport } from '../../search/index.js';
import { checksOf, findingIn, regionIn, stepsIn } from './build.js';

export const REFUNDS = `dialect 1;
policy "refunds";
default refuse;

// Small refunds go through, larger ones need a person.
@id("small") allow refund_order
  when amount <= 100.00 EUR and reason in ["damaged", "late"];

@id("medium") confirm refund_order
  when amount <= 500.00 EUR;

@id("goodwill") confirm refund_order
  when amount > 500.00 EUR and amount <= 400.00 EUR and reason == "goodwill";

@id("old") refuse refund_order when days_since > 90;

@id("reads") allow [lookup_order, lookup_customer];
@id("customers") allow lookup_customer;
`;

const step = stepsIn(REFUNDS);
const small = { tool: 'refund_order', args: { amount: '49.90 EUR', reason: 'damaged', days_since: 12 } };

/** One call with a region and a repair, a rule without a witness, and a note: the first hunt of a small policy. */
export const refundsReport: HuntReport = report();

function report(): HuntReport {
  const findings = [
    findingIn(REFUNDS, {
      class: 'G01',
      severity: 'high',
      rules: ['goodwill'],
      tool: 'refund_order',
      attribute: 'args.amount',
      title: { en: 'Rule `goodwill` can never apply', pt: 'A regra `goodwill` nunca se pode aplicar' },
      detail: {
        en: 'No amount is above 500.00 EUR and at most 400.00 EUR. The rule asks for nothing, and goodwill refunds above 500.00 EUR are refused.',
        pt: 'Nenhum valor está acima de 500.00 EUR e vai só até 400.00 EUR. A regra não pede nada, e reembolsos de cortesia acima de 500.00 EUR são recusados.',
      },
    }),
    findingIn(REFUNDS, {
      class: 'S01',
      subkind: 'covered',
      severity: 'medium',
      rules: ['small', 'medium'],
      tool: 'refund_order',
      title: {
        en: 'Rule `small` never decides: `medium` is stricter on all of it',
        pt: 'A regra `small` nunca decide: `medium` é mais severa em tudo',
      },
      detail: {
        en: 'Every refund that `small` allows is also one that `medium` wants confirmed. The strictest rule wins, so a person is asked about each of them.',
        pt: 'Todo o reembolso que `small` permite é também um que `medium` quer confirmado. Ganha a regra mais severa, e por isso uma pessoa é consultada em todos.',
      },
      witness: { kind: 'call', steps: [step(small)] },
      evidence: {
        core: ['medium'],
        benign: step({ ...small, args: { ...small.args, amount: '249.00 EUR' } }),
        expected: {
          en: 'Allow: `small` was written for refunds up to 100.00 EUR.',
          pt: 'Permitir: `small` foi escrita para reembolsos até 100.00 EUR.',
        },
        region: regionIn(
          REFUNDS,
          small,
          {},
          ['amount', ['0.00 EUR', '49.90 EUR', '100.00 EUR', '100.01 EUR', '500.00 EUR', '500.01 EUR', '900.00 EUR']],
          ['days_since', [0, 12, 90, 91]],
        ),
      },
      repair: {
        title: {
          en: 'Let `medium` leave out what `small` allows.',
          pt: 'Deixe fora de `medium` o que `small` permite.',
        },
        text: REFUNDS.replace(
          '  when amount <= 500.00 EUR;',
          '  when amount <= 500.00 EUR\n  unless amount <= 100.00 EUR and reason in ["damaged", "late"];',
        ),
      },
    }),
    findingIn(REFUNDS, {
      class: 'S01',
      subkind: 'redundant',
      severity: 'low',
      rules: ['customers', 'reads'],
      tool: 'lookup_customer',
      title: {
        en: 'Rule `customers` says nothing that `reads` does not say',
        pt: 'A regra `customers` não diz nada que `reads` não diga',
      },
      detail: {
        en: 'Without `customers` every call would get the same answer.',
        pt: 'Sem `customers` todas as chamadas teriam a mesma resposta.',
      },
      witness: { kind: 'call', steps: [step({ tool: 'lookup_customer', args: {} })] },
      repair: {
        title: { en: 'Delete `customers`.', pt: 'Apague `customers`.' },
        text: REFUNDS.replace('@id("customers") allow lookup_customer;\n', ''),
      },
    }),
  ];
  return {
    findings,
    checks: checksOf(findings),
    coverage: { decided: 1, tools: ['lookup_customer', 'lookup_order', 'refund_order'], rules: 6 },
  };
}
