/** The search as rows use it: question by question, in slices of a budget. */
import type { Answer, Budget, GreatestAnswer, NearestAnswer, Question, Subject } from '../search/index.js';

type Of<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

/** `name` is that of the question among those of its row. */
export interface Engine {
  /** Whether it looks for inputs: one that checks proofs shows none. */
  readonly finds: boolean;
  exists(subject: Subject, question: Of<'exists'>, budget: Budget, name: string): Answer;
  greatest(subject: Subject, question: Of<'greatest'>, budget: Budget, name: string): GreatestAnswer;
  nearest(subject: Subject, question: Of<'nearest'>, budget: Budget, name: string): NearestAnswer;
}

/** How far a question has come. */
export interface Bounds {
  readonly atLeast: number | null;
  readonly atMost: number | null;
}

/** A question that was not settled, to go on exactly there. */
export interface Open {
  /** Which question of the row's. */
  readonly question: string;
  readonly resume: Uint8Array;
  /** That it cost so far. */
  readonly nodes: number;
}

/**
 * What questions of one row may cost, and what they left open before. Nodes are counted for each question by itself, so that a row
 * costs the same wherever it is asked.
 */
export interface Allowance {
  /** Nodes for a question. */
  readonly nodes: (question: string) => number;
  /** Nodes between two looks at the clock. */
  readonly slice: number;
  /** Whether time is over. */
  readonly over: () => boolean;
  /** Where a question goes on, by its name. */
  readonly resume: (question: string) => Pick<Open, 'resume' | 'nodes'> | undefined;
}

interface Unsettled {
  readonly verdict: string;
  readonly nodes: number;
  readonly resume?: Uint8Array;
}

/** What the questions of one row cost, in this run and in those that it goes on with, and what they left open. */
export class Asker {
  nodes = 0;
  readonly open: Open[] = [];
  /** Questions that were settled. */
  readonly settled: string[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly allowance: Allowance,
    /** Told between two slices. */
    private readonly tell: (bounds: Bounds) => Promise<void>,
  ) {}

  get finds(): boolean {
    return this.engine.finds;
  }

  exists(name: string, subject: Subject, question: Of<'exists'>): Promise<Answer> {
    return this.run(
      name,
      (budget) => this.engine.exists(subject, question, budget, name),
      () => NO_BOUNDS,
    );
  }

  /** Whether a region has no input, so that what is proved of it is proved of nothing; false also where that is not known. */
  async isEmpty(name: string, subject: Subject): Promise<boolean> {
    const open = this.open.length;
    const any = [
      [{ terms: [{ copy: 0, target: 0, weight: 1 }], relation: '>=', threshold: Number.NEGATIVE_INFINITY }],
    ] as const;
    const { verdict } = await this.exists(`${ANY} ${name}`, subject, { kind: 'exists', violation: any });
    this.open.length = open;
    return verdict === 'proved' || verdict === 'vacuous';
  }

  /** A proof that a question has no violation, of what is known by another one that stays open; null where the budget ends first. */
  async proofOf(name: string, subject: Subject, question: Of<'exists'>): Promise<Uint8Array | null> {
    const open = this.open.length;
    const answer = await this.exists(name, subject, question);
    this.open.length = open;
    return answer.verdict === 'proved' ? answer.certificate : null;
  }

  greatest(name: string, subject: Subject, question: Of<'greatest'>): Promise<GreatestAnswer> {
    const bounds = ({ least, most }: GreatestAnswer): Bounds => ({ atLeast: least ?? null, atMost: most });
    return this.run(name, (budget) => this.engine.greatest(subject, question, budget, name), bounds);
  }

  nearest(name: string, subject: Subject, question: Of<'nearest'>): Promise<NearestAnswer> {
    const bounds = ({ atLeast, nearest }: NearestAnswer): Bounds => ({ atLeast, atMost: nearest ?? null });
    return this.run(name, (budget) => this.engine.nearest(subject, question, budget, name), bounds);
  }

  /**
   * A slice at a time, until it is settled, its nodes are used up, or time is over. The search counts the nodes of a question over all
   * its slices, those before a resume included.
   */
  private async run<T extends Unsettled>(
    name: string,
    ask: (budget: Budget) => T,
    bounds: (answer: T) => Bounds,
  ): Promise<T> {
    const { slice, over } = this.allowance;
    const left = this.allowance.resume(name);
    const before = left?.nodes ?? 0;
    const most = before + this.allowance.nodes(name);
    let resume = left?.resume;
    let used = before;
    this.nodes += before;
    for (;;) {
      const nodes = Math.min(used + slice, most);
      const answer = ask({ nodes, ...(resume && { resume }) });
      this.nodes += answer.nodes - used;
      used = answer.nodes;
      if (answer.verdict !== 'undecided' || answer.resume === undefined) {
        this.settled.push(name);
        return answer;
      }
      resume = answer.resume;
      if (used >= most || over()) {
        this.open.push({ question: name, resume, nodes: used });
        return answer;
      }
      await this.tell(bounds(answer));
    }
  }
}

/** Begins the name of a question that only asks for any input: no answer rests on it. */
export const ANY = 'any';

/** The question that proves a limit of a distance where the nearest stays open: by the name of that which asks for the nearest. */
export const withinOf = (nearest: string): string => `within ${nearest}`;

const NO_BOUNDS: Bounds = { atLeast: null, atMost: null };
