export interface RemoveIssuesInput {
  readonly libraryId: string;
  readonly count: number;
}

export interface RemoveIssuesOutput {
  readonly isRemoved: boolean;
}
