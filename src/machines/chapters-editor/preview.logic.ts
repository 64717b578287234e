import type { DraftRow } from './draft.logic.ts';

/** What is listened to. Seconds of the whole book. */
export interface PreviewPlace {
  /** Of whose button it is. */
  readonly id: string;
  readonly time: number;
  /** Null: it goes on, over the files. */
  readonly until: number | null;
}

/** So much before and after a start is played, in seconds. */
const AROUND_S = 3;

/** A chapter from its start on. */
export const placeOf = ({ key, start }: DraftRow): PreviewPlace => ({ id: `row ${key}`, time: start, until: null });

/** What is around the start of a chapter. */
export const aroundStart = ({ start }: DraftRow): PreviewPlace => ({
  id: 'around',
  time: Math.max(0, start - AROUND_S),
  until: start + AROUND_S,
});
