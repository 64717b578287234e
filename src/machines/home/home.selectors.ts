import type { SnapshotFrom } from 'xstate';
import type { Shelf } from '../../schemas/api/shelf.ts';
import { formatFilter } from '../../services/filter-value.ts';
import type { Route } from '../router/routes.ts';
import type { homeMachine } from './home.machine.ts';
import { linesOf, middleOf, shelvesBelow } from './shelves.logic.ts';

type HomeSnapshot = SnapshotFrom<typeof homeMachine>;

/** Keeps what was derived from the same shelves: selectors run on every event, the shelves change rarely. */
function memoised<Source extends object, Result>(derive: (source: Source) => Result): (source: Source) => Result {
  const known = new WeakMap<Source, Result>();
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) return found;
    const result = derive(source);
    known.set(source, result);
    return result;
  };
}

const below = memoised((shelves: readonly Shelf[]) => linesOf(shelvesBelow(shelves)));
const middle = memoised(middleOf);

/** What fills the page. */
export function selectHomeState(snapshot: HomeSnapshot): 'loading' | 'failed' | 'empty' | 'filled' {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.matches({ shown: { content: 'empty' } }) ? 'empty' : 'filled';
}

/** How far a scan asked for on this page is. */
export function selectScan(snapshot: HomeSnapshot): 'none' | 'asking' | 'running' {
  if (snapshot.matches({ shown: { content: { empty: 'askingForScan' } } })) return 'asking';
  return snapshot.matches({ shown: { content: { empty: 'scanning' } } }) ? 'running' : 'none';
}

/** What was played or read last; null when nothing is under way. */
export const selectMiddle = ({ context }: HomeSnapshot) => middle(context.shelves);
/** The other shelves, filled ones only, in lines. */
export const selectShelfLines = ({ context }: HomeSnapshot) => below(context.shelves);
export const selectUnreadable = ({ context }: HomeSnapshot) => context.unreadable;
export const selectHomeError = ({ context }: HomeSnapshot) => context.error;
export const selectLibraryId = ({ context }: HomeSnapshot) => context.libraryId;

/** Chapters of the book that was played last; empty until they are known. */
export const selectMiddleChapters = ({ context }: HomeSnapshot) =>
  context.middle?.itemId === middle(context.shelves)?.item.id ? (context.middle?.chapters ?? NO_CHAPTERS) : NO_CHAPTERS;

const NO_CHAPTERS: readonly [] = [];

/** The page that shows all of what a shelf begins; null when there is none. */
export function wholeListOf(shelfId: string, libraryId: string): Route | null {
  const filtered = (value: string): Route => ({ name: 'bookshelf', libraryId, filter: formatFilter({ group: 'progress', value }) });
  switch (shelfId) {
    case 'continue-listening':
    case 'continue-reading':
      return filtered('in-progress');
    case 'listen-again':
    case 'read-again':
      return filtered('finished');
    case 'recently-added':
      return { name: 'bookshelf', libraryId, sort: 'addedAt', desc: '1' };
    case 'recent-series':
      return { name: 'librarySeries', libraryId };
    case 'newest-authors':
      return { name: 'libraryAuthors', libraryId };
    case 'newest-episodes':
      return { name: 'libraryLatest', libraryId };
    default:
      return null;
  }
}
