import type { PreparedPolicy } from '@ostiary/guard';
import { openZ3 } from '@ostiary/smt';
import type { ClassId } from '../model/class-id.js';
import type { Finding } from '../model/finding.js';
import { runHunt } from '../run.js';
import { prepared } from './hunted.js';

let solver: ReturnType<typeof openZ3> | null = null;

/** What one class finds, none of it undecided and no repair proved. One solver serves all that a file asks. */
export async function findings(
  id: ClassId,
  text: string,
  catalogue?: unknown,
  accepted: PreparedPolicy | null = null,
): Promise<readonly Finding[]> {
  solver ??= openZ3();
  const report = await runHunt(prepared(text, catalogue), await solver, {
    classes: [id, 'X01'],
    repairs: null,
    accepted,
  });
  const open = report.checks.filter(({ undecided }) => undecided > 0);
  if (open.length > 0) throw new Error(`undecided: ${JSON.stringify(report.findings.map(({ title }) => title.en))}`);
  return report.findings.filter((finding) => finding.class === id);
}

/** The answers of a finding's witness, in its order. */
export const answers = (finding: Finding | undefined): readonly string[] =>
  finding?.witness?.steps.map(({ answer }) => answer) ?? [];

/** The session of a finding: `pay allow`. */
export const session = (finding: Finding | undefined): readonly string[] =>
  finding?.witness?.steps.map(({ call, answer }) => `${call.tool} ${answer}`) ?? [];
