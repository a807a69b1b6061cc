/**
 * Words for what a file is that several plugins use, so that clients meet one spelling. A mode may name others: lower case
 * letters, digits and `_`.
 */
export type WellKnownArtefactKind =
  | 'report'
  | 'sarif'
  | 'junit'
  | 'findings'
  | 'policy'
  | 'rulebook'
  | 'witness'
  | 'proof'
  | 'log'
  | 'csv'
  | 'jsonl';

/** What a file that a job made is, for those who choose from a list of them: an open word. */
export type ArtefactKind = WellKnownArtefactKind | (string & {});

/** A kind of file a mode may make: the word alone, or the word with the grant that reading such a file needs beside the mode's own. */
export type ArtefactDeclaration =
  | ArtefactKind
  | {
      readonly kind: ArtefactKind;
      /** The plugin or one it requires declares it in `grants`. */
      readonly alsoNeeds: string;
    };
