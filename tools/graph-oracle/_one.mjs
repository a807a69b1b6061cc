import { compared } from './compare.mjs';
import { readFileSync } from 'node:fs';
for (const line of readFileSync('/dev/stdin', 'utf8')
  .split('\n')
  .filter((l) => l.startsWith('{"graph'))) {
  const g = JSON.parse(line);
  for (const a of compared({ ...g, catalogue: { name: 'c', tools: g.catalogue } }))
    console.log(
      a.kind,
      JSON.stringify(a.oracle),
      a.checker.verdict,
      a.checker.kind,
      JSON.stringify(a.checker.path?.map((s) => s.node + '/' + (s.edge ?? ''))),
      JSON.stringify(a.checker.deciders),
      a.difference,
    );
}
