import type { Press } from '../../services/reader/engine.ts';

export type Turn = 'next' | 'previous';
export type Direction = 'ltr' | 'rtl';
type Swipe = Extract<Press, { kind: 'swipe' }>;
type Wheel = Extract<Press, { kind: 'wheel' }>;

/** In ms of the page's clock. */
export interface Gestures {
  readonly touchAt: number;
  readonly wheelAt: number;
  readonly wheelTurnAt: number;
}

export const NO_GESTURES: Gestures = { touchAt: -Infinity, wheelAt: -Infinity, wheelTurnAt: -Infinity };

/** CSS pixels. */
const SWIPE_WAY = 60;
/** In ms: a longer touch is no swipe. */
const SWIPE_TIME = 1000;
/** In ms: a touch this close to another belongs to it. */
const TOUCH_GAP = 250;
/** In ms: a page per pause of the wheel, or per interval while it rolls. */
const WHEEL_GAP = 150;
const WHEEL_TIME = 600;
/** Share of the width, each side. */
const SIDE = 0.3;

const toward = (isRight: boolean, direction: Direction): Turn =>
  isRight === (direction === 'ltr') ? 'next' : 'previous';

/** A swipe to the left is the next page in left-to-right books. */
export function turnOfSwipe({ dx, dy, duration, at }: Swipe, { touchAt }: Gestures, direction: Direction): Turn | null {
  if (at - touchAt < TOUCH_GAP || duration >= SWIPE_TIME) return null;
  if (Math.hypot(dx, dy) < SWIPE_WAY || Math.abs(dx) < SWIPE_WAY || Math.abs(dy) > Math.abs(dx)) return null;
  return toward(dx < 0, direction);
}

/** One page per push. */
export function turnOfWheel({ delta, at }: Wheel, { wheelAt, wheelTurnAt }: Gestures): Turn | null {
  if (delta === 0 || (at - wheelAt < WHEEL_GAP && at - wheelTurnAt < WHEEL_TIME)) return null;
  return delta > 0 ? 'next' : 'previous';
}

/** Null in the middle. */
export function turnOfTap(x: number, direction: Direction): Turn | null {
  return x > SIDE && x < 1 - SIDE ? null : toward(x >= 1 - SIDE, direction);
}

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
