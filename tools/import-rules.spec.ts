import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@ostiary/testkit/project';

/** A file that breaks a rule, and the rule. */
const BREACHES: readonly (readonly [file: string, code: string, rule: string])[] = [
  ['core/plugin-api/src/a.ts', "import '@ostiary/host';", 'plugin-api-stands-alone'],
  ['core/catalogue/src/a.ts', "import '@ostiary/policy';", 'catalogue-is-pure'],
  ['core/json/src/a.ts', "import '@ostiary/catalogue';", 'json-stands-alone'],
  ['core/report/src/a.ts', "import '@ostiary/json';", 'report-stands-alone'],
  ['core/report/src/b.ts', "import 'node:crypto';", 'catalogue-policy-guard-and-report-do-no-io'],
  ['core/policy/src/a.ts', "import '@ostiary/host';", 'policy-knows-the-catalogue-only'],
  ['core/policy/src/b.ts', "import '@ostiary/smt';", 'policy-knows-the-catalogue-only'],
  ['core/policy/src/c.ts', "import 'node:fs';", 'catalogue-policy-guard-and-report-do-no-io'],
  ['core/policy/src/evaluate/interpret/b.ts', "import '../compile/a.js';", 'interpreter-stands-alone'],
  ['core/guard/src/a.ts', "import '@ostiary/plugin-api';", 'guard-knows-policy-and-catalogue-only'],
  ['core/guard/src/b.ts', "import 'node:crypto';", 'catalogue-policy-guard-and-report-do-no-io'],
  ['core/policy-modes/src/a.ts', "import '@ostiary/smt';", 'policy-modes-knows-what-modes-know'],
  ['cli/src/a.ts', "import '@ostiary/host';", 'cli-knows-the-pure-packages-only'],
  ['core/host/src/g.ts', "import '../../../cli/src/a.js';", 'nobody-imports-the-cli'],
  ['core/smt/src/a.ts', "import '@ostiary/policy';", 'smt-knows-its-port-and-the-plugin-api'],
  ['core/host/src/a.ts', "import '@ostiary/guardrail';", 'host-knows-no-product-area'],
  ['core/testkit/src/a.ts', "import '@ostiary/guardrail';", 'core-never-imports-a-plugin'],
  ['core/host/src/b.ts', "import '@ostiary/testkit';", 'only-tests-use-the-testkit'],
  ['plugins/guardrail/src/a.ts', "import '@ostiary/host';", 'plugins-do-not-know-the-host'],
  ['plugins/guardrail/src/b.ts', "import '../../other/src/secret.js';", 'plugins-do-not-know-each-other'],
  ['core/host/src/c.ts', "import './d.js';", 'no-cycles'],
  ['core/host/src/e.ts', "import 'fast-check';", 'no-test-packages-in-the-product'],
  ['core/host/src/f.ts', "import './nowhere.js';", 'no-unresolvable'],
  ['core/host/src/alone.ts', '', 'no-orphans'],
  // One breach of each kind: upwards, to a folder without a floor, and from one.
  ['core/policy/src/values/a.ts', "import '../core/a.js';", 'folders-import-downwards'],
  ['core/policy/src/evaluate/history/a.ts', "import '../interpret/a.js';", 'folders-import-downwards'],
  ['core/policy/src/symbolic/evidence/a.ts', "import '../world/a.js';", 'folders-import-downwards'],
  ['core/guard/src/prepare/a.ts', "import '../complete/a.js';", 'folders-import-downwards'],
  ['core/catalogue/src/own/a.ts', "import '../json-schema/a.js';", 'folders-import-downwards'],
  ['plugins/guardrail/src/child/a.ts', "import '../modes/a.js';", 'folders-import-downwards'],
  ['plugins/hunt/src/search/ask/guards/a.ts', "import '../calls/a.js';", 'folders-import-downwards'],
  ['plugins/forest/src/verify/a.ts', "import '../search/a.js';", 'folders-import-downwards'],
  ['core/host/src/artefacts/a.ts', "import '../jobs/a.js';", 'folders-import-downwards'],
  ['cli/src/text/a.ts', "import '../commands/a.js';", 'folders-import-downwards'],
  ['cli/src/show/a.ts', "import '../new/a.js';", 'folders-import-downwards'],
  ['cli/src/new/a.ts', "import '../text/a.js';", 'folders-import-downwards'],
];

/** Folders that the breaches import from. */
const IMPORTED = [
  'core/policy/src/core',
  'core/policy/src/evaluate/compile',
  'core/policy/src/evaluate/interpret',
  'core/policy/src/symbolic/world',
  'core/guard/src/complete',
  'core/catalogue/src/json-schema',
  'core/host/src/jobs',
  'plugins/guardrail/src/modes',
  'plugins/hunt/src/search/ask/calls',
  'plugins/forest/src/search',
  'cli/src/commands',
];

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** A rule that nothing can break guards nothing: each is broken once, in a copy of the workspace that holds only its outline. */
describe('the import rules', () => {
  let folder: string;
  let violations: readonly Violation[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ostiary-rules-'));
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    };
    for (const file of ['package.json', 'tsconfig.base.json', '.dependency-cruiser.mjs'])
      cpSync(join(root, file), join(folder, file));
    mkdirSync(join(folder, 'node_modules', '@ostiary'), { recursive: true });
    const packages = [
      ...['core', 'plugins'].flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name))),
      'cli',
    ];
    for (const path of packages) {
      write(join(path, 'dist', 'index.d.ts'), 'export {};\n');
      write(join(path, 'dist', 'plugin.d.ts'), 'export {};\n');
      write(join(path, 'dist', 'index.js'), 'export {};\n');
      write(join(path, 'dist', 'plugin.js'), 'export {};\n');
      cpSync(join(root, path, 'package.json'), join(folder, path, 'package.json'));
      symlinkSync(join(folder, path), join(folder, 'node_modules', '@ostiary', path.split('/').at(-1) ?? ''));
    }
    symlinkSync(join(root, 'node_modules', 'fast-check'), join(folder, 'node_modules', 'fast-check'));
    write('plugins/other/src/secret.ts', 'export {};\n');
    write('core/host/src/d.ts', "import './c.js';\n");
    for (const imported of IMPORTED) write(`${imported}/a.ts`, 'export {};\n');
    for (const [file, code] of BREACHES) write(file, `${code}\nexport {};\n`);
    // Exits with the number of violations, so the code says nothing here.
    const output = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [
          join(root, 'node_modules', '.bin', 'depcruise'),
          '--config',
          '.dependency-cruiser.mjs',
          '--output-type',
          'json',
          ...packages.map((path) => `${path}/src`).filter((path) => BREACHES.some(([file]) => file.startsWith(path))),
        ],
        { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
        (_, stdout) => resolve(stdout),
      );
    });
    violations = (JSON.parse(output) as { summary: { violations: Violation[] } }).summary.violations;
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(BREACHES)('%s with `%s` breaks %s', (file, _, rule) => {
    expect(violations.filter(({ from }) => from === file).map(({ rule: { name } }) => name)).toContain(rule);
  });
});
