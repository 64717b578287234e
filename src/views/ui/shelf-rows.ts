import type { KeyboardEvent } from 'react';
import { focusInside } from './roving.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** For ArrowDown and ArrowUp: focuses the nearest item of the next `[data-shelf]` row. False without a move. */
export function focusRowBeside(
  event: Pick<KeyboardEvent<HTMLElement>, 'key' | 'target' | 'currentTarget' | 'preventDefault'>,
): boolean {
  const step = STEPS[event.key];
  if (step === undefined) return false;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-shelf]')];
  const next = rows[rows.indexOf(event.currentTarget) + step];
  const from = event.target instanceof Element ? event.target.closest('li') : null;
  if (!next || !from) return false;
  const items = [...next.children].filter((item) => item.querySelector('a, button'));
  const centre = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  const distance = (item: Element) => Math.abs(centre(item) - centre(from));
  const nearest = items.reduce<Element | null>(
    (best, item) => (best && distance(best) <= distance(item) - (step < 0 ? 1 : 0) ? best : item),
    null,
  );
  if (!nearest) return false;
  event.preventDefault();
  focusInside(nearest);
  nearest.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return true;
}
