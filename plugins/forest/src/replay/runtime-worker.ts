/** Run in a child process: onnxruntime, which serves models outside. It parses files of strangers, and nothing else is in its process. */
import { serveSolver } from '@ostiary/plugin-api/solver-worker';
import type { ReplayTask } from './protocol.js';
import { replay } from './run.js';

serveSolver((payload) => replay(payload as ReplayTask));
