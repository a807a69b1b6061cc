import { HOSTILE_TEXTS } from '../../../../../tools/testing/hostile-texts.js';
import type { HuntReport } from '../../search/index.js';
import { SEVERITIES } from '../../search/index.js';
import { checksOf, findingIn, stepsIn } from './build.js';

export const CLEAN = `dialect 1;
policy "calendar";
default refuse;
@id("read") allow [list_events, read_event];
@id("invite") confirm create_event;
`;

/** Nothing found, everything decided. */
export const cleanReport: HuntReport = {
  findings: [],
  checks: checksOf([]),
  coverage: { decided: 1, tools: ['create_event', 'list_events', 'read_event'], rules: 2 },
};

export const MANY = `dialect 1;\npolicy "many";\ndefault refuse;\n${Array.from(
  { length: 200 },
  (_, at) => `@id("r${at}") confirm tool_${at} when amount > ${at}.00 EUR;\n`,
).join('')}`;

/** 200 findings, as a first hunt of a large policy has them. */
export const manyReport: HuntReport = many();

function many(): HuntReport {
  const step = stepsIn(MANY);
  const findings = Array.from({ length: 200 }, (_, at) =>
    findingIn(MANY, {
      class: at % 3 === 0 ? 'S09' : at % 3 === 1 ? 'S08' : 'B07',
      severity: SEVERITIES[Math.floor(at / 40)] ?? 'info',
      rules: [`r${at}`],
      tool: `tool_${at}`,
      attribute: 'args.amount',
      title: { en: `The limit of \`r${at}\` has a hole`, pt: `O limite de \`r${at}\` tem um buraco` },
      detail: {
        en: `At exactly ${at}.00 EUR the call is refused, above it a person is asked.`,
        pt: `Em exatamente ${at}.00 EUR a chamada é recusada, e acima uma pessoa é consultada.`,
      },
      witness: {
        kind: 'calls',
        steps: [`${at}.00 EUR`, `${at}.01 EUR`].map((amount) => step({ tool: `tool_${at}`, args: { amount } })),
      },
    }),
  );
  return {
    findings,
    checks: checksOf(findings),
    coverage: { decided: 1, tools: Array.from({ length: 200 }, (_, at) => `tool_${at}`).toSorted(), rules: 200 },
  };
}

const DECIDED = `dialect 1;
policy "<b>hostile</b> ]]>";
default refuse;
// </pre><script>alert(1)</script>
@id("</mark><b>\`") allow send when body == "\`x\` -->";
@id("other") confirm send when to like "*@corp.example";
`;

/** With controls in its comment, as a text of another language may have them; the language of ours refuses them. */
export const HOSTILE = DECIDED.replace('alert(1)', 'alert(\u202e1\u2066\0)');

/** Hostile strings wherever a string stands. */
export const hostileReport: HuntReport = hostile();

function hostile(): HuntReport {
  const step = stepsIn(DECIDED);
  const args = Object.fromEntries(
    HOSTILE_TEXTS.map((text, at) => [at % 2 === 0 ? `arg${at}` : text.slice(0, 40), text]),
  );
  const text = HOSTILE_TEXTS.join(' ');
  const call = { tool: 'send', args: { ...args, to: 'a@corp.example', body: '<i>' } };
  const findings = [
    findingIn(DECIDED, {
      class: 'B11',
      severity: 'critical',
      rules: ['</mark><b>`', 'other'],
      tool: '<img src=x onerror=alert(1)>',
      attribute: 'args.\u202e"',
      title: { en: text.slice(0, 200), pt: text.slice(0, 200) },
      detail: { en: text.slice(0, 1200), pt: text.slice(0, 1200) },
      witness: {
        kind: 'calls',
        steps: HOSTILE_TEXTS.slice(0, 2).map((label) => ({
          ...step(call, { principal: { id: '<b>\u202e' } }, { en: label, pt: label }),
          deciding: ['</mark><b>`'],
        })),
      },
      evidence: {
        core: ['</mark><b>`'],
        assumptions: HOSTILE_TEXTS,
        expected: { en: text.slice(0, 100), pt: text.slice(0, 100) },
        region: {
          x: { attribute: 'args.<x>', values: ['1 <b>', '2 <b>', '3 <b>'] },
          y: { attribute: 'args.\u202ey', values: ['"', "'"] },
          answers: [
            ['allow', 'confirm', 'refuse'],
            ['refuse', 'confirm', 'allow'],
          ],
          marks: [{ step: 0, column: 1, row: 1 }],
        },
      },
      repair: {
        title: { en: text.slice(0, 300), pt: text.slice(0, 300) },
        text: `${HOSTILE}// ${text.replaceAll('\n', ' ')}\n`,
      },
    }),
    findingIn(DECIDED, {
      class: 'X01',
      severity: 'medium',
      rules: ['other'],
      title: { en: '`</code>` <b>not</b> decided', pt: '`</code>` <b>não</b> decidido' },
      detail: { en: text.slice(0, 400), pt: text.slice(0, 400) },
    }),
  ];
  return {
    findings,
    checks: checksOf(findings, ['B11']),
    coverage: { decided: 0.5, tools: HOSTILE_TEXTS.slice(0, 3), rules: 2 },
  };
}
