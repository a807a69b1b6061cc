import { between, boundText, moreText, reasonOf, turnsOf } from '@ostiary/hunt/report';
import { say, type Words } from '../../text/words.js';
import { ABSENT, painted, showLabelled } from '../reasons.js';
import { clean, type Screen } from '../screen.js';
import { writeHanging } from '../wrap.js';
import { type CallValue, callValues } from './call-values.js';
import { decidedOf, type Step, type Told } from './told.js';

const WORDS = {
  call: { en: 'The call that shows it', pt: 'A chamada que o mostra' },
  calls: { en: 'The calls that show it', pt: 'As chamadas que o mostram' },
  session: { en: 'The session that shows it', pt: 'A sessão que o mostra' },
  benign: { en: 'Nearest call with a different result', pt: 'Chamada mais próxima com outro resultado' },
  expected: { en: 'Expected', pt: 'Esperado' },
  none: {
    en: 'No call can show it. This was decided {bound}.',
    pt: 'Nenhuma chamada pode mostrá-lo. Isso foi decidido {bound}.',
  },
  tool: { en: 'tool', pt: 'ferramenta' },
  step: { en: 'Call {n}', pt: 'Chamada {n}' },
} as const satisfies Record<string, Words>;

/** The calls that show a finding, for a person at a terminal. */
export function showWitness({ witness, evidence, class: id }: Told, screen: Screen): void {
  const { language } = screen;
  if (witness === undefined || evidence === undefined || id === 'X01') return;
  if (witness === null) {
    const bound = boundText(evidence.bound, language);
    writeHanging(`  ${screen.paint('dim', say(WORDS.none, language, { bound }))}`, 2, screen);
  } else {
    screen.line(`  ${screen.paint('bold', say(WORDS[witness.kind], language))}`);
    const { benign } = evidence;
    if (witness.kind !== 'session') showCalls(witness.steps, benign, screen);
    else {
      showSession(witness.steps, screen);
      if (benign) {
        screen.line(`  ${screen.paint('bold', benignTitle(benign, language))}`);
        showSession([benign], screen);
      }
    }
  }
  if (evidence.expected !== null)
    writeHanging(`  ${screen.paint('bold', say(WORDS.expected, language))}: ${clean(evidence.expected)}`, 4, screen);
}

/** Calls beside each other: what they share stands once, what they differ in with each. */
function showCalls(steps: readonly Step[], benign: Step | null, screen: Screen): void {
  const { language } = screen;
  const all = benign === null ? steps : [...steps, benign];
  const values = all.map((step): readonly CallValue[] => [
    [say(WORDS.tool, language), step.action.tool],
    ...callValues(step),
  ]);
  const [first = [], ...others] = values;
  const shared = first.filter((each) => others.every((rows) => rows.some((row) => same(row, each))));
  showLabelled(shared, '    ', screen);
  if (all.length === 1) return all.forEach((step) => showAnswer(step, '    ', screen));
  const paths = new Set(values.flatMap((rows) => rows.map(([path]) => path)));
  const differing = [...paths].filter((path) => !shared.some(([other]) => other === path));
  for (const [at, step] of all.entries()) {
    const title =
      at >= steps.length ? benignTitle(step, language) : (step.label ?? say(WORDS.step, language, { n: at + 1 }));
    screen.line(`    ${screen.paint('bold', clean(title))}`);
    const own = differing.map(
      (path) => values[at]?.find(([name]) => name === path) ?? ([path, say(ABSENT, language)] as const),
    );
    showLabelled(own, '      ', screen);
    showAnswer(step, '      ', screen);
  }
}

/** What the nearest call that is decided as it should be is called, and how it differs where it says so. */
const benignTitle = ({ label }: Step, language: Screen['language']): string =>
  label === null ? say(WORDS.benign, language) : `${say(WORDS.benign, language)} (${clean(label)})`;

const same = ([path, value]: CallValue, [other, its]: CallValue): boolean => path === other && value === its;

function showAnswer(step: Step, indent: string, screen: Screen): void {
  const reason = clean(reasonOf(step, screen.language));
  writeHanging(`${indent}-> ${painted(step.answer, screen)}  ${reason}`, indent.length + 3, screen);
}

/** Calls one after the other, each with what happened since the one before. */
function showSession(steps: readonly Step[], screen: Screen): void {
  const decided = steps.map(decidedOf);
  const sinceOf = (at: number): string => {
    const here = decided[at];
    return here === undefined ? '' : between(decided[at - 1] ?? null, here, screen.language).join(' · ');
  };
  const textOf = ({ action, answer, deciding, label }: Step, at: number): string =>
    JSON.stringify([sinceOf(at), action.tool, action.arguments, answer, deciding, label]);
  for (const { step, at, more } of turnsOf(steps, textOf)) {
    const since = sinceOf(at);
    const hang = 6 + String(at + 1).length;
    if (since !== '') writeHanging(`    ${screen.paint('dim', clean(since))}`, 4, screen);
    const { tool, arguments: args } = step.action;
    const told = callValues({ ...step, action: { tool, arguments: args }, context: {}, confirmed: false })
      .map(([path, value]) => `${path.slice('args.'.length)} ${value}`)
      .join(', ');
    writeHanging(`    ${at + 1}. ${screen.paint('bold', clean(tool))} ${clean(told)}`, hang, screen);
    showAnswer(step, ' '.repeat(hang), screen);
    const others = moreText(more, screen.language);
    if (others !== null) screen.line(`${' '.repeat(hang)}${screen.paint('bold', others)}`);
  }
}

/** What shows a finding in one line, for a pipe. */
export function witnessInLine({ witness }: Told, { language }: Screen): string | null {
  if (!witness) return null;
  const calls = witness.steps.map((step) => {
    const values = callValues(step)
      .filter(([path]) => path.startsWith('args.'))
      .map(([path, value]) => `${path.slice('args.'.length)} ${value}`);
    const call = [step.action.tool, values.join(', ')].filter((part) => part !== '').join(' ');
    return clean(`${call} -> ${step.answer} (${reasonOf(step, language).replace(/\.$/, '')})`);
  });
  return counted(calls).join('; ');
}

/** Lines of which equal neighbours are one, with their number: `40 x pay amount 50`. */
function counted(lines: readonly string[]): string[] {
  const starts = lines.flatMap((line, at) => (line === lines[at - 1] ? [] : [at]));
  return starts.map((start, i) => {
    const times = (starts[i + 1] ?? lines.length) - start;
    return `${times > 1 ? `${times} x ` : ''}${lines[start] ?? ''}`;
  });
}
