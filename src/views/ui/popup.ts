import { cx } from './cx.ts';
import { useCoarsePointer, useIsPhone } from './media-query.ts';

/** A sheet from the bottom edge on phones. Overrides the computed position. */
const POSITIONER = 'phone:fixed! phone:inset-x-0! phone:top-auto! phone:bottom-0! phone:transform-none!';
const POPUP =
  'overlay-sheet phone:mx-auto phone:max-h-[75dvh]! phone:w-full! phone:max-w-lg! phone:rounded-t-lg phone:rounded-b-none phone:border-x-0 ' +
  'phone:border-b-0 phone:pb-[max(0.5rem,env(safe-area-inset-bottom))]';

export const sheetPositioner = (isSheet: boolean) => cx('z-65 outline-none', isSheet && POSITIONER);
export const sheetPopup = (isSheet: boolean, className: string) => cx('overlay-pop', className, isSheet && POPUP);
export const backdrop = (isSheet: boolean) => cx('fixed inset-0 z-64', isSheet && 'overlay-fade phone:bg-scrim');
/** On phones, above what scrolls. */
export const sheetHeadClass =
  'sticky z-1 flex min-h-12 items-center gap-2 bg-surface-1 ps-3.5 pe-1 text-base font-semibold';

export interface SheetHead {
  title: string;
  closeLabel: string;
}

/** Whether presses beside an open popup only close it: for sheets, and for all popups under a finger. */
export function useTakesAllPresses(isSheet: boolean): boolean {
  const isPhone = useIsPhone();
  const isFinger = useCoarsePointer();
  return isFinger || (isPhone && isSheet);
}

/** CSS pixels between panel and anchor: `gap`, and more above the player bar so that the panel covers none of it. */
export function panelOffset(anchor: HTMLElement | null, gap: number): (at: { readonly side: string }) => number {
  return ({ side }) => {
    const bar = side === 'top' ? anchor?.closest('[data-dock="bar"]') : null;
    return bar && anchor ? gap + anchor.getBoundingClientRect().top - bar.getBoundingClientRect().top : gap;
  };
}

/** Whether an event is on, or moves the focus to, the button of a popup: as 'outside' it would close and open again. */
export function pressedOn(anchor: HTMLElement | null, event: Event): boolean {
  const places = [event.target, event instanceof FocusEvent ? event.relatedTarget : null];
  return anchor !== null && places.some((place) => place instanceof Node && anchor.contains(place));
}

export const listOptionClass =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none touch:min-h-11 ' +
  'data-disabled:cursor-not-allowed data-disabled:opacity-45 data-highlighted:bg-surface-2 forced-colors:data-highlighted:outline-2';
