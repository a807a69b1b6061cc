import { storableText } from '@ostiary/plugin-api';
import { PolicyDialect } from '@ostiary/policy-modes';
import { z } from 'zod';
import type { Project } from '../entities/project.js';
import { GateCondition, GateResult, OnUnknown } from '../gate/model.js';
import type { SeverityCounts } from '../gate/evaluate.js';
import { ScanSummary, scanSummary } from './scan-view.js';
import type { Scan } from '../entities/scan.js';
import { listOf } from './answers.js';

/** How a branch may be named: as git names them, without what a shell or a path would read otherwise. */
export const BranchName = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9._/+-]{0,198}[A-Za-z0-9_+-])?$/);

export const NewProject = z
  .strictObject({
    name: storableText().min(1).max(100).describe('Its name, unique in the account.'),
    description: storableText().max(1_000).optional().describe('What it is about.'),
    default_branch: BranchName.default('main').describe('The branch that is used if none is named.'),
  })
  .meta({ id: 'NewProject', description: 'A project to create.' });

const conditions = z.array(GateCondition).max(50).describe('Conditions under which a scan does not pass.');

export const NewProfile = z
  .strictObject({
    revision: z.int().min(1).describe('The revision that you have read, which this one replaces.'),
    conditions,
    on_unknown: OnUnknown.default('warn').describe('The result of a scan that could not decide everything.'),
  })
  .meta({ id: 'NewProjectProfile', description: 'A quality gate to set.' });

export const Profile = z
  .strictObject({
    revision: z.int().min(1).describe('Rises with each change.'),
    conditions,
    on_unknown: OnUnknown,
  })
  .meta({ id: 'ProjectProfile', description: 'The quality gate of a project.' });

export const SavedProfile = z
  .strictObject({
    ...Profile.shape,
    object: z.literal('project_profile').describe('Always `project_profile`.'),
    gate: GateResult.nullable().describe(
      'Its result for the last finished scan of the default branch; null if there is none.',
    ),
  })
  .meta({ id: 'SavedProjectProfile', description: 'The current quality gate and its result.' });

const OpenFindings = z
  .strictObject({
    critical: z.int().min(0).describe('Critical ones.'),
    high: z.int().min(0).describe('High ones.'),
    medium: z.int().min(0).describe('Medium ones.'),
    low: z.int().min(0).describe('Low ones.'),
  })
  .meta({ id: 'OpenFindings', description: 'How many findings are open, by severity.' });

export const ProjectView = z
  .strictObject({
    object: z.literal('project').describe('Always `project`.'),
    id: z.string().describe('Id of the project: `prj_` and a ULID.'),
    name: z.string().describe('Its name.'),
    description: z.string().nullable().describe('What it is about.'),
    dialect: PolicyDialect.nullable().describe(
      'The dialect of the policy that was scanned last; null without a scan, or if a graph was scanned last.',
    ),
    default_branch: z.string().describe('The branch that is used if none is named.'),
    created_at: z.iso.datetime({ precision: 3 }).describe('When it was created.'),
    profile: Profile,
    last_scan: ScanSummary.nullable().describe('The last finished scan of the default branch; null if there is none.'),
    open: OpenFindings.describe(
      'Findings of the default branch that are open: neither fixed, nor accepted for now, nor false positives.',
    ),
    gate: z
      .strictObject({ status: GateResult.shape.status })
      .meta({ id: 'ProjectGate', description: 'Whether the last scan passed.' })
      .nullable()
      .describe('The result of the gate for the last scan; null if there is none.'),
  })
  .meta({ id: 'Project', description: 'Keeps the scans of a policy, of an agent graph, or of both.' });

export const ProjectList = listOf(ProjectView, 'ProjectList', 'Projects, newest first.');

/** Shows a project. `open` and `last` are those of its default branch. */
export function projectView(
  project: Project,
  { open, last }: { readonly open: SeverityCounts; readonly last: Scan | null },
): z.output<typeof ProjectView> {
  const { critical, high, medium, low } = open;
  return {
    object: 'project',
    id: project.id,
    name: project.name,
    description: project.description ?? null,
    dialect: last?.report?.policy?.dialect ?? null,
    default_branch: project.defaultBranch,
    created_at: project.createdAt.toISOString(),
    profile: profileView(project),
    last_scan: last && scanSummary(last),
    open: { critical, high, medium, low },
    gate: last?.gate ? { status: last.gate.status } : null,
  };
}

/** Shows the gate of a project. */
export function profileView({ gate, gateRevision }: Project): z.output<typeof Profile> {
  return { revision: gateRevision, conditions: [...gate.conditions], on_unknown: gate.onUnknown };
}
