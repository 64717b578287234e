import type { SnapshotFrom } from 'xstate';
import type { Mark } from '../../schemas/marks.ts';
import type { marksMachine } from './marks.machine.ts';

type Snapshot = SnapshotFrom<typeof marksMachine>;

export const selectMarks = ({ context }: Snapshot) => context.marks;
/** Whether they are still read from this browser. */
export const selectIsLoading = (snapshot: Snapshot) => snapshot.matches({ delivery: 'loading' });
/** Why this browser does not keep them; null: it does. */
export const selectMarksFault = (snapshot: Snapshot) =>
  snapshot.matches({ delivery: 'failed' }) ? snapshot.context.fault : null;

/** What the menu is for: words that are selected, or a highlight that was pressed. */
export function selectMenu(snapshot: Snapshot): 'none' | 'selection' | 'mark' {
  if (snapshot.matches({ menu: 'selected' })) return 'selection';
  return snapshot.matches({ menu: 'pressed' }) ? 'mark' : 'none';
}

export const selectIsLow = ({ context }: Snapshot) => context.isLow;
export const selectHasFocus = ({ context }: Snapshot) => context.hasFocus;
/** Whether the words of the mark whose menu is open lead somewhere. */
export const selectIsInLink = ({ context }: Snapshot) => context.isInLink;
export const selectSelection = ({ context }: Snapshot) => context.selection;

/** The mark whose menu or note is open. */
export function selectCurrent({ context: { marks, current } }: Snapshot): Mark | null {
  return marks.find(({ id }) => id === current) ?? null;
}

/** The mark whose note is open. */
export const selectEdited = (snapshot: Snapshot) =>
  snapshot.matches({ menu: 'editing' }) ? selectCurrent(snapshot) : null;

/** What was done; null: nothing to say. */
export const selectNotice = ({ context }: Snapshot) => context.notice;

/** Whether the page in view has a bookmark. */
export function selectHasBookmark({ context: { marks, inView } }: Snapshot): boolean {
  return marks.some(({ kind, id }) => kind === 'bookmark' && inView.includes(id));
}
