import type { SnapshotFrom } from 'xstate';
import type { lettersMachine } from './letters.machine.ts';
import type { ListSnapshot } from './windowed-list.protocol.ts';

type LettersSnapshot = SnapshotFrom<typeof lettersMachine>;

/** Orders in which names follow the alphabet. */
const BY_NAME = [
  'media.metadata.title',
  'media.metadata.authorName',
  'media.metadata.authorNameLF',
  'media.metadata.author',
  'name',
  'lastFirst',
];
/** A list of fewer names is scrolled through sooner. */
const LEAST_NAMES = 60;

/** The way letters follow each other in the list in view; null when it is not sorted by name, or is short. */
export function selectLetterOrder({ context: { shownQuery, total } }: ListSnapshot): 'ascending' | 'descending' | null {
  const { sort, desc } = (shownQuery ?? {}) as { readonly sort?: string; readonly desc?: boolean };
  if (total < LEAST_NAMES || sort === undefined || !BY_NAME.includes(sort)) return null;
  return desc === true ? 'descending' : 'ascending';
}

/** The last letter that was found; null for none yet. */
export const selectFound = ({ context }: LettersSnapshot) => context.found;
/** The letter that was chosen last; null for none yet. */
export const selectWantedLetter = ({ context }: LettersSnapshot) => context.wanted?.letter ?? null;
export const selectIsSearching = (snapshot: LettersSnapshot) => snapshot.hasTag('busy');
