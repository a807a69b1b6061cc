import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a program that is installed, looked for on PATH and then in `folders`; undefined when it is not. */
export function executable(name: string, folders: readonly string[] = []): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...folders];
  return places.map((folder) => join(folder, name)).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
