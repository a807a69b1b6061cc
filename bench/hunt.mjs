/**
 * The bug hunter. A full hunt in dialect 1 at 10 to 1,000 rules over 24 tools, each in a process of its own, beside asking z3 of every
 * pair of rules and beside looking at pairs only; a second hunt with the answers of the first, of the same policy and after one rule was
 * changed; sessions in dialect 2, 60 rules, to a length of 5, 8 and 12. `BENCH_RULES` (10,100,300,1000): the sizes.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { preparePolicy } from '@ostiary/guard';
import { KeptAnswers, runHunt } from '@ostiary/hunt/search';
import { ScriptWriter, World } from '@ostiary/policy/symbolic';
import { openZ3 } from '@ostiary/smt';
import { officeCatalogue, officePolicy, officeSessions } from './lib/hunt-policies.mjs';
import { peakMegabytes } from './lib/memory.mjs';
import { table } from './lib/timing.mjs';

const SEED = 7;
const SIZES = (process.env.BENCH_RULES ?? '10,100,300,1000').split(',').map(Number);
const LIMIT = { rlimit: 5_000_000 };
const STRICTNESS = { allow: 0, confirm: 1, refuse: 2 };

function prepared(text, catalogue) {
  const result = preparePolicy({ text }, { catalogue });
  if (!result.ok) throw new Error(JSON.stringify(result.faults[0]));
  return result.policy;
}

/** Wall and processor time of this process, in milliseconds. */
async function timed(work) {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, wall: performance.now() - began, cpu: (user + system) / 1_000 };
}

const seconds = (ms) => `${(ms / 1_000).toFixed(ms < 9_950 ? 2 : 1)} s`;
const both = ({ wall, cpu }) => `${seconds(wall)} (${seconds(cpu)})`;

/** What one measurement comes to, in a process that has done nothing before. */
const MEASURES = {
  async full(size) {
    const catalogue = officeCatalogue(24);
    const text = officePolicy(SEED, catalogue, size);
    const z3 = await openZ3();
    const { value, ...times } = await timed(() => runHunt(prepared(text, catalogue), z3, { maxFindings: 100_000 }));
    const peak = peakMegabytes(process.pid);
    await z3.close();
    const undecided = value.checks.reduce((sum, check) => sum + check.undecided, 0);
    return { ...times, peak, findings: value.findings.length, undecided };
  },

  /** Each edit starts from the answers of the whole policy; the times of the later ones are of a warm process. */
  async again(size) {
    const catalogue = officeCatalogue(24);
    const text = officePolicy(SEED, catalogue, size);
    const z3 = await openZ3();
    const first = KeptAnswers.read(null, 'bench');
    const hunted = (source, answers) =>
      timed(() => runHunt(prepared(source, catalogue), z3, { maxFindings: 100_000, ...(answers && { answers }) }));
    const whole = await hunted(text, first);
    const kept = first.write(2 ** 30);
    const same = [];
    const edits = [];
    for (let edit = 1; edit <= 9; edit++) {
      same.push(await hunted(text, KeptAnswers.read(kept, 'bench')));
      const id = Math.ceil((size * edit) / 10);
      const changed = text.replace(
        new RegExp(`@id\\("r${id}"\\) (allow|confirm|refuse)`),
        (_, effect) => `@id("r${id}") ${effect === 'refuse' ? 'confirm' : 'refuse'}`,
      );
      const again = await hunted(changed, KeptAnswers.read(kept, 'bench'));
      if (edit === 1) {
        const fresh = await hunted(changed);
        if (JSON.stringify(again.value) !== JSON.stringify(fresh.value))
          throw new Error('a report that is not the same');
      }
      edits.push(again);
    }
    await z3.close();
    const of = (times) => {
      const sorted = times.toSorted((a, b) => a.cpu - b.cpu).map(({ wall, cpu }) => ({ wall, cpu }));
      return { median: sorted[sorted.length >> 1], worst: sorted.at(-1) };
    };
    return { whole: { wall: whole.wall, cpu: whole.cpu }, bytes: kept.length, same: of(same), edits: of(edits) };
  },

  /** Rules that never decide: by single stricter or earlier rules, and by all of them together, in the cells of each tool. */
  async pairs(size) {
    const policy = prepared(officePolicy(SEED, officeCatalogue(24), size), officeCatalogue(24));
    const z3 = await openZ3();
    const dead = { pairs: 0, union: 0 };
    let questions = 0;
    const { value: tools } = await timed(() => policy.core.tools.map((tool) => termsOf(policy.core, tool)));
    const covers = ({ rules }, own) =>
      rules.filter(
        ({ rule }) =>
          STRICTNESS[rule.effect] > STRICTNESS[own.rule.effect] ||
          (rule.effect === own.rule.effect && rule.index < own.rule.index),
      );
    const pairwise = await timed(async () => {
      for (const tool of tools) {
        const { closed } = tool;
        const finder = closed.finder(
          tool.rules.map(({ fires }) => fires),
          z3,
          FINDER,
        );
        for (const own of tool.rules) {
          let isDead = (await finder.settle([own.fires])).kind === 'none';
          for (const other of covers(tool, own)) {
            if (isDead) break;
            questions += 1;
            isDead = (await finder.settle([own.fires, closed.factory.not(other.fires)])).kind === 'none';
          }
          if (isDead) dead.pairs += 1;
        }
        finder.close();
      }
    });
    const union = await timed(async () => {
      for (const tool of tools) {
        const { closed } = tool;
        const finder = closed.finder(
          tool.rules.map(({ fires }) => fires),
          z3,
          FINDER,
        );
        for (const own of tool.rules) {
          const silent = covers(tool, own).map(({ fires }) => closed.factory.not(fires));
          if ((await finder.settle([own.fires, ...silent])).kind === 'none') dead.union += 1;
        }
        finder.close();
      }
    });
    // Every pair of rules of the policy, in both directions, each in a context of its own; most are counted, not asked.
    const all = size * (size - 1);
    const most = Math.min(all, 300);
    const naive = await timed(async () => {
      for (let at = 0; at < most; at++) {
        const tool = tools[at % tools.length];
        const [own, other] = [tool.rules[at % tool.rules.length], tool.rules[(at * 7 + 1) % tool.rules.length]];
        if (!own || !other) continue;
        const writer = new ScriptWriter();
        writer.assert([...tool.closed.constraints, own.fires, tool.closed.factory.not(other.fires)]);
        const context = z3.open();
        await context.check({ text: writer.step(), variables: writer.variables, assumptions: [] }, LIMIT);
        context.close();
      }
    });
    await z3.close();
    const scale = all / most;
    return { dead, questions, pairwise, union, naive: { wall: naive.wall * scale, cpu: naive.cpu * scale, all, most } };
  },

  async sessions(bound) {
    const catalogue = officeCatalogue(12);
    const z3 = await openZ3();
    const policy = prepared(officeSessions(SEED, catalogue, 60), catalogue);
    const { value, ...times } = await timed(() => runHunt(policy, z3, { sessionBound: bound }));
    const peak = peakMegabytes(process.pid);
    await z3.close();
    const undecided = value.checks.reduce((sum, check) => sum + check.undecided, 0);
    const repaired = value.findings.filter(({ repair }) => repair !== null).length;
    return { ...times, peak, findings: value.findings.length, undecided, repaired };
  },
};

