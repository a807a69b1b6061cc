import {
  callOf,
  type Completeness,
  completenessOf,
  contextOf,
  decide as decideCall,
  isTooMuchWork,
  TOO_MUCH_WORK,
  traceCall,
  type TracedRule,
} from '@ostiary/guard';
import { ActionField, ContextField, Instant, readAs } from '@ostiary/guard/request';
import type { Command, Given } from '../command.js';
import { readCatalogueFile } from '../files/catalogue.js';
import { jsonOf, valueOf } from '../files/input.js';
import { readPolicy } from '../files/policy.js';
import { CAUSES, type Decided, painted, reasonLines, type Reasons, reasonsOf, showLabelled } from '../show/reasons.js';
import { clean, type Screen } from '../show/screen.js';
import { writeHanging } from '../show/wrap.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { CATALOGUE_OPTION, NOW_OPTION } from '../text/options.js';
import { withSolver } from '../solver.js';
import { say, type Words } from '../text/words.js';

export const decide: Command = {
  name: 'decide',
  files: '<policy.ost | ->',
  help: {
    en: 'Answer one call, and say why and what the answer depends on. A value of --action and --context is a file, - or the JSON itself.',
    pt: 'Responde a uma chamada, e diz porquê e de que depende a resposta. O valor de --action e --context é um ficheiro, - ou o próprio JSON.',
  },
  options: [
    {
      name: 'action',
      value: 'JSON|FILE',
      help: {
        en: 'the call: {"tool": "...", "arguments": {...}}',
        pt: 'a chamada: {"tool": "...", "arguments": {...}}',
      },
    },
    {
      name: 'context',
      value: 'JSON|FILE',
      help: { en: 'principal, session, labels, now, rates', pt: 'principal, session, labels, now, rates' },
    },
    CATALOGUE_OPTION,
    NOW_OPTION,
    { name: 'trace', help: { en: 'what each test of each rule said', pt: 'o que disse cada teste de cada regra' } },
    {
      name: 'exit-code',
      help: {
        en: 'end with 0 for allow, 10 for confirm, 11 for refuse',
        pt: 'terminar com 0 para allow, 10 para confirm, 11 para refuse',
      },
    },
  ],
  run: async (given, screen) => {
    const [name = '', ...others] = given.files;
    if (others.length > 0)
      throw new CommandError({ en: 'decide takes one policy.', pt: 'decide aceita uma só política.' });
    const catalogue = readCatalogueFile(given.value('catalogue'), screen);
    const read = readPolicy(name, catalogue, screen);
    if (!read.ok) {
      if (screen.json) screen.line(JSON.stringify({ answer: null, findings: read.findings }, null, 2));
      return EXIT.unread;
    }
    const { action, context } = asked(given);
    const call = callOf(action);
    if (isTooMuchWork(read.policy, call, context)) throw new CommandError(TOO_MUCH_WORK);
    const decision = decideCall(read.policy, call, context);
    const decided: Decided = { file: read.name, policy: read.policy, call, context, decision };
    const question = { ...decided, unknown: action.unknown ?? [] };
    const completeness = await withSolver((solver) => completenessOf(question, solver));
    const reasons = reasonsOf(decided, screen);
    const trace = given.has('trace') ? traceCall(read.policy, call, context, decision).rules : null;
    if (screen.json) screen.line(JSON.stringify(document(decided, reasons, completeness, trace), null, 2));
    else show(decided, reasons, completeness, trace, screen);
    if (given.has('exit-code')) return EXIT[decision.answer];
    return completeness.holds_for_all === true ? EXIT.passed : EXIT.incomplete;
  },
};

function asked(given: Given) {
  const action = given.value('action');
  if (action === undefined)
    throw new CommandError({
      en: 'decide needs a call: --action \'{"tool": "refund_order", "arguments": {"amount": "80.00 EUR"}}\'',
      pt: 'decide precisa de uma chamada: --action \'{"tool": "refund_order", "arguments": {"amount": "80.00 EUR"}}\'',
    });
  const context = given.value('context');
  const now = given.value('now');
  const input =
    context === undefined ? undefined : valueOf(readAs(ContextField, jsonOf(context, 'context')), 'context');
  const clock = now === undefined ? Date.now() : Date.parse(valueOf(readAs(Instant, now), 'now'));
  return {
    action: valueOf(readAs(ActionField, jsonOf(action, 'action')), 'action'),
    // A time that the context names goes before the clock.
    context: { now: clock, ...contextOf(input) },
  };
}

