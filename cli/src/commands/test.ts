import { existsSync } from 'node:fs';
import { Instant, readAs } from '@ostiary/guard/request';
import { rowOfTest, runTests, type TestInput, type TestOutcome, type TestReport } from '@ostiary/guard/tests';
import { SourceText } from '@ostiary/policy';
import type { Command } from '../command.js';
import { type CatalogueFile, readCatalogueFile } from '../files/catalogue.js';
import { valueOf } from '../files/input.js';
import { parseStrict } from '../files/json.js';
import { type ReadPolicy, readPolicy, type UnreadPolicy } from '../files/policy.js';
import { policyNames, readText } from '../files/read.js';
import { reasonLines, reasonsOf, showLabelled } from '../show/reasons.js';
import { clean, type Screen } from '../show/screen.js';
import { showCoverage } from '../show/coverage.js';
import { writeHanging } from '../show/wrap.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { CATALOGUE_OPTION, NOW_OPTION } from '../text/options.js';
import { say, type Words } from '../text/words.js';

/** A test and the place it stands at, as `file:line`. */
interface PlacedTest extends TestInput {
  readonly place: string;
}

/** All tests of one policy, run. */
interface TestedPolicy {
  readonly read: ReadPolicy;
  readonly tests: readonly PlacedTest[];
  readonly report: TestReport;
}

export const test: Command = {
  name: 'test',
  files: '<policy.ost | folder> ...',
  help: {
    en: 'Run the tests of policies: their `test` blocks, and the rows of NAME.test.jsonl beside NAME.ost.',
    pt: 'Corre os testes de políticas: os seus blocos `test`, e as linhas de NOME.test.jsonl ao lado de NOME.ost.',
  },
  options: [
    {
      name: 'rows',
      value: 'FILE',
      help: {
        en: 'rows of another file, one JSON object a line',
        pt: 'linhas de outro ficheiro, um objeto JSON por linha',
      },
    },
    CATALOGUE_OPTION,
    NOW_OPTION,
    {
      name: 'min-coverage',
      value: 'PERCENT',
      help: { en: 'fail when fewer of the rules ever fired', pt: 'falhar se menos regras se aplicaram alguma vez' },
    },
  ],
  run: (given, screen) => {
    const catalogue = readCatalogueFile(given.value('catalogue'), screen);
    const least = percentOf(given.value('min-coverage'));
    const now = given.value('now');
    const clock = now === undefined ? Date.now() : Date.parse(valueOf(readAs(Instant, now), 'now'));
    const names = policyNames(given.files);
    const done = names.map((name) => testPolicy(name, given.value('rows'), catalogue, clock, screen));
    const tested = done.filter((each): each is TestedPolicy => 'report' in each);
    const unread = done
      .filter((each): each is UnreadPolicy => 'findings' in each)
      .map(({ name, findings }) => ({ file: name, findings }));
    if (screen.json)
      screen.line(JSON.stringify({ policies: tested.map((each) => document(each, screen)), unread }, null, 2));
    else for (const each of tested) show(each, screen);
    if (unread.length > 0) return EXIT.unread;
    return tested.every((each) => passes(each, least, screen)) ? EXIT.passed : EXIT.findings;
  },
};

function percentOf(given: string | undefined): number {
  if (given === undefined) return 0;
  if (/^\d{1,3}$/.test(given) && Number(given) <= 100) return Number(given);
  throw new CommandError({
    en: '--min-coverage is a number from 0 to 100.',
    pt: '--min-coverage é um número de 0 a 100.',
  });
}

function testPolicy(
  name: string,
  rows: string | undefined,
  catalogue: CatalogueFile | null,
  now: number,
  screen: Screen,
): TestedPolicy | UnreadPolicy {
  const read = readPolicy(name, catalogue, screen);
  if (!read.ok) return read;
  const source = new SourceText(read.text);
  const blocks = read.policy.tests.map((block): PlacedTest => {
    const { line } = source.position(block.span.start);
    return { place: `${read.name}:${line}`, ...rowOfTest(block) };
  });
  const beside = name.replace(/\.ost$/, '.test.jsonl');
  const file = rows ?? (beside !== name && existsSync(beside) ? beside : undefined);
  const tests = [...blocks, ...(file === undefined ? [] : rowsOf(file))];
  if (tests.length === 0)
    throw new CommandError(
      {
        en: `${name} has no tests: neither a \`test\` block nor a file ${beside}.`,
        pt: `${name} não tem testes: nem um bloco \`test\` nem um ficheiro ${beside}.`,
      },
      EXIT.findings,
    );
  return { read, tests, report: runTests(read.policy, tests, now) };
}

