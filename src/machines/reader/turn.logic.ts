import type { Press } from '../../services/reader/engine.ts';

export type Turn = 'next' | 'previous';
export type Direction = 'ltr' | 'rtl';
type Swipe = Extract<Press, { kind: 'swipe' }>;
type Wheel = Extract<Press, { kind: 'wheel' }>;

/** When something was last done, in ms of the page's clock. */
export interface Gestures {
  readonly touchAt: number;
  readonly wheelAt: number;
  readonly wheelTurnAt: number;
}

export const NO_GESTURES: Gestures = { touchAt: -Infinity, wheelAt: -Infinity, wheelTurnAt: -Infinity };

/** Least way of a swipe, in CSS pixels (EBK-034, EBK-035). */
const SWIPE_WAY = 60;
/** A touch that lasts so long is no swipe, in ms (EBK-033). */
const SWIPE_TIME = 1000;
/** A touch so soon after another one belongs to it, in ms (EBK-037). */
const TOUCH_GAP = 250;
/** A wheel that rests so long turns another page; one that does not rest turns one in so many ms. */
const WHEEL_GAP = 150;
const WHEEL_TIME = 600;
/** The sides of a page turn it: this share of its width each. */
const SIDE = 0.3;

/** Left and right of a page, where the book's pages follow each other this way. */
const toward = (isRight: boolean, direction: Direction): Turn =>
  isRight === (direction === 'ltr') ? 'next' : 'previous';

/** What a swipe does: to the left goes on in books that are read to the right (EBK-031 to EBK-037). */
export function turnOfSwipe({ dx, dy, duration, at }: Swipe, { touchAt }: Gestures, direction: Direction): Turn | null {
  if (at - touchAt < TOUCH_GAP || duration >= SWIPE_TIME) return null;
  if (Math.hypot(dx, dy) < SWIPE_WAY || Math.abs(dx) < SWIPE_WAY || Math.abs(dy) > Math.abs(dx)) return null;
  return toward(dx < 0, direction);
}

/** What a wheel does: one page for one push, however long it rolls on. */
export function turnOfWheel({ delta, at }: Wheel, { wheelAt, wheelTurnAt }: Gestures): Turn | null {
  if (delta === 0 || (at - wheelAt < WHEEL_GAP && at - wheelTurnAt < WHEEL_TIME)) return null;
  return delta > 0 ? 'next' : 'previous';
}

/** What a press on a page does; null: it is in the middle. */
export function turnOfTap(x: number, direction: Direction): Turn | null {
  return x > SIDE && x < 1 - SIDE ? null : toward(x >= 1 - SIDE, direction);
}

/** What a key does (EBK-038, EBK-039); null: it turns no page. */
export function turnOfKey(key: string, shift: boolean, direction: Direction): Turn | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return toward(key === 'ArrowRight', direction);
    case 'ArrowDown':
    case 'PageDown':
      return 'next';
    case 'ArrowUp':
    case 'PageUp':
      return 'previous';
    case ' ':
      return shift ? 'previous' : 'next';
    default:
      return null;
  }
}
