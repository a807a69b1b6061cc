import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePolicy } from '@ostiary/guard';
import { importPolicy } from '@ostiary/hunt/import';
import { parse } from 'yaml';
import { root } from '../../tools/lib/node.mjs';

/**
 * The mutation corpus of the hunt: policies without a bug that matters, and edits of them that plant one. See
 * plugins/hunt/corpus/README.md.
 */
const folder = join(root, 'plugins', 'hunt', 'corpus');

/** A text with each edit made; what an edit takes out stands there once, white space aside. */
function edited(text, edits, of) {
  let now = text;
  for (const { from, to } of edits) {
    const words = from.split(/\s+/).map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
    const parts = now.split(new RegExp(words.join(String.raw`\s+`)));
    if (parts.length !== 2) throw new Error(`${of}: stands ${parts.length - 1} times: ${from}`);
    now = parts.join(to);
  }
  return now;
}

const readJson = (text) => (text === null ? null : JSON.parse(text));

function clean(name) {
  const file = join(folder, 'clean', name);
  return {
    name,
    text: readFileSync(`${file}.ost`, 'utf8'),
    catalogue: existsSync(`${file}.json`) ? readFileSync(`${file}.json`, 'utf8') : null,
  };
}

/** The clean policies: `{ name, text, catalogue }`. */
export function cleanPolicies() {
  return readdirSync(join(folder, 'clean'))
    .filter((file) => file.endsWith('.ost'))
    .toSorted()
    .map((file) => clean(file.slice(0, -'.ost'.length)))
    .map((policy) => ({ ...policy, catalogue: readJson(policy.catalogue) }));
}

/**
 * What a hunt is run with: the policy, translated where it is one of others, and its options. `text` is what was hunted, and
 * `strictest` the same policy as it would be read if the strictest rule won. */
export async function huntInput({ name, text, catalogue, foreign = null, accepted = null }) {
  if (foreign === null) {
    const options = accepted ? { accepted: prepared(name, accepted) } : {};
    return { policy: prepared(name, { text, catalogue }), text, strictest: null, options };
  }
  const result = await importPolicy(foreign, { text, declares: true });
  if (!result.ok) throw new Error(`${name}: ${result.faults.map(({ detail }) => detail.en).join('; ')}`);
  const { text: translated, readings } = result.imported;
  const read = Object.entries(readings).map(([reading, other]) => [
    reading,
    prepared(name, { text: other, catalogue }),
  ]);
  const policy = prepared(name, { text: translated, catalogue });
  return {
    policy,
    text: translated,
    strictest: readings.strictest ?? null,
    options: { readings: Object.fromEntries(read), repairs: null },
  };
}

function prepared(name, { text, catalogue }) {
  const result = preparePolicy({ text }, catalogue ? { catalogue } : {});
  if (result.ok) return result.policy;
  throw new Error(`${name}: ${result.faults.map(({ code, detail }) => `${code} ${detail.en}`).join('; ')}`);
}

/** The planted bugs, each with the policy it stands in and its label. `accepted`: the version before, where the bug is a change. */
export function plantedBugs() {
  return readdirSync(join(folder, 'planted'))
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .flatMap((file) => {
      const id = file.slice(0, -'.yaml'.length);
      return parse(readFileSync(join(folder, 'planted', file), 'utf8')).map((entry, at) => planted(id, entry, at + 1));
    });
}

function planted(id, entry, number) {
  const {
    base,
    edit = [],
    append = '',
    catalogue: edits = [],
    rules = [],
    tool = null,
    attribute = null,
    also = [],
  } = entry;
  const label = { rules, tool, attribute, also };
  if (entry.format !== undefined)
    return {
      name: `${id}-${number} (${entry.format})`,
      class: id,
      base: null,
      foreign: entry.format,
      text: entry.text,
      catalogue: null,
      accepted: null,
      label,
    };
  const name = `${id}-${number} (${base})`;
  const before = clean(base);
  if (edit.length + edits.length + append.length === 0) throw new Error(`${name}: nothing is planted`);
  return {
    name,
    class: id,
    base,
    text: edited(before.text, edit, name) + append,
    catalogue: readJson(before.catalogue === null ? null : edited(before.catalogue, edits, name)),
    accepted: entry.accepted ? { text: before.text, catalogue: readJson(before.catalogue) } : null,
    foreign: null,
    label,
  };
}
