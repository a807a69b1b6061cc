import type { PreparedPolicy } from '@ostiary/guard';
import type { ArtefactDeclaration, SolveContext } from '@ostiary/plugin-api';
import type { HuntOutput } from '../request/result.js';

/** What files are made of. */
interface Hunted {
  readonly policy: PreparedPolicy;
  readonly output: HuntOutput;
}

interface HuntFile {
  readonly kind: string;
  readonly name: string;
  readonly mediaType: string;
  readonly text: (hunted: Hunted) => string;
}

/** Files that show calls need a further grant, as the findings of a project do. */
export const artefacts: readonly ArtefactDeclaration[] = ['source', { kind: 'findings', alsoNeeds: 'hunt_details' }];

const FILES: readonly HuntFile[] = [
  { kind: 'source', name: 'policy.ost', mediaType: 'text/plain; charset=utf-8', text: ({ policy }) => policy.text },
  {
    kind: 'findings',
    name: 'findings.json',
    mediaType: 'application/json',
    text: ({ output }) => `${JSON.stringify(output, null, 2)}\n`,
  },
];

/** Makes the files of a hunt. */
export async function writeFiles(hunted: Hunted, artefact: SolveContext['artefact']): Promise<void> {
  for (const { text, ...options } of FILES) {
    const file = await artefact(options);
    await file.write(text(hunted));
    await file.close();
  }
}
