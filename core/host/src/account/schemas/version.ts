import { z } from 'zod';
import { facts, time } from './common.js';

const artefactKey = z
  .strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    kid: z.string().meta({ description: 'Id of the key, as signatures name it.' }),
    x: z.string().meta({ description: 'The public key, base64url.' }),
  })
  .meta({ id: 'ArtifactKey', description: 'A public key as a JSON Web Key.' });

export const VersionView = z
  .strictObject({
    object: z.literal('version'),
    version: z.string(),
    commit: z.string().nullable(),
    contract: z
      .strictObject({
        version: z.string(),
        sha256: z.string().meta({ description: 'Digest of /openapi.yaml as served.' }),
      })
      .meta({ id: 'ContractVersion', description: 'The contract that is served.' }),
    engines: z.record(z.string(), z.string()).meta({ description: 'Solvers and their versions.' }),
    plugins: z.array(
      z
        .strictObject({ name: z.string(), version: z.string() })
        .meta({ id: 'PluginVersion', description: 'A plugin that is running.' }),
    ),
    artifact_keys: z.array(artefactKey).meta({ description: 'Keys that signatures of artefacts are verified with.' }),
    facts,
    started_at: time,
  })
  .meta({ id: 'Version', description: 'What is running here.' });
