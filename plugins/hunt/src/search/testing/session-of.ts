import type { ClassId } from '../model/class-id.js';
import type { Finding } from '../model/finding.js';
import { hunted } from './hunted.js';

/** What a hunt for one class finds. */
export async function found(id: ClassId, text: string, catalogue?: unknown): Promise<readonly Finding[]> {
  const report = await hunted(text, catalogue, { classes: [id] });
  const left = report.findings.filter((finding) => finding.class === 'X01');
  if (left.length > 0) throw new Error(left.map(({ title, detail }) => `${title.en}: ${detail.en}`).join('\n'));
  return report.findings;
}

/** The session of a finding: `pay allow`. */
export const session = (finding: Finding | undefined): readonly string[] =>
  finding?.witness?.steps.map(({ call, answer }) => `${call.tool} ${answer}`) ?? [];
