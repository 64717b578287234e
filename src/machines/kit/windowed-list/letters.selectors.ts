import type { SnapshotFrom } from 'xstate';
import type { lettersMachine } from './letters.machine.ts';
import type { ListSnapshot } from './windowed-list.protocol.ts';

type LettersSnapshot = SnapshotFrom<typeof lettersMachine>;

const BY_NAME = [
  'media.metadata.title',
  'media.metadata.authorName',
  'media.metadata.authorNameLF',
  'media.metadata.author',
  'name',
  'lastFirst',
];
/** Shorter lists show no letters. */
const LEAST_NAMES = 60;

/** Null when the list is short or not sorted by name. */
export function selectLetterOrder({ context: { shownQuery, total } }: ListSnapshot): 'ascending' | 'descending' | null {
  const { sort, desc } = (shownQuery ?? {}) as { readonly sort?: string; readonly desc?: boolean };
  if (total < LEAST_NAMES || sort === undefined || !BY_NAME.includes(sort)) return null;
  return desc === true ? 'descending' : 'ascending';
}

export const selectFound = ({ context }: LettersSnapshot) => context.found;
export const selectWantedLetter = ({ context }: LettersSnapshot) => context.wanted;
export const selectTop = ({ context }: LettersSnapshot) => context.top;
export const selectNames = ({ context }: LettersSnapshot) => context.names;
export const selectKnown = ({ context }: LettersSnapshot) => context.known;
export const selectIsSearching = (snapshot: LettersSnapshot) => snapshot.hasTag('busy');
