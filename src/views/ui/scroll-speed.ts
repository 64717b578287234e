/** Faster than this, people read titles but do not look at pictures. */
const SKIMMING_VIEWS_PER_SECOND = 6;
/** Faster than this, people read nothing. */
const FLYING_VIEWS_PER_SECOND = 30;
/** Scrolling that pauses this long, in ms, has come to rest. */
export const REST_MS = 120;
/** After this pause, in ms, measuring starts over. Longer than a rest: a busy page renders few steps of a fling. */
const PAUSE_MS = 2000;

/** 'looking' at pictures, 'skimming' titles, or 'flying' past both. */
export type Pace = 'looking' | 'skimming' | 'flying';

export interface ScrollSpeed {
  moved: (offset: number, at: number) => void;
  rested: () => void;
  /** @param viewHeight CSS pixels */
  pace: (viewHeight: number) => Pace;
}

/** The first step after a rest may be a jump: speed counts from the second on. */
export function createScrollSpeed(): ScrollSpeed {
  let last: { offset: number; at: number } | null = null;
  let pixelsPerMs = 0;
  return {
    moved: (offset, at) => {
      const isFirst = last === null || at - last.at > PAUSE_MS;
      pixelsPerMs = isFirst || last === null ? 0 : Math.abs(offset - last.offset) / Math.max(1, at - last.at);
      last = { offset, at };
    },
    rested: () => {
      last = null;
      pixelsPerMs = 0;
    },
    pace: (viewHeight) => {
      const views = (pixelsPerMs * 1000) / viewHeight;
      if (views > FLYING_VIEWS_PER_SECOND) return 'flying';
      return views > SKIMMING_VIEWS_PER_SECOND ? 'skimming' : 'looking';
    },
  };
}
