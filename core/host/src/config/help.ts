import { ENVIRONMENT } from './environment.js';

const USAGE = `Usage: npm start -- [options] [roles]

  roles         api, worker, or both when none is given
  -h, --help    this text

Environment variables (defaults in brackets):
`;

/** The text of `--help`. */
export function helpText(): string {
  const groups = Map.groupBy(Object.entries(ENVIRONMENT), ([, { group }]) => group);
  const width = Math.max(...Object.keys(ENVIRONMENT).map((name) => name.length));
  const sections = [...groups].map(([group, variables]) => {
    const lines = variables.map(
      ([name, { description, fallback }]) => `  ${name.padEnd(width)}  ${description} [${fallback}]`,
    );
    return `\n${group}\n${lines.join('\n')}\n`;
  });
  return USAGE + sections.join('');
}
