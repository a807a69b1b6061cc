import type { PluginRegistry } from '../plugins/registry.js';
import type { FirstKey } from './first-key.js';

/** What is printed once requests can be served: the address, where the key lies, and one request that can be sent as it stands. */
export function greeting(url: string, registry: PluginRegistry, key: FirstKey | undefined): string {
  const lines = [`Ostiary is ready at ${url}`];
  if (key) lines.push('', ...aboutKey(key, registry.grants));
  const example = registry.visibleModes.find((mode) => mode.example !== undefined);
  if (example?.example) {
    const body = JSON.stringify({ mode: example.name, ...example.example });
    const bearer = key && 'file' in key ? `$(cat ${quote(key.file)})` : 'YOUR_KEY';
    lines.push(
      '',
      'Try it:',
      '',
      `curl -sS ${url}/v1/solves -H "Authorization: Bearer ${bearer}" -H 'Content-Type: application/json' -d ${quote(body)}`,
    );
  }
  return `${lines.join('\n')}\n\nStop with Ctrl-C.\n`;
}

function aboutKey(key: FirstKey, grants: readonly string[]): readonly string[] {
  if ('file' in key)
    return [`Key:  ${key.file}${key.made === null ? '' : `  (made now, shown this once: ${key.made})`}`];
  return [
    `Key:  the first one is not in ${key.lost} any more, or was revoked. Another, in a second terminal:`,
    '',
    `npx ostiary admin key create --account ${key.accountId} --grants ${grants.join(',')}`,
  ];
}

/** A text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
