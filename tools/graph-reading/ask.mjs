/** Answers requests, one JSON line each on standard input: what `ostiary graph` verifies, without its screen. */
import { createInterface } from 'node:readline';
import { readAnyCatalogue } from '@ostiary/catalogue';
import { effectsOf } from '@ostiary/graph/model';
import { readDocument } from '@ostiary/graph/read';
import { verifyGraph } from '@ostiary/graph/verify';

function answer({ graph, catalogue, rules }) {
  const read = readDocument(JSON.stringify(graph));
  if (!read.ok) return { refused: read.problems };
  const known = readAnyCatalogue(catalogue);
  if (!known.ok) return { refused: known.problems };
  const { verdicts, hygiene } = verifyGraph(read, effectsOf(known.catalogue), {
    ...(rules && { rules }),
    fixes: false,
  });
  return { verdicts, hygiene };
}

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    said = answer(JSON.parse(line));
  } catch (error) {
    said = { thrown: String(error?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
