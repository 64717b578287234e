export interface BroadcastInput {
  /** Ids of the users who are online; null where it is not known. */
  readonly online: readonly string[] | null;
}

export type BroadcastOutput = 'closed';
