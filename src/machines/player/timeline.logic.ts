import { clampTime } from './player.logic.ts';

/** A time line on the screen: pixels of the window, and the seconds that it stands for. */
export interface TimelineBox {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  /** Seconds. */
  readonly duration: number;
  /** Where its last pixels lead, in seconds: see {@link lastPlace}. */
  readonly last: number;
}

/** A place in the window, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A pointer that holds the time line: the time it has chosen (seconds), and where it was then. */
export interface Drag {
  readonly time: number;
  readonly x: number;
  /** How fine it seeks: 0 on the line, 3 far from it. */
  readonly level: number;
}

/** Between two marks, and between a mark and an end of the line, there are so many pixels at least. */
const MARK_GAP_PX = 6;
/** The last pixels lead to so many seconds before the end, on the wall: time enough to undo. */
const LAST_S = 10;
/** What the last pixels stand for is no more than this share of the line, or 2 s. */
const LAST_SHARE = 1 / 50;
const LAST_LEAST_S = 2;
/** A drag gets one level finer with every so many pixels away from the line. */
const LEVEL_PX = 48;
/** The finest level of seeking. */
const FINEST = 3;
/** At the finest level a pixel is a second, or this share of what it is on the line where that is less. */
const FINEST_SHARE = 1 / 8;
/** What an arrow key with Shift moves, in seconds. */
const FINE_STEP_S = 1;
/** What PageUp and PageDown move, in seconds. */
const PAGE_STEP_S = 60;

/**
 * Where the last pixels of a time line, and its key End, lead: to the last seconds, not to the end, which would finish
 * the item and begin the next one.
 * @param duration seconds @param rate the speed listened at
 */
export function lastPlace(duration: number, rate: number): number {
  return Math.max(0, duration - Math.min(LAST_S * rate, Math.max(duration * LAST_SHARE, LAST_LEAST_S)));
}

/** The time at a pixel of the window, in seconds: what the bubble says, and where a press goes. */
export function timeAtPixel({ left, width, duration, last }: TimelineBox, x: number): number {
  return width > 0 ? clampTime(((x - left) * duration) / width, last) : 0;
}

/**
 * Where marks are drawn, in pixels from the left: at the starts of chapters that are 6 px away from the starts before
 * and after them and from both ends.
 * @param starts seconds @param duration seconds @param width pixels
 */
export function visibleMarks(starts: readonly number[], duration: number, width: number): readonly number[] {
  const inner = [...new Set(starts)]
    .filter((start) => start > 0 && start < duration)
    .sort((one, other) => one - other)
    .map((start) => (start * width) / duration);
  return inner.filter((mark, index) => {
    const before = inner[index - 1] ?? 0;
    const after = inner[index + 1] ?? width;
    return mark - before >= MARK_GAP_PX && after - mark >= MARK_GAP_PX;
  });
}

/** A pointer is pressed on the line. */
export function beginDrag(box: TimelineBox, { x }: Point): Drag {
  return { time: timeAtPixel(box, x), x, level: 0 };
}

/**
 * The pointer has moved. On the line and near it the time is the one under the pointer; away from it, above or below,
 * it moves on from where it was, slower with the distance.
 */
export function moveDrag(drag: Drag, box: TimelineBox, { x, y }: Point): Drag {
  const level = levelAt(box, y);
  if (level === 0) return beginDrag(box, { x, y });
  const moved = (x - drag.x) * secondsPerPixel(box, level);
  return { time: clampTime(drag.time + moved, box.last), x, level };
}

function levelAt({ top, bottom }: TimelineBox, y: number): number {
  const away = Math.max(top - y, y - bottom, 0);
  return Math.min(FINEST, Math.floor(away / LEVEL_PX));
}

/** Each level is slower than the one before by the same factor. */
function secondsPerPixel({ width, duration }: TimelineBox, level: number): number {
  if (width <= 0 || duration <= 0) return 0;
  const onLine = duration / width;
  const finest = Math.min(FINEST_SHARE, 1 / onLine);
  return onLine * finest ** (level / FINEST);
}

/** A key, as of a KeyboardEvent. */
export interface TimelineKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Where a key leads on a time line, in seconds; null where it means nothing there. Arrows jump, with Shift by a second;
 * no key leads to the end.
 * @param jump what an arrow key jumps, in seconds
 */
export function timeByKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: TimelineKey,
  { value, jump, last }: { readonly value: number; readonly jump: number; readonly last: number },
): number | null {
  if (altKey || ctrlKey || metaKey) return null;
  const step = shiftKey ? FINE_STEP_S : jump;
  const moves: Record<string, number> = {
    ArrowRight: value + step,
    ArrowUp: value + step,
    ArrowLeft: value - step,
    ArrowDown: value - step,
    PageUp: value + PAGE_STEP_S,
    PageDown: value - PAGE_STEP_S,
    Home: 0,
    End: last,
  };
  const wanted = moves[key];
  return wanted === undefined ? null : clampTime(wanted, Math.max(value, last));
}
