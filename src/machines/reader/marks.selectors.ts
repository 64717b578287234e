import type { SnapshotFrom } from 'xstate';
import type { Mark } from '../../schemas/marks.ts';
import type { marksMachine } from './marks.machine.ts';

type Snapshot = SnapshotFrom<typeof marksMachine>;

export const selectMarks = ({ context }: Snapshot) => context.marks;
export const selectIsLoading = (snapshot: Snapshot) => snapshot.matches({ delivery: 'loading' });
export const selectMarksFault = (snapshot: Snapshot) =>
  snapshot.matches({ delivery: 'failed' }) ? snapshot.context.fault : null;

export function selectMenu(snapshot: Snapshot): 'none' | 'selection' | 'mark' {
  if (snapshot.matches({ menu: 'selected' })) return 'selection';
  return snapshot.matches({ menu: 'pressed' }) ? 'mark' : 'none';
}

export const selectSpot = ({ context }: Snapshot) => context.spot;
export const selectHasFocus = ({ context }: Snapshot) => context.hasFocus;
export const selectIsInLink = ({ context }: Snapshot) => context.isInLink;
export const selectSelection = ({ context }: Snapshot) => context.selection;

export function selectCurrent({ context: { marks, current } }: Snapshot): Mark | null {
  return marks.find(({ id }) => id === current) ?? null;
}

export const selectEdited = (snapshot: Snapshot) =>
  snapshot.matches({ menu: 'editing' }) ? selectCurrent(snapshot) : null;

export const selectNotice = ({ context }: Snapshot) => context.notice;

export function selectHasBookmark({ context: { marks, inView } }: Snapshot): boolean {
  return marks.some(({ kind, id }) => kind === 'bookmark' && inView.includes(id));
}
