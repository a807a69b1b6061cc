import cedar from '@cedar-policy/cedar-wasm/nodejs';
import { compilePolicy, interpretPolicy, loadPolicy } from '@ostiary/policy';
import { seededRandom } from '@ostiary/policy/testing';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { agtExamples } from './agt.mjs';
import { examples, withoutSchema } from './examples.mjs';
import { CedarSchema } from './schema.mjs';
import { Unsayable, ruleFor } from './translate.mjs';
import { RandomWorld, constantsOf } from './world.mjs';

/**
 * Cedar's own examples and the policies others wrote in Cedar, said in dialect 2 and asked at random beside Cedar: policies and schemas
 * are read from the folder of development data, and nothing of them is kept here.
 *
 *   node tools/cedar-twins/compare.mjs [requests for each example] [seed]
 */
export function must(answer, what) {
  if (answer.type !== 'success') throw new Error(`${what}: ${JSON.stringify(answer.errors)}`);
  return answer;
}

function schemaOf({ name, schema, schemaText = readFileSync(schema, 'utf8') }) {
  return schema?.endsWith('.json') ? JSON.parse(schemaText) : must(cedar.schemaToJson(schemaText), name).json;
}

/** The policies of a file, and what `link` makes of its templates. */
function policiesOf(file, link) {
  const parts = must(cedar.policySetTextToParts(readFileSync(file, 'utf8')), file);
  const policies = parts.policies.map((policy) => must(cedar.policyToJson(policy), file).json);
  const templates = parts.policy_templates.map((template) => must(cedar.templateToJson(template), file).json);
  const all = [...policies, ...templates.flatMap(link)];
  return all.every(({ effect }) => effect === 'forbid') ? [...all, PERMIT_ALL] : all;
}

/** Beneath policies that only forbid: without it nothing would show whether they do. */
const PERMIT_ALL = {
  effect: 'permit',
  principal: { op: 'All' },
  action: { op: 'All' },
  resource: { op: 'All' },
  conditions: [],
};

/** A template with a few entities in its slots. */
function linked(template, schema) {
  const fits = [
    ...new Map(schema.requests.map((request) => [`${request.principal} ${request.resource}`, request])).values(),
  ];
  return fits.slice(0, 3).map(({ principal, resource }) => ({
    ...template,
    principal: filled(template.principal, { type: principal, id: 'a' }),
    resource: filled(template.resource, { type: resource, id: 'b' }),
  }));
}

export function filled(scope, entity) {
  if (scope.slot) return { op: scope.op, entity };
  return scope.in?.slot ? { ...scope, in: { entity } } : scope;
}

/** One example in both languages: the policies that can be said, and why the others cannot. */
export const twinOf = (example) => saidOf(example, linked);

/** @param link the policies of one template, by the schema */
export function saidOf(example, link) {
  const { name, file } = example;
  const schema = new CedarSchema(schemaOf(example));
  const all = policiesOf(file, (template) => link(template, schema));
  const unsaid = [];
  const said = [];
  const rules = [];
  for (const policy of all) {
    try {
      rules.push(...schema.requests.map((request) => ruleFor(policy, schema, request)).filter(Boolean));
      said.push(policy);
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      unsaid.push(error.message);
    }
  }
  return { name, schema, said, unsaid, text: `dialect 2;\n${rules.join('\n')}\n` };
}

/** Asks both for so many requests. `wrong` are those they answer otherwise; requests that Cedar has errors in are left aside. */
export function compare({ schema, said, text, name }, requests, seed) {
  const loaded = loadPolicy(text, { catalogue: schema.catalogue() });
  if (!loaded.ok)
    throw new Error(
      `${name}: ${JSON.stringify(loaded.diagnostics.filter(({ severity }) => severity === 'error'))}\n${text}`,
    );
  const decider = compilePolicy(loaded.core);
  must(
    cedar.preparsePolicySet(name, { staticPolicies: Object.fromEntries(said.map((policy, i) => [`p${i}`, policy])) }),
    name,
  );
  const rng = seededRandom(seed);
  const result = { compared: 0, allowed: 0, withErrors: 0, wrong: [] };
  const constants = constantsOf(said);
  let world;
  for (let i = 0; i < requests; i += 1) {
    if (i % 25 === 0) world = new RandomWorld(schema, constants, rng);
    const { call, cedar: request } = world.request(world.pick(schema.requests));
    const asked = { ...request, entities: world.cedarEntities(), preparsedPolicySetId: name };
    const theirs = must(cedar.statefulIsAuthorized(asked), name).response;
    const decision = decider.decide(call, {});
    const plain = interpretPolicy(loaded.tree, loaded.environment, call, {});
    if (theirs.diagnostics.errors.length > 0) {
      result.withErrors += 1;
      continue;
    }
    result.compared += 1;
    if (theirs.decision === 'allow') result.allowed += 1;
    if (decision.answer !== (theirs.decision === 'allow' ? 'allow' : 'refuse') || plain.answer !== decision.answer)
      result.wrong.push({ request: asked, call, decision, plain, theirs });
  }
  return result;
}

function main([requests = '400', seed = '1']) {
  const totals = { examples: 0, said: 0, unsaid: new Map(), compared: 0, allowed: 0, withErrors: 0, wrong: 0 };
  for (const example of [...examples(), ...agtExamples()]) {
    const twin = twinOf(example);
    const result = compare(twin, Number(requests), Number(seed));
    totals.examples += 1;
    totals.said += twin.said.length;
    for (const why of twin.unsaid) totals.unsaid.set(why, (totals.unsaid.get(why) ?? 0) + 1);
    for (const part of ['compared', 'allowed', 'withErrors']) totals[part] += result[part];
    totals.wrong += result.wrong.length;
    console.log(
      `${twin.name}: ${twin.said.length} policies, ${twin.unsaid.length} not said; ${result.compared} requests, ${result.allowed} allowed, ${result.withErrors} with errors, ${result.wrong.length} answered otherwise`,
    );
    for (const { call, decision, theirs } of result.wrong.slice(0, 2))
      console.log(JSON.stringify({ call, decision, theirs }));
  }
  console.log({ ...totals, unsaid: [...totals.unsaid], withoutSchema: withoutSchema() });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
