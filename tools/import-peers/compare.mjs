import { decide, preparePolicy } from '@ostiary/guard';
import { importPolicy } from '@ostiary/hunt/import';
import { seededRandom } from '@ostiary/policy/testing';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { callOf, Dice, KINDS, OTHER_TOOL } from './policies.mjs';

/**
 * Random policies of another language, asked through the importer and of the tool they are of, which is started as a command:
 *
 *   node tools/import-peers/compare.mjs progent 2000 7 -- python3 progent-answers.py
 *
 * For each policy the command reads a line `{"policy": "...", "calls": [{"tool": "...", "args": {}}]}` and writes one,
 * `{"answers": ["allow", "confirm", "refuse"]}`, or `{"error": "..."}` for a policy that it does not take. What the tools are made of is not
 * kept here.
 */
const CALLS = 40;
const SHOWN = 5;

const [before, command] = splitAt(process.argv.slice(2), '--');
const [kind = '', rounds = '1000', seed = '1'] = before;
if (!Object.hasOwn(KINDS, kind) || command.length === 0) {
  console.error(`compare.mjs ${Object.keys(KINDS).join('|')} [policies] [seed] -- command`);
  process.exit(2);
}

const { format, make } = KINDS[kind];
const peer = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]();
const ask = async (question) => {
  peer.stdin.write(`${JSON.stringify(question)}\n`);
  const { value, done } = await lines.next();
  if (done) throw new Error('the command has ended');
  return JSON.parse(value);
};

const dice = new Dice(seededRandom(Number(seed)));
const count = { policies: 0, calls: 0, different: 0, 'not taken by the tool': 0, 'with something not imported': 0 };
for (let round = 0; round < Number(rounds); round++) {
  const policy = JSON.stringify(make(dice), null, 1);
  const calls = Array.from({ length: CALLS }, () => callOf(dice));
  const { answers, error } = await ask({ policy, calls });
  if (error !== undefined) {
    count['not taken by the tool']++;
    continue;
  }
  const imported = await importPolicy(format, { text: policy, declares: true });
  if (!imported.ok) throw new Error(`${policy}\n${JSON.stringify(imported.faults)}`);
  const { text } = imported.imported;
  if (text.includes('session.unread_')) {
    count['with something not imported']++;
    continue;
  }
  const prepared = preparePolicy({ text });
  if (!prepared.ok) throw new Error(`${text}\n${JSON.stringify(prepared.faults)}`);
  count.policies++;
  for (const [at, call] of calls.entries()) {
    count.calls++;
    const tool = prepared.policy.catalogue?.tools.some(({ name }) => name === call.tool) ? call.tool : OTHER_TOOL;
    const { answer } = decide(prepared.policy, { tool, args: call.args }, {});
    if (answer === answers[at]) continue;
    count.different++;
    if (count.different <= SHOWN)
      console.log(`${JSON.stringify(call)}: ${answers[at]} there, ${answer} here\n${policy}\n${text}`);
  }
}
peer.stdin.end();
console.log(count);
process.exitCode = count.different === 0 ? 0 : 1;

function splitAt(items, mark) {
  const at = items.indexOf(mark);
  return at < 0 ? [items, []] : [items.slice(0, at), items.slice(at + 1)];
}
