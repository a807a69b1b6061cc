import { definePlugin } from '@ostiary/plugin-api';
import { catalogueAndPolicy, policyModesPt, policyProblems } from '@ostiary/policy-modes';
import { huntConfig } from './config.js';
import { area } from './area.js';
import { huntMode } from './mode/hunt.mode.js';
import { EarlierAnswers } from './mode/earlier-answers.js';
import { Hunter } from './mode/hunter.js';
import { hunter } from './mode/solver.js';
import { huntProblems } from './problems.js';
import { AnswersRow } from './projects/entities/answers.js';
import { AttemptRow } from './projects/entities/attempt.js';
import { FindingRow } from './projects/entities/finding.js';
import { HistoryRow } from './projects/entities/history.js';
import { Project } from './projects/entities/project.js';
import { Scan } from './projects/entities/scan.js';
import { AttemptsController } from './projects/http/attempts.controller.js';
import { FindingsController } from './projects/http/findings.controller.js';
import { ProjectsController } from './projects/http/projects.controller.js';
import { ScansController } from './projects/http/scans.controller.js';
import { M001Projects } from './projects/migrations/001-projects.js';
import { M002Answers } from './projects/migrations/002-answers.js';
import { M003Graphs } from './projects/migrations/003-graphs.js';
import { accountErased } from './projects/store/account-erased.js';
import { Attempts } from './projects/store/attempts.js';
import { Findings } from './projects/store/findings.js';
import { Gating } from './projects/store/gating.js';
import { ProjectAnswers } from './projects/store/project-answers.js';
import { Projects } from './projects/store/projects.js';
import { scanEnded } from './projects/store/scan-end.js';
import { Scans } from './projects/store/scans.js';
import { pt } from './pt/index.js';
import { graphHunter } from './service.js';

/** Looks for bugs in guardrail policies, and keeps track of them in projects. */
export default definePlugin({
  id: 'hunt',
  config: huntConfig,
  grants: ['hunt', 'hunt_details'],
  purposes: catalogueAndPolicy,
  modes: [huntMode(scanEnded)],
  solvers: [hunter],
  problems: { ...policyProblems, ...huntProblems },
  http: { controllers: [ProjectsController, ScansController, FindingsController, AttemptsController] },
  storage: {
    schema: 'hunt',
    entities: [Project, Scan, FindingRow, HistoryRow, AttemptRow, AnswersRow],
    migrations: [
      { name: 'hunt/001_projects', class: M001Projects },
      { name: 'hunt/002_answers', class: M002Answers },
      { name: 'hunt/003_graphs', class: M003Graphs },
    ],
  },
  consumesOptional: [graphHunter],
  accountErased,
  chores: [
    {
      name: 'acceptances',
      everyMs: 3_600_000,
      on: 'one',
      run: (ctx) => ctx.own(Gating).acceptancesEnded(),
    },
  ],
  providers: [
    { provide: EarlierAnswers, useClass: ProjectAnswers },
    Hunter,
    Gating,
    Projects,
    Scans,
    Findings,
    Attempts,
  ],
  areas: [area],
  translations: { pt: { ...policyModesPt, ...pt } },
});
