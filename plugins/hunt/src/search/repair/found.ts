import type { CorePolicy, CoreRule } from '@ostiary/policy';
import type { Bug } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import type { Part } from '../ask/hunt/part.js';
import { answersOf } from '../ask/hunt/parts.js';
import { undecidedBug } from '../ask/hunt/undecided.js';
import { printOf } from '../fingerprint/print.js';
import { ruleKey } from '../fingerprint/rule-key.js';
import type { ClassId } from '../model/class-id.js';
import { type Severity, SEVERITIES } from '../model/finding.js';

interface Found {
  readonly severity: Severity;
  /** What it is about, of a bug that is about one tool: the class that finds it, the tool and the attribute. */
  readonly place: string | null;
}

/** What was found in a policy, by fingerprint. */
class FoundPrints {
  private readonly found = new Map<string, Found>();

  /** @param keyOf what rules are known by */
  constructor(private readonly keyOf: (rule: CoreRule) => string) {}

  get isEmpty(): boolean {
    return this.found.size === 0;
  }

  /** @returns its fingerprint */
  add(id: ClassId, bug: Bug): string {
    const print = printOf(id, bug, this.keyOf);
    const { severity, tool, attribute = '' } = bug;
    const known = this.found.get(print);
    const place = tool === undefined ? null : JSON.stringify([id, tool, attribute]);
    if (!known || isGraver(severity, known.severity)) this.found.set(print, { severity, place });
    return print;
  }

  has(print: string): boolean {
    return this.found.has(print);
  }

  /**
   * Whether something is found here that was not found before. What a class finds about an attribute of a tool in place of something that
   * was as grave, because other rules decide there now, is not new; in place of `gone` nothing may be found.
   *
   * @param notes whether notes of the severity `info`, which ask for nothing, count: where one is to be mended no other may come of it
   */
  hasMoreThan(before: FoundPrints, gone: string, notes: boolean): boolean {
    const left = [...before.found]
      .filter(([print]) => print !== gone && !this.found.has(print))
      .map(([, each]) => each);
    return [...this.found].some(([print, now]) => {
      if (now.severity === 'info' && !notes) return false;
      if (before.found.has(print)) return false;
      const at = left.findIndex(
        ({ place, severity }) => place === now.place && place !== null && !isGraver(now.severity, severity),
      );
      if (at < 0) return true;
      left.splice(at, 1);
      return false;
    });
  }
}

const isGraver = (one: Severity, other: Severity): boolean => SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other);

/** What the classes that were asked found in a policy, before anything is told apart that a reader does not want. */
export class PrintsByClass {
  private readonly known = new Map<ClassId, FoundPrints>();

  constructor(private readonly core: CorePolicy) {}

  /** Of a class that is asked from now on. */
  begin(id: ClassId): FoundPrints {
    const prints = new FoundPrints((rule) => ruleKey(this.core, rule));
    this.known.set(id, prints);
    return prints;
  }

  /** Of a class, which is asked now if it was not. */
  async of(hunt: Hunt, bugClass: BugClass): Promise<FoundPrints> {
    return this.known.get(bugClass.id) ?? (await filled(this.begin(bugClass.id), hunt, bugClass));
  }
}

/** What one class finds in a policy, or in those parts that are asked, and what it leaves undecided. @param keyOf what rules are known by */
export const printsOf = (
  hunt: Hunt,
  bugClass: BugClass,
  keyOf: (rule: CoreRule) => string,
  isAsked: (part: Part) => boolean,
): Promise<FoundPrints> => filled(new FoundPrints(keyOf), hunt, bugClass, isAsked);

async function filled(
  prints: FoundPrints,
  hunt: Hunt,
  bugClass: BugClass,
  isAsked?: (part: Part) => boolean,
): Promise<FoundPrints> {
  for await (const { made } of answersOf(hunt, bugClass, isAsked))
    for (const answer of made) {
      if (answer.kind === 'found') prints.add(bugClass.id, answer.bug);
      if (answer.kind === 'undecided') prints.add('X01', undecidedBug(bugClass.id, answer));
    }
  return prints;
}
