import type { SnapshotFrom } from 'xstate';
import type { ServerYearStats, UserYearStats } from '../../../schemas/api/stats.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { yearReviewMachine } from './year-review.machine.ts';

export type YearScope = 'own' | 'server';

export type YearData =
  | { readonly scope: 'own'; readonly stats: UserYearStats }
  | { readonly scope: 'server'; readonly stats: ServerYearStats };

/** `seconds` and `bytes` are in that unit. */
export interface CardFigure {
  readonly key:
    | 'booksFinished'
    | 'listened'
    | 'sessions'
    | 'booksListened'
    | 'booksAdded'
    | 'authorsAdded'
    | 'durationAdded'
    | 'sizeAdded';
  readonly kind: 'count' | 'seconds' | 'bytes';
  readonly value: number;
}

/** `month` 0..11. */
interface CardList {
  readonly key: 'topNarrator' | 'topGenre' | 'topAuthor' | 'topMonth' | 'topAuthors' | 'topGenres' | 'topNarrators';
  readonly entries: readonly { readonly name: string | null; readonly month: number | null }[];
}

export interface YearCard {
  readonly kind: 'highlights' | 'covers' | 'top';
  readonly figures: readonly CardFigure[];
  readonly lists: readonly CardList[];
  readonly covers: readonly string[];
}

/** Covers in the middle of a card. */
const MOST_COVERS = 8;
const FIRST_YEAR = 2000;

/** Cards of a year, without empty ones: highlights, covers (finished or added), top three of each kind. */
export function cardsOf(year: YearData): readonly YearCard[] {
  const figures = figuresOf(year);
  const cards: YearCard[] = [
    { kind: 'highlights', figures, lists: highlightsOf(year), covers: [] },
    { kind: 'covers', figures, lists: [], covers: coversOf(year).slice(0, MOST_COVERS) },
    { kind: 'top', figures, lists: topsOf(year), covers: [] },
  ];
  return cards.filter(({ kind, lists, covers }) => kind === 'highlights' || lists.length > 0 || covers.length > 0);
}

export const backgroundOf = ({ scope, stats }: YearData): readonly string[] =>
  scope === 'own' ? stats.booksWithCovers : stats.booksAddedWithCovers;

export function isEmptyYear(year: YearData): boolean {
  return figuresOf(year).every(({ value }) => value === 0);
}

/** Latest first, from the year of the account. Both in ms. */
export function yearsFrom(createdAt: number, now: number): readonly number[] {
  const last = new Date(now).getFullYear();
  const first = Math.min(last, Math.max(FIRST_YEAR, new Date(createdAt).getFullYear()));
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}

/** In December the current year, else the last one. `now` in ms. */
export function firstYear(now: number): number {
  const date = new Date(now);
  return date.getMonth() === 11 ? date.getFullYear() : date.getFullYear() - 1;
}

/** December and January. `now` in ms. */
export function isSeason(now: number): boolean {
  return [11, 0].includes(new Date(now).getMonth());
}

function figuresOf({ scope, stats }: YearData): readonly CardFigure[] {
  if (scope === 'own')
    return [
      { key: 'booksFinished', kind: 'count', value: stats.numBooksFinished },
      { key: 'listened', kind: 'seconds', value: stats.totalListeningTime },
      { key: 'sessions', kind: 'count', value: stats.totalListeningSessions },
      { key: 'booksListened', kind: 'count', value: stats.numBooksListened },
    ];
  return [
    { key: 'booksAdded', kind: 'count', value: stats.numBooksAdded },
    { key: 'authorsAdded', kind: 'count', value: stats.numAuthorsAdded },
    { key: 'durationAdded', kind: 'seconds', value: stats.totalBooksAddedDuration },
    { key: 'sizeAdded', kind: 'bytes', value: stats.totalBooksAddedSize },
    { key: 'sessions', kind: 'count', value: stats.numListeningSessions },
    { key: 'listened', kind: 'seconds', value: stats.totalListeningTime },
  ];
}

const coversOf = ({ scope, stats }: YearData): readonly string[] =>
  scope === 'own' ? stats.finishedBooksWithCovers : stats.booksAddedWithCovers;

function highlightsOf({ scope, stats }: YearData): readonly CardList[] {
  const narrator = scope === 'own' ? stats.mostListenedNarrator : stats.topNarrators[0];
  const month = scope === 'own' ? stats.mostListenedMonth : null;
  return filled([
    { key: 'topNarrator', entries: entriesOf(narrator ? [narrator.name] : []) },
    { key: 'topGenre', entries: entriesOf(stats.topGenres.slice(0, 1).map(({ genre }) => genre)) },
    { key: 'topAuthor', entries: entriesOf(stats.topAuthors.slice(0, 1).map(({ name }) => name)) },
    { key: 'topMonth', entries: month ? [{ name: null, month: month.month }] : [] },
  ]);
}

function topsOf({ scope, stats }: YearData): readonly CardList[] {
  return filled([
    { key: 'topAuthors', entries: entriesOf(stats.topAuthors.map(({ name }) => name)) },
    ...(scope === 'server'
      ? [{ key: 'topNarrators', entries: entriesOf(stats.topNarrators.map(({ name }) => name)) } as const]
      : []),
    { key: 'topGenres', entries: entriesOf(stats.topGenres.map(({ genre }) => genre)) },
  ]);
}

const entriesOf = (names: readonly string[]) => names.map((name) => ({ name, month: null }));
const filled = (lists: readonly CardList[]) => lists.filter(({ entries }) => entries.length > 0);

type YearReviewSnapshot = SnapshotFrom<typeof yearReviewMachine>;

type YearReviewState = 'closed' | 'loading' | 'failed' | 'shown';

export function selectReviewState(snapshot: YearReviewSnapshot): YearReviewState {
  if (snapshot.matches('closed')) return 'closed';
  if (snapshot.matches({ open: 'failed' })) return 'failed';
  return snapshot.matches({ open: 'shown' }) ? 'shown' : 'loading';
}

export const selectYear = ({ context }: YearReviewSnapshot): number => context.year;
export const selectScope = ({ context }: YearReviewSnapshot): YearScope => context.scope;
export const selectYearData = ({ context }: YearReviewSnapshot): YearData | null => context.data;
export const selectCardIndex = ({ context }: YearReviewSnapshot): number => context.card;
export const selectCanShare = ({ context }: YearReviewSnapshot): boolean => context.canShare;
export const selectReviewError = ({ context }: YearReviewSnapshot): AppError | null => context.error;
export const selectIsPainting = (snapshot: YearReviewSnapshot): boolean =>
  snapshot.matches({ open: { shown: 'saving' } }) || snapshot.matches({ open: { shown: 'sharing' } });
