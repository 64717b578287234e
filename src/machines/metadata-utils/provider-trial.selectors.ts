import type { SnapshotFrom } from 'xstate';
import type { BookMatch } from '../../schemas/api/provider-search.ts';
import type { providerTrialMachine } from './provider-trial.machine.ts';

type Snapshot = SnapshotFrom<typeof providerTrialMachine>;

export const selectIsTrialOpen = (snapshot: Snapshot): boolean => snapshot.matches('open');
export const selectIsSearching = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
export const selectTrialContext = ({ context }: Snapshot) => context;

export const MATCH_FIELDS = [
  'subtitle',
  'narrator',
  'publisher',
  'publishedYear',
  'series',
  'description',
  'cover',
  'genres',
  'tags',
  'language',
  'isbn',
  'asin',
  'duration',
] as const satisfies readonly (keyof BookMatch)[];
export type MatchField = (typeof MATCH_FIELDS)[number];

export const fieldsOf = (match: BookMatch): readonly MatchField[] =>
  MATCH_FIELDS.filter((field) => {
    const value = match[field];
    return Array.isArray(value) ? value.length > 0 : value != null && value !== '';
  });