const WORDS = {
  depends: { en: 'depends on', pt: 'depende de' },
  missing: { en: 'not said', pt: 'não dito' },
  same: { en: 'the answer is the same whatever it is', pt: 'a resposta é a mesma, seja o que for' },
  open: {
    en: 'whether it matters was not decided ({reason})',
    pt: 'não se decidiu se importa ({reason})',
  },
  other: { en: 'with {value} the answer is {answer}', pt: 'com {value} a resposta é {answer}' },
} as const satisfies Record<string, Words>;

function show(
  decided: Decided,
  reasons: Reasons,
  completeness: Completeness,
  trace: readonly TracedRule[] | null,
  screen: Screen,
): void {
  const { answer } = decided.decision;
  const slug = screen.paint('dim', `[${reasons.slug}]`);
  writeHanging(`${painted(answer, screen)}: ${clean(reasons.detail)} ${slug}`, 2, screen);
  showLabelled(
    [...reasonLines(reasons, decided.file, screen), ...completenessLines(completeness, screen)],
    '  ',
    screen,
  );
  for (const rule of trace ?? []) showTraced(rule, screen);
}

function completenessLines(completeness: Completeness, { language }: Screen): readonly (readonly [string, string])[] {
  const { missing, holds_for_all: holds, depends_on: depends, witnesses, undecided_reason: reason } = completeness;
  if (missing.length === 0) return [];
  if (holds === true) return [[say(WORDS.missing, language), `${missing.join(', ')}: ${say(WORDS.same, language)}`]];
  if (holds === null)
    return [
      [say(WORDS.missing, language), `${missing.join(', ')}: ${say(WORDS.open, language, { reason: reason ?? '' })}`],
    ];
  return [
    [say(WORDS.depends, language), depends.join(', ')],
    ...witnesses.map(
      ({ answer, action, context }) =>
        [
          '',
          say(WORDS.other, language, { value: witnessText(depends, { args: action.arguments, ...context }), answer }),
        ] as const,
    ),
  ];
}

/** What a witness has at the places the answer depends on. */
function witnessText(paths: readonly string[], witness: object): string {
  return paths
    .map((path) => {
      let value: unknown = witness;
      for (const name of path.split('.'))
        value =
          typeof value === 'object' && value !== null && Object.hasOwn(value, name)
            ? (value as Readonly<Record<string, unknown>>)[name]
            : undefined;
      return `${path} ${JSON.stringify(value) ?? '-'}`;
    })
    .join(', ');
}

function showTraced({ rule, effect, value, tests }: TracedRule, screen: Screen): void {
  screen.line(`  ${screen.paint('bold', clean(rule))} ${effect}: ${paintedTruth(value, screen)}`);
  for (const test of tests) {
    const cause = test.cause === null ? '' : ` (${say(CAUSES[test.cause], screen.language)})`;
    screen.line(`    ${paintedTruth(test.value, screen)}${cause}  ${clean(test.text)}`);
  }
}

function paintedTruth(value: TracedRule['value'], screen: Screen): string {
  return screen.paint(value === 'true' ? 'green' : value === 'false' ? 'red' : 'yellow', value);
}

/** As the service answers, but for what only it has: a ticket. */
function document(
  { decision, policy }: Decided,
  reasons: Reasons,
  completeness: Completeness,
  trace: readonly TracedRule[] | null,
): object {
  return {
    answer: decision.answer,
    slug: reasons.slug,
    detail: reasons.detail,
    pointer: decision.pointer ?? null,
    deciding: reasons.deciding,
    trace,
    values_read: reasons.read,
    flips: reasons.flips.map(({ path, ...change }) => ({ argument: path, ...change })),
    completeness,
    policy: { dialect: policy.core.dialect, rules: policy.core.rules.length, digest: policy.version },
  };
}
