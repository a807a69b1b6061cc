import { stringify } from 'yaml';

/** The value as YAML 1.2. The same value always gives the same bytes: no aliases, fixed indent and width. */
export function toYaml(value: object, comment: string): string {
  return `# ${comment}\n${stringify(value, { indent: 2, lineWidth: 120, aliasDuplicateObjects: false, defaultStringType: 'PLAIN', defaultKeyType: 'PLAIN', version: '1.2' })}`;
}
