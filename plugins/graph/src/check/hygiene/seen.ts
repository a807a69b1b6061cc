/** What runs of a graph come to, in any way that is not known. */
export interface Look {
  /** 1: some run comes to the node. */
  readonly comes: Uint8Array;
  /** 1: some run that comes to the node ends normally, or comes to a `fail` node, there or after that. */
  readonly ends: Uint8Array;
  /** 1: the event happens in some run. */
  readonly happens: Uint8Array;
  /** False where there are more states than are looked at: what is 0 in `comes` and `happens` is so, the rest is not known. */
  readonly decided: boolean;
  /** False where it is not known of what is 0 in `ends`, for the same reason. */
  readonly endsDecided: boolean;
}
