import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger, Services } from '@ostiary/plugin-api';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { projectFile } from '../config/project.js';
import { RouteTable } from '../http/route-table.js';
import { CONTRACT_VERSION } from './openapi/preamble.js';
import { contractOf, matchesCommitted } from './contract-cache.js';

export interface ContractDocument {
  readonly bytes: Buffer;
  /** Strong, as in the header. */
  readonly etag: string;
  /** Hex. */
  readonly sha256: string;
}

/** The contract as it is served, settled at start and written when it is first asked for. See docs/adr/0061. */
@Injectable()
export class ContractDocuments {
  readonly version = CONTRACT_VERSION;
  private readonly documents: Documents;

  constructor(
    @Inject(PLUGIN_REGISTRY) registry: PluginRegistry,
    @Inject(RouteTable) routes: RouteTable,
    @Inject(Services.log) log: Logger,
  ) {
    this.documents = committedFor(registry, projectFile('contract')) ?? generated(registry, routes, log);
  }

  get english(): ContractDocument {
    return this.documents.english();
  }

  get portuguese(): ContractDocument {
    return this.documents.portuguese();
  }

  /** sha256 of the English document, hex. */
  get sha256(): string {
    return this.english.sha256;
  }
}

interface Documents {
  readonly english: () => ContractDocument;
  readonly portuguese: () => ContractDocument;
}

/**
 * The committed documents, when they are about the plugins that are enabled here: then they are served byte for byte
 * (`npm run contract -- --check` holds them equal to what the code would write). Null for a deployment with other
 * plugins: its contract is other, so it is written by the same code.
 */
function committedFor(registry: PluginRegistry, folder: string): Documents | null {
  if (!matchesCommitted(registry, folder)) return null;
  const [english, portuguese] = [
    readFileSync(join(folder, 'openapi.yaml')),
    readFileSync(join(folder, 'openapi.pt.yaml')),
  ];
  return { english: once(() => english), portuguese: once(() => portuguese) };
}

function generated(registry: PluginRegistry, routes: RouteTable, log: Logger): Documents {
  const contract = contractOf(registry, routes.routes);
  const { untranslated } = contract;
  if (untranslated.length > 0) {
    const owners = [...new Set(untranslated.map(({ owner }) => owner))];
    log.warn(
      { owners, texts: untranslated.length },
      'the Portuguese contract shows English texts: these plugins bring no translation of them',
    );
  }
  return {
    english: once(() => Buffer.from(contract.english)),
    portuguese: once(() => Buffer.from(contract.portuguese)),
  };
}

/** A document that is made when it is first asked for: writing one takes a tenth of a second, and most starts need none. */
function once(write: () => Buffer): () => ContractDocument {
  let made: ContractDocument | undefined;
  return () => (made ??= asDocument(write()));
}

function asDocument(bytes: Buffer): ContractDocument {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, etag: `"${sha256}"`, sha256 };
}
