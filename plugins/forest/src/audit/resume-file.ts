/**
 * `resume.json`: what a run settled, and where it is to go on. An array of JSON: first of what run it is, then a member for each question,
 * or each record, that was begun. What is not in it was not begun. Each member is a line, so that parts of a job write theirs by themselves. See
 * docs/adr/0167.
 */
import { z } from 'zod';
import type { Words } from '../table/index.js';
import type { RunDigests } from './digest.js';

/** The mode whose runs leave such a file. */
export type ResumableMode = 'forest' | 'forest_enumeration';

/** A file that is not of this run. */
export class ResumeMisfit extends Error {
  constructor(readonly words: Words) {
    super(words.en);
    this.name = 'ResumeMisfit';
  }
}

/** The file up to its first member. */
export const resumeHead = (mode: ResumableMode, run: RunDigests): string => `[\n${JSON.stringify({ mode, run })}`;

/** A member: they may follow each other in any number. */
const resumeMember = (state: object): string => `,\n${JSON.stringify(state)}`;

/** Characters of a file, at most: whoever reads it has all of it in memory. */
const MOST = 2 ** 27;

/** Members as far as there is room for them. What is left out is asked anew by the next run, which comes to the same. */
export class ResumeMembers {
  private left: number;

  /** @param files that are joined to one */
  constructor(files = 1) {
    this.left = MOST / files;
  }

  /** The text of a member; none where there is nothing to keep, or no room. */
  text(state: object | null): string {
    const text = state === null ? '' : resumeMember(state);
    if (text.length > this.left) return '';
    this.left -= text.length;
    return text;
  }
}

/** What stands behind the last member. */
export const RESUME_END = '\n]\n';

const Digest = z.string().max(200).nullable();

const Head = z.strictObject({
  mode: z.string(),
  run: z.strictObject({
    engine: z.string(),
    model: z.string(),
    compare_model: Digest,
    properties: Digest,
    schema: Digest,
    records: Digest,
    asked: Digest,
  }),
});

/**
 * The members of a file, each as the schema says.
 * @param text of `resume.json`
 * @param run that is to go on
 * @throws ResumeMisfit for what is no such file, and for one of another mode or of another run: that says what differs
 */
export function readResumeFile<T>(text: string, mode: ResumableMode, run: RunDigests, member: z.ZodType<T>): T[] {
  const [first, ...rest] = arrayOf(text);
  const head = Head.safeParse(first);
  if (!head.success || head.data.mode !== mode) throw new ResumeMisfit(NONE);
  const other = (Object.keys(PARTS) as (keyof RunDigests)[]).filter((name) => head.data.run[name] !== run[name]);
  if (other.length > 0) throw new ResumeMisfit(otherRun(other));
  const read = z.array(member).safeParse(rest);
  if (!read.success) throw new ResumeMisfit(NONE);
  return read.data;
}

function arrayOf(text: string): readonly unknown[] {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : [];
  } catch {
    return [];
  }
}

const NONE: Words = {
  en: 'This is not the resume.json of an earlier run of the same mode.',
  pt: 'Isto não é o resume.json de uma execução anterior do mesmo modo.',
};

const PARTS: Readonly<Record<keyof RunDigests, Words>> = {
  engine: { en: 'another version of the search', pt: 'outra versão da procura' },
  model: { en: 'another model', pt: 'outro modelo' },
  compare_model: { en: 'another model to compare with', pt: 'outro modelo de comparação' },
  properties: { en: 'another table', pt: 'outra tabela' },
  schema: { en: 'another schema', pt: 'outro esquema' },
  records: { en: 'other records', pt: 'outros registos' },
  asked: {
    en: 'another radius, features, output or expectation',
    pt: 'outro raio, características, saída ou expectativa',
  },
};

function otherRun(names: readonly (keyof RunDigests)[]): Words {
  const told = (language: keyof Words): string => names.map((name) => PARTS[name][language]).join(', ');
  return { en: `The file comes from ${told('en')}.`, pt: `O ficheiro vem de ${told('pt')}.` };
}
