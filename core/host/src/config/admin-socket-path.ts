import { join } from 'node:path';

/** Where the admin command finds the service that holds the embedded database. */
export function adminSocketPath(dataDirectory: string): string {
  return join(dataDirectory, 'admin.sock');
}
