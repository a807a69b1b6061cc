import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { validateXML } from 'xmllint-wasm';

const file = (name: string): string => readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8');

let sarif: ReturnType<Ajv['compile']> | null = null;

/** What the schema of OASIS has against a SARIF log. */
export function sarifErrors(log: unknown): readonly unknown[] {
  if (sarif === null) {
    const { id: _, $schema: __, ...schema } = JSON.parse(file('sarif-schema-2.1.0.json')) as Record<string, unknown>;
    // The schema is of draft 04, and uses nothing that draft 07 reads otherwise.
    sarif = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  }
  return sarif(log) ? [] : (sarif.errors ?? []);
}

/** What the schema by which Jenkins reads JUnit XML has against a report. */
export async function junitErrors(contents: string): Promise<readonly unknown[]> {
  const { errors, valid } = await validateXML({
    xml: [{ fileName: 'report.xml', contents }],
    schema: [file('junit-10.xsd')],
  });
  return valid ? [] : errors;
}
