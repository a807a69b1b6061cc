import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of development data; a path that is absent where only the project is. */
export const POLICIES = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'shared', 'data', 'policies');
const DATA = join(POLICIES, 'cedar-examples');
export const isThere = () => existsSync(DATA);

/** The examples that have a schema: `{ name, policies, schema }`, as texts. */
export function examples(data = DATA) {
  const files = readdirSync(data, { recursive: true }).map(String).toSorted();
  const schemas = files.filter((file) => /\.cedarschema(?:\.json)?$/.test(file));
  return files
    .filter((file) => file.endsWith('.cedar'))
    .flatMap((file) => {
      const near = schemas.filter((schema) => dirname(schema) === dirname(file));
      const schema =
        near.length > 1 ? near.find((one) => one.includes('templates') === file.includes('templates')) : near[0];
      return schema ? [{ name: relative('.', file), file: join(data, file), schema: join(data, schema) }] : [];
    });
}

export const withoutSchema = () =>
  readdirSync(DATA, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.cedar') && !examples().some(({ name }) => name === file));
