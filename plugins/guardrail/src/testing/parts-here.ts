import { Readable } from 'node:stream';
import type { PartContext, PartDefinition, PartOutcome, SolveContext } from '@ostiary/plugin-api';

/** Does the parts of a job one after the other in this process; what crosses processes is copied as JSON. */
export function partsHere(part: PartDefinition, whole: unknown, ctx: () => SolveContext): SolveContext['parts'] {
  return async function* parts(_kind: unknown, requests: Iterable<unknown>) {
    let number = 0;
    for (const request of requests) {
      const files = new Map<string, Buffer[]>();
      const context: PartContext = {
        ...ctx(),
        part: number,
        file: (name) => {
          const pieces: Buffer[] = [];
          files.set(name, pieces);
          return Promise.resolve({
            write: (chunk) => {
              pieces.push(Buffer.from(chunk as Uint8Array));
              return Promise.resolve();
            },
            close: () => Promise.resolve(),
          });
        },
      };
      const asked: unknown = part.request.parse(JSON.parse(JSON.stringify(request)));
      const given: unknown = await part.solve(asked, whole, context);
      yield {
        part: number,
        result: part.result.parse(JSON.parse(JSON.stringify(given))),
        open: (name) => Promise.resolve(Readable.from([Buffer.concat(files.get(name) ?? [])])),
      } satisfies PartOutcome<unknown>;
      number += 1;
    }
  } as unknown as SolveContext['parts'];
}
