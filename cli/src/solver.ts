import { SolverLost } from '@ostiary/guard';
import type { SmtContext, SmtSolver } from '@ostiary/policy/symbolic';

interface OpenedSolver extends SmtSolver {
  close(): Promise<void>;
}

interface SolverPackage {
  openZ3(): Promise<OpenedSolver>;
}

/** Where the solver is installed beside this package, it settles what cells cannot. It runs in this process, and asks no network. */
const PACKAGE = '@ostiary/smt';

/**
 * A solver that is loaded (0.5 s, 150 MB) when it is first asked, and let go of in the end. Where it is not installed checks throw
 * `SolverLost`.
 *
 * @param from the package to load it from
 */
export async function withSolver<T>(question: (solver: SmtSolver) => Promise<T>, from = PACKAGE): Promise<T> {
  let opened: Promise<OpenedSolver> | null = null;
  const solver: SmtSolver = {
    open: () => {
      let context: SmtContext | undefined;
      return {
        check: async (...asked) => {
          opened ??= load(from);
          context ??= (await opened).open();
          return context.check(...asked);
        },
        close: () => context?.close(),
      };
    },
  };
  try {
    return await question(solver);
  } finally {
    const loaded = opened as Promise<OpenedSolver> | null;
    await loaded?.then(
      (each) => each.close(),
      // Whoever asked was told.
      () => undefined,
    );
  }
}

/** A solver that is there from the beginning, for what asks it much; null where it is not installed. */
export async function withLoadedSolver<T>(work: (solver: SmtSolver | null) => Promise<T>, from = PACKAGE): Promise<T> {
  const solver = await load(from).catch((error: unknown) => {
    if (error instanceof SolverLost) return null;
    throw error;
  });
  try {
    return await work(solver);
  } finally {
    await solver?.close();
  }
}

async function load(from: string): Promise<OpenedSolver> {
  let found: SolverPackage;
  try {
    found = (await import(from)) as SolverPackage;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SolverLost('solver_unavailable', error);
  }
  return found.openZ3();
}
