export interface BroadcastInput {
  /** Ids of those who are connected now. */
  readonly online: readonly string[];
}

export type BroadcastOutput = 'closed';
