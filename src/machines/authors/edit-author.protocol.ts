export interface EditAuthorInput {
  readonly authorId: string;
  /** Shown until the author has loaded. */
  readonly name: string;
}

/** What became of the author; `authorId` is whom to show now. */
export interface EditAuthorOutput {
  readonly kind: 'updated' | 'merged' | 'removed' | 'closed';
  readonly authorId: string;
}
