export interface RemoveIssuesInput {
  readonly libraryId: string;
  /** How many items have issues. */
  readonly count: number;
}

/** Whether the items were removed. */
export interface RemoveIssuesOutput {
  readonly isRemoved: boolean;
}
