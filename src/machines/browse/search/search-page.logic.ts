import type { SnapshotFrom } from 'xstate';
import type { LibrarySearch } from '../../../schemas/api/library-search.ts';
import { SEARCH_GROUPS } from '../../kit/router/routes.ts';
import type { SearchGroupName } from './results.logic.ts';
import type { searchPageMachine } from './search-page.machine.ts';

export const LIST_OF = {
  books: 'book',
  podcasts: 'podcast',
  episodes: 'episodes',
  authors: 'authors',
  series: 'series',
  tags: 'tags',
  genres: 'genres',
  narrators: 'narrators',
} as const satisfies Record<SearchGroupName, keyof LibrarySearch>;

/** Initial results per group: in a row, and on a group's page. */
export const ROW_LIMIT = 12;
export const GROUP_LIMIT = 48;

export function shownGroups(answer: LibrarySearch, group: SearchGroupName | null): readonly SearchGroupName[] {
  const filled = SEARCH_GROUPS.filter((name) => (answer[LIST_OF[name]]?.items.length ?? 0) > 0);
  return group === null ? filled : filled.filter((name) => name === group);
}

/** Whether the server may have more results. */
export function mayHaveMore(answer: LibrarySearch, name: SearchGroupName, limit: number): boolean {
  const list = answer[LIST_OF[name]];
  return list !== undefined && list.items.length + list.dropped.length >= limit;
}

export function countUnreadable(answer: LibrarySearch, groups: readonly SearchGroupName[]): number {
  return groups.reduce((sum, name) => sum + (answer[LIST_OF[name]]?.dropped.length ?? 0), 0);
}

type SearchPageSnapshot = SnapshotFrom<typeof searchPageMachine>;

export function selectResultsState(
  snapshot: SearchPageSnapshot,
): 'empty' | 'loading' | 'failed' | 'nothing' | 'filled' {
  const { answer, group } = snapshot.context;
  if (snapshot.matches('empty')) return 'empty';
  if (snapshot.matches({ searching: 'failed' })) return 'failed';
  if (answer === null) return 'loading';
  return shownGroups(answer, group).length > 0 ? 'filled' : 'nothing';
}

/** State of the request for more results. */
export function selectExtension(snapshot: SearchPageSnapshot): 'none' | 'possible' | 'running' | 'failed' {
  if (snapshot.matches({ searching: 'extending' })) return 'running';
  if (snapshot.matches({ searching: 'unextended' })) return 'failed';
  const { answer, group, shownLimit } = snapshot.context;
  return answer && group && mayHaveMore(answer, group, shownLimit) ? 'possible' : 'none';
}

export const selectAnswer = ({ context }: SearchPageSnapshot) => context.answer;
export const selectPageText = ({ context }: SearchPageSnapshot) => context.text;
export const selectPageGroup = ({ context }: SearchPageSnapshot) => context.group;
export const selectPageLibrary = ({ context }: SearchPageSnapshot) => context.libraryId;
export const selectShownLimit = ({ context }: SearchPageSnapshot) => context.shownLimit;
export const selectResultsError = ({ context }: SearchPageSnapshot) => context.error;
