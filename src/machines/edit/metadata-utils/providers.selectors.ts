import type { SnapshotFrom } from 'xstate';
import type { BookMatch } from '../../../schemas/api/provider-search.ts';
import type { providersMachine } from './providers.machine.ts';

type Snapshot = SnapshotFrom<typeof providersMachine>;

export const selectListedProviders = ({ context }: Snapshot) => context.providers;

const MATCH_FIELDS = [
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
type MatchField = (typeof MATCH_FIELDS)[number];

export const fieldsOf = (match: BookMatch): readonly MatchField[] =>
  MATCH_FIELDS.filter((field) => {
    const value = match[field];
    return Array.isArray(value) ? value.length > 0 : value != null && value !== '';
  });
