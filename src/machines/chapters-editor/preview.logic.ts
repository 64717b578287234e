import type { DraftRow } from './draft.logic.ts';

/** Seconds of the whole book. */
export interface PreviewPlace {
  readonly id: string;
  readonly time: number;
  readonly until: number | null;
}

/** Seconds. */
const AROUND_S = 3;

export const placeOf = ({ key, start }: DraftRow): PreviewPlace => ({ id: `row ${key}`, time: start, until: null });

export const aroundStart = ({ start }: DraftRow): PreviewPlace => ({
  id: 'around',
  time: Math.max(0, start - AROUND_S),
  until: start + AROUND_S,
});
