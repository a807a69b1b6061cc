import type { Language } from '@ostiary/guard';
import { answerName, say, severityName } from '@ostiary/report';
import { block, code, sentence, table, text } from '@ostiary/report/markdown';
import type { Finding, Step } from '../../search/index.js';
import type { ReportInput } from '../input.js';
import { factsOf, kindText } from '../show/facts.js';
import { fieldsOf } from '../show/fields.js';
import { excerptOf } from '../show/policy-text.js';
import { hunksOf } from '../show/repair.js';
import { argumentsInLine, between, boundText, reasonOf } from '../show/sentences.js';
import { moreText, turnsOf } from '../show/turns.js';
import { adviceOf, isUndecided, moreRules, sameOf } from '../show/summary.js';
import { TEXTS } from '../text/words.js';

/** Characters of a value in a table. */
const LONGEST = 300;

/** A finding: what is wrong, the call, the rules, what to do. @param others the same mistake of other tools */
export function findingMarkdown([finding, ...others]: readonly [Finding, ...Finding[]], input: ReportInput): string {
  const { policy, language } = input;
  const { class: id, severity, tool, title, detail, evidence } = finding;
  const marks = [
    `**${text(severityName(severity, language))}**`,
    `${code(id)} ${text(kindText(finding, language))}`,
    ...(tool === null ? [] : [code(tool)]),
  ];
  return [
    `### ${sentence(say(title, language))}`,
    marks.join(' · '),
    sentence(say(detail, language)),
    ...(isUndecided(finding) ? [] : witness(finding, language)),
    ...(evidence.expected === null
      ? []
      : [`**${text(say(TEXTS.expected, language))}:** ${sentence(say(evidence.expected, language))}`]),
    `**${text(say(TEXTS.why, language))}** ${code(policy.path)}`,
    ...excerpt(finding, policy.text, language),
    ...factsOf(finding, language).map(
      ({ title: name, content }) =>
        `${text(name)}: ${typeof content === 'string' ? text(content) : content.map((each) => code(each)).join(', ')}`,
    ),
    `**${text(say(TEXTS.toDo, language))}**`,
    ...advice(finding, input),
    ...sameElsewhere(others, language),
  ].join('\n\n');
}

/** The same mistake of other tools, a line each. */
function sameElsewhere(others: readonly Finding[], language: Language): string[] {
  if (others.length === 0) return [];
  const lines = others.map(({ tool, witness: shown, fingerprint }) => {
    const last = shown?.steps.at(-1);
    const call = last
      ? `: ${argumentsInLine(last)
          .map((each) => code(each))
          .join(', ')} → **${text(answerName(last.answer, language))}**`
      : '';
    return `* ${code(tool ?? '')}${call} · ${text(fingerprint)}`;
  });
  return [`**${text(sameOf(others.length, language))}**`, lines.join('\n')];
}

function witness({ witness: shown, evidence: { bound, benign } }: Finding, language: Language): string[] {
  switch (shown?.kind) {
    case undefined:
      return [text(say(TEXTS.noWitnessNote, language, { bound: boundText(bound, language) }))];
    case 'call':
    case 'calls': {
      const title = shown.kind === 'call' ? TEXTS.call : TEXTS.calls;
      return [`**${text(say(title, language))}**`, calls(shown.steps, benign, language)];
    }
    case 'session':
      return [
        `**${text(say(TEXTS.session, language))}**`,
        session(shown.steps, language),
        ...(benign ? [`**${benignTitle(benign, language)}**`, session([benign], language)] : []),
      ];
  }
}

/** What the nearest call that is decided as it should be is called, and how it differs where it says so. */
function benignTitle({ label }: Step, language: Language): string {
  const how = label === null ? '' : ` (${sentence(say(label, language), true)})`;
  return `${text(say(TEXTS.benign, language))}${how}`;
}

/** Calls side by side; what they differ in stands out. */
function calls(steps: readonly Step[], benign: Step | null, language: Language): string {
  const columns = benign === null ? steps : [...steps, benign];
  const heads = columns.map((step, at) => {
    const { label } = step;
    if (at >= steps.length) return benignTitle(step, language);
    if (label !== null) return sentence(say(label, language), true);
    return text(say(steps.length === 1 ? TEXTS.thisCall : TEXTS.step, language, { n: at + 1 }));
  });
  const fields = columns.map(
    (step) => new Map(fieldsOf(step, language).map((field) => [`${field.group}: ${field.name}`, field.text])),
  );
  const names = [...new Set(fields.flatMap((each) => [...each.keys()]))];
  const rows = names.map((name) => {
    const values = fields.map((each) => each.get(name));
    const differs = new Set(values).size > 1;
    const cells = values.map((value) =>
      value === undefined ? '' : code(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value, true),
    );
    return [differs ? `**${text(name)}**` : text(name), ...cells];
  });
  const answers = columns.map(
    (step) => `**${text(answerName(step.answer, language))}** ${sentence(reasonOf(step, language), true)}`,
  );
  return table(
    ['', ...heads],
    [
      [text(say(TEXTS.tool, language)), ...columns.map(({ call }) => code(call.tool, true))],
      ...rows,
      [text(say(TEXTS.answer, language)), ...answers],
    ],
  );
}

function session(steps: readonly Step[], language: Language): string {
  const lineOf = (step: Step, at: number): string => {
    const since = between(steps[at - 1] ?? null, step, language);
    const when = since.length === 0 ? '' : `${sentence(since.join(' · '))}: `;
    const call = `${code(step.call.tool)} ${argumentsInLine(step)
      .map((argument) => code(argument))
      .join(', ')}`;
    return `${when}${call} → **${text(answerName(step.answer, language))}** ${sentence(reasonOf(step, language))}`;
  };
  return turnsOf(steps, (step, at) => JSON.stringify([lineOf(step, at), step.label]))
    .map(({ step, at, more }) => {
      const others = moreText(more, language);
      return `${at + 1}. ${lineOf(step, at)}${others === null ? '' : ` **${text(others)}**`}`;
    })
    .join('\n');
}

/** The lines of the rules, with their numbers. */
function excerpt({ evidence: { rules } }: Finding, policy: string, language: Language): string[] {
  const { shown, left } = excerptOf(rules);
  if (shown.length === 0) return [];
  const lines = policy.split(/\r?\n/);
  const width = String(shown.at(-1)?.to ?? 0).length;
  const parts = shown.map(({ from, to }) =>
    lines.slice(from - 1, to).map((line, at) => `${String(from + at).padStart(width)}  ${line}`),
  );
  const more = left === 0 ? [] : [text(moreRules(left, language))];
  const excerpts = parts.flatMap((part, at) => (at === 0 ? part : ['…', ...part]));
  return [block(excerpts, ''), ...more];
}

function advice(finding: Finding, { policy, language }: ReportInput): string[] {
  const { repair } = finding;
  const todo = sentence(say(adviceOf(finding), language));
  if (repair === null) return [todo];
  const hunks = hunksOf(policy.text, repair.text);
  if (hunks === null) return [todo, text(say(TEXTS.repairLong, language))];
  const signs = { same: ' ', removed: '-', added: '+' } as const;
  const lines = hunks.flatMap((hunk, at) => [
    ...(at === 0 ? [] : ['…']),
    ...hunk.map(({ kind, text: line }) => `${signs[kind]}${line}`),
  ]);
  return [todo, block(lines, 'diff'), text(say(TEXTS.repaired, language))];
}
