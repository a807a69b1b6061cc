import { join } from 'node:path';
import { contractFiles, ContractError, PluginsRefused, readDeployment } from '@ostiary/host';
import { driftOf, repair, tell } from './files.ts';

const root = join(import.meta.dirname, '..', '..');
const checkOnly = process.argv.includes('--check');

/** The deployment with everything on: its contract is the committed one. */
const DEPLOYMENT = 'deployments/embedded.yaml';

try {
  const { files, untranslated } = await contractFiles(readDeployment(join(root, DEPLOYMENT)));
  for (const { owner, text, pointer } of untranslated) {
    process.stderr.write(`no Portuguese for ${JSON.stringify(text)}\n  ${owner}: ${pointer}\n`);
  }
  const drift = driftOf(root, files, ['contract/fragments']);
  if (!checkOnly && untranslated.length === 0) repair(root, files, drift);
  for (const one of drift) process.stderr.write(`${tell(one)}\n`);
  const failed = untranslated.length > 0 || (checkOnly && drift.length > 0);
  process.stdout.write(
    failed
      ? `contract: ${untranslated.length} texts without Portuguese, ${drift.length} files not as committed\n`
      : `contract: ${files.size} files, ${drift.length} ${checkOnly ? 'not as committed' : 'written'}\n`,
  );
  if (failed) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof ContractError || error instanceof PluginsRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
