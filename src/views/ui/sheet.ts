import { cx } from './cx.ts';

/** A sheet from the bottom edge on phones. Overrides the computed position. */
const POSITIONER = 'phone:fixed! phone:inset-x-0! phone:top-auto! phone:bottom-0! phone:transform-none!';
const POPUP =
  'overlay-sheet phone:mx-auto phone:max-h-[75dvh]! phone:w-full! phone:max-w-lg! phone:rounded-t-lg phone:rounded-b-none phone:border-x-0 ' +
  'phone:border-b-0 phone:pb-[max(0.5rem,env(safe-area-inset-bottom))]';

export const sheetPositioner = (isSheet: boolean) => cx('z-65 outline-none', isSheet && POSITIONER);
export const sheetPopup = (isSheet: boolean, className: string) => cx('overlay-pop', className, isSheet && POPUP);
export const backdrop = (isSheet: boolean) => cx('fixed inset-0 z-64', isSheet && 'overlay-fade phone:bg-scrim');
/** Hidden from screen readers: the popup has the name. */
export const sheetTitleClass = 'hidden px-2.5 pt-3 pb-1 text-base font-semibold phone:block';
