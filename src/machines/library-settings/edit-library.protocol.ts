import type { Library } from '../../schemas/api/library.ts';

export interface EditLibraryInput {
  /** Null: a new one. */
  readonly library: Library | null;
}

/** The library as the server has it after a save; null when nothing was saved. */
export interface EditLibraryOutput {
  readonly library: Library | null;
}
