import type { ModeBody, ModeDefinition, ModeVariant, PluginDefinition, SolveContext } from '@ostiary/plugin-api';
import type { z } from 'zod';
import { processorMs, parsingMs } from './processor-time.js';

/** What was seen of one request on its way through a mode or a variant. */
export interface Seen {
  readonly mode: string;
  /** Of an attempt. */
  readonly jobId: string | null;
  /** The request as `prepare`, or `solve` where there is none, was given it: JSON. */
  given: string;
  /** The same afterwards. */
  givenAfter: string;
  /** What `prepare` returned, each time it was asked: JSON. */
  readonly prepared: string[];
  /** The least processor time it took, milliseconds; infinite when it was not asked. */
  prepareMs: number;
  /** The least that `parsingMs` was in turns with it. */
  parsingMs: number;
  /** What `solve` returned, before the host looked at it. */
  result: unknown;
  /** `solve` has returned or thrown. */
  settled: boolean;
  /** `solve` has returned. */
  solved: boolean;
  readonly events: { readonly type: string; readonly payload: unknown }[];
  readonly artefacts: { readonly kind: string; sha256?: string }[];
}

type Body = ModeBody<z.ZodType, z.ZodType>;

/** How often `prepare` is asked the same thing. */
const ASKED = 5;

/** The plugin, with an observer in front of each of its modes and variants. */
export function spied(definition: PluginDefinition, see: (seen: Seen) => void): PluginDefinition {
  const { modes, variants } = definition;
  return {
    ...definition,
    ...(modes && { modes: modes.map((mode): ModeDefinition => ({ ...mode, ...observed(mode.name, mode, see) })) }),
    ...(variants && {
      variants: variants.map((variant): ModeVariant => ({ ...variant, ...observed(variant.mode, variant, see) })),
    }),
  };
}

function observed(mode: string, body: Body, see: (seen: Seen) => void): Pick<Body, 'prepare' | 'solve'> {
  const { prepare } = body;
  return {
    ...(prepare && {
      prepare: async (request, ctx) => {
        const seen = fresh(mode, request, null);
        see(seen);
        let answer = request;
        for (let asked = 0; asked < ASKED; asked += 1) {
          const again = asked === 0 ? request : (structuredClone(JSON.parse(seen.given)) as typeof request);
          seen.parsingMs = Math.min(seen.parsingMs, parsingMs());
          const began = processorMs();
          answer = await prepare(again, ctx);
          seen.prepareMs = Math.min(seen.prepareMs, processorMs() - began);
          seen.prepared.push(JSON.stringify(answer));
        }
        seen.givenAfter = JSON.stringify(request);
        return answer;
      },
    }),
    solve: async (request, ctx) => {
      const seen = fresh(mode, request, ctx.jobId);
      see(seen);
      try {
        seen.result = await body.solve(request, watched(ctx, seen));
        seen.solved = true;
        return seen.result;
      } finally {
        seen.settled = true;
        seen.givenAfter = JSON.stringify(request);
      }
    },
  };
}

function fresh(mode: string, request: unknown, jobId: string | null): Seen {
  const given = JSON.stringify(request);
  return {
    mode,
    jobId,
    given,
    givenAfter: given,
    prepared: [],
    prepareMs: Number.POSITIVE_INFINITY,
    parsingMs: Number.POSITIVE_INFINITY,
    result: undefined,
    settled: false,
    solved: false,
    events: [],
    artefacts: [],
  };
}

/** The context, which also notes what is asked of it. */
function watched(ctx: SolveContext, seen: Seen): SolveContext {
  const event: SolveContext['event'] = (type, payload) => {
    seen.events.push({ type, payload });
    return ctx.event(type, payload);
  };
  const artefact: SolveContext['artefact'] = async (options) => {
    const made: Seen['artefacts'][number] = { kind: options.kind };
    seen.artefacts.push(made);
    const writer = await ctx.artefact(options);
    return {
      write: (chunk) => writer.write(chunk),
      close: async () => {
        const closed = await writer.close();
        made.sha256 = closed.sha256;
        return closed;
      },
    };
  };
  return new Proxy(ctx, {
    get: (target, name) => {
      if (name === 'event') return event;
      if (name === 'artefact') return artefact;
      // Told by the database, whose clock does not stand still as the host's does here.
      if (name === 'submittedAt') return ctx.clock.now();
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
