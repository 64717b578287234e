import type { SnapshotFrom } from 'xstate';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import { progressOf } from '../../playback/progress/progress.selectors.ts';
import type { progressMachine } from '../../playback/progress/progress.machine.ts';
import type { Pages } from '../../kit/windowed-list/window.logic.ts';
import type { renameSeriesMachine } from './rename-series.machine.ts';
import type { seriesMachine } from './series.machine.ts';
import { nextOfPages } from './series.logic.ts';

type SeriesSnapshot = SnapshotFrom<typeof seriesMachine>;

export function selectSeriesState(snapshot: SeriesSnapshot): 'loading' | 'failed' | 'missing' | 'removed' | 'ready' {
  for (const state of ['failed', 'missing', 'removed', 'ready'] as const) if (snapshot.matches(state)) return state;
  return 'loading';
}

export const selectSeries = ({ context }: SeriesSnapshot) => context.series;
export const selectSeriesNameForm = ({ children }: SnapshotFrom<typeof renameSeriesMachine>) => children.form;
export const selectSeriesError = ({ context }: SeriesSnapshot) => context.error;
export const selectIsDescriptionOpen = ({ context }: SeriesSnapshot) => context.isDescriptionOpen;
/** Read it with `windowed-list.selectors`. */
export const selectBookList = ({ context }: SeriesSnapshot) => context.list;

type ProgressSnapshot = SnapshotFrom<typeof progressMachine>;

/** Null: no such book, or beyond the loaded pages. */
export const nextBookOf =
  (pages: Pages<LibraryItemMinified>, total: number) =>
  (state: ProgressSnapshot): LibraryItemMinified | null =>
    nextOfPages(pages, total, (id) => progressOf(id)(state)?.isFinished ?? false).book;

export const finishedOf =
  (ids: readonly string[]) =>
  (state: ProgressSnapshot): number =>
    ids.filter((id) => progressOf(id)(state)?.isFinished).length;

export const isBegunOf =
  (ids: readonly string[]) =>
  (state: ProgressSnapshot): boolean =>
    ids.some((id) => progressOf(id)(state) !== null);