/** Without listing and cutting boxes everything would go to z3. */
const FINDER = { evaluations: 300_000, rlimit: LIMIT.rlimit };
const OPEN = {
  principal: true,
  session: true,
  labels: { session: true, args: true },
  rates: false,
  now: true,
  confirmed: false,
  history: false,
};

function termsOf(core, tool) {
  const world = new World([core]);
  const fields = core.catalogue.tools.find(({ name }) => name === tool).args.fields;
  const x = world.call({ tool, args: {} }, {}, { ...OPEN, args: new Set(Object.keys(fields)) });
  const answer = world.answer(core, x);
  const closed = world.close();
  const rules = answer.rules.map(({ rule, holds, undefined: unknown }) => ({
    rule,
    fires: closed.term(rule.effect === 'allow' ? holds : closed.factory.or(holds, unknown)),
  }));
  return { closed, rules };
}

const [, , name, argument] = process.argv;
if (name) {
  process.stdout.write(JSON.stringify(await MEASURES[name](Number(argument))));
} else {
  const measure = (what, of) => {
    // As the service starts the processes that hunt (core/host/src/compute/solver-process.ts).
    const args = ['--max-semi-space-size=16', fileURLToPath(import.meta.url), what, String(of)];
    const child = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 26,
    });
    if (child.status !== 0) throw new Error(`${what} ${of} failed`);
    return JSON.parse(child.stdout);
  };
  const rows = (head, body) => process.stdout.write(`${table([head, ...body])}\n\n`);
  process.stdout.write('Times are wall (processor).\n\n');
  rows(
    ['dialect 1, 24 tools', 'hunt', 'peak memory', 'findings', 'undecided'],
    SIZES.map((size) => {
      const { peak, findings, undecided, ...times } = measure('full', size);
      return [`${size} rules`, both(times), `${peak.toFixed(0)} MB`, String(findings), String(undecided)];
    }),
  );
  rows(
    ['dead rules', 'by all together', 'by pairs', 'found by pairs', 'questions of pairs', 'every pair, z3, estimated'],
    SIZES.map((size) => {
      const { dead, questions, pairwise, union, naive } = measure('pairs', size);
      return [
        `${size} rules`,
        both(union),
        both(pairwise),
        `${dead.pairs} of ${dead.union}`,
        String(questions),
        `${both(naive)}, ${naive.all} pairs${naive.most < naive.all ? `, ${naive.most} asked` : ''}`,
      ];
    }),
  );
  rows(
    ['again', 'first hunt', 'nothing changed', 'one rule changed, median of 9', 'worst', 'kept'],
    SIZES.map((size) => {
      const { whole, same, edits, bytes } = measure('again', size);
      const cells = [whole, same.median, edits.median, edits.worst].map(both);
      return [`${size} rules`, ...cells, `${(bytes / 1024).toFixed(0)} KiB`];
    }),
  );
  rows(
    ['dialect 2, 12 tools, 60 rules', 'hunt', 'peak memory', 'findings', 'with a repair', 'undecided'],
    [5, 8, 12].map((bound) => {
      const { peak, findings, undecided, repaired, ...times } = measure('sessions', bound);
      const counts = [findings, repaired, undecided].map(String);
      return [`sessions to ${bound}`, both(times), `${peak.toFixed(0)} MB`, ...counts];
    }),
  );
}
