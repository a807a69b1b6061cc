export interface Example {
  readonly name: string;
  readonly file: string;
  /** Its schema, in a file or as a text. */
  readonly schema?: string;
  readonly schemaText?: string;
}
export declare function isThere(): boolean;
export declare function examples(data?: string): readonly Example[];
