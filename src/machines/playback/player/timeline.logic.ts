import { clampTime } from './player.logic.ts';

/** In pixels of the window; see the members for seconds. */
export interface TimelineBox {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly duration: number;
  readonly last: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Drag {
  readonly time: number;
  readonly x: number;
  /** Fineness: 0 on the line, 3 far from it. */
  readonly level: number;
}

const MARK_GAP_PX = 6;
/** In real seconds before the end: time to undo. */
const LAST_S = 10;
const LAST_SHARE = 1 / 50;
const LAST_LEAST_S = 2;
/** Pixels away from the line per level. */
const LEVEL_PX = 48;
const FINEST = 3;
/** Speed at the finest level, as a share of that on the line; at most a second per pixel. */
const FINEST_SHARE = 1 / 8;
/** Seconds, with Shift. */
const FINE_STEP_S = 1;
/** Seconds. */
const PAGE_STEP_S = 60;

/**
 * Where the last pixels and End lead: just before the end, which would finish the item.
 * @param duration seconds
 */
export function lastPlace(duration: number, rate: number): number {
  return Math.max(0, duration - Math.min(LAST_S * rate, Math.max(duration * LAST_SHARE, LAST_LEAST_S)));
}

/** In seconds. */
export function timeAtPixel({ left, width, duration, last }: TimelineBox, x: number): number {
  return width > 0 ? clampTime(((x - left) * duration) / width, last) : 0;
}

/**
 * Pixels of chapter marks that are 6 px from each other and the ends.
 * @param starts seconds
 * @param duration seconds
 */
export function visibleMarks(starts: readonly number[], duration: number, width: number): readonly number[] {
  const isInside = (start: number) => start > 0 && start < duration;
  const inner = placesInPixels(starts.filter(isInside), duration, width);
  return inner.filter((mark, index) => {
    const before = inner[index - 1] ?? 0;
    const after = inner[index + 1] ?? width;
    return mark - before >= MARK_GAP_PX && after - mark >= MARK_GAP_PX;
  });
}

/** In order, each pixel once. */
export function placesInPixels(places: readonly number[], length: number, width: number): readonly number[] {
  const pixels = places.map((place) => (Math.min(place, length) * width) / length);
  return [...new Set(pixels)].toSorted((one, other) => one - other);
}

export function beginDrag(box: TimelineBox, { x }: Point): Drag {
  return { time: timeAtPixel(box, x), x, level: 0 };
}

/** Near the line, the time under the pointer; away from it, relative and slower with distance. */
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

/** Each level slows by the same factor. */
function secondsPerPixel({ width, duration }: TimelineBox, level: number): number {
  if (width <= 0 || duration <= 0) return 0;
  const onLine = duration / width;
  const finest = Math.min(FINEST_SHARE, 1 / onLine);
  return onLine * finest ** (level / FINEST);
}

export interface TimelineKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Target in seconds; null for other keys. No key reaches the end.
 * @param jump seconds per arrow key
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
