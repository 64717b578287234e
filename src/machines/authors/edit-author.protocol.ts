export interface EditAuthorInput {
  readonly authorId: string;
  readonly name: string;
}

export interface EditAuthorOutput {
  readonly kind: 'updated' | 'merged' | 'removed' | 'closed';
  readonly authorId: string;
}
