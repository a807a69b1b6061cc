import type { Json, JsonObject } from '../json.js';

/** A mode, or a variant of one, as a fragment tells assembly of it. */
export interface ModeEntry {
  readonly mode: string;
  /** Field whose presence chooses the variant. */
  readonly selector?: string;
  readonly title: string;
  readonly request: JsonObject;
  readonly result: JsonObject;
  /** Data of the events the mode sends. */
  readonly events?: readonly JsonObject[];
  readonly example?: Json;
}

/** A heading: OpenAPI's name of a tag is an identifier, `x-displayName` is what people read. */
export interface AreaTag {
  readonly name: string;
  readonly 'x-displayName'?: string;
  readonly description?: string;
}

/** One owner's part of the contract, as `contract/fragments/<owner>.yaml` holds it. */
export interface Fragment {
  readonly owner: string;
  /** Said once; the host's fragment has it. */
  readonly info?: JsonObject;
  readonly servers?: readonly JsonObject[];
  readonly tags: readonly AreaTag[];
  readonly modes: readonly ModeEntry[];
  /** Slugs that the owner's modes answer at the submission, by status. */
  readonly problems: Readonly<Record<string, readonly string[]>>;
  /** Operations by path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: {
    readonly schemas: JsonObject;
    readonly examples: JsonObject;
    readonly headers?: JsonObject;
    readonly securitySchemes?: JsonObject;
  };
}
