export interface BroadcastInput {
  readonly online: readonly string[];
}

export type BroadcastOutput = 'closed';
