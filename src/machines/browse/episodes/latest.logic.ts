import type { SnapshotFrom } from 'xstate';
import { slotAt, type ListItem, type Pages } from '../../kit/windowed-list/window.logic.ts';
import type { latestFilterMachine } from './latest-filter.machine.ts';
import type { latestMachine } from './latest.machine.ts';

export function andNewer<Item extends ListItem>(pages: Pages<Item>, index: number): readonly Item[] {
  const found: Item[] = [];
  for (let place = index; place >= 0; place -= 1) {
    const slot = slotAt(pages, place);
    if (slot === undefined) break;
    if (slot !== null) found.push(slot);
  }
  return found;
}

/** `moment` in ms, local time. */
export function nearDay(moment: number, now: Date = new Date()): 'today' | 'yesterday' | null {
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(moment) === now.toDateString()) return 'today';
  return dayOf(moment) === before.toDateString() ? 'yesterday' : null;
}

/** Day key of a moment in ms, local time. */
export const dayOf = (moment: number | null | undefined): string | null =>
  moment ? new Date(moment).toDateString() : null;

export const selectLatestList = ({ children }: SnapshotFrom<typeof latestMachine>) => children.list;

export const selectLatestFilter = ({ context }: SnapshotFrom<typeof latestMachine>) => context.filter;
export const selectFilteredRef = ({ children }: SnapshotFrom<typeof latestMachine>) => children.filtered;

type FilterSnapshot = SnapshotFrom<typeof latestFilterMachine>;

export const selectLooked = ({ context }: FilterSnapshot) => context.episodes;
export const selectLookedFor = ({ context }: FilterSnapshot) => context.filter;
export function selectLooking(snapshot: FilterSnapshot): 'looking' | 'paused' | 'failed' | 'resting' {
  if (snapshot.matches('paused')) return 'paused';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.hasTag('busy') ? 'looking' : 'resting';
}
export const selectLookError = ({ context }: FilterSnapshot) => context.error;
