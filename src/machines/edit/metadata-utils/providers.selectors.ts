import type { SnapshotFrom } from 'xstate';
import type { BookMatch } from '../../../schemas/api/provider-search.ts';
import type { providerTrialMachine } from './provider-trial.machine.ts';
import type { providersMachine } from './providers.machine.ts';

type Snapshot = SnapshotFrom<typeof providersMachine>;

export const selectListedProviders = ({ context }: Snapshot) => context.providers;
export const selectRevealed = ({ context }: Snapshot) => context.revealed;
export const selectProviderForm = ({ children }: Snapshot) => children.provider;
export const selectProviderRemoval = ({ children }: Snapshot) => children.removal;
export const selectProviderTrial = ({ children }: Snapshot) => children.trial;

type TrialSnapshot = SnapshotFrom<typeof providerTrialMachine>;

export const selectIsTrialOpen = (snapshot: TrialSnapshot): boolean => snapshot.matches('open');
export const selectIsSearching = (snapshot: TrialSnapshot): boolean => snapshot.hasTag('busy');
export const selectTrialContext = ({ context }: TrialSnapshot) => context;

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
