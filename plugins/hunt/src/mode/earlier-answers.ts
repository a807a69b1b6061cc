/** Whose hunt it is. */
interface HuntJob {
  readonly accountId: string;
  readonly jobId: string;
}

/** What scans of a project keep of their answers for the next one. See docs/adr/0144. */
export abstract class EarlierAnswers {
  /** Null when there is nothing yet, and of a hunt that is no scan. */
  abstract read(job: HuntJob): Promise<string | null>;
  /** Keeps them in place of those before; of a hunt that is no scan nothing is kept. */
  abstract keep(job: HuntJob, text: string): Promise<void>;
}

/** Most bytes that a project keeps. */
export const MOST_BYTES = 4 * 1024 * 1024;
