/** Prints the specs that may do something else on PostgreSQL and Redis than on the embedded default, one a line, for `.ci/run`. */
import { root } from './lib/node.mjs';
import { meetsServers, specsOf } from './lib/specs.mjs';

process.stdout.write(`${specsOf(root, meetsServers).join('\n')}\n`);
