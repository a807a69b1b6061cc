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
}

/** The contract as it is served, settled once at start. See docs/adr/0061. */
@Injectable()
export class ContractDocuments {
  readonly version = CONTRACT_VERSION;
  readonly english: ContractDocument;
  readonly portuguese: ContractDocument;
  /** sha256 of the English document, hex. */
  readonly sha256: string;

  constructor(
    @Inject(PLUGIN_REGISTRY) registry: PluginRegistry,
    @Inject(RouteTable) routes: RouteTable,
    @Inject(Services.log) log: Logger,
  ) {
    const { english, portuguese } = committedFor(registry, projectFile('contract')) ?? generated(registry, routes, log);
    this.english = english;
    this.portuguese = portuguese;
    this.sha256 = digest(english.bytes);
  }
}

interface Documents {
  readonly english: ContractDocument;
  readonly portuguese: ContractDocument;
}

/**
 * The committed documents, when they are about the plugins that are enabled here: then they are served byte for byte
 * (`npm run contract -- --check` holds them equal to what the code would write). Null for a deployment with other
 * plugins: its contract is other, so it is written at start by the same code.
 */
function committedFor(registry: PluginRegistry, folder: string): Documents | null {
  if (!matchesCommitted(registry, folder)) return null;
  return {
    english: asDocument(readFileSync(join(folder, 'openapi.yaml'))),
    portuguese: asDocument(readFileSync(join(folder, 'openapi.pt.yaml'))),
  };
}

function generated(registry: PluginRegistry, routes: RouteTable, log: Logger): Documents {
  const { english, portuguese, untranslated } = contractOf(registry, routes.routes);
  if (untranslated.length > 0) {
    const owners = [...new Set(untranslated.map(({ owner }) => owner))];
    log.warn(
      { owners, texts: untranslated.length },
      'the Portuguese contract shows English texts: these plugins bring no translation of them',
    );
  }
  return { english: asDocument(Buffer.from(english)), portuguese: asDocument(Buffer.from(portuguese)) };
}

function asDocument(bytes: Buffer): ContractDocument {
  return { bytes, etag: `"${digest(bytes)}"` };
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
