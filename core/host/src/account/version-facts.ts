import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, type Principal, Services, Slots } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { SlotTable } from '../plugins/slot-table.js';
import { ARTEFACT_SIGNER, type ArtefactSigner } from '../artefacts/signer.js';
import { ContractDocuments } from '../contract/documents.js';
import { hostVersion, projectFile } from '../config/project.js';
import type { VersionView } from './schemas/version.js';

/** What is running here; most of it is settled at start. */
@Injectable()
export class VersionFacts {
  private readonly settled: Omit<z.output<typeof VersionView>, 'contract' | 'artifact_keys' | 'facts'>;

  constructor(
    @Inject(PLUGIN_REGISTRY) registry: PluginRegistry,
    @Inject(Services.clock) clock: Clock,
    @Inject(ContractDocuments) private readonly contract: ContractDocuments,
    @Inject(ARTEFACT_SIGNER) private readonly signer: ArtefactSigner,
    @Inject(SlotTable) private readonly slots: SlotTable,
  ) {
    this.settled = {
      object: 'version',
      version: hostVersion(),
      commit: commit(),
      engines: Object.fromEntries(registry.solvers.map(({ engine }) => [engine.name, engine.version])),
      plugins: registry.plugins.map(({ id, version }) => ({ name: id, version })),
      started_at: clock.now().toISOString(),
    };
  }

  /** Returns what is running, with what plugins say of it. */
  async read(principal: Principal): Promise<z.output<typeof VersionView>> {
    const facts = await this.slots.facts(Slots.versionFacts, principal);
    const { version, sha256 } = this.contract;
    return { ...this.settled, contract: { version, sha256 }, artifact_keys: [...this.signer.keys()], facts };
  }
}

/** The commit that is checked out, where the project is a clone; null in an installed package. */
function commit(): string | null {
  const head = read('.git/HEAD')?.trim();
  const [, reference] = /^ref: (refs\/[\w./-]+)$/.exec(head ?? '') ?? [];
  return (reference === undefined ? head : read(`.git/${reference}`)?.trim()) ?? null;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(projectFile(path), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
