import type { SnapshotFrom } from 'xstate';
import type { DraftRow } from './draft.logic.ts';
import type { previewMachine } from './preview.machine.ts';

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

type Snapshot = SnapshotFrom<typeof previewMachine>;

export const selectSoundingId = (snapshot: Snapshot) =>
  snapshot.hasTag('sounding') ? snapshot.context.place.id : null;