/** One JSON object a line; lines that are empty say nothing. */
function rowsOf(file: string): readonly PlacedTest[] {
  const { name, text } = readText(file);
  return text.split('\n').flatMap((line, index) => {
    const place = `${name}:${index + 1}`;
    return line.trim() === '' ? [] : [{ place, row: parseStrict(line, name, index + 1) }];
  });
}

const hasFailed = (outcome: TestOutcome): boolean => outcome.kind === 'fault' || !outcome.passed;

function firedShare({ report: { coverage } }: TestedPolicy): number {
  return coverage.length === 0 ? 100 : (100 * coverage.filter(({ fired }) => fired > 0).length) / coverage.length;
}

function passes(tested: TestedPolicy, least: number, screen: Screen): boolean {
  const enough = firedShare(tested) >= least;
  if (!enough && !screen.json)
    screen.line(
      screen.paint(
        'red',
        say(
          {
            en: '{file}: {share} % of the rules fired, {least} % are asked for.',
            pt: '{file}: {share} % das regras aplicaram-se, pedem-se {least} %.',
          },
          screen.language,
          { file: clean(tested.read.name), share: Math.floor(firedShare(tested)), least },
        ),
      ),
    );
  return enough && !tested.report.outcomes.some(hasFailed);
}

const FAILED: Words = { en: 'failed', pt: 'falhou' };
const GOT: Words = { en: 'expected {expected}, got {answer}', pt: 'esperava-se {expected}, veio {answer}' };

function show(tested: TestedPolicy, screen: Screen): void {
  const { read, tests, report } = tested;
  const { language } = screen;
  for (const [index, outcome] of report.outcomes.entries()) {
    if (!hasFailed(outcome)) continue;
    const place = screen.paint('bold', clean(tests[index]?.place ?? ''));
    const title = outcome.title === null ? '' : ` ${clean(JSON.stringify(outcome.title))}`;
    const head = `${place}: ${screen.paint(['bold', 'red'], say(FAILED, language))}${title}`;
    if (outcome.kind === 'fault') {
      const { pointer, detail } = outcome.fault;
      screen.line(`${head}: ${clean(`${pointer === '' ? '' : `${pointer}: `}${detail[language]}`)}`);
      continue;
    }
    const reasons = reasonsOf({ file: read.name, policy: read.policy, ...outcome }, screen);
    screen.line(
      `${head}: ${say(GOT, language, { expected: outcome.expected ?? '', answer: outcome.decision.answer })}`,
    );
    writeHanging(`  ${clean(reasons.detail)}`, 2, screen);
    showLabelled(reasonLines(reasons, read.name, screen), '  ', screen);
  }
  const failed = report.outcomes.filter(hasFailed).length;
  const passed = report.outcomes.length - failed;
  const summary = say(
    { en: '{name}: {passed} passed, {failed} failed', pt: '{name}: {passed} passaram, {failed} falharam' },
    language,
    {
      name: clean(read.name),
      passed,
      failed,
    },
  );
  screen.line(screen.paint(['bold', failed > 0 ? 'red' : 'green'], summary));
  showCoverage(report, screen);
}

function document(tested: TestedPolicy, screen: Screen): object {
  const { read, tests, report } = tested;
  return {
    file: read.name,
    passed: report.outcomes.filter((outcome) => !hasFailed(outcome)).length,
    failed: report.outcomes.filter(hasFailed).length,
    tests: report.outcomes.map((outcome, index) => {
      const base = { place: tests[index]?.place ?? '', title: outcome.title, passed: !hasFailed(outcome) };
      if (outcome.kind === 'fault')
        return { ...base, pointer: outcome.fault.pointer, detail: outcome.fault.detail[screen.language] };
      const { decision, expected } = outcome;
      const {
        deciding,
        detail,
        read: values,
        flips,
      } = reasonsOf({ file: read.name, policy: read.policy, ...outcome }, screen);
      return {
        ...base,
        expected,
        answer: decision.answer,
        slug: decision.slug,
        pointer: decision.pointer ?? null,
        detail,
        deciding,
        values_read: values,
        flips,
      };
    }),
    coverage: report.coverage,
    covered: Math.floor(firedShare(tested)),
    missing_boundaries: report.missingBoundaries,
  };
}
