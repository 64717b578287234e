import type { Narrator } from '../../schemas/api/narrator.ts';
import type { NarratorsBefore } from '../selection/selection.protocol.ts';

/** What the modal renames; `others`: names of the other narrators, with which it may be merged. */
export interface RenameNarratorInput {
  readonly libraryId: string;
  readonly narrator: Narrator;
  readonly others: readonly string[];
}

/** The new name, how many books have it now, and their narrators before; null without a change. */
export type RenameNarratorOutput = {
  readonly name: string;
  readonly updated: number;
  readonly before: NarratorsBefore;
} | null;
