import cedar from '@cedar-policy/cedar-wasm/nodejs';
import { compilePolicy, interpretPolicy, loadPolicy } from '@ostiary/policy';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filled, must, saidOf } from './compare.mjs';
import { examples } from './examples.mjs';
import { GivenWorld, uidOf } from './given.mjs';

/**
 * The request files of Cedar's examples (the folders ALLOW and DENY beside a policy): what the folder says, what Cedar answers, and
 * what both of our evaluators answer to the same policies said in dialect 2.
 *
 *   CEDAR_EXAMPLES=/path/to/cedar-examples node tools/cedar-twins/replay.mjs
 */
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Templates, linked as the file beside them says. */
function linkedOf(template, links) {
  return links
    .filter((link) => link.template_id === template.annotations.id)
    .map(({ args }) => ({
      ...template,
      principal: filled(template.principal, args['?principal'] && uidOf(args['?principal'])),
      resource: filled(template.resource, args['?resource'] && uidOf(args['?resource'])),
    }));
}

function questionsIn(folder) {
  return ['ALLOW', 'DENY'].flatMap((answer) =>
    readdirSync(join(folder, answer))
      .toSorted()
      .map((file) => ({
        file: join(answer, file),
        wanted: answer.toLowerCase(),
        request: json(join(folder, answer, file)),
      })),
  );
}

/** The schema says how values are written; the entities of some examples do not conform to theirs, and Cedar's own script leaves it out. */
function answerOf(request, schema, file) {
  const conforming = cedar.isAuthorized({ ...request, schema: schema.json });
  return (conforming.type === 'success' ? conforming : must(cedar.isAuthorized(request), file)).response;
}

/** Every question of one example: `{ file, wanted, theirs, errors, ours, plain }`; `ours` is null for a request that the schema does not have. */
export function replay(example) {
  const folder = dirname(example.file);
  const links = existsSync(join(folder, 'linked')) ? json(join(folder, 'linked')) : [];
  const { schema, said, unsaid, text } = saidOf(example, (template) => linkedOf(template, links));
  const entityFile = readdirSync(folder).find((file) => /(?:^|\.cedar)entities\.json$/.test(file));
  const entities = json(join(folder, entityFile));
  const world = new GivenWorld(schema, entities);
  const loaded = loadPolicy(text, { catalogue: schema.catalogue() });
  if (!loaded.ok) throw new Error(`${example.name}: ${JSON.stringify(loaded.diagnostics[0])}`);
  const decider = compilePolicy(loaded.core);
  const policies = { staticPolicies: Object.fromEntries(said.map((policy, i) => [`p${i}`, policy])) };
  const asked = questionsIn(folder).map(({ file, wanted, request }) => {
    const [principal, action, resource] = [request.principal, request.action, request.resource].map(uidOf);
    const { decision, diagnostics } = answerOf(
      { ...request, principal, action, resource, entities, policies },
      schema,
      file,
    );
    const call = world.request(request);
    const ours = call && decider.decide(call, {}).answer;
    const plain = call && interpretPolicy(loaded.tree, loaded.environment, call, {}).answer;
    return { file, wanted, theirs: decision, errors: diagnostics.errors.length, ours, plain };
  });
  return { name: example.name, said: said.length, unsaid, asked };
}

/** Those that are not answered alike by both of our evaluators, Cedar and (unless left out) the folder. */
export const unlike = ({ asked }, { folders = true } = {}) =>
  asked.filter(({ wanted, theirs, ours, plain }) => {
    const answer = theirs === 'allow' ? 'allow' : 'refuse';
    return (folders && wanted !== theirs) || ours !== answer || plain !== answer;
  });

/** The examples with requests; templates count only with the file that says how they are linked. */
export const replayable = (data) =>
  examples(data).filter(({ file }) => {
    const has = (name) => existsSync(join(dirname(file), name));
    return has('ALLOW') && (has('linked') || !/\?(?:principal|resource)/.test(readFileSync(file, 'utf8')));
  });

function main() {
  const totals = { examples: 0, policies: 0, unsaid: 0, requests: 0, unlike: 0 };
  for (const example of replayable(process.env['CEDAR_EXAMPLES'])) {
    const found = replay(example);
    const differing = unlike(found);
    totals.examples += 1;
    totals.policies += found.said;
    totals.unsaid += found.unsaid.length;
    totals.requests += found.asked.length;
    totals.unlike += differing.length;
    console.log(
      `${found.name}: ${found.said} policies, ${found.unsaid.length} not said; ${found.asked.length} requests, ${differing.length} not answered alike`,
    );
    for (const each of differing) console.log(JSON.stringify(each));
    for (const why of found.unsaid) console.log(`  not said: ${why}`);
  }
  console.log(totals);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
