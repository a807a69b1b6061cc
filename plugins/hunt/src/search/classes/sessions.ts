import type { BugClass } from '../ask/hunt/bug-class.js';
import { splitting } from './h01-splitting.js';
import { missingStep } from './h02-missing-step.js';
import { correlation } from './h03-correlation.js';
import { attemptCounted } from './h04-attempt-counted.js';
import { inFlight } from './h05-in-flight.js';
import { windowEdge } from './h06-window-edge.js';
import { presentCallForgotten } from './h07-present-call-forgotten.js';
import { confirmedThenChanged } from './h08-confirmed-then-changed.js';
import { confirmationReused } from './h09-confirmation-reused.js';
import { untrustedData } from './h10-untrusted-data.js';
import { changedSince } from './h11-changed-since.js';
import { limitLeft } from './h12-limit-left.js';
import { vacuousHistory } from './h13-vacuous-history.js';
import { deadEnd } from './h14-dead-end.js';
import { laundering } from './h15-laundering.js';
import { somebodyElsesEvent } from './h16-somebody-elses-event.js';

/** The classes of sessions, in the order of their ids. */
export const SESSION_CLASSES: readonly BugClass[] = [
  splitting,
  missingStep,
  correlation,
  attemptCounted,
  inFlight,
  windowEdge,
  presentCallForgotten,
  confirmedThenChanged,
  confirmationReused,
  untrustedData,
  changedSince,
  limitLeft,
  vacuousHistory,
  deadEnd,
  laundering,
  somebodyElsesEvent,
];
