import type { SnapshotFrom } from 'xstate';
import type { seriesListMachine } from './series-list.machine.ts';

type SeriesListSnapshot = SnapshotFrom<typeof seriesListMachine>;

/** Read it with `windowed-list.selectors`. */
export const selectSeriesList = ({ context }: SeriesListSnapshot) => context.list;
export const selectSeriesLetters = ({ context }: SeriesListSnapshot) => context.letters;
export const selectSeriesQuery = ({ context }: SeriesListSnapshot) => context.query;
export const selectSeriesFilterMenu = ({ context }: SeriesListSnapshot) => context.filterMenu;
