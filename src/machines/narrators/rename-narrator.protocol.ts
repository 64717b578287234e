import type { Narrator } from '../../schemas/api/narrator.ts';
import type { NarratorsBefore } from '../selection/selection.protocol.ts';

export interface RenameNarratorInput {
  readonly libraryId: string;
  readonly narrator: Narrator;
  readonly others: readonly string[];
}

export type RenameNarratorOutput = {
  readonly name: string;
  readonly updated: number;
  readonly before: NarratorsBefore;
} | null;
