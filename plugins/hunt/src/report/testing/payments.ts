import type { Context, HistoryEvent } from '@ostiary/policy';
import type { HuntReport, Step } from '../../search/index.js';
import { checksOf, findingIn, stepsIn } from './build.js';

export const PAYMENTS = `dialect 2;
policy "payments";
default refuse;
tool get_invoice @read (invoice_id: text);
tool pay_invoice @irreversible (invoice_id: text, amount: money EUR, iban: iban);
tool transfer_funds @irreversible (amount: money EUR, iban: iban);
tool update_payee @write (iban: iban);
principal (id: text, role?: keyword);

// What an agent may pay by itself.
@id("look") allow (tool == "get_invoice");
@id("pay") allow (tool == "pay_invoice")
  when { args.amount <= 10_000.00 EUR };
@id("pay-confirm") confirm (tool in ["pay_invoice", "transfer_funds"])
  when { args.amount > 10_000.00 EUR && args.amount <= 50_000.00 EUR };
@id("payees") confirm (tool == "update_payee");

// No more than this in a day.
@id("daily-cap") refuse (tool in ["pay_invoice", "transfer_funds"])
  when history { sum(transfer_funds.open.amount) within 24h by principal including this > 20_000.00 EUR };
`;

const step = stepsIn(PAYMENTS);
const START = Date.UTC(2026, 2, 2, 9);
const MINUTE = 60_000;
const iban = 'DE89370400440532013000';

/** Calls one after the other, each in the history of those before it. */
function session(steps: readonly { readonly call: Step['call']; readonly after?: number }[]): Step[] {
  const history: HistoryEvent[] = [];
  let now = START;
  return steps.map(({ call, after = 0 }, at) => {
    now += after;
    const context: Context = { principal: { id: 'agent-7' }, session: { id: 's1' }, now, history: [...history] };
    const made = step(call, context);
    const event = { tool: call.tool, args: call.args, call_id: `c${at}`, principal: 'agent-7', session: 's1' };
    history.push({ ...event, state: 'allowed', at: now }, { ...event, state: 'ok', at: now });
    return made;
  });
}

const pay = (id: string, amount: string): Step['call'] => ({
  tool: 'pay_invoice',
  args: { invoice_id: id, amount, iban },
});

/** Sessions, a question that was given up, and assumptions. */
export const paymentsReport: HuntReport = report();

function report(): HuntReport {
  const findings = [
    findingIn(PAYMENTS, {
      class: 'H01',
      severity: 'critical',
      rules: ['pay', 'daily-cap'],
      tool: 'pay_invoice',
      attribute: 'args.amount',
      title: {
        en: 'The daily cap is passed by splitting a payment',
        pt: 'O limite diário é contornado dividindo um pagamento',
      },
      detail: {
        en: 'Four payments of 9,000 EUR leave within a day without anyone asked. The same 36,000 EUR in one call is refused: the cap says 20,000.',
        pt: 'Quatro pagamentos de 9 000 EUR saem num dia sem ninguém ser consultado. Os mesmos 36 000 EUR numa só chamada são recusados: o limite é de 20 000.',
      },
      witness: {
        kind: 'session',
        steps: session([
          { call: pay('INV-1', '9000.00 EUR') },
          { call: pay('INV-2', '9000.00 EUR'), after: 10 * MINUTE },
          { call: pay('INV-3', '9000.00 EUR'), after: 10 * MINUTE },
          { call: pay('INV-4', '9000.00 EUR'), after: 90 * MINUTE },
        ]),
      },
      evidence: {
        bound: { kind: 'bounded', k: 6 },
        benign: step(pay('INV-5', '36000.00 EUR'), { principal: { id: 'agent-7' }, now: START, history: [] }),
        expected: {
          en: 'Refuse from the third call on: `daily-cap` says at most 20,000.00 EUR in a day.',
          pt: 'Recusar a partir da terceira chamada: `daily-cap` diz no máximo 20 000,00 EUR por dia.',
        },
        assumptions: ['a payment that was allowed succeeds'],
      },
      repair: {
        title: { en: 'Count every tool that spends.', pt: 'Conte todas as ferramentas que gastam.' },
        text: PAYMENTS.replace('sum(transfer_funds.open.amount)', 'sum([pay_invoice, transfer_funds].open.amount)'),
      },
    }),
    findingIn(PAYMENTS, {
      class: 'H02',
      severity: 'high',
      rules: ['pay'],
      tool: 'pay_invoice',
      title: { en: 'An invoice is paid that nobody looked at', pt: 'É paga uma fatura que ninguém viu' },
      detail: {
        en: 'Rule `pay` does not ask whether `get_invoice` succeeded before. The amount of the call need not be that of the invoice.',
        pt: 'A regra `pay` não pergunta se `get_invoice` teve êxito antes. O valor da chamada não tem de ser o da fatura.',
      },
      witness: { kind: 'session', steps: session([{ call: pay('INV-1', '120.00 EUR') }]) },
      evidence: { bound: { kind: 'inductive' } },
    }),
    findingIn(PAYMENTS, {
      class: 'X01',
      subkind: 'H15',
      severity: 'medium',
      rules: ['payees'],
      tool: 'update_payee',
      title: {
        en: 'Not decided: whether a payee can be changed and then paid',
        pt: 'Não decidido: se um beneficiário pode ser alterado e depois pago',
      },
      detail: {
        en: 'The question reached its budget of work at sessions of 6 calls. A profile with a larger budget may decide it.',
        pt: 'A pergunta esgotou o orçamento de trabalho em sessões de 6 chamadas. Um perfil com mais orçamento pode decidi-la.',
      },
      evidence: { bound: { kind: 'bounded', k: 5 } },
    }),
  ];
  return {
    findings,
    checks: checksOf(findings, ['H15']),
    coverage: { decided: 0.996, tools: ['get_invoice', 'pay_invoice', 'transfer_funds', 'update_payee'], rules: 5 },
  };
}

/** Nothing found, and one question given up: not clean. */
export const undecidedReport: HuntReport = (() => {
  const findings = paymentsReport.findings.filter(({ class: id }) => id === 'X01');
  return { ...paymentsReport, findings, checks: checksOf(findings, ['H15']) };
})();
