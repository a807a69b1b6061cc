import { definePlugin } from '@ostiary/plugin-api';
import { huntConfig } from './config.js';
import { area } from './area.js';
import { huntProblems } from './problems.js';
import { AttemptRow } from './projects/entities/attempt.js';
import { FindingRow } from './projects/entities/finding.js';
import { HistoryRow } from './projects/entities/history.js';
import { Project } from './projects/entities/project.js';
import { Scan } from './projects/entities/scan.js';
import { ProjectsController } from './projects/http/projects.controller.js';
import { M001Projects } from './projects/migrations/001-projects.js';
import { accountErased } from './projects/store/account-erased.js';
import { Projects } from './projects/store/projects.js';
import { pt } from './pt/index.js';

/** Looks for bugs in guardrail policies, and keeps track of them in projects. */
export default definePlugin({
  id: 'hunt',
  config: huntConfig,
  grants: ['hunt', 'hunt_details'],
  problems: huntProblems,
  http: { controllers: [ProjectsController] },
  storage: {
    schema: 'hunt',
    entities: [Project, Scan, FindingRow, HistoryRow, AttemptRow],
    migrations: [{ name: 'hunt/001_projects', class: M001Projects }],
  },
  accountErased,
  providers: [Projects],
  areas: [area],
  translations: { pt },
});
