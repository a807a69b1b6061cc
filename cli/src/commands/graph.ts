import { effectsOf, worstOf } from '@ostiary/graph/model';
import { reportOf, verificationJson } from '@ostiary/graph/report';
import { compare, type Verified, verifyGraph, whatIf } from '@ostiary/graph/verify';
import { digestOf } from '@ostiary/guard';
import { oneOf } from '../arguments.js';
import type { Command } from '../command.js';
import { checkCertificates, saveCertificates } from '../graph/certificates.js';
import { graphInProject } from '../graph/in-project.js';
import { GRAPH_REPORT_OPTIONS, writeGraphReports } from '../graph/reports.js';
import { GRAPH_SOURCE_OPTIONS, type GraphFile, type GraphSources, readGraphSources } from '../graph/sources.js';
import { checkNeeds, PROJECT_OPTIONS } from '../hunt/project-options.js';
import { pathOf } from '../files/path.js';
import { showVerdicts } from '../show/graph.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { version } from '../text/version.js';

/** Options that say nothing without another one. */
const NEEDS = ['branch', 'label', 'gate'].map((name) => [name, 'project'] as const);

const FAIL_ON = ['broken', 'possible', 'none'] as const;

export const graph: Command = {
  name: 'graph',
  files: '<graph | ->',
  help: {
    en: 'Verify an exported agent graph: checks and confirmations before tools, order, influence of data, sagas, hygiene. Each broken rule comes with a path that shows it.',
    pt: 'Verifica um grafo de agente exportado: verificações e confirmações antes de ferramentas, ordem, influência de dados, sagas, higiene. Cada regra quebrada traz um caminho que a mostra.',
  },
  options: [
    ...GRAPH_SOURCE_OPTIONS,
    {
      name: 'fail-on',
      value: 'WORD',
      help: {
        en: 'broken (when left out; possible verdicts then exit with 4), possible, or none',
        pt: 'broken (por omissão; vereditos possíveis terminam então com 4), possible, ou none',
      },
    },
    {
      name: 'certificates',
      value: 'FILE',
      help: {
        en: 'write the certificates of proved rules, one JSON line each',
        pt: 'escrever os certificados das regras provadas, uma linha JSON cada',
      },
    },
    {
      name: 'verify',
      value: 'FILE',
      help: {
        en: 'check the certificates in this file against the graph, without a search',
        pt: 'verificar os certificados deste ficheiro com o grafo, sem procurar',
      },
    },
    ...GRAPH_REPORT_OPTIONS,
    ...PROJECT_OPTIONS,
    {
      name: 'gate',
      value: 'SEVERITY',
      help: {
        en: 'with --project: fail at a finding of this severity or higher, or none; when left out, the gate of the project',
        pt: 'com --project: falhar com um achado desta gravidade ou maior, ou none; por omissão, a barreira do projeto',
      },
    },
  ],
  run: (given, screen) => {
    checkNeeds(given, NEEDS);
    const project = given.value('project');
    if (project !== undefined) return graphInProject(given, project, screen);
    const failOn = oneOf(given.value('fail-on') ?? 'broken', 'fail-on', FAIL_ON);
    const sources = readGraphSources(given, screen);
    if (sources === null) return EXIT.unread;
    const proofs = given.value('verify');
    if (proofs !== undefined) return checkCertificates(proofs, sources, screen);
    const effects = effectsOf(sources.catalogue ?? { tools: [] });
    const { unstated, of: proposals } = sources.proposals;
    const options = { ...(sources.rules && { rules: sources.rules }), unstated };
    const { assumed } = sources;
    const own = assumed?.graph ?? { read: sources.graph, effects };
    const made = verifyGraph(own.read, own.effects, options);
    const compared = assumed && whatIf(made, verifyGraph(sources.graph, effects, { ...options, fixes: false }));
    const verified = compared?.verified ?? made;
    const was = assumed?.before ?? (sources.before && { read: sources.before, effects });
    const before = was && verifyGraph(was.read, was.effects, { ...options, fixes: false });
    const changes = comparison(sources, verified, before);
    const report = reportOf(sources.graph, verified, {
      path: pathOf(sources.graph.name, 'graph.json'),
      digest: digestOf(sources.graph.graph),
      ...(changes && { comparison: changes }),
      proposals,
      language: screen.language,
      version: version(),
      ...(sources.traces && { traces: sources.traces }),
    });
    writeGraphReports(given, report);
    const certificates = given.value('certificates');
    if (certificates !== undefined) saveCertificates(certificates, verified.certificates);
    const told = { ...verificationJson(report), what_if: compared?.differences ?? null };
    if (screen.json) screen.line(JSON.stringify({ file: sources.graph.name, ...told }, null, 2));
    else showVerdicts(sources.graph, told, screen);
    return codeOf(verified, failOn);
  },
};

function comparison({ graph: after, before }: GraphSources, now: Verified, was: Verified | null) {
  if (before === null || was === null) return null;
  const versionOf = ({ graph: of }: GraphFile, { verdicts, hygiene }: Verified) => ({
    graph: of,
    ...(hygiene && { hygiene }),
    verdicts: verdicts.map((verdict) => ({ fingerprint: verdict.fingerprint, verdict })),
  });
  return compare(versionOf(before, was), versionOf(after, now));
}

/** What is broken or possible fails, and so does a verification in which nothing was proved: a build must not pass for want of rules. */
function codeOf({ verdicts }: Verified, failOn: (typeof FAIL_ON)[number]): ExitCode {
  if (failOn === 'none') return EXIT.passed;
  switch (worstOf(verdicts.map(({ verdict }) => verdict))) {
    case 'broken':
      return EXIT.findings;
    case 'possible':
      return failOn === 'possible' ? EXIT.findings : EXIT.incomplete;
    case 'vacuous':
      return EXIT.incomplete;
    case 'proved':
      return EXIT.passed;
  }
}
