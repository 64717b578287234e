import type { Library } from '../../schemas/api/library.ts';

export interface EditLibraryInput {
  readonly library: Library | null;
}

export interface EditLibraryOutput {
  readonly library: Library | null;
}
