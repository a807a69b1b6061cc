import type { z } from 'zod';
import type { PartContext, PartKind } from './context.js';

/** What the part of a job is, and how it is done. */
export interface PartDeclaration<
  Whole extends z.ZodType = z.ZodType,
  Request extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  /** The request schema of the mode: gives the type of the whole request. */
  readonly whole: Whole;
  /** What one part is asked: small, such as a range. Stored as JSON, and checked when it is read. */
  readonly request: Request;
  /** What one part gives back, as JSON. Bytes go into files. */
  readonly result: Result;
  /**
   * Does one part, on any worker. What it throws fails the whole job; when its worker is lost the part is done again, up to three
   * times, and no other part is. What it tells as `progress().done` is added up over the parts.
   */
  readonly solve: (part: z.output<Request>, whole: z.output<Whole>, ctx: PartContext) => Promise<z.output<Result>>;
}

/** A declared part. */
export interface PartDefinition<
  Request extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> extends PartKind<Request, Result> {
  readonly solve: PartDeclaration['solve'];
}

/** Declares the part of a job; a mode names it in `part` and asks for parts with `ctx.parts`. */
export function definePart<Whole extends z.ZodType, Request extends z.ZodType, Result extends z.ZodType>(
  declaration: PartDeclaration<Whole, Request, Result>,
): PartDefinition<Request, Result> {
  const { request, result, solve } = declaration;
  return Object.freeze({
    $type: 'ostiary.part' as const,
    request,
    result,
    solve: solve as unknown as PartDeclaration['solve'],
  });
}
