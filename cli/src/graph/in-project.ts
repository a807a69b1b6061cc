import { download } from '../client/artefacts.js';
import { type NewScan, questionsIn, scanProject, standingOf } from '../client/project-scans.js';
import { openService, type Service } from '../client/service.js';
import { uploadFile } from '../client/uploads.js';
import type { Given } from '../command.js';
import { readCatalogueFile } from '../files/catalogue.js';
import { readJson } from '../files/json.js';
import { pathOf } from '../files/path.js';
import { readBytes } from '../files/read.js';
import { save } from '../files/save.js';
import { catalogueOf } from '../hunt/at-project.js';
import { codeOf, gateOf } from '../hunt/gate.js';
import { scanVerdict } from '../hunt/scan-verdict.js';
import { type FoundInGraph, showGraphFindings } from './show-findings.js';
import { showGate } from '../show/hunt/gate.js';
import { showScan } from '../hunt/show-scan.js';
import type { Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { GRAPH_FILES } from './reports.js';
import { type GraphSources, readGraphSources } from './sources.js';

/** What is done here alone. */
const HERE = ['fail-on', 'certificates', 'verify'];

/** Scans a project of a service with a graph, and tells what the scan brought. */
export async function graphInProject(given: Given, project: string, screen: Screen): Promise<ExitCode> {
  for (const option of HERE.filter((name) => given.has(name)))
    throw new CommandError({
      en: `--${option} is for a graph that is verified here, not for a project.`,
      pt: `--${option} é para um grafo verificado aqui, não para um projeto.`,
    });
  const gate = given.has('gate') ? gateOf(given.value('gate')) : null;
  const sources = readGraphSources(given, screen);
  if (sources === null) return EXIT.unread;
  const service = openService(screen);
  const { scan, found, artefacts } = await scanProject(
    service,
    { project, branch: given.value('branch') ?? null, label: given.value('label') ?? null },
    await bodyOf(service, given, sources, screen),
    screen,
  );
  for (const { name, kind } of GRAPH_FILES) {
    const to = given.value(name);
    const file = artefacts.find((artefact) => artefact.kind === kind);
    if (to !== undefined && file !== undefined) save(to, await download(service, file));
  }
  const findings = found.map((summary): FoundInGraph => {
    const standing = standingOf(summary, scan);
    return { ...summary, ...(standing && { standing }) } as FoundInGraph;
  });
  const verdict = scanVerdict({ scan, findings }, gate, questionsIn(scan).undecided, screen);
  if (screen.json) {
    screen.line(JSON.stringify({ scan, findings, gate: { severity: gate, status: verdict.status } }, null, 2));
    return codeOf(verdict);
  }
  showGraphFindings(sources.graph.name, findings, scan, screen);
  showScan(scan, screen);
  if (verdict.why !== null) showGate(verdict.status, verdict.why, screen);
  return codeOf(verdict);
}

/** The files as they were given: the service reads them as the command does. */
async function bodyOf(
  service: Service,
  given: Given,
  { graph, before }: GraphSources,
  screen: Screen,
): Promise<NewScan> {
  const catalogue = await catalogueOf(service, readCatalogueFile(given.value('catalogue'), screen));
  const format = given.value('format');
  const [rules, bindings, assume] = ['rules', 'bindings', 'assume'].map((name) => given.value(name));
  const traces = given.value('traces');
  return {
    graph: await textOf(service, graph),
    path: pathOf(graph.name, 'graph.json'),
    ...(catalogue !== undefined && { catalogue }),
    ...(format !== undefined && { format }),
    ...(rules !== undefined && { rules: readJson(rules) }),
    ...(bindings !== undefined && { bindings: readJson(bindings) }),
    ...(assume !== undefined && { assume: readJson(assume) }),
    ...(before && { compare_with: await textOf(service, before) }),
    ...(traces !== undefined && { traces: await textOf(service, readBytes(traces)) }),
  };
}

/** A body holds two mebibytes; a text of more than this goes by an upload. */
const INLINE_BYTES = 256 * 1024;

async function textOf(
  service: Service,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<unknown> {
  // What came by the standard input is no file that could be sent.
  if (bytes.byteLength <= INLINE_BYTES || name === '(stdin)') return new TextDecoder().decode(bytes);
  const sent = await uploadFile(service, {
    name,
    purpose: 'graph',
    mediaType: 'application/octet-stream',
    onProgress: () => undefined,
  });
  return { upload_id: sent.id };
}
