import { slotAt, type ListItem, type Pages } from '../windowed-list/window.logic.ts';

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
