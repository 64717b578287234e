import type { SnapshotFrom } from 'xstate';
import type { previewMachine } from './preview.machine.ts';

type Snapshot = SnapshotFrom<typeof previewMachine>;

export const selectSoundingId = (snapshot: Snapshot) =>
  snapshot.hasTag('sounding') ? snapshot.context.place.id : null;
export const selectHasFailed = (snapshot: Snapshot) => snapshot.matches('failed');
export const selectPreviewError = ({ context }: Snapshot) => context.error;
export const selectPreviewPlayhead = ({ context }: Snapshot) => context.playhead;
