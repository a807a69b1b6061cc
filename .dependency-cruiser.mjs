/** Who may import whom. Every rule carries its reason; docs/adr/0001 says why the house is built so. */

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const core = (name) => `^core/${name}/(src|dist)/`;

/**
 * Folders that lie beside each other, lowest first: each imports only those below it, so that no two import each other.
 * A folder that has no floor yet imports nothing beside it and is imported by nothing beside it. Tests may import from all.
 * @param {string} parent @param {readonly string[]} folders
 */
const floors = (parent, folders) => {
  const rule = (from, to) =>
    forbid(
      'folders-import-downwards',
      'Two folders that import each other are one, and neither can be read alone. The order stands in .dependency-cruiser.mjs.',
      { path: `^${parent}/${from}`, pathNot: '\\.spec\\.ts$|/testing/' },
      { path: `^${parent}/${to}` },
    );
  const inFloors = `(?:${folders.join('|')})/`;
  return [
    ...folders.slice(0, -1).map((folder, at) => rule(`${folder}/`, `(?:${folders.slice(at + 1).join('|')})/`)),
    rule(inFloors, `(?!${inFloors})[^/]+/`),
    rule(`(?!${inFloors})([^/]+)/`, '(?!$1/)[^/]+/'),
  ];
};

export default {
  forbidden: [
    forbid('no-cycles', 'A cycle makes two files one that nobody can read or load alone.', {}, { circular: true }),
    forbid(
      'no-undeclared-packages',
      'A package that is not in package.json is there by accident and gone with the next install.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid(
      'no-test-packages-in-the-product',
      'What only tests need is not installed where the product runs.',
      { path: '^((core|plugins)/[^/]+|cli)/src/', pathNot: '\\.spec\\.ts$|/testing/|^core/testkit/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'] },
    ),
    forbid('no-unresolvable', 'An import that resolves to nothing fails at run time.', {}, { couldNotResolve: true }),
    forbid(
      'no-orphans',
      'A file nobody imports is dead weight, unless it is an entry.',
      {
        orphan: true,
        pathNot: [
          '\\.spec\\.ts$',
          '\\.d\\.ts$',
          '/index\\.ts$',
          '/main\\.ts$',
          'worker\\.ts$',
          '/fixtures/',
          '/assets/',
        ],
      },
      {},
    ),
    forbid(
      'plugin-api-stands-alone',
      'Partners compile against it: behaviour of the host in it would become their dependency.',
      { path: core('plugin-api') },
      { path: '^(core/(?!plugin-api)|plugins/)' },
    ),
    forbid(
      'catalogue-is-pure',
      'The model is data; it runs in any process.',
      { path: core('catalogue'), pathNot: '\\.spec\\.ts$' },
      { path: '^(core/(?!catalogue)|plugins/)' },
    ),
    forbid(
      'json-stands-alone',
      'Numbers keep their digits on every side of every wire: whoever reads JSON may use it.',
      { path: core('json'), pathNot: '\\.spec\\.ts$' },
      { path: '^(core/(?!json)|plugins/)' },
    ),
    forbid(
      'report-stands-alone',
      'It draws what it is given: reports of every area are made of it, and it knows none of them.',
      { path: core('report'), pathNot: '\\.spec\\.ts$' },
      { path: '^(core/(?!report)|plugins/)' },
    ),
    forbid(
      'catalogue-policy-guard-and-report-do-no-io',
      'Data in, data out: no clock, no disk, no network. They run in a browser, too.',
      { path: '^core/(catalogue|json|policy|guard|report)/src/', pathNot: '\\.spec\\.ts$' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'policy-knows-the-catalogue-only',
      'The language must not depend on who serves it or on which solver decides.',
      { path: core('policy'), pathNot: '\\.spec\\.ts$' },
      { path: '^(core/(?!policy|catalogue|json)|plugins/)' },
    ),
    forbid(
      'interpreter-stands-alone',
      'It is compared with the compiled evaluator: what both share, they get wrong alike.',
      { path: '^core/policy/src/evaluate/interpret' },
      { path: '^core/policy/src/(core|evaluate/(compile|history))/' },
    ),
    forbid(
      'guard-knows-policy-and-catalogue-only',
      'Service, command line, page and client ask it for the same verdict; it must not depend on any of them.',
      { path: core('guard'), pathNot: '\\.spec\\.ts$' },
      { path: '^(core/(?!guard|policy|catalogue|json)|plugins/)' },
    ),
    forbid(
      'cli-knows-the-pure-packages-only',
      'What it does it does offline, or asks a service by its contract; the host is asked for by name, where it is installed.',
      { path: '^cli/src/', pathNot: '\\.spec\\.ts$|/testing/' },
      {
        path: '^(core/(?!guard|policy|catalogue|json|report)|plugins/(?!hunt/(src|dist)/(search|import|report)/index))',
      },
    ),
    forbid(
      'nobody-imports-the-cli',
      'It is a program, not a library.',
      { path: '^(core|plugins)/' },
      { path: '^cli/' },
    ),
    forbid(
      'smt-knows-its-port-and-the-plugin-api',
      'A solver answers scripts: of the policy language it knows the port it implements, and nothing that runs.',
      { path: core('smt'), pathNot: '\\.spec\\.ts$' },
      { path: '^(core/(?!smt|plugin-api|policy/(src|dist)/symbolic/index)|plugins/)' },
    ),
    forbid(
      'policy-modes-knows-what-modes-know',
      'It is what plugins would otherwise have twice: like them it has the plugin api and the pure packages, and nothing of the host.',
      { path: core('policy-modes'), pathNot: '\\.spec\\.ts$' },
      { path: '^(core/(?!policy-modes|plugin-api|guard|policy|catalogue|json)|plugins/)' },
    ),
    forbid(
      'host-knows-no-product-area',
      'Everything a user buys is a plugin; the host must run without any.',
      { path: core('host'), pathNot: '\\.spec\\.ts$' },
      { path: '^(core/(?!host|plugin-api|json)|plugins/)' },
    ),
    forbid(
      'core-never-imports-a-plugin',
      'Plugins are found at start; an import would make one of them part of the host.',
      { path: '^core/', pathNot: '\\.spec\\.ts$' },
      { path: '^plugins/' },
    ),
    forbid(
      'only-tests-use-the-testkit',
      'Fakes and harnesses have no place in what runs for a user.',
      { path: '^(core/(?!testkit)|plugins/)', pathNot: '\\.spec\\.ts$|^plugins/[^/]+/src/testing/' },
      { path: '^core/testkit/' },
    ),
    forbid(
      'plugins-do-not-know-each-other',
      'A plugin may use another one through a service that it names in `consumes`, never by importing its code.',
      { path: '^plugins/([^/]+)/' },
      { path: '^plugins/([^/]+)/', pathNot: '^plugins/$1/|/service\\.(ts|js|d\\.ts)$' },
    ),
    forbid(
      'plugins-do-not-know-the-host',
      'A partner has only the plugin api; our own plugins are loaded the same way.',
      { path: '^plugins/', pathNot: '\\.spec\\.ts$|^plugins/[^/]+/src/testing/' },
      { path: '^core/(host|testkit)/' },
    ),
    forbid(
      'tracing-is-loaded-when-it-is-asked-for',
      'Its libraries cost time at every start and memory in every process; without an endpoint there is nothing to send.',
      { path: '^core/', pathNot: '^core/host/src/tracing/otel\\.ts$' },
      { path: 'node_modules/@opentelemetry/' },
    ),
    forbid(
      'tracing-is-imported-late',
      'As above: an import at the top of a file loads it with that file.',
      { path: '^core/' },
      { path: '^core/host/src/tracing/otel\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    ),
    ...floors('core/catalogue/src', ['report', 'own', 'json-schema', 'readers']),
    ...floors('core/policy/src', [
      'text',
      'values',
      'diagnostics',
      'syntax',
      'core',
      'check',
      'evaluate',
      'breaks',
      'symbolic',
      'service',
    ]),
    ...floors('core/policy/src/values', ['formats', 'match', 'numbers']),
    ...floors('core/policy/src/syntax', ['ast', 'print']),
    ...floors('core/policy/src/check', ['declarations', 'lower', 'infer']),
    ...floors('core/policy/src/evaluate', ['history', 'compile', 'interpret']),
    ...floors('core/policy/src/symbolic', [
      'terms',
      'automata',
      'strings',
      'find',
      'encode',
      'evidence',
      'world',
      'questions',
      'boxes',
      'never-decides',
      'properties',
      'completions',
    ]),
    ...floors('core/report/src', ['text', 'html', 'style', 'pieces', 'document']),
    ...floors('core/guard/src', [
      'request',
      'digest',
      'table',
      'prepare',
      'ticket',
      'decide',
      'complete',
      'explain',
      'warnings',
      'tests',
      'trace',
    ]),
    ...floors('core/host/src', [
      'problems',
      'config',
      'tracing',
      'plugins',
      'storage',
      'redis',
      'compute',
      'quotas',
      'rates',
      'schedule',
      'idempotency',
      'observe',
      'audit',
      'egress',
      'unstored',
      'health',
      'http',
      'keys',
      'auth',
      'artefacts',
      'uploads',
      'files',
      'jobs',
      'contract',
      'account',
      'commands',
      'plugin-loading',
      'start',
      'verification',
      'cli',
    ]),
    ...floors('core/policy-modes/src', ['text', 'request', 'policy', 'child']),
    ...floors('plugins/hunt/src/search', ['model', 'fingerprint', 'cache', 'ask', 'region', 'classes', 'repair']),
    ...floors('plugins/hunt/src', ['search', 'import', 'report', 'request', 'mode', 'projects']),
    ...floors('plugins/hunt/src/report', ['text', 'show', 'json', 'sarif', 'junit', 'markdown', 'html']),
    ...floors('plugins/guardrail/src', ['request', 'csv', 'confirm', 'child', 'modes']),
    ...floors('plugins/graph/src', [
      'model',
      'gate',
      'read',
      'replay',
      'lower',
      'check',
      'diff',
      'coverage',
      'report',
      'request',
      'mode',
      'hunt',
    ]),
    ...floors('cli/src', ['text', 'show', 'files', 'client', 'hunt', 'commands']),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    // An import of another workspace package resolves to its built types: seen as an edge, not followed.
    exclude: { path: ['coverage'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    // Tests use what the root declares for all.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      mainFields: ['types', 'main'],
    },
  },
};
