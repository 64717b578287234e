export interface BroadcastInput {
  /** How many are signed in now; null where it is not known. */
  readonly online: number | null;
}

export type BroadcastOutput = 'closed';
